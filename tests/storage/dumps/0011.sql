
-- Dumped from database version 18.6
-- Dumped by pg_dump version 18.6

SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.packed_turn(answered_at timestamp with time zone, latency_ms real, function_errors integer, api_errors integer) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    select timestamptz_send(answered_at) || float4send(coalesce(latency_ms, 'NaN'))
        || int2send(least(function_errors, 32767)::int2) || int2send(least(api_errors, 32767)::int2)
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.accounts (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.active_deployments (
    project_id text NOT NULL,
    environment text NOT NULL,
    deployment_id uuid NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.alert_rules (
    id text NOT NULL,
    account_id text NOT NULL,
    project_id text,
    name text NOT NULL,
    metric text NOT NULL,
    operator text NOT NULL,
    threshold_value bigint NOT NULL,
    window_duration text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    state text DEFAULT 'ok'::text NOT NULL,
    firing boolean DEFAULT false NOT NULL,
    since timestamp with time zone,
    last_evaluated_at timestamp with time zone,
    current_value bigint,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    revision bigint DEFAULT 0 NOT NULL
);


CREATE TABLE public.artifacts (
    hash text NOT NULL,
    files bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.artifacts ALTER COLUMN files SET STORAGE EXTERNAL;


CREATE TABLE public.call_rates (
    account_id text NOT NULL,
    minute timestamp with time zone NOT NULL,
    calls integer NOT NULL
);


CREATE TABLE public.calls (
    id uuid NOT NULL,
    direction text NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    connector_id text,
    environment text NOT NULL,
    variant_id text DEFAULT ''::text NOT NULL,
    from_number text DEFAULT ''::text NOT NULL,
    to_number text NOT NULL,
    encryption text DEFAULT ''::text NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    sip_code integer,
    created_at timestamp with time zone NOT NULL,
    give_up_at timestamp with time zone,
    calling_at timestamp with time zone,
    connected_at timestamp with time zone,
    ended_at timestamp with time zone,
    held_by bigint,
    missed_since timestamp with time zone
);


CREATE TABLE public.concurrency_hours (
    project_id text NOT NULL,
    environment text NOT NULL,
    facet text NOT NULL,
    value text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    hour timestamp with time zone NOT NULL,
    peaks integer[] NOT NULL
);


CREATE TABLE public.concurrency_progress (
    project_id text NOT NULL,
    environment text NOT NULL,
    counted_until timestamp with time zone NOT NULL
);


CREATE TABLE public.connectors (
    id text NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    name text NOT NULL,
    environment text DEFAULT 'live'::text NOT NULL,
    variant_id text DEFAULT ''::text NOT NULL,
    outbound boolean DEFAULT false NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    secret bytea,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);


CREATE TABLE public.conversations (
    id uuid NOT NULL,
    public_id text NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    deployment_id uuid NOT NULL,
    channel text NOT NULL,
    variant_id text DEFAULT ''::text NOT NULL,
    variant_name text DEFAULT ''::text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    from_number text DEFAULT ''::text NOT NULL,
    to_number text DEFAULT ''::text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    num_turns integer DEFAULT 0 NOT NULL,
    num_silences integer DEFAULT 0 NOT NULL,
    num_ood integer DEFAULT 0 NOT NULL,
    handoff boolean DEFAULT false NOT NULL,
    handoff_reason text DEFAULT ''::text NOT NULL,
    handoff_destination text DEFAULT ''::text NOT NULL,
    metrics jsonb DEFAULT '{}'::jsonb NOT NULL,
    state jsonb DEFAULT '{}'::jsonb NOT NULL,
    record_bytes integer
)
PARTITION BY RANGE (id);


CREATE TABLE public.conversations_2026_10 (
    id uuid CONSTRAINT conversations_id_not_null NOT NULL,
    public_id text CONSTRAINT conversations_public_id_not_null NOT NULL,
    account_id text CONSTRAINT conversations_account_id_not_null NOT NULL,
    project_id text CONSTRAINT conversations_project_id_not_null NOT NULL,
    environment text CONSTRAINT conversations_environment_not_null NOT NULL,
    deployment_id uuid CONSTRAINT conversations_deployment_id_not_null NOT NULL,
    channel text CONSTRAINT conversations_channel_not_null NOT NULL,
    variant_id text DEFAULT ''::text CONSTRAINT conversations_variant_id_not_null NOT NULL,
    variant_name text DEFAULT ''::text CONSTRAINT conversations_variant_name_not_null NOT NULL,
    language text DEFAULT ''::text CONSTRAINT conversations_language_not_null NOT NULL,
    from_number text DEFAULT ''::text CONSTRAINT conversations_from_number_not_null NOT NULL,
    to_number text DEFAULT ''::text CONSTRAINT conversations_to_number_not_null NOT NULL,
    started_at timestamp with time zone CONSTRAINT conversations_started_at_not_null NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    num_turns integer DEFAULT 0 CONSTRAINT conversations_num_turns_not_null NOT NULL,
    num_silences integer DEFAULT 0 CONSTRAINT conversations_num_silences_not_null NOT NULL,
    num_ood integer DEFAULT 0 CONSTRAINT conversations_num_ood_not_null NOT NULL,
    handoff boolean DEFAULT false CONSTRAINT conversations_handoff_not_null NOT NULL,
    handoff_reason text DEFAULT ''::text CONSTRAINT conversations_handoff_reason_not_null NOT NULL,
    handoff_destination text DEFAULT ''::text CONSTRAINT conversations_handoff_destination_not_null NOT NULL,
    metrics jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_metrics_not_null NOT NULL,
    state jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_state_not_null NOT NULL,
    record_bytes integer
);


CREATE TABLE public.conversations_2026_11 (
    id uuid CONSTRAINT conversations_id_not_null NOT NULL,
    public_id text CONSTRAINT conversations_public_id_not_null NOT NULL,
    account_id text CONSTRAINT conversations_account_id_not_null NOT NULL,
    project_id text CONSTRAINT conversations_project_id_not_null NOT NULL,
    environment text CONSTRAINT conversations_environment_not_null NOT NULL,
    deployment_id uuid CONSTRAINT conversations_deployment_id_not_null NOT NULL,
    channel text CONSTRAINT conversations_channel_not_null NOT NULL,
    variant_id text DEFAULT ''::text CONSTRAINT conversations_variant_id_not_null NOT NULL,
    variant_name text DEFAULT ''::text CONSTRAINT conversations_variant_name_not_null NOT NULL,
    language text DEFAULT ''::text CONSTRAINT conversations_language_not_null NOT NULL,
    from_number text DEFAULT ''::text CONSTRAINT conversations_from_number_not_null NOT NULL,
    to_number text DEFAULT ''::text CONSTRAINT conversations_to_number_not_null NOT NULL,
    started_at timestamp with time zone CONSTRAINT conversations_started_at_not_null NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    num_turns integer DEFAULT 0 CONSTRAINT conversations_num_turns_not_null NOT NULL,
    num_silences integer DEFAULT 0 CONSTRAINT conversations_num_silences_not_null NOT NULL,
    num_ood integer DEFAULT 0 CONSTRAINT conversations_num_ood_not_null NOT NULL,
    handoff boolean DEFAULT false CONSTRAINT conversations_handoff_not_null NOT NULL,
    handoff_reason text DEFAULT ''::text CONSTRAINT conversations_handoff_reason_not_null NOT NULL,
    handoff_destination text DEFAULT ''::text CONSTRAINT conversations_handoff_destination_not_null NOT NULL,
    metrics jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_metrics_not_null NOT NULL,
    state jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_state_not_null NOT NULL,
    record_bytes integer
);


CREATE TABLE public.conversations_2026_12 (
    id uuid CONSTRAINT conversations_id_not_null NOT NULL,
    public_id text CONSTRAINT conversations_public_id_not_null NOT NULL,
    account_id text CONSTRAINT conversations_account_id_not_null NOT NULL,
    project_id text CONSTRAINT conversations_project_id_not_null NOT NULL,
    environment text CONSTRAINT conversations_environment_not_null NOT NULL,
    deployment_id uuid CONSTRAINT conversations_deployment_id_not_null NOT NULL,
    channel text CONSTRAINT conversations_channel_not_null NOT NULL,
    variant_id text DEFAULT ''::text CONSTRAINT conversations_variant_id_not_null NOT NULL,
    variant_name text DEFAULT ''::text CONSTRAINT conversations_variant_name_not_null NOT NULL,
    language text DEFAULT ''::text CONSTRAINT conversations_language_not_null NOT NULL,
    from_number text DEFAULT ''::text CONSTRAINT conversations_from_number_not_null NOT NULL,
    to_number text DEFAULT ''::text CONSTRAINT conversations_to_number_not_null NOT NULL,
    started_at timestamp with time zone CONSTRAINT conversations_started_at_not_null NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    num_turns integer DEFAULT 0 CONSTRAINT conversations_num_turns_not_null NOT NULL,
    num_silences integer DEFAULT 0 CONSTRAINT conversations_num_silences_not_null NOT NULL,
    num_ood integer DEFAULT 0 CONSTRAINT conversations_num_ood_not_null NOT NULL,
    handoff boolean DEFAULT false CONSTRAINT conversations_handoff_not_null NOT NULL,
    handoff_reason text DEFAULT ''::text CONSTRAINT conversations_handoff_reason_not_null NOT NULL,
    handoff_destination text DEFAULT ''::text CONSTRAINT conversations_handoff_destination_not_null NOT NULL,
    metrics jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_metrics_not_null NOT NULL,
    state jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_state_not_null NOT NULL,
    record_bytes integer
);


CREATE TABLE public.conversations_2027_01 (
    id uuid CONSTRAINT conversations_id_not_null NOT NULL,
    public_id text CONSTRAINT conversations_public_id_not_null NOT NULL,
    account_id text CONSTRAINT conversations_account_id_not_null NOT NULL,
    project_id text CONSTRAINT conversations_project_id_not_null NOT NULL,
    environment text CONSTRAINT conversations_environment_not_null NOT NULL,
    deployment_id uuid CONSTRAINT conversations_deployment_id_not_null NOT NULL,
    channel text CONSTRAINT conversations_channel_not_null NOT NULL,
    variant_id text DEFAULT ''::text CONSTRAINT conversations_variant_id_not_null NOT NULL,
    variant_name text DEFAULT ''::text CONSTRAINT conversations_variant_name_not_null NOT NULL,
    language text DEFAULT ''::text CONSTRAINT conversations_language_not_null NOT NULL,
    from_number text DEFAULT ''::text CONSTRAINT conversations_from_number_not_null NOT NULL,
    to_number text DEFAULT ''::text CONSTRAINT conversations_to_number_not_null NOT NULL,
    started_at timestamp with time zone CONSTRAINT conversations_started_at_not_null NOT NULL,
    ended_at timestamp with time zone,
    end_reason text,
    num_turns integer DEFAULT 0 CONSTRAINT conversations_num_turns_not_null NOT NULL,
    num_silences integer DEFAULT 0 CONSTRAINT conversations_num_silences_not_null NOT NULL,
    num_ood integer DEFAULT 0 CONSTRAINT conversations_num_ood_not_null NOT NULL,
    handoff boolean DEFAULT false CONSTRAINT conversations_handoff_not_null NOT NULL,
    handoff_reason text DEFAULT ''::text CONSTRAINT conversations_handoff_reason_not_null NOT NULL,
    handoff_destination text DEFAULT ''::text CONSTRAINT conversations_handoff_destination_not_null NOT NULL,
    metrics jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_metrics_not_null NOT NULL,
    state jsonb DEFAULT '{}'::jsonb CONSTRAINT conversations_state_not_null NOT NULL,
    record_bytes integer
);


CREATE TABLE public.deployments (
    id uuid NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    artifact_hash text NOT NULL,
    artifact_version text NOT NULL,
    version text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    metadata jsonb
);


CREATE TABLE public.dni_reservations (
    number text NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    variant_id text DEFAULT ''::text NOT NULL,
    attributes jsonb NOT NULL,
    reserved_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    call_id uuid
);


CREATE TABLE public.external_event_ids (
    id text NOT NULL,
    project_id text NOT NULL,
    conversation_id uuid NOT NULL,
    send_to_llm boolean NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


CREATE TABLE public.external_events (
    conversation_id uuid NOT NULL,
    number bigint NOT NULL,
    event_id text NOT NULL,
    send_to_llm boolean NOT NULL,
    content_type text NOT NULL,
    data text NOT NULL,
    created_at timestamp with time zone NOT NULL
);


ALTER TABLE public.external_events ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.external_events_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


CREATE TABLE public.finishes (
    conversation_id uuid NOT NULL,
    ran_at timestamp with time zone NOT NULL,
    function_errors integer NOT NULL,
    api_errors integer NOT NULL,
    metrics jsonb NOT NULL,
    trace jsonb NOT NULL
)
PARTITION BY RANGE (conversation_id);


CREATE TABLE public.finishes_2026_10 (
    conversation_id uuid CONSTRAINT finishes_conversation_id_not_null NOT NULL,
    ran_at timestamp with time zone CONSTRAINT finishes_ran_at_not_null NOT NULL,
    function_errors integer CONSTRAINT finishes_function_errors_not_null NOT NULL,
    api_errors integer CONSTRAINT finishes_api_errors_not_null NOT NULL,
    metrics jsonb CONSTRAINT finishes_metrics_not_null NOT NULL,
    trace jsonb CONSTRAINT finishes_trace_not_null NOT NULL
);


CREATE TABLE public.finishes_2026_11 (
    conversation_id uuid CONSTRAINT finishes_conversation_id_not_null NOT NULL,
    ran_at timestamp with time zone CONSTRAINT finishes_ran_at_not_null NOT NULL,
    function_errors integer CONSTRAINT finishes_function_errors_not_null NOT NULL,
    api_errors integer CONSTRAINT finishes_api_errors_not_null NOT NULL,
    metrics jsonb CONSTRAINT finishes_metrics_not_null NOT NULL,
    trace jsonb CONSTRAINT finishes_trace_not_null NOT NULL
);


CREATE TABLE public.finishes_2026_12 (
    conversation_id uuid CONSTRAINT finishes_conversation_id_not_null NOT NULL,
    ran_at timestamp with time zone CONSTRAINT finishes_ran_at_not_null NOT NULL,
    function_errors integer CONSTRAINT finishes_function_errors_not_null NOT NULL,
    api_errors integer CONSTRAINT finishes_api_errors_not_null NOT NULL,
    metrics jsonb CONSTRAINT finishes_metrics_not_null NOT NULL,
    trace jsonb CONSTRAINT finishes_trace_not_null NOT NULL
);


CREATE TABLE public.finishes_2027_01 (
    conversation_id uuid CONSTRAINT finishes_conversation_id_not_null NOT NULL,
    ran_at timestamp with time zone CONSTRAINT finishes_ran_at_not_null NOT NULL,
    function_errors integer CONSTRAINT finishes_function_errors_not_null NOT NULL,
    api_errors integer CONSTRAINT finishes_api_errors_not_null NOT NULL,
    metrics jsonb CONSTRAINT finishes_metrics_not_null NOT NULL,
    trace jsonb CONSTRAINT finishes_trace_not_null NOT NULL
);


CREATE TABLE public.handoff_states (
    conversation_id uuid NOT NULL,
    project_id text NOT NULL,
    public_id text NOT NULL,
    shared_id text,
    data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.idempotent_replies (
    key_id uuid NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint bytea NOT NULL,
    reply jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.jobs (
    id uuid NOT NULL,
    kind text NOT NULL,
    args jsonb NOT NULL,
    key text,
    run_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    failed_at timestamp with time zone,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.keys (
    id uuid NOT NULL,
    family text NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    account_id text NOT NULL,
    project_id text,
    region text,
    environment text,
    variant text,
    connector_id text,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    successor_id uuid,
    permissions text[],
    project_ids text[],
    CONSTRAINT keys_permissions CHECK (((family = 'api'::text) = (permissions IS NOT NULL)))
);


CREATE TABLE public.live_conversations (
    id uuid NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    deployment_id uuid NOT NULL,
    setting jsonb NOT NULL,
    mind bytea NOT NULL,
    state bytea NOT NULL,
    turns integer NOT NULL,
    last_active_at timestamp with time zone NOT NULL,
    ended boolean DEFAULT false NOT NULL,
    claim uuid,
    claimed_until timestamp with time zone,
    owner bigint,
    awaits_events boolean DEFAULT false NOT NULL,
    attended_by bigint
)
WITH (fillfactor='50');
ALTER TABLE ONLY public.live_conversations ALTER COLUMN mind SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.live_conversations ALTER COLUMN state SET STORAGE EXTERNAL;


CREATE TABLE public.measured_minutes (
    minute timestamp with time zone NOT NULL,
    looks smallint NOT NULL
);


CREATE TABLE public.measured_turns (
    minute timestamp with time zone NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    turns bytea NOT NULL,
    starts bytea NOT NULL
);
ALTER TABLE ONLY public.measured_turns ALTER COLUMN turns SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.measured_turns ALTER COLUMN starts SET STORAGE EXTERNAL;


CREATE TABLE public.memories (
    project_id text NOT NULL,
    identifier text NOT NULL,
    fields jsonb NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL
);


CREATE TABLE public.messages (
    id uuid NOT NULL,
    project_id text NOT NULL,
    conversation_id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    sender text DEFAULT ''::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    body text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone
);


CREATE TABLE public.periods (
    name text NOT NULL,
    next_at timestamp with time zone NOT NULL
);


CREATE TABLE public.phone_numbers (
    number text NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    variant_id text DEFAULT ''::text NOT NULL,
    connector_id text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    is_dynamic boolean DEFAULT false NOT NULL
);


CREATE TABLE public.projects (
    id text NOT NULL,
    account_id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    region text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.real_time_configs (
    project_id text NOT NULL,
    environment text NOT NULL,
    schema jsonb,
    variables jsonb DEFAULT '{}'::jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL
);


CREATE TABLE public.record_vectors (
    id uuid NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    model text NOT NULL,
    signature bytea NOT NULL,
    vector bytea NOT NULL,
    packed boolean DEFAULT false NOT NULL
)
PARTITION BY RANGE (id);


CREATE TABLE public.record_vectors_2026_10 (
    id uuid CONSTRAINT record_vectors_id_not_null NOT NULL,
    project_id text CONSTRAINT record_vectors_project_id_not_null NOT NULL,
    environment text CONSTRAINT record_vectors_environment_not_null NOT NULL,
    model text CONSTRAINT record_vectors_model_not_null NOT NULL,
    signature bytea CONSTRAINT record_vectors_signature_not_null NOT NULL,
    vector bytea CONSTRAINT record_vectors_vector_not_null NOT NULL,
    packed boolean DEFAULT false CONSTRAINT record_vectors_packed_not_null NOT NULL
);


CREATE TABLE public.record_vectors_2026_11 (
    id uuid CONSTRAINT record_vectors_id_not_null NOT NULL,
    project_id text CONSTRAINT record_vectors_project_id_not_null NOT NULL,
    environment text CONSTRAINT record_vectors_environment_not_null NOT NULL,
    model text CONSTRAINT record_vectors_model_not_null NOT NULL,
    signature bytea CONSTRAINT record_vectors_signature_not_null NOT NULL,
    vector bytea CONSTRAINT record_vectors_vector_not_null NOT NULL,
    packed boolean DEFAULT false CONSTRAINT record_vectors_packed_not_null NOT NULL
);


CREATE TABLE public.record_vectors_2026_12 (
    id uuid CONSTRAINT record_vectors_id_not_null NOT NULL,
    project_id text CONSTRAINT record_vectors_project_id_not_null NOT NULL,
    environment text CONSTRAINT record_vectors_environment_not_null NOT NULL,
    model text CONSTRAINT record_vectors_model_not_null NOT NULL,
    signature bytea CONSTRAINT record_vectors_signature_not_null NOT NULL,
    vector bytea CONSTRAINT record_vectors_vector_not_null NOT NULL,
    packed boolean DEFAULT false CONSTRAINT record_vectors_packed_not_null NOT NULL
);


CREATE TABLE public.record_vectors_2027_01 (
    id uuid CONSTRAINT record_vectors_id_not_null NOT NULL,
    project_id text CONSTRAINT record_vectors_project_id_not_null NOT NULL,
    environment text CONSTRAINT record_vectors_environment_not_null NOT NULL,
    model text CONSTRAINT record_vectors_model_not_null NOT NULL,
    signature bytea CONSTRAINT record_vectors_signature_not_null NOT NULL,
    vector bytea CONSTRAINT record_vectors_vector_not_null NOT NULL,
    packed boolean DEFAULT false CONSTRAINT record_vectors_packed_not_null NOT NULL
);


CREATE TABLE public.record_words (
    id uuid NOT NULL,
    words tsvector NOT NULL
)
PARTITION BY RANGE (id);


CREATE TABLE public.record_words_2026_10 (
    id uuid CONSTRAINT record_words_id_not_null NOT NULL,
    words tsvector CONSTRAINT record_words_words_not_null NOT NULL
)
WITH (toast_tuple_target='128');


CREATE TABLE public.record_words_2026_11 (
    id uuid CONSTRAINT record_words_id_not_null NOT NULL,
    words tsvector CONSTRAINT record_words_words_not_null NOT NULL
)
WITH (toast_tuple_target='128');


CREATE TABLE public.record_words_2026_12 (
    id uuid CONSTRAINT record_words_id_not_null NOT NULL,
    words tsvector CONSTRAINT record_words_words_not_null NOT NULL
)
WITH (toast_tuple_target='128');


CREATE TABLE public.record_words_2027_01 (
    id uuid CONSTRAINT record_words_id_not_null NOT NULL,
    words tsvector CONSTRAINT record_words_words_not_null NOT NULL
)
WITH (toast_tuple_target='128');


CREATE TABLE public.records (
    id uuid NOT NULL,
    head text NOT NULL,
    turns text NOT NULL
)
PARTITION BY RANGE (id);


CREATE TABLE public.records_2026_10 (
    id uuid CONSTRAINT records_id_not_null NOT NULL,
    head text CONSTRAINT records_head_not_null NOT NULL,
    turns text CONSTRAINT records_turns_not_null NOT NULL
);


CREATE TABLE public.records_2026_11 (
    id uuid CONSTRAINT records_id_not_null NOT NULL,
    head text CONSTRAINT records_head_not_null NOT NULL,
    turns text CONSTRAINT records_turns_not_null NOT NULL
);


CREATE TABLE public.records_2026_12 (
    id uuid CONSTRAINT records_id_not_null NOT NULL,
    head text CONSTRAINT records_head_not_null NOT NULL,
    turns text CONSTRAINT records_turns_not_null NOT NULL
);


CREATE TABLE public.records_2027_01 (
    id uuid CONSTRAINT records_id_not_null NOT NULL,
    head text CONSTRAINT records_head_not_null NOT NULL,
    turns text CONSTRAINT records_turns_not_null NOT NULL
);


CREATE TABLE public.records_to_embed (
    id uuid NOT NULL
);


CREATE UNLOGGED TABLE public.sample_draws (
    reader uuid NOT NULL,
    filters bytea NOT NULL,
    ids bytea NOT NULL,
    drawn_at timestamp with time zone NOT NULL
);


CREATE TABLE public.schema_migrations (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.secrets (
    project_id text NOT NULL,
    name text NOT NULL,
    sealed bytea NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);


CREATE TABLE public.started_hours (
    project_id text NOT NULL,
    environment text NOT NULL,
    hour timestamp with time zone NOT NULL,
    conversations integer NOT NULL
);


CREATE TABLE public.test_runs (
    id uuid NOT NULL,
    account_id text NOT NULL,
    project_id text NOT NULL,
    deployment_id uuid NOT NULL,
    artifact_hash text NOT NULL,
    trigger text NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    passed integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    results jsonb DEFAULT '[]'::jsonb NOT NULL,
    error text DEFAULT ''::text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone
);


CREATE TABLE public.turns (
    conversation_id uuid NOT NULL,
    number integer NOT NULL,
    user_input text NOT NULL,
    user_input_at timestamp with time zone NOT NULL,
    agent_response text NOT NULL,
    agent_response_at timestamp with time zone NOT NULL,
    barge_in boolean DEFAULT false NOT NULL,
    is_silence boolean DEFAULT false NOT NULL,
    is_ood boolean DEFAULT false NOT NULL,
    dtmf text DEFAULT ''::text NOT NULL,
    intents jsonb DEFAULT '[]'::jsonb NOT NULL,
    entities jsonb DEFAULT '{}'::jsonb NOT NULL,
    metrics jsonb DEFAULT '[]'::jsonb NOT NULL,
    latency_ms real,
    function_errors integer DEFAULT 0 NOT NULL,
    api_errors integer DEFAULT 0 NOT NULL,
    trace jsonb DEFAULT '{}'::jsonb NOT NULL
)
PARTITION BY RANGE (conversation_id);


CREATE TABLE public.turns_2026_10 (
    conversation_id uuid CONSTRAINT turns_conversation_id_not_null NOT NULL,
    number integer CONSTRAINT turns_number_not_null NOT NULL,
    user_input text CONSTRAINT turns_user_input_not_null NOT NULL,
    user_input_at timestamp with time zone CONSTRAINT turns_user_input_at_not_null NOT NULL,
    agent_response text CONSTRAINT turns_agent_response_not_null NOT NULL,
    agent_response_at timestamp with time zone CONSTRAINT turns_agent_response_at_not_null NOT NULL,
    barge_in boolean DEFAULT false CONSTRAINT turns_barge_in_not_null NOT NULL,
    is_silence boolean DEFAULT false CONSTRAINT turns_is_silence_not_null NOT NULL,
    is_ood boolean DEFAULT false CONSTRAINT turns_is_ood_not_null NOT NULL,
    dtmf text DEFAULT ''::text CONSTRAINT turns_dtmf_not_null NOT NULL,
    intents jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_intents_not_null NOT NULL,
    entities jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_entities_not_null NOT NULL,
    metrics jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_metrics_not_null NOT NULL,
    latency_ms real,
    function_errors integer DEFAULT 0 CONSTRAINT turns_function_errors_not_null NOT NULL,
    api_errors integer DEFAULT 0 CONSTRAINT turns_api_errors_not_null NOT NULL,
    trace jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_trace_not_null NOT NULL
);


CREATE TABLE public.turns_2026_11 (
    conversation_id uuid CONSTRAINT turns_conversation_id_not_null NOT NULL,
    number integer CONSTRAINT turns_number_not_null NOT NULL,
    user_input text CONSTRAINT turns_user_input_not_null NOT NULL,
    user_input_at timestamp with time zone CONSTRAINT turns_user_input_at_not_null NOT NULL,
    agent_response text CONSTRAINT turns_agent_response_not_null NOT NULL,
    agent_response_at timestamp with time zone CONSTRAINT turns_agent_response_at_not_null NOT NULL,
    barge_in boolean DEFAULT false CONSTRAINT turns_barge_in_not_null NOT NULL,
    is_silence boolean DEFAULT false CONSTRAINT turns_is_silence_not_null NOT NULL,
    is_ood boolean DEFAULT false CONSTRAINT turns_is_ood_not_null NOT NULL,
    dtmf text DEFAULT ''::text CONSTRAINT turns_dtmf_not_null NOT NULL,
    intents jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_intents_not_null NOT NULL,
    entities jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_entities_not_null NOT NULL,
    metrics jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_metrics_not_null NOT NULL,
    latency_ms real,
    function_errors integer DEFAULT 0 CONSTRAINT turns_function_errors_not_null NOT NULL,
    api_errors integer DEFAULT 0 CONSTRAINT turns_api_errors_not_null NOT NULL,
    trace jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_trace_not_null NOT NULL
);


CREATE TABLE public.turns_2026_12 (
    conversation_id uuid CONSTRAINT turns_conversation_id_not_null NOT NULL,
    number integer CONSTRAINT turns_number_not_null NOT NULL,
    user_input text CONSTRAINT turns_user_input_not_null NOT NULL,
    user_input_at timestamp with time zone CONSTRAINT turns_user_input_at_not_null NOT NULL,
    agent_response text CONSTRAINT turns_agent_response_not_null NOT NULL,
    agent_response_at timestamp with time zone CONSTRAINT turns_agent_response_at_not_null NOT NULL,
    barge_in boolean DEFAULT false CONSTRAINT turns_barge_in_not_null NOT NULL,
    is_silence boolean DEFAULT false CONSTRAINT turns_is_silence_not_null NOT NULL,
    is_ood boolean DEFAULT false CONSTRAINT turns_is_ood_not_null NOT NULL,
    dtmf text DEFAULT ''::text CONSTRAINT turns_dtmf_not_null NOT NULL,
    intents jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_intents_not_null NOT NULL,
    entities jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_entities_not_null NOT NULL,
    metrics jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_metrics_not_null NOT NULL,
    latency_ms real,
    function_errors integer DEFAULT 0 CONSTRAINT turns_function_errors_not_null NOT NULL,
    api_errors integer DEFAULT 0 CONSTRAINT turns_api_errors_not_null NOT NULL,
    trace jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_trace_not_null NOT NULL
);


CREATE TABLE public.turns_2027_01 (
    conversation_id uuid CONSTRAINT turns_conversation_id_not_null NOT NULL,
    number integer CONSTRAINT turns_number_not_null NOT NULL,
    user_input text CONSTRAINT turns_user_input_not_null NOT NULL,
    user_input_at timestamp with time zone CONSTRAINT turns_user_input_at_not_null NOT NULL,
    agent_response text CONSTRAINT turns_agent_response_not_null NOT NULL,
    agent_response_at timestamp with time zone CONSTRAINT turns_agent_response_at_not_null NOT NULL,
    barge_in boolean DEFAULT false CONSTRAINT turns_barge_in_not_null NOT NULL,
    is_silence boolean DEFAULT false CONSTRAINT turns_is_silence_not_null NOT NULL,
    is_ood boolean DEFAULT false CONSTRAINT turns_is_ood_not_null NOT NULL,
    dtmf text DEFAULT ''::text CONSTRAINT turns_dtmf_not_null NOT NULL,
    intents jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_intents_not_null NOT NULL,
    entities jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_entities_not_null NOT NULL,
    metrics jsonb DEFAULT '[]'::jsonb CONSTRAINT turns_metrics_not_null NOT NULL,
    latency_ms real,
    function_errors integer DEFAULT 0 CONSTRAINT turns_function_errors_not_null NOT NULL,
    api_errors integer DEFAULT 0 CONSTRAINT turns_api_errors_not_null NOT NULL,
    trace jsonb DEFAULT '{}'::jsonb CONSTRAINT turns_trace_not_null NOT NULL
);


CREATE TABLE public.vector_blocks (
    id uuid NOT NULL,
    project_id text NOT NULL,
    environment text NOT NULL,
    model text NOT NULL,
    first_id uuid NOT NULL,
    last_id uuid NOT NULL,
    ids bytea NOT NULL,
    signatures bytea NOT NULL
);
ALTER TABLE ONLY public.vector_blocks ALTER COLUMN ids SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.vector_blocks ALTER COLUMN signatures SET STORAGE EXTERNAL;


CREATE TABLE public.webhook_attempts (
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status_code integer,
    error text DEFAULT ''::text NOT NULL
);


CREATE TABLE public.webhook_deliveries (
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    endpoint_id text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    attempts_before integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    lease uuid,
    finished_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL
);


CREATE TABLE public.webhook_endpoints (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text DEFAULT ''::text NOT NULL,
    event_types text[] NOT NULL,
    timeout_ms integer NOT NULL,
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    secret bytea NOT NULL,
    old_secret bytea,
    old_secret_until timestamp with time zone,
    failing_since timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);


CREATE TABLE public.webhook_events (
    id uuid NOT NULL,
    account_id text NOT NULL,
    event_type text NOT NULL,
    body bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);


ALTER TABLE ONLY public.conversations ATTACH PARTITION public.conversations_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.conversations ATTACH PARTITION public.conversations_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.conversations ATTACH PARTITION public.conversations_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.conversations ATTACH PARTITION public.conversations_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


ALTER TABLE ONLY public.finishes ATTACH PARTITION public.finishes_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.finishes ATTACH PARTITION public.finishes_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.finishes ATTACH PARTITION public.finishes_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.finishes ATTACH PARTITION public.finishes_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


ALTER TABLE ONLY public.record_vectors ATTACH PARTITION public.record_vectors_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.record_vectors ATTACH PARTITION public.record_vectors_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.record_vectors ATTACH PARTITION public.record_vectors_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.record_vectors ATTACH PARTITION public.record_vectors_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


ALTER TABLE ONLY public.record_words ATTACH PARTITION public.record_words_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.record_words ATTACH PARTITION public.record_words_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.record_words ATTACH PARTITION public.record_words_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.record_words ATTACH PARTITION public.record_words_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


ALTER TABLE ONLY public.records ATTACH PARTITION public.records_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.records ATTACH PARTITION public.records_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.records ATTACH PARTITION public.records_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.records ATTACH PARTITION public.records_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


ALTER TABLE ONLY public.turns ATTACH PARTITION public.turns_2026_10 FOR VALUES FROM ('01a0f4c2-c400-0000-0000-000000000000') TO ('01a19467-e800-0000-0000-000000000000');


ALTER TABLE ONLY public.turns ATTACH PARTITION public.turns_2026_11 FOR VALUES FROM ('01a19467-e800-0000-0000-000000000000') TO ('01a22ee6-b000-0000-0000-000000000000');


ALTER TABLE ONLY public.turns ATTACH PARTITION public.turns_2026_12 FOR VALUES FROM ('01a22ee6-b000-0000-0000-000000000000') TO ('01a2ce8b-d400-0000-0000-000000000000');


ALTER TABLE ONLY public.turns ATTACH PARTITION public.turns_2027_01 FOR VALUES FROM ('01a2ce8b-d400-0000-0000-000000000000') TO ('01a36e30-f800-0000-0000-000000000000');


INSERT INTO public.accounts VALUES ('ACCOUNT-907e130e', 'harbour-hotels', 'harbour-hotels', '2026-11-18 12:52:57.192107+00');
INSERT INTO public.accounts VALUES ('ACCOUNT-47de0a12', 'quiet-hotels', 'quiet-hotels', '2026-11-18 12:53:05.128471+00');


INSERT INTO public.active_deployments VALUES ('PROJECT-38bc2997', 'sandbox', '01a1eeb7-add5-7761-8036-38bb6c4efc47', '2026-11-18 12:52:57.42458+00');
INSERT INTO public.active_deployments VALUES ('PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '2026-11-18 12:52:57.480115+00');
INSERT INTO public.active_deployments VALUES ('PROJECT-ead537aa', 'live', '01a1eeb7-cc33-7806-a925-590c1d2fb21d', '2026-11-18 12:53:05.198269+00');


INSERT INTO public.alert_rules VALUES ('ar_CEDEXdqV3PosWQdXMS7g3T', 'ACCOUNT-907e130e', NULL, 'Crashed', 'call_crashes', '>=', 1, '60m', false, 'ok', false, NULL, NULL, NULL, '2026-11-18 12:53:05.588442+00', '2026-11-18 12:53:05.588442+00', 0);
INSERT INTO public.alert_rules VALUES ('ar_kUQhbmdPY3jizoK5y5l9dj', 'ACCOUNT-907e130e', NULL, 'Broken', 'function_errors', '>=', 100, '60m', true, 'ok', false, '2026-11-18 12:53:05.906393+00', '2026-11-18 12:53:06.419501+00', 1, '2026-11-18 12:53:05.564352+00', '2026-11-18 12:53:05.564352+00', 2);
INSERT INTO public.alert_rules VALUES ('ar_zRU94KLfB3u9JbVjhpuXQH', 'ACCOUNT-907e130e', NULL, 'Busy', 'call_volume', '>=', 1, '60m', true, 'alert', true, '2026-11-18 12:53:05.906393+00', '2026-11-18 12:53:06.419501+00', 1, '2026-11-18 12:53:05.530903+00', '2026-11-18 12:53:05.530903+00', 2);
INSERT INTO public.alert_rules VALUES ('ar_SZPPaOXO0g2IlFv4xcKX1Q', 'ACCOUNT-907e130e', NULL, 'Slow', 'turn_latency_p95', '>=', 0, '60m', true, 'alert', true, '2026-11-18 12:53:06.419501+00', '2026-11-18 12:53:06.419501+00', 23, '2026-11-18 12:53:06.392443+00', '2026-11-18 12:53:06.392443+00', 1);


INSERT INTO public.artifacts VALUES ('1b1603405b6b0fb281fea295bf3bb7a415ae7ab9a3186528e1c127b1a02a23aa', '\x504c4231789c9d194d6fdbc8d5bb47a1b77e7fa018104d236565da8e836ec3d6c8266992dd6e9ba489178bc030d8113912272639dc99a164c1d5a57fa30bf454a0c75e7bedb13fa1e8cf28d06bdf7b33a44859769ce6e088c379dfdf8f3b3b3bb777e8df077fe43351dad8086b6539337be2bc125a1670c6f33851e554cec2b746951703c6828c97a99a4e635ec920621781b1dc8af84c2c0d3c9e04b35a181b8c59a06a9ba84204a7f09be7921b61e87e731eb1400b53e73658c10d93712dd258a6718b0f6f58999c09bc81940b51288dc7c8073ccb1438945329746c54ad13c2294b2b669a5ba9ca985babe5a4b6c2449e2d07a84525b88d139ee7426f1362cae78050c29156aa20113ac426394fce7209f8e0eee90a703afe405373a18da30d0f56ab9cb017fc3c3632176522e0bc2e11f0ee985439ababb8b656685e3afe9fab894a974c1a6633a145c89e29954e96220c5683d500acf53d67b49def6e184dd7b930a13db76f54cd78691642b3a9d28cb34c59918708e2417f9f64dcee39c3d64e57e19217f94c0b81c880e785c8d14a71218c0142c0d897ee8459c52e2e50b311e15dad42f6a95ab08497ec339689bc7a00d6cf5132800371530016e5eeb347c4fdb7bccbcd1cf53d54aa95c038d26f1e22d0e62ebb287901b06881314b8549b4ac90d5881d67829dc932656aea5f13e432b6cb8aa8d570e40880288aa00cd86ac6355891cda5588c99119c7e9dae565d72a59c65d66c1044010b5e2edbb73d7a400ec225e990ccb8895391c882e7119bf2dc8831c333b032ead2ea1a0e0a09980fe07f7e1eb1c3fd3e1b5c6b39e7f916c153be44b9db0b3d565270e30e1f5ae460ddb988f1dcd15d75cdb0f3b537830f6a6786e6c199c1f1f34a248298a008ea31f552a82a178c5bf45836d5e0f878e18c6e4a54c49443983bf274686415b73c16c2662a053b8ba9d0635665aa1431a874223478dd47f7ee1d1c1cdebbffb3fd83fdfd8078ffb1e7fd2f9ef739d7924324aca39da4f0c77d67822c3381c81e5fe2abaf7ca92ba5ed6ad049201d5d90df93206000c82b6470c21b910a3e750fe035706fdc6073ef1eba07f7ae27ce2fa7b95a98bd8952e0dab33d7c6a722f8ae3483f726f073d03e0a18138c750184026d39015aca822f65841824b2c52b9e3887cf8cf0d2a75995074b86ca08bd8bf09ab2558b260312419260be2f9ce60f00902c41deac3007d92b22be3983f4c188c80bd29db4038c4ec882cad73e4982133117b0a7f471129f4ab5aa103bb30634788641e52720efd2b3a69b386bb18921d084107a09fc41b642d281e6e07f4150a2002645ea401dd98f284783aa1a71626a9b5c6448cb23889da23b4c2f86a96e07670e124587991834d017d983b46c72d6500247d8456418d1e42d11b3a04a3d18a55506252c3a0cec89cf97b000fb5958ea25b29bbf588dd7ab3c232bd17846f952c87062c2cd2a1bb2dceade6806bdc17d509c10da8249e2cc3ccf937bdd2025a050b3d83f7d99320c78aead93758428167c8f0e4076106d5136a39309bcb121a0347e8746d09712e9d4a87233ad4c2d6ba845ada2b96bf600df7560fd13e232a79f88bc9d2596c4451c67cddd9edfb3f5a087d9fe284e20c4f9a64ea12049971e0e2af89285250020a8bdb9ac54e9c4d9b12e1453f1d803ca97425a893441ee6393b2bd5a26c6476773c69e2a23dbc9c735fa147439a6e22059a27872d74e83299a76d12a038f45afcaa96fa6aae4f0715047d05b9ea0fbb00f0d09c913e3171e986223ef8b0eb2876e7ebed8a25da9b8ae5e91c2d98f635ebd8ec3300ad86ab6f11d25fad1c1bc853fbc207501341217b0c6d1dbc9eda682305c19d4506e9cc6e66ac41a737fadb3a254ec0a9cfe214b57ae36cf894cbbc4d816b045bb29fcf789dc0829a34d1906f4a4832c74daddceaf804d4321a962a367592c5cdc9d0f9fc0fbdcf7fd0c9f2a09b5837b5fce66201e3a5c0f4b7d6dd42dacc79468baec9fc3d223712bd93725bc0e09ac07f510a56289c50c260dcce24d46ca38be195b663c10b6008985ff03857c07b5ecf66d09d06ae19fa8e37fd3fd67a4a95d2d4bbbe471d1479eef48370d8a2e16f44d4e8a5457ab54ab64a3ba51a8bd04c55a2344ef517a4bedaa2bfcd040e0209400f6fe3bddba393db48e8f6e92a744dd3f7bd8cff59cb28cab4f5982bc444aebbd7de61cb05953668e8a01b1e06bff9ecf993d7380b6c26fdd1d5d6df7208520725f484ce1de4746bc4446da1d25c1ac15e61a52bc413ad951e06680810833562406100ad8155d641b2f3afb5622abe2c5cf9e6b63637f780d77c09b681d10a7b7de698f75e202a65a46d1ca14fe03dbd21f81cf33cfccf3e62e8daae008a39c602b4f99cb2233d6209246501e738a0c450b5842ea150d36b5f197fe4b3c4e76b05609980108f3d9f37d700140ce387ce8ec8ee62c535247a6060182cf819d67c98293381536e27abe0dcabf214a70985f23a856d30b4b59724a411835c9f5fce2f1eb0f1305208f6277d8d0c0d3abb55719e174784ef9ae6631abccc21ab08b4663719c2148383be8fcf1ef926189b11fecf6b951bbe8c677ed2ff3f5a6f7438c365ca1a1c5e711db4efeb66eddea15d54c0e9318d4ac0fa37bdd77cd81121e395b8225ce808bd33c9b931c2346fda23680fa5c8d3f6a2c0f0eddc12a080f6f280feb2df61afea44a8c0bda189803eb899cbda6ed741e3a9eb6aa1b912e808446fd8f478d82a426e3a8277a381efb72076a9bb36229f361dd2a893699cdaf06d48f4d91d7f0915f403afa0bca3201acdae1db0ae169fde844ec7cd0b52c03b3c638133302e6d90ae1f125befe83274a33a4de301288f280f0feeee8f89bbe1ddfdc38331eeb40e476370246a7ca6dc2d0221f0117fb0ba94f7dd760f6de1177dbbdda021fe57c12650337e34b1ece7fcf5b5998208a6d121f0e3722fd35fb6c80d8a60ffe28d54e5d47fc45ceddbbe96c4e276b11a61fd1efacde92525611d8fd53486ec12e3ee075a2448994d7bb4a5eebe78f9e4f9935fc58fde34c36402e15b8a9c9a6fc893741993eb1146f3a829abd459475ea96ed5eaf8da58865e8e80cdbcd86c0a273c390b69677541ddbb9f21665c960f825eedf9d3da2416a2344e6148f1bdedcdabafc0a1770dc938ee44101df34bccc6ed3748bccb9a58134c61869d5dd4fefe017a767f3905074f91552c03683a6c34483fb998521deca31405342143ab8e9ce13f11e7bca872b47701a870097c742dbe3133f5e42dc87014bcc16dd3027c03c2bc36975da8d35d77f4035cd8eb7a6c6a3a3bea841153d1f0248998af65dff0b5ecb730b8bd6d8668ff3b9669c45ebe7af1eb278f8f770f7f3e49eedebffff18027b403a7970f1f3f7ef1c5f3e3ddfbfb1f8b83c37d316820dd50780c8a41223ff5447eb2b966f0dbebbd5ccec51ed607f79d6263f900c2b865482153cad08ef5a1c7fae9b5584d9281a93cde66b850a479ca6e1a7a728db3344d1f9b84d72006a213b3a09b399a71f3df16fb1a53437835b3f396759f494409694e45ec35d8913e104c3a4bbf70e0433c620b31c1e5fea059c0fbddfbc0058a5b40d40657ab0e9455d4c4901b14906900c5c9050e7051bf3aac20ad433311b12f33996404fa6075eacb6a05ba88e8bde95e18d324683631753ba0ff76c46fbe3e74e47fe68fb62900a9e1f7865cbda7f89bfcaebf6b5c5adeae3afaf26dd4564dadbbaced3af1bdd45a216b005ce0a7a65942834abeed55f377ab2a99f82d04d6d2ae5f34670350cb2417a95faefb1c1243b7acdd7687161ed054b758c66e42a1fe02bfd92c6034e2342aa0f490f54bd0372dad2ce4870e29c4028a988b94514636d83293d69082035f6099d3cc7d670921d2fd979720e8f48c3b7ff592f9c6a023d74b777213a9b4f09f9c10cbb8fd5e066e0dd4c1f21d11a819a243d284c8a45f63650a4c4b4bad4419ec9216229f8b667fca5d3777498cc677bf982b68fadef7335affdbd998dc8af1298e210a5728577d3bfb1f0154fc87', '2026-11-18 12:52:57.308596+00');
INSERT INTO public.artifacts VALUES ('7de080f46377571b649ba803dc7461f58b523caeb2a543a6a532e9ccb8f66671', '\x504c4231789c9d194b8fdbc67993a3d05bdf0f1403a2a9a544abddb583a666bb706cd77934adedda0e02c358b02372248d97e4d0334369059597fe8d06e8a9408fbdf6da637f42d1ffd04b815efb7ddfcc50a456ebace3c35afc38f3bddf3c3838b87140ffdefa239f8bd22646582bcbb939121795d0b20018cf93549533399fbc34aadc0c188b16bcccd46c96f04a4631db44c6722b9273b136f0f8229ad7c2d868cc2255db5415223a83df3c97dc0843e7033c669116a6ce6dd4c009b3e05a6489cc92161f9eb0323d1778022917a2501ac1c8073ccb0c38943329746254ad53c2294b2be69a5ba9ca845babe5b4b6c2c49e2d77518b4a709ba43ccf85de27c48c2f01a1049056aa20113ac4a6394fcf7309f8e0ec5903381d7fa0a9a5d0c6d18607ab554ed80b7e9118998b321500af4bbc78734caa9cd755525b2b342f1dff0fd554656b260db30ba1c5847dac54365d8b49d40c9a0158eb7bce6807ffd9319aae736126f6c23e5735e3a55909cd664ab3cd06d5102f941579d34cd87d9509a666889e657c0dfc6d967a9ac729c013354b009e001c8e0e369b5919836ab44da64a9d0399a66104b4e2c22699d42245614d006bf10af59c547c8dde13c0fe914c5bb78733a57482549bc651427b2480525488341c9b6ac1cf934cad5a88e1eb64eeb4d2904abeeb55f2fb74c1ed9173d8daf9c064cd8b7cae85402581ac2b91a3f72585300614080affc24198559754f5895ab19497ec53b610797507bc3a478bc13de23b66a23cfcf81eb1f02d1f4a7347fd089dc54a3008d20f0f3178c921db94bc80bbe859639609936a4902c7ec199804b49ca179dc6bbab94eecba226a35801c011045d12d033e38e71abc932da5588d99119c7e9d354d975c29e70b6b7608a280052fd7eddb1e3d20076920ed905c709364229505cf6336e3b911638630f05ed4a5d535000a09984fe07f7e11b35bc77d36b8d672c9f33d8283cfa1dced811e2b198467870f2d72b0ee121dd57aba4dd70c075f7a33f864e5cc101e9c191c3f4f82bb5166e831f558a82a178c5b0a95998680c603e77452a222661cd297234f4023aba4e5b11076a132b0b398093d66d542952201954e8506af7beffdf74f4e6ebd7ffb67c727c7c711f1fe63cffb5f3cef4bae2587a8d9663192c283fbce04d9730a196b7c89afbef2a5ae94b6cda093183bba20bf2741c00010c76470c21b930a3e710fe035706e1cb0b97777dd837bd713e797b35cadcc914f2047f8146a0a8ae348df736f073d0320d0304ea1307069c85851c590c22071a716a9bceb88bcfdcf1d2a75e93293cb06ba08096c52adc192054b2079325910cfef0e061fe285a4437d18a14f52d5601cf387994423606fc676100e31eb234bdbdc3f66c84ccc3e82bfa39814faaa56e8c02eccd82922594ea8e84cfc2b82b459c31d9c901d0841e742bf380564ed5504eebfe82b2fdc88907991457462c653e2e9053db577d25a6b4cda288b93a805a115c657b304a7a38d93a0f12247bb02fa30778c8e5bca7091f431b10a7a8f2114f3a143301a35ac82d2991906f553e6cc9f83fbd03310287e2763efdc63ef3c6fb0fd388a262f952c87062c2cb2a13b0d554b73c035ee8bea84e00654924cd79385f36f7a05c5274f2cf442de675f4439760a9e7d83ad01f00c199efc60b280ae007a1460369725343c8ed0d9d612e2423a950e4704d4c2d6ba841ea1d704fc8205eead1ea27d4654caf11793a5b3d888a28cf9ba73d8f77fb410fa3ec509c519424232750982cc3870f117228a149482c292b666b117cea6a14478d1cf06204f265d09ea2491bb79cece4ba8d6416677c693262e5ae0e59cfb043d1ad2748814680a1db68943b79079d626018a43afc557b5d457737d36a820e82bc8557f38840b77cd39e91313970e14f1c1875d47b1075fee572cd1de552ccf9668c1acaf59c7669f0168355c7d8b913e3436c4866bd7fc0b1f402182a07183f6081b201befa42038b35a403ab3bb19abdb1bfd6d9b12b71dd5f5b3e1475ce66d0adc22d893fd7cc6eb0416d4a4a9867c53429279166ae55ec7a74b2da3935225a64e1749800c9dcfffd0fbfc5b9d2cdf6b1daf2f16305e0a4c7f5bddada45d38cf68d185ccdf23722dd13b29b7bd18bd26f01f9582150a9be549346e672d1a22d0c5f048dbb1e0013004cc6508ce15f09ed7f33974a7916b86bee34dff8fad9eda9efb0deaa0c873a79fb43b3900a2a09716e9d52ad92bed8c6a2cde66aa12a571aadf90fa6a8bfe361738e0a4707b7803cfdd18bdb881846e9c3513d7347ddfcbf8dfad8ca2cc5a8fb9424ce4ba7bec2b6cb9a2d2060d1d74c3c3e8379f3e7cf0146781dda43fbadafa7b80207554424fe8dc41cef6464cdc162acda511ec0956ba423cd05ae961848600315810030a03680dacb20d92837f6d15d31fc3aeef014ff91a6c03a315f6facc31efbd4054ca481b1ca14fe00dbd21fa0cf33cfccfde63e8daae008a25c602b4f99cb2233d6209246501e738a02450b5842ea150d36b5f197fe4b3c4675b05ec8ca7d7d700140c43f479576477b0e21a123d30308c56fc1c6b3ecc940b81d37b27abe03caff20ca70985f23a85ed30b4b79724a431835c9f5fce2ffe62f0305208f6277d8d0c0d3abb55499e17a784ef35cdc72c7a9c43561168cd6e3284290617183e3e7be4433086d5c49fb72aefccea5fa7f54687335c662ce0f08aeba07d53376bf729ed0206a0cf685402d6bfe9bde6ed8e080b5e892bc28540e89d69ce8d1126bc6941d01e4a9167ed4181e1db39254001ede101fd65bfc35ed58950817b4313017d7098cbda6ed7dd46a8eb6aa1b912e808446f187a3c6c1521379dc2bbd1c0f75b10bbd45d1b91cf428734ea641aa7367c3b21faec5d7f0815f403afa0bca3a0ee86e8f57aba2c3ebd99381d8717a480aff08c15cec0b8b441ba7e486cbda3cbd0b5ea348d07a03ca23c3cb9793c26ee86378f6f9d8c7157776b340647a2c667c6dd8213021ff147cda5bcefb696680bbfc03cec060df1df44bb97c2f81162d9cff9db637305114ca343e4c7e55ea6bf6c916b14c1fec16ba9caa9ff94b9dab77fdd8ac56dd38cb07e0ffd46f8929276f68dd82241ca0cedd19ebafbe8f183870f7e95dc7b1e86c914c2b7143935df9027e93026d7538ce65128abd459c75ea96e85ecf8da59f25e8e80ddbc183685539e9e4f6867b5a1eeddcf10732ecb3b51aff6fc696b929d8de91b545f8143eff626e3b8134174cc2f3183dbef90f82a6b624d308519767651c7c727e8d9fde514003e4256b10ca0e9b0d120fde4624675b08f5214d0840cad3a7586ff505cf0a2cad1de05a0c2e5f6e96bf18d99a9a72f4186d3e8396e9b56e01b10e6b5b9ec429deebaa31fe0c2beaec7a6a6b3a34e1831150d4f9288f95af60d5fcb7e0b83dbcb3044fbdf89cc62f6f8c9a35f3fb8ffecf0d6cfa7e9cddbb73f18f09476fbf4f2eefdfb8f3e7ff8ecf0f6f107e2e4d6b118849b6e287c068a41223ff5447eb2bb66f0dbeba35c2ec511d607f7fd6567f900c2b865482133cad08ef5a1c7fac96bb19a7401a6f278c370a148f394dd34f4e41a67699a3e76096faf18884ecc82fd55fcbf2df635a686f00ab3f39e759f494509694ec5ec29d8913e7c4c3b4bbfc9c08778cc56628acbfd4158c0fbddfbc0058a5b40d40657abee2aaba88921372820d3008a171b1ce0e27e756820ad1bfc0af2c542a60bba7aa739f365b5025dc4f4de740f8c691234bb98ba1dd0ff3ae287af0f1df93ff6a07d0a406af8bd21576f28fe2ebfdbef1a9796b74d475fbe8ddaaba9ce8796bd3af1bdd45621db0bb8c0cf4c5842834abeed55f377ab2a99fa2d04d6d2ae5f04d800d432cd45e697eb3e8724d02d6bb7dda1850734d52d96b19b50a8bfc06f362b188d388d0a283d64fd12f44d4b2b0bf9a1430ab1802296226394910db6cca435a4e0aeafb0cc69e6beb34c20d2fd979728eaf48c077ff592f9c6a023d76307b98e545af84f4e8865dc7e0704b706ea60f98e08d40c1190342116d2afb1160a4c4b4bad5419ec9256225f8ab03fe5ae9bbb2446f0ddcf970a9abe37fd8cd6ff763626b7627c866388c215ca55dfcefe0fa73353bb', '2026-11-18 12:52:57.42458+00');
INSERT INTO public.artifacts VALUES ('2e561ba54d2bc8dda557c87baedc4bdabd1a04f13c5e77f303e92c6c9da06e09', '\x504c4231789c9d194d8fdc4875768f2d6e7c7f08952c42ba777b7a6692c00ac3683709d96459484292d52a8a46a6daaeeeae8cedf25695bba7d5f8c2df60254e481cb972e5c84f40fc072e485c79ef5595dbeee9c94ec861d27eae7adfdf3e3838b87940ffdef9039f8bd22646582bcbb939121795d0b20018cf93549533399fbc36aadc0c188b16bcccd46c96f04a4631db44c6722b9273b136f0f82a9ad7c2d868cc2255db5415223a83df3c97dc0843e7033c669116a6ce6dd4c009b3e05a6489cc92161f9eb0323d1778022917a2501ac1c8073ccb0c38943329746254ad53c2294b2be69a5ba9ca845babe5b4b6c2c49e2d77518b4a709ba43ccf85de27c48c2f01a1049056aa20113ac4a6394fcf7309f8e0ec5903381d7fa0a9a5d0c6d18607ab554ed80b7e9118998b321500af4bbc786b4caa9cd755525b2b342f1dff8fd554656b260db30ba1c5843d542a9baec5246a06cd00acf51d67b4837fef184dd7b930137b615faa9af1d2ac846633a5d966836a8817ca8abc6926ecbeca04533344cf32be06fe364b3dcde314e0899a25004f000e47079bcdac8c4135da2653a5ce814cd330025a7161934c6a91a2b02680b5f802f59c547c8dde13c0fe914c5bb78733a57482549bc651427b2480525488341c9b6ac1cf934cad5a88e1eb64eeb4d2904abeed55f2bb74c1ed9173d8daf9c064cd8b7cae85402581ac2b91a3f72585300614080affdc4198559754f548ad58ca4bf6095b88bcfa10bc3a478bc13de23b66a23c7c788f58f8860fa5b9a37e84ce62251804e9878718bce4906d4a5ec05df4ac31cb8449b5248163f6024c025aced03cee35dd5c27765d11b51a408e0088a2e896011f9c730ddec99652acc6cc084ebfce9aa64bae94f385353b0451c08297ebf66d8f1e9083349076482eb8493291ca82e7319bf1dc88314318782fead2ea1a008504cc27f03fbf88d9ede33e1b5c6bb9e4f91ec1c1e750eef6408f950cc2b3c38716395877898e6a3ddda66b86832fbd197cb27266080fce0c8e9f67c1dd2833f4987a2a54950bc62d85ca4c4340e381733a295111330ee9cb9127a09155d2f25808bb5019d859cc841eb36aa14a91804aa74283d7bd7fe7cec9c9ed3b3ffbe9f1c9f17144bcffd0f3fe67cffb926bc9216ab6598ca4f0e0be3341f69c42c61a5fe2abaf7ca92ba56d33e824c68e2ec8ef49103000c431199cf0c6a48247ee01bc06ce8d0336f7eeae7b70ef7ae2fc6296ab9539f209e4089f424d41711ce97beeeda06700041ac62914062e0d192baa18521824eed42295f71c9177ffb143a52e5d6672d9401721814daa3558b26009244f260be2f9bdc1e023bc9074a80f23f449aa1a8c63fe30936804eccdd80ec221667d64699bfbc70c9989d9c7f077149342bfa8153ab00b33768a4896132a3a13ff8a206dd6700727640742d0b9d02f4e01597b1581fb2ffaca0b3722645e64119d98f194787a454fed9db4d61a9336cae2246a416885f1d52cc1e968e32468bcc8d1ae803ecc1da3e396325c247d4cac82de6308c57ce8108c460daba074668641fd9439f3e7e03ef40c048a6f64ecc63d76e36583edc7513479ad6439346061910ddd69a85a9a03ae715f54270437a09264ba9e2c9c7fd32b283e7962a117f23efb2acab153f0ec1b6c0d8067c8f0e40793057405d0a300b3b92ca1e17184ceb6961017d2a9743822a016b6d625f408bd26e0e72c706ff510ed33a2528ebf982c9dc5461465ccd79dc3beffa385d0f7294e28ce101292a94b1064c6818bbf1051a4a0141496b4358bbd72360d25c28b7e36007932e94a502789dccd73765e42b50e32bb339e3471d1022fe7dc67e8d190a643a44053e8b04d1cba85ccb33609501c7a2d7e514b7d35d767830a82be825cf5fb43b870d79c933e3171e940111f7cd875147bf0e57ec512ed5dc5f26c8916ccfa9a756cf6198056c3d5b718e94363436cb876cdbff0011422081a37688fb001b2f14e0a8233ab05a433bb9bb1babdd15fb72971db515d3f1b7ecc65dea6c02d823dd9cf67bc4e60414d9a6ac83725249917a156ee757cbad4323a295562ea749104c8d0f9fcf7bdcfbfd3c9f2bdd6f1fa6201e3a5c0f4b7d5dd4ada85f38c165dc8fc3d22d712bd9372db8bd11b02ff492958a1b0599e44e376d6a221025d0c8fb41d0b1e0043c05c86e05c01ef793d9f43771ab966e85bdef47fdfeaa9edb9dfa20e8a3c77fa49bb9303200a7a69915ead92bdd2cea8c6e26da62a511aa7fa0da9afb6e86f7381034e0ab78737f1dccdd1ab9b48e8e65933714dd377bd8cffd9ca28caacf5982bc444aebbc7bec2962b2a6dd0d041373c8c7efdc9e307cf7116d84dfaa3abadbf0708524725f484ce1de46c6fc4c46da1d25c1ac19e61a52bc403ad951e46680810830531a03080d6c02adb2039f8e75631fd31ecfa1ef09cafc136305a61afcf1cf3de0b44a58cb4c111fa04ded21ba24f31cfc3ffec7d86aeed0aa058622c409bcf293bd22396405216708e034a02554be8120a35bdf695f1073e4b7cba55c0ce787a7d0d40c130449f774576072bae21d10303c368c5cfb1e6c34cb91038bd77b20acef32acf709a5028af53d80e437b7b49421a33c8f5f9e5fce22f060f2385607fd2d7c8d0a0b35b95e479714af8ded07ccca2a739641581d6ec264398627081e1e3b3473e0463584dfc69abf2ceacfeffb4dee87086cb8c051c5e711db46feb66ed3ea55dc000f4058d4ac0fad7bdd7bcdb1161c12b7145b81008bd33cdb931c284372d08da4329f2ac3d28307c3ba70428a03d3ca0bfecb7d8ab3a112a706f6822a00f0e7359dbedbadb08755d2d3457021d81e80d438f87ad22e4a65378371af87e0b6297ba6b23f259e890469d4ce3d4866f27449fbde70fa182bee715947714d4dd10bd594f97c5a73713a7e3f08214f0159eb1c21918973648d70f89ad777419ba569da6f1009447948727b78ec7c4ddf0d6f1ed9331eeea6e8fc6e048d4f8ccb85b7042e023fea8b994f7ddd6126de1179887dda021fe9b68f752183f422cfb397f7b6cae2082697488fcb8dccbf4972d728d22d83f782d5539f59f3257fbf6af5bb1b86d9a11d6efa1df085f52d2cebe115b244899a13dda53779f3c7df0f8c12f937b2fc3309942f89622a7e61bf2241dc6e47a8ad13c0a65953aebd82bd5ad901d5f3b4bdecb11b09b17c3a670cad3f309edac36d4bdfb1962ce65f961d4ab3d7fdc9a646763fa16d557e0d0bbbdc938ee44101df34bcce0f63b24beca9a58134c61869d5dd4f1f1097a767f3905808f91552c03683a6c34483fb998511deca31405342143ab4e9de13f1217bca872b47701a870b97dfa467c6366eae96b90e1347a89dba615f80684796d2ebb50a7bbeee807b8b06feab1a9e9eca813464c45c3932462be967dcdd7b2dfc0e0f63a0cd1fe7722b3983d7df6e4570feebf38143cfbc9ed0f381ff09476fbf4f2eefdfb4f3e7bfce2f0ce079938e627b706e1a61b0a5f806290c88f3d911fedae19fcf6fa28974b7184f5c17d7fd9593e80306e1952c88c32b4637de8b13e7a2356932ec0541e6f182e14699eb29b869e5ce32c4dd3c72ee1ed1503d18959b0bf8aff97c5bec6d4105e6176deb3ee33a92821cda9983d073bd2878f6967e93719f8108fd94a4c71b93f080b78bf7b1fb840710b88dae06ad55d65153531e40605641a40f16a83035cdcaf0e0da475835f413e5fc87441573f6cce7c59ad401731bd37dd03639a04cd2ea66e07f4df8ef8e1eb4347fe871eb44f01480dbf37e4ea2dc5dfe577fb5de3d2f2b6e9e8cbb7517b35d5f9d0b25727be97da2a647b0117f899094b6850c937bd6afe66552553bf85c05adaf58b001b805aa6b9c8fc72dde79004ba65edb63bb4f080a6bac53276130af517f8cd6605a311a75101a587ac5f82be696965213f7448211650c452648c32b2c19699b48614dcf5159639cddc77960944bafff212459d9ef1e02f5e32df1874e47aea20d7914a0bffc909b18cdbef80e0d6401d2cdf11819a21029226c442fa35d642816969a9952a835dd24ae44b11f6a7dc757397c408befbd95241d3f7b69fd1fadfcec6e4568ccf700c51b842b9eadbd9ff001cec5465', '2026-11-18 12:53:05.198269+00');


INSERT INTO public.call_rates VALUES ('ACCOUNT-907e130e', '2026-11-18 12:53:00+00', 1);


INSERT INTO public.calls VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 'outbound', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'CONNECTOR-e915df91', 'live', '', '+441134960100', '+441134960301', 'TLS/SRTP', '{"X-Campaign": "spring"}', 'success', '', NULL, '2026-11-18 12:23:03.384501+00', '2026-11-18 13:13:03.384501+00', '2026-11-18 12:23:03.420355+00', '2026-11-18 12:23:03.424+00', '2026-11-18 12:23:03.528409+00', 2312788729271351865, NULL);
INSERT INTO public.calls VALUES ('01a1eeb7-d178-7591-87b9-589cd5301b69', 'outbound', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'CONNECTOR-e915df91', 'live', '', '+441134960100', '+441134960302', 'TLS/SRTP', '{"X-Campaign": "spring"}', 'queued', '', NULL, '2026-11-18 12:53:06.552348+00', '2026-11-18 13:43:06.552348+00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.calls VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 'inbound', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'CONNECTOR-e915df91', 'live', '', '+441134960303', '+441134960200', '', '{}', 'calling', '', NULL, '2026-11-18 12:53:06.611026+00', NULL, '2026-11-18 12:53:06.611026+00', '2026-11-18 12:53:06.611026+00', NULL, 2312788729271351865, NULL);


INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'all', '', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'variant', 'VARIANT-aa74f6fd', 'harbour', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'variant', 'VARIANT-ccc9ff05', 'airport', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'variant_name', 'airport', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'variant_name', 'harbour', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'language', 'en-gb', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'live', 'number', '', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'sandbox', 'all', '', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'sandbox', 'variant', 'VARIANT-aa74f6fd', 'harbour', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'sandbox', 'variant_name', 'harbour', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'sandbox', 'language', 'en-gb', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');
INSERT INTO public.concurrency_hours VALUES ('PROJECT-38bc2997', 'sandbox', 'number', '', '', '2026-11-18 09:00:00+00', '{0,0,0,0,0,0,0,0,0,0,1,0}');


INSERT INTO public.concurrency_progress VALUES ('PROJECT-38bc2997', 'live', '2026-11-18 12:00:00+00');
INSERT INTO public.concurrency_progress VALUES ('PROJECT-38bc2997', 'sandbox', '2026-11-18 12:00:00+00');


INSERT INTO public.connectors VALUES ('CONNECTOR-e915df91', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'Trunk', 'live', '', true, '{"host": "sip.example", "user": "front-desk", "networks": ["192.0.2.0/24"], "caller_id": "+441134960100", "queue_seconds": 3000.0}', '\xf9ec56f285a70ca7b104a4688ee06e529cdf48eed20c2c04035c5ba297f2ba332cf092674a5626300407a4317b1c2ed07ea6e5014023acafec363166634436f1224f8449641d401e28e0231f1835d53aa0', '2026-11-18 12:52:58.567199+00', '2026-11-18 12:52:58.567199+00');




INSERT INTO public.conversations_2026_11 VALUES ('01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 'CONV-2170029567741371685958130514788163392', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 12:53:07.102835+00', '2026-11-18 12:53:07.165749+00', 'closed', 0, 0, 0, false, '', '', '{}', '{}', NULL);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 'CONV-2170016503009404818390379267898602627', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WHATSAPP', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 09:53:00.209976+00', '2026-11-18 09:53:02.718383+00', 'agent_end', 4, 0, 0, false, '', '', '{"QA": "Parking", "LINES": "7", "OPENED_BY": "whatsapp.polyai"}', '{"to": null, "from_": null, "guest": "g-1", "outcome": "directions sent", "call_sid": "CONV-2170016503009404818390379267898602627", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 2022);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', 'CONV-2170016506660327625240592180512007913', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'sandbox', '01a1eeb7-add5-7761-8036-38bb6c4efc47', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 09:53:03.229537+00', '2026-11-18 09:53:03.348327+00', 'closed', 2, 0, 0, false, '', '', '{"QA": "Breakfast", "LINES": "3", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": null, "outcome": "none", "call_sid": "CONV-2170016506660327625240592180512007913", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1319);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 'CONV-2170016506070371456022836628031963436', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 09:53:02.741532+00', '2026-11-18 09:53:02.964811+00', 'agent_end', 5, 0, 0, false, '', '', '{"LINES": "9", "OPENED_BY": "webchat.polyai"}', '{"to": null, "room": "sea view", "from_": null, "guest": "g-2", "quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "nights": 3, "ticket": "ticket-g-2", "arrival": "2031-05-03", "outcome": "booked", "asked_by": {"hotel": "the Harbour Hotel"}, "call_sid": "CONV-2170016506070371456022836628031963436", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "favourite_room": "sea view", "code_of_the_day": "heron"}', 2723);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', 'CONV-2170016506365343009056153208054751988', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-ccc9ff05', 'airport', 'en-GB', '', '', '2026-11-18 09:53:02.985448+00', '2026-11-18 09:53:03.043734+00', 'handoff', 2, 0, 0, true, 'lost luggage', 'Reception', '{"LINES": "3", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": "g-3", "outcome": "reception", "call_sid": "CONV-2170016506365343009056153208054751988", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1349);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 'OUT-01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'VOICE-SIP', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '+441134960100', '+441134960301', '2026-11-18 12:23:03.436442+00', '2026-11-18 12:23:03.488661+00', 'agent_end', 2, 0, 0, false, '', '', '{"LINES": "3", "OPENED_BY": "sip.polyai"}', '{"to": "+441134960301", "from_": "+441134960100", "guest": null, "outcome": "none", "call_sid": "OUT-01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1337);
INSERT INTO public.conversations_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 'CONV-2170016506466925781773881241514173165', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 09:53:03.069885+00', '2026-11-18 09:53:03.180365+00', 'closed', 3, 1, 0, false, '', '', '{"LINES": "5", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": null, "outcome": "none", "call_sid": "CONV-2170016506466925781773881241514173165", "is_broken": true, "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1615);
INSERT INTO public.conversations_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', 'CONV-2170029565629315337711719212300601649', 'ACCOUNT-47de0a12', 'PROJECT-ead537aa', 'live', '01a1eeb7-cc33-7806-a925-590c1d2fb21d', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 12:53:05.355002+00', '2026-11-18 12:53:05.484291+00', 'closed', 2, 0, 1, false, '', '', '{"LINES": "3", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": null, "outcome": "none", "call_sid": "CONV-2170029565629315337711719212300601649", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1316);
INSERT INTO public.conversations_2026_11 VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 'CA01a1eeb7d1b3706aa42506d89855fca6', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'VOICE-SIP', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '+441134960303', '+441134960200', '2026-11-18 12:53:06.651057+00', NULL, NULL, 0, 0, 0, false, '', '', '{}', '{}', NULL);
INSERT INTO public.conversations_2026_11 VALUES ('01a1eeb7-d295-71ce-b917-f894f82a54e9', 'CONV-2170029567420951779416185807129171177', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 12:53:06.837113+00', NULL, NULL, 0, 0, 0, false, '', '', '{}', '{}', NULL);
INSERT INTO public.conversations_2026_11 VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 'CONV-2170029567614424568242399412607862934', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-18 12:53:06.997704+00', NULL, NULL, 0, 0, 0, false, '', '', '{}', '{}', NULL);






INSERT INTO public.deployments VALUES ('01a1eeb7-ad69-7a79-b3bf-f4688267ed44', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '1b1603405b6b0fb281fea295bf3bb7a415ae7ab9a3186528e1c127b1a02a23aa', '2026-11-18T12:52:57.308Z', '1b1603405b6b0fb281fea295bf3bb7a4', 'test', '2026-11-18 12:52:57.308828+00', '{"deployment_type": "publish", "deployment_message": ""}');
INSERT INTO public.deployments VALUES ('01a1eeb7-add5-7761-8036-38bb6c4efc47', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'sandbox', '7de080f46377571b649ba803dc7461f58b523caeb2a543a6a532e9ccb8f66671', '2026-11-18T12:52:57.428Z', '7de080f46377571b649ba803dc7461f5', 'test', '2026-11-18 12:52:57.428268+00', '{"deployment_type": "publish", "deployment_message": ""}');
INSERT INTO public.deployments VALUES ('01a1eeb7-ae10-740b-a688-c2fc78a64101', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '7de080f46377571b649ba803dc7461f58b523caeb2a543a6a532e9ccb8f66671', '2026-11-18T12:52:57.484Z', '7de080f46377571b649ba803dc7461f5', 'test', '2026-11-18 12:52:57.484271+00', '{"deployment_type": "publish", "deployment_message": ""}');
INSERT INTO public.deployments VALUES ('01a1eeb7-cc33-7806-a925-590c1d2fb21d', 'ACCOUNT-47de0a12', 'PROJECT-ead537aa', 'live', '2e561ba54d2bc8dda557c87baedc4bdabd1a04f13c5e77f303e92c6c9da06e09', '2026-11-18T12:53:05.200Z', '2e561ba54d2bc8dda557c87baedc4bda', 'test', '2026-11-18 12:53:05.20029+00', '{"deployment_type": "publish", "deployment_message": ""}');


INSERT INTO public.dni_reservations VALUES ('+441134960200', 'PROJECT-38bc2997', 'live', '', '{}', '2026-11-18 12:53:06.596447+00', '2026-11-18 12:53:06.611026+00', '01a1eeb7-d1b3-706a-a425-06d89855fca6');
INSERT INTO public.dni_reservations VALUES ('+441134960201', 'PROJECT-38bc2997', 'live', '', '{"campaign": "summer"}', '2026-11-18 12:53:06.640466+00', '2026-11-18 13:08:06.640466+00', NULL);


INSERT INTO public.external_event_ids VALUES ('babe4186a36be78435c51e1c5402517b', 'PROJECT-38bc2997', '01a1eeb7-d1b3-706a-a425-06d89855fca6', true, '2026-11-18 13:53:06.716598+00');
INSERT INTO public.external_event_ids VALUES ('785245cbe1c71669a14db3b9b555e73e', 'PROJECT-38bc2997', '01a1eeb7-d295-71ce-b917-f894f82a54e9', false, '2026-11-18 13:53:06.924489+00');


INSERT INTO public.external_events OVERRIDING SYSTEM VALUE VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 1, 'babe4186a36be78435c51e1c5402517b', true, 'application/json', '{"event":"babe4186a36be78435c51e1c5402517b","paid":70}', '2026-11-18 12:53:06.80156+00');
INSERT INTO public.external_events OVERRIDING SYSTEM VALUE VALUES ('01a1eeb7-d295-71ce-b917-f894f82a54e9', 2, '785245cbe1c71669a14db3b9b555e73e', false, 'application/json', '{"paid": 50}', '2026-11-18 12:53:06.980685+00');




INSERT INTO public.finishes_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', '2026-11-18 12:53:03.652539+00', 0, 0, '[["LINES", 7]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 8.783, "functions_ms": 8.563, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 8.563, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', '2026-11-18 12:53:03.720259+00', 0, 0, '[["LINES", 9]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 7.513, "functions_ms": 7.309, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 7.309, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', '2026-11-18 12:53:03.75362+00', 0, 0, '[["LINES", 3]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.297, "functions_ms": 1.106, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.106, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', '2026-11-18 12:53:03.792371+00', 1, 0, '[["LINES", 5]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.435, "functions_ms": 1.207, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": "RuntimeError: the end function fails functions/end_function.py:7", "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.208, "state_changes": {"added": {"outcome": "none"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', '2026-11-18 12:53:03.832338+00', 0, 0, '[["LINES", 3]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 2.297, "functions_ms": 2.075, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 2.075, "state_changes": {"added": {"outcome": "none"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', '2026-11-18 12:53:03.864334+00', 0, 0, '[["LINES", 3]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.303, "functions_ms": 1.127, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.127, "state_changes": {"added": {"outcome": "none"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.finishes_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', '2026-11-18 12:53:05.504326+00', 0, 0, '[["LINES", 3]]', '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 2.256, "functions_ms": 2.071, "first_speech_ms": null}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "end_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 2.071, "state_changes": {"added": {"outcome": "none"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');






INSERT INTO public.handoff_states VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 'PROJECT-38bc2997', 'CONV-2170016503009404818390379267898602627', NULL, '{"guest": "g-1", "result": "directions sent"}', '2026-11-18 12:53:03.652124+00');
INSERT INTO public.handoff_states VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 'PROJECT-38bc2997', 'CONV-2170016506070371456022836628031963436', 'ticket-g-2', '{"guest": "g-2", "result": "booked"}', '2026-11-18 12:53:02.810027+00');
INSERT INTO public.handoff_states VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', 'PROJECT-38bc2997', 'CONV-2170016506365343009056153208054751988', NULL, '{"guest": "g-3", "result": "reception"}', '2026-11-18 12:53:03.753463+00');
INSERT INTO public.handoff_states VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 'PROJECT-38bc2997', 'CONV-2170016506466925781773881241514173165', NULL, '{"guest": null, "result": "none"}', '2026-11-18 12:53:03.792126+00');
INSERT INTO public.handoff_states VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', 'PROJECT-38bc2997', 'CONV-2170016506660327625240592180512007913', NULL, '{"guest": null, "result": "none"}', '2026-11-18 12:53:03.828131+00');
INSERT INTO public.handoff_states VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 'PROJECT-38bc2997', 'OUT-01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', NULL, '{"guest": null, "result": "none"}', '2026-11-18 12:53:03.856106+00');
INSERT INTO public.handoff_states VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', 'PROJECT-ead537aa', 'CONV-2170029565629315337711719212300601649', NULL, '{"guest": null, "result": "none"}', '2026-11-18 12:53:05.500229+00');
INSERT INTO public.handoff_states VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 'PROJECT-38bc2997', 'CONV-2170029567614424568242399412607862934', 'ticket-g-5', '{}', '2026-11-18 12:53:07.044534+00');


INSERT INTO public.idempotent_replies VALUES ('01a1eeb7-ae24-75b8-ada8-07b23745cb16', 'call-1', '\xe21f5ed915eb086668267c5cb918dd1f22e041d15455e256d1642a6962a2ed85', '{"call_sid": "OUT-01a1eeb7-d178-7591-87b9-589cd5301b69"}', '2026-11-18 12:53:06.552549+00');
INSERT INTO public.idempotent_replies VALUES ('01a1eeb7-ad80-7f99-9386-8d35ff2b0777', 'deposit-1', '\x73c44f614cbae1a967996dd0963171e89199201e9d81c54c80b06a441ae5da08', '{"response": "Please pay with the reference 785245cbe1c71669a14db3b9b555e73e.", "conversation_id": "CONV-2170029567420951779416185807129171177", "end_conversation": false}', '2026-11-18 12:53:06.948123+00');


INSERT INTO public.jobs VALUES ('01a1eeb7-d3c1-7abd-b36f-758adc51d6b6', 'messages.send', '{"message": "01a1eeb7-d3c0-7603-afb7-7987a6fa60a7"}', NULL, '2026-11-18 12:53:07.129016+00', 1, NULL, NULL, '2026-11-18 12:53:07.182994+00', 'SendingFailed', '2026-11-18 12:53:07.129016+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d390-7ea8-b38d-15dd194b0226', 'tests.run', '{"run": "01a1eeb7-d38f-739d-bfd4-24057fbc9851"}', NULL, '2026-11-18 12:53:07.087084+00', 1, '01a1eeb7-d3f8-755d-aa9d-b33952a6b30d', '2026-11-18 12:54:07.182994+00', NULL, NULL, '2026-11-18 12:53:07.087084+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3f8-7f65-b810-6eab92db6da4', 'accounts.forget_dead_keys', '{}', 'period:accounts.forget_dead_keys', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3f9-776c-b07e-8b19df559a20', 'conversations.close_idle', '{}', 'period:conversations.close_idle', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3f9-7e39-9a4e-08e0c574610d', 'conversations.forget_old', '{}', 'period:conversations.forget_old', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3fa-73e2-b3fd-73f808fef7b4', 'conversations.expire', '{}', 'period:conversations.expire', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3fa-79c4-aa1e-6fcc4d3f34bf', 'concurrency.count_closed_hours', '{}', 'period:concurrency.count_closed_hours', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d404-769a-be67-714180fefeed', 'alerts.evaluate', '{}', 'period:alerts.evaluate', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d404-7fc7-b31e-edf0c80bbbd1', 'records.seal_forgotten', '{}', 'period:records.seal_forgotten', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d405-7634-b6f6-e5f0845c5e7d', 'records.embed', '{}', 'period:records.embed', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d405-7c2c-86fb-4e6144688f8d', 'records.ask_again', '{}', 'period:records.ask_again', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d406-71f4-a6be-3cefb3adb7ea', 'reservations.forget_expired', '{}', 'period:reservations.forget_expired', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d406-7811-b867-5d088eec9a3d', 'webhooks.forget_old', '{}', 'period:webhooks.forget_old', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d409-76bc-9aa1-be1f0a196713', 'calls.tend', '{}', 'period:calls.tend', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d409-7e9e-93d4-68a689111b08', 'calls.end_orphans', '{}', 'period:calls.end_orphans', '2026-11-18 12:53:07.182994+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.182994+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-cb98-7c04-aa6a-ed1d34d70e5e', 'records.ask_again', '{"before": "ffffffff-ffff-ffff-ffff-ffffffffffff"}', 'records.ask_again', '2026-11-18 12:53:05.044123+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:05.044123+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-cbe3-76b9-8993-42c78babd9e4', 'records.pack', '{"space": "all-MiniLM-L6-v2-int8/384/1", "project": "PROJECT-38bc2997", "environment": "live"}', 'records.pack:PROJECT-38bc2997:live', '2026-11-18 12:53:05.116104+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:05.116104+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d278-75f0-a765-24ce976658ef', 'conversations.take_in_events', '{"conversation": "01a1eeb7-d1b3-706a-a425-06d89855fca6"}', NULL, '2026-11-18 12:53:11.80156+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:06.801428+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d32c-75cd-b216-e22d35495ffe', 'conversations.take_in_events', '{"conversation": "01a1eeb7-d295-71ce-b917-f894f82a54e9"}', NULL, '2026-11-18 12:53:11.980685+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:06.980897+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3c5-789b-af65-7681d948792e', 'messages.send', '{"message": "01a1eeb7-d3c4-7f7f-b2aa-7dbf89fadaad"}', NULL, '2026-11-18 12:53:07.129016+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.129016+00');
INSERT INTO public.jobs VALUES ('01a1eeb7-d3df-7be6-8a0f-bd727f5c77c9', 'conversations.finish', '{"metrics": [], "conversation": "01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40"}', 'finish:01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', '2026-11-18 12:53:07.165609+00', 0, NULL, NULL, NULL, NULL, '2026-11-18 12:53:07.165609+00');


INSERT INTO public.keys VALUES ('01a1eeb7-ad9e-73b3-88c1-c04f7baadecf', 'build', '\xa18337323fd1ca4436cae1e88cf3c90d3858deecf7b328e9dfdc36a400c4b55a', 'pk_build_…Zm', '', 'ACCOUNT-907e130e', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.374142+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae37-7175-9098-3d8b7f664f72', 'handoff', '\x723011350522091f6e86f3f27030790bdfbf65587b6e4946f32566920f31fbbb', 'pk_handoff_…1s', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.527032+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae3c-7538-81b5-6d16ab055cd7', 'concurrency', '\x35cd6053542483535a7d782f7f9264647abc0198afbb8f45315d83d21423d54f', 'pk_conc_…e1', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.532257+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae45-7c37-8595-ed7042ae3a04', 'api', '\x0be7e57e627a2583b89e4fc4d32995fa3564aba6b3e7f0bfdcdc5e631b99fd6b', 'pk_api_…50', '', 'ACCOUNT-907e130e', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.541685+00', NULL, NULL, NULL, NULL, '{concurrency,conversations,external_events,handoff}', '{PROJECT-38bc2997}');
INSERT INTO public.keys VALUES ('01a1eeb7-ae46-7e0c-b428-a1a62ca7a339', 'conversations', '\x8d2e0c201c66b710dbff99e58219545d8b39ecb87bf598466232fb6040573a7c', 'pk_conv_…RN', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.542833+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae54-7549-a7c2-7124ea36b225', 'conversations', '\xe35822067b4c173ed0e5b54a3eb0fe3a143beaaa5faad3f8d296da6bccbca58b', 'pk_conv_…yt', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.556266+00', NULL, '2026-11-18 12:52:57.557802+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae2c-7632-b9ee-815a9f5044d0', 'build', '\x842299e0f1f7449fa9ebed783a1292b4369652c2dcaa62d6e077280474fd2a95', 'pk_build_…Z4', '', 'ACCOUNT-907e130e', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.516277+00', NULL, NULL, '2026-11-18 12:52:57.776487+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-cc61-7040-ba46-b4a3853989af', 'build', '\x112b6a8287ddffcf16bf5cdc3f6fc5baa57260b4d24da8d2a659cc5a361973f8', 'pk_build_…Lh', '', 'ACCOUNT-47de0a12', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:53:05.248937+00', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ade3-7af1-8027-abbdf26d61e2', 'chat', '\xa1270b6dbfbd9fc081f55351b73b2af463c45e03695e197ee95af9a414ced56c', 'pk_chat_…Jt', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'sandbox', NULL, NULL, '{}', '2026-11-18 12:52:57.443597+00', NULL, NULL, '2026-11-18 09:53:03.224663+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-aded-7443-9cb9-603e944d8862', 'chat_token', '\xf5d3c13025bde15845add4c42751243f9d73091241cd9d66b73c8d1b89250c8c', 'pk_token_…Mo', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'sandbox', NULL, NULL, '{}', '2026-11-18 12:52:57.453203+00', NULL, NULL, '2026-11-18 09:53:03.22871+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae24-75b8-ada8-07b23745cb16', 'outbound', '\x15a774f504d946cfda986dd4d5cce1803a863bfb0b7c29800c738def4b8e2807', 'pk_out_…th', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:52:57.508269+00', NULL, NULL, '2026-11-18 12:53:06.548407+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-cc44-7ff5-9741-6b7a00ee6bde', 'chat', '\x298c67a199b1a9b7a1a9d644bd6b8b0f8067135b7439ab7730b1db668673dfa0', 'pk_chat_…mI', '', 'ACCOUNT-47de0a12', 'PROJECT-ead537aa', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:53:05.220927+00', NULL, NULL, '2026-11-18 12:53:05.264449+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-cc58-7675-a541-56cc6e1a1967', 'chat_token', '\x43ee00a4af7af53817d3395a8a3bb76ca0454e3f2eed94acad080208e96d112a', 'pk_token_…V4', '', 'ACCOUNT-47de0a12', 'PROJECT-ead537aa', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:53:05.240319+00', NULL, NULL, '2026-11-18 12:53:05.266633+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae12-73a7-b31a-02fd57622d3f', 'dni', '\xa27200b79dbf623e827fb29142151f9bcd76a721fd5ce485aaa5b39e42c8c8a3', 'pk_dni_…eW', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:52:57.490168+00', NULL, NULL, '2026-11-18 12:53:06.591707+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ae47-7dbf-b73d-a94ebe40e9f9', 'external_events', '\x1fcdfafb8513c409dd61d9f1cd95eb406298a0ca54176404551a85f6b1bd9b2a', 'pk_event_…R3', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', NULL, NULL, NULL, '{}', '2026-11-18 12:52:57.543821+00', NULL, NULL, '2026-11-18 12:53:06.791231+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ad80-7f99-9386-8d35ff2b0777', 'chat', '\x984d2bfe8f6b068c3b68b2576f0524bfbc4ace4daeee837cef875e781cb29f61', 'pk_chat_…NI', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:52:57.344869+00', NULL, NULL, '2026-11-18 12:53:06.836379+00', NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1eeb7-ad96-74ec-9268-72b7ce4adc1b', 'chat_token', '\xc1c5c51e5889304c370e7d86597568d9b7543bb4311832db91d69ab5126f02d0', 'pk_token_…5L', '', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'us-1', 'live', NULL, NULL, '{}', '2026-11-18 12:52:57.366201+00', NULL, NULL, '2026-11-18 12:53:06.836886+00', NULL, NULL, NULL);


INSERT INTO public.live_conversations VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '{"id": "CA01a1eeb7d1b3706aa42506d89855fca6", "env": "live", "memory": {}, "is_call": true, "account_id": "ACCOUNT-907e130e", "project_id": "PROJECT-38bc2997", "started_at": "2026-11-18T12:53:06.652Z", "sip_headers": {}, "channel_type": "sip.polyai", "simulated_at": null, "callee_number": "+441134960200", "caller_number": "+441134960303", "real_time_config": {"late_arrivals": "until two"}, "integration_attributes": {"campaign": "spring"}}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c2273746174655f6a736f6e223a7b2266726f6d5f223a222b343431313334393630333033222c22746f223a222b343431313334393630323030222c2263616c6c5f736964223a2243413031613165656237643162333730366161343235303664383938353566636136222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a6e756c6c2c22636f64655f6f665f7468655f646179223a226865726f6e222c227061796d656e74223a226261626534313836613336626537383433356335316531633534303235313762227d2c227475726e73223a312c2276223a312c22686973746f7279223a5b5b226167656e74222c2274686520486172626f757220486f74656c2c20676f6f642061667465726e6f6f6e2e225d2c5b2275736572222c22492077616e7420746f2070617920746865206465706f736974225d2c5b226167656e74222c22506c6561736520706179207769746820746865207265666572656e63652062616265343138366133366265373834333563353165316335343032353137622e225d5d2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2274686520486172626f757220486f74656c2c20676f6f642061667465726e6f6f6e2e227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a22492077616e7420746f2070617920746865206465706f736974227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c22726571756573745f7061796d656e74222c227b5c2277616b65735c223a20747275657d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22506c6561736520706179207769746820746865207265666572656e63652062616265343138366133366265373834333563353165316335343032353137622e227d5d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c227369702e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d7d', '\x800595e6000000000000007d94288c0566726f6d5f948c0d2b343431313334393630333033948c02746f948c0d2b343431313334393630323030948c0863616c6c5f736964948c2243413031613165656237643162333730366161343235303664383938353566636136948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374944e8c0f636f64655f6f665f7468655f646179948c056865726f6e948c077061796d656e74948c20626162653431383661333662653738343335633531653163353430323531376294757d9486942e', 2, '2026-11-18 12:53:06.721648+00', false, NULL, NULL, 2312788729271351865, true, 2312788729271351865);
INSERT INTO public.live_conversations VALUES ('01a1eeb7-d295-71ce-b917-f894f82a54e9', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '{"id": "CONV-2170029567420951779416185807129171177", "env": "live", "memory": {}, "is_call": false, "account_id": "ACCOUNT-907e130e", "project_id": "PROJECT-38bc2997", "started_at": "2026-11-18T12:53:06.837Z", "sip_headers": {}, "channel_type": "webchat.polyai", "simulated_at": null, "callee_number": null, "caller_number": null, "real_time_config": {"late_arrivals": "until two"}, "integration_attributes": null}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c2273746174655f6a736f6e223a7b2266726f6d5f223a6e756c6c2c22746f223a6e756c6c2c2263616c6c5f736964223a22434f4e562d32313730303239353637343230393531373739343136313835383037313239313731313737222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a6e756c6c2c22636f64655f6f665f7468655f646179223a226865726f6e222c227061796d656e74223a223738353234356362653163373136363961313464623362396235353565373365227d2c227475726e73223a312c2276223a312c22686973746f7279223a5b5b226167656e74222c2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f225d2c5b2275736572222c22486f7720646f20492070617920746865206465706f7369743f225d2c5b226167656e74222c22506c6561736520706179207769746820746865207265666572656e63652037383532343563626531633731363639613134646233623962353535653733652e225d5d2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a22486f7720646f20492070617920746865206465706f7369743f227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c22726571756573745f7061796d656e74222c227b5c2277616b65735c223a2066616c73657d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22506c6561736520706179207769746820746865207265666572656e63652037383532343563626531633731363639613134646233623962353535653733652e227d5d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c22776562636861742e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d7d', '\x800595d0000000000000007d94288c0566726f6d5f944e8c02746f944e8c0863616c6c5f736964948c2a434f4e562d32313730303239353637343230393531373739343136313835383037313239313731313737948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374944e8c0f636f64655f6f665f7468655f646179948c056865726f6e948c077061796d656e74948c20373835323435636265316337313636396131346462336239623535356537336594757d9486942e', 2, '2026-11-18 12:53:06.945372+00', false, NULL, NULL, 2312788729271351865, true, NULL);
INSERT INTO public.live_conversations VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '{"id": "CONV-2170029567614424568242399412607862934", "env": "live", "memory": {}, "is_call": false, "account_id": "ACCOUNT-907e130e", "project_id": "PROJECT-38bc2997", "started_at": "2026-11-18T12:53:06.997Z", "sip_headers": {}, "channel_type": "webchat.polyai", "simulated_at": null, "callee_number": null, "caller_number": null, "real_time_config": {"late_arrivals": "until two"}, "integration_attributes": {"guest": "g-5"}}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c22666c6f77223a22426f6f6b696e67222c2273746570223a22436f6e6669726d222c2273746174655f6a736f6e223a7b2266726f6d5f223a6e756c6c2c22746f223a6e756c6c2c2263616c6c5f736964223a22434f4e562d32313730303239353637363134343234353638323432333939343132363037383632393334222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a22672d35222c22636f64655f6f665f7468655f646179223a226865726f6e222c2271756f7465223a7b227072696365223a3132302c2276616c69645f756e74696c223a22323033312d30322d3033222c22657874726173223a5b22627265616b66617374222c227061726b696e67225d7d2c227469636b6574223a227469636b65742d672d35222c2261736b65645f6279223a7b22686f74656c223a2274686520486172626f757220486f74656c227d2c22726f6f6d223a227365612076696577222c226e6967687473223a332c226172726976616c223a22323033312d30352d3033227d2c2270726566696c6c223a7b22726f6f6d223a227365612076696577222c226e6967687473223a332c226172726976616c223a22323033312d30352d3033227d2c22746f70696373223a5b225061726b696e67225d2c227368617265645f6964223a227469636b65742d672d35222c227475726e73223a322c2276223a312c22686973746f7279223a5b5b226167656e74222c2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f225d2c5b2275736572222c224120726f6f6d2c20706c65617365225d2c5b226167656e74222c22576869636820726f6f6d2c20616e6420666f7220686f77206c6f6e673f225d2c5b2275736572222c2253656120766965772c207468726565206e69676874732066726f6d20746865207468697264206f66204d61792032303331225d2c5b226167656e74222c225368616c6c204920626f6f6b2069743f225d5d2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a224120726f6f6d2c20706c65617365227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c2273746172745f626f6f6b696e67222c227b7d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22576869636820726f6f6d2c20616e6420666f7220686f77206c6f6e673f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a2253656120766965772c207468726565206e69676874732066726f6d20746865207468697264206f66204d61792032303331227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c22736176655f656e746974696573222c227b5c22726f6f6d5c223a205c2273656120766965775c222c205c226e69676874735c223a20332c205c226172726976616c5c223a205c22323033312d30352d30335c227d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2253617665643a20726f6f6d203d2073656120766965772c206e6967687473203d20332c206172726976616c203d20323033312d30352d30332e222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f32222c2263686f6f73655f70617468222c227b5c22636f6e646974696f6e5c223a205c22416c6c206b6e6f776e5c227d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228706174682074616b656e3a20416c6c206b6e6f776e29222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f32227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a225368616c6c204920626f6f6b2069743f227d5d2c22656e746974696573223a7b22726f6f6d223a7b226e616d65223a22726f6f6d222c2274797065223a22656e756d222c2276616c7565223a227365612076696577222c2276616c6964223a747275652c226572726f72223a6e756c6c7d2c226e6967687473223a7b226e616d65223a226e6967687473222c2274797065223a226e756d65726963222c2276616c7565223a2233222c2276616c6964223a747275652c226572726f72223a6e756c6c7d2c226172726976616c223a7b226e616d65223a226172726976616c222c2274797065223a2264617465222c2276616c7565223a22323033312d30352d3033222c2276616c6964223a747275652c226572726f72223a6e756c6c7d7d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c22776562636861742e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d7d', '\x80059583010000000000007d94288c0566726f6d5f944e8c02746f944e8c0863616c6c5f736964948c2a434f4e562d32313730303239353637363134343234353638323432333939343132363037383632393334948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374948c03672d35948c0f636f64655f6f665f7468655f646179948c056865726f6e948c0571756f7465948c1066756e6374696f6e732e736861706573948c0551756f74659493942981947d94288c057072696365944b788c0b76616c69645f756e74696c948c086461746574696d65948c0464617465949394430407ef020394859452948c06657874726173948f94288c09627265616b66617374948c077061726b696e67949075628c067469636b6574948c0a7469636b65742d672d35948c0861736b65645f6279948c045f67656e948c0756617269616e749493942981948c05686f74656c948c1174686520486172626f757220486f74656c9473757d9486942e', 3, '2026-11-18 12:53:07.069461+00', false, '01a1eeb7-d379-7a53-8673-4f029ddabc28', '2026-11-18 12:54:07.070089+00', 2312788729271351865, false, NULL);
INSERT INTO public.live_conversations VALUES ('01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 'PROJECT-38bc2997', 'live', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '{"id": "CONV-2170029567741371685958130514788163392", "env": "live", "memory": {}, "is_call": false, "account_id": "ACCOUNT-907e130e", "project_id": "PROJECT-38bc2997", "started_at": "2026-11-18T12:53:07.102Z", "sip_headers": {}, "channel_type": "webchat.polyai", "simulated_at": null, "callee_number": null, "caller_number": null, "real_time_config": {"late_arrivals": "until two"}, "integration_attributes": {"guest": "g-4"}}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c2273746174655f6a736f6e223a7b2266726f6d5f223a6e756c6c2c22746f223a6e756c6c2c2263616c6c5f736964223a22434f4e562d32313730303239353637373431333731363835393538313330353134373838313633333932222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a22672d34222c22636f64655f6f665f7468655f646179223a226865726f6e222c226f7574636f6d65223a22646972656374696f6e732073656e74227d2c227475726e73223a312c2276223a312c22686973746f7279223a5b5b226167656e74222c2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f225d2c5b2275736572222c22486f7720646f20492066696e6420796f753f225d2c5b226167656e74222c2254686520646972656374696f6e7320617265206f6e207468656972207761792e225d5d2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a22486f7720646f20492066696e6420796f753f227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c22746578745f646972656374696f6e73222c227b7d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2254686520646972656374696f6e7320617265206f6e207468656972207761792e227d5d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c22776562636861742e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d7d', '\x800595c4000000000000007d94288c0566726f6d5f944e8c02746f944e8c0863616c6c5f736964948c2a434f4e562d32313730303239353637373431333731363835393538313330353134373838313633333932948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374948c03672d34948c0f636f64655f6f665f7468655f646179948c056865726f6e948c076f7574636f6d65948c0f646972656374696f6e732073656e7494757d9486942e', 2, '2026-11-18 12:53:07.128683+00', true, NULL, NULL, 2312788729271351865, false, NULL);


INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:53:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:54:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:55:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:56:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:57:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:58:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 11:59:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:00:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:01:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:02:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:03:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:04:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:05:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:06:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:07:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:08:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:09:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:10:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:11:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:12:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:13:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:14:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:15:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:16:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:17:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:18:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:19:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:20:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:21:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:22:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:23:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:24:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:25:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:26:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:27:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:28:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:29:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:30:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:31:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:32:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:33:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:34:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:35:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:36:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:37:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:38:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:39:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:40:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:41:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:42:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:43:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:44:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:45:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:46:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:47:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:48:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:49:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:50:00+00', 1);
INSERT INTO public.measured_minutes VALUES ('2026-11-18 12:51:00+00', 1);


INSERT INTO public.measured_turns VALUES ('2026-11-18 12:23:00+00', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '\x0003038ad75907e13fba43c4000000000003038ad759cc9541be4e0500000000', '\x0003038ad759009a');


INSERT INTO public.memories VALUES ('PROJECT-38bc2997', 'g-1', '{}', '2026-11-18 12:53:03.697092+00', '2027-02-16 12:53:03.697092+00');
INSERT INTO public.memories VALUES ('PROJECT-38bc2997', 'g-2', '{"favourite_room": "sea view"}', '2026-11-18 12:53:03.74193+00', '2027-02-16 12:53:03.74193+00');
INSERT INTO public.memories VALUES ('PROJECT-38bc2997', 'g-3', '{}', '2026-11-18 12:53:03.779342+00', '2027-02-16 12:53:03.779342+00');


INSERT INTO public.messages VALUES ('01a1eeb7-c20c-7622-a489-eb8234e9f8c0', 'PROJECT-38bc2997', '01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 'sms', '+441134960001', '+441134960100', '', 'From the station turn left.', '{}', 'recorded', '', '2026-11-18 12:53:02.568125+00', '2026-11-18 12:53:03.625491+00');
INSERT INTO public.messages VALUES ('01a1eeb7-c20e-7cce-af52-efafffcf4c03', 'PROJECT-38bc2997', '01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 'email', 'guest@example.com', '', 'Your way to us', 'From the station turn left.', '{}', 'recorded', '', '2026-11-18 12:53:02.568125+00', '2026-11-18 12:53:03.637066+00');
INSERT INTO public.messages VALUES ('01a1eeb7-d3c0-7603-afb7-7987a6fa60a7', 'PROJECT-38bc2997', '01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 'sms', '+441134960001', '+441134960100', '', 'From the station turn left.', '{}', 'queued', '', '2026-11-18 12:53:07.129016+00', NULL);
INSERT INTO public.messages VALUES ('01a1eeb7-d3c4-7f7f-b2aa-7dbf89fadaad', 'PROJECT-38bc2997', '01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 'email', 'guest@example.com', '', 'Your way to us', 'From the station turn left.', '{}', 'queued', '', '2026-11-18 12:53:07.129016+00', NULL);


INSERT INTO public.periods VALUES ('accounts.forget_dead_keys', '2026-11-19 12:53:03.566927+00');
INSERT INTO public.periods VALUES ('conversations.close_idle', '2026-11-18 12:53:18.566927+00');
INSERT INTO public.periods VALUES ('conversations.forget_old', '2026-11-18 13:53:03.566927+00');
INSERT INTO public.periods VALUES ('conversations.expire', '2026-11-18 13:53:03.566927+00');
INSERT INTO public.periods VALUES ('concurrency.count_closed_hours', '2026-11-18 12:58:03.566927+00');
INSERT INTO public.periods VALUES ('alerts.evaluate', '2026-11-18 12:53:33.566927+00');
INSERT INTO public.periods VALUES ('records.seal_forgotten', '2026-11-18 13:53:03.566927+00');
INSERT INTO public.periods VALUES ('records.embed', '2026-11-18 12:53:05.566927+00');
INSERT INTO public.periods VALUES ('records.ask_again', '2026-11-18 13:53:03.566927+00');
INSERT INTO public.periods VALUES ('reservations.forget_expired', '2026-11-18 12:58:03.566927+00');
INSERT INTO public.periods VALUES ('webhooks.forget_old', '2026-11-18 13:53:03.566927+00');
INSERT INTO public.periods VALUES ('calls.tend', '2026-11-18 12:53:08.566927+00');
INSERT INTO public.periods VALUES ('calls.end_orphans', '2026-11-18 12:53:05.566927+00');


INSERT INTO public.phone_numbers VALUES ('+441134960100', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '', 'CONNECTOR-e915df91', '2026-11-18 12:52:58.62833+00', '2026-11-18 12:52:58.62833+00', false);
INSERT INTO public.phone_numbers VALUES ('+441134960200', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '', 'CONNECTOR-e915df91', '2026-11-18 12:52:58.668284+00', '2026-11-18 12:52:58.668284+00', true);
INSERT INTO public.phone_numbers VALUES ('+441134960201', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', 'live', '', 'CONNECTOR-e915df91', '2026-11-18 12:52:58.696259+00', '2026-11-18 12:52:58.696259+00', true);


INSERT INTO public.projects VALUES ('PROJECT-38bc2997', 'ACCOUNT-907e130e', 'front-desk', 'Front desk', 'us-1', '{}', '2026-11-18 12:52:57.229223+00', '2026-11-18 12:52:57.229223+00');
INSERT INTO public.projects VALUES ('PROJECT-ead537aa', 'ACCOUNT-47de0a12', 'quiet-desk', 'quiet-desk', 'us-1', '{"redact": ["phone", "email"], "retention_days": 3650}', '2026-11-18 12:53:05.148136+00', '2026-11-18 12:53:05.148136+00');


INSERT INTO public.real_time_configs VALUES ('PROJECT-38bc2997', 'live', '{"type": "object", "properties": {"pool": {"type": "boolean"}, "late_arrivals": {"type": "string"}}}', '{"late_arrivals": "until two"}', '2026-11-18 12:52:58.511534+00');




INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '\x6a9354d47a5dfd1decfb034c5e41b4bafedba3ed4c9212ef897abc198b47803348d2f9a48e7caf9a734405cc083e0f74', '\x52f80a03b6060aff7c093efc2407e9fdeb044df947fe4507b0fd0cff5105670031ff9d0512e9200777fe0d08b0f842ffb4047e01d7fe2304a7f7e20355fef3f817f915071c06b6088704a6fd60011ef9abf81a069dfddc040f02b30108ffd6078c096301b304f1012b043e0ec9fb0004cfffd7ff77fdc2001b04c701bcffe303b8005d05f405c3fd8104b603dfff35ffda01820bbf0213046c067ef27a053d0ff0f18afd8af9a1faf7fbcdfae302380636fe980081f5caffef040106c6f7aefda9fe0e0cfbf07708410300059004f4f6f0fe120467fe29ffecfca8ff6ff4de06d908a9ff02066d0718fb8d0519fea9f7930150f7c5086c022d01fffe640200005300f7080d072c124c005e011e0126f98601ce0179f78600500509ed4a006503c30556f6740945fbfefc0cf3e3002d00a00c6106520780f5d60c7e0213f86209befce60111f6fdf99f00140159f79ef7ab00a6fae4ff7e002ffc7cfc4e0751fdcdfddafe03f25e0005f5defefe03f6f5f9030f03f1088efdcd03010d9f0ab602730887f635fba9fda400b7f780ff960055fcda028503f804af0283fd590584fc2804bbfd8a037c052c002c01e5fb96f7cffeb7fb2cf25402390104fad9f40000f2082cff1bfb92ff1805c9ffcb03dd06d3f5b30426f670f615fff603c111ac09530919fe95f5c3f904f9d3fdf2f9d1ffc1f892fa010f1e0725f9a0f9fd05030017ff060fadfa93fda90323fc04fe6dfa7a01960697fd340601f98cf7b509b0f9e7022e0507095402f60167fc32fe2208c401a3f78d06e1f19ff857027ffe81fc3206f8fd01fe80fab1024e06cf0615f861fb480588122302cc04870412f5adf97c0ff6fc5105ccfc670f85060b02ca04660487f390fbf003b402dcf6c3050000f8fac4020109aa03effce1fc5b01e40333f7880559f7bbff21f72605bdf732f87aff2cf664fdb5fb77fd9c0446fd7a0a1a075c0399fe25fea0037102a1f3f8ff4dfde0fb8cf803f25b00c9f65afbbcfc50ff77fcca03ce060c0b4f0273001df2d3f954fb11fb94faca03db0859025c0015fb4a036800ef052cfce3002bf087f7', false);
INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '\x28431b70e66cd6f5c423239e1f193792bdbb614ce45b79b6195eecc9cbe2d5e0f5bb7b411a1023bed87cc3524ef35b5b', '\x5cf62cfa520b1cffa00b71ff95f76efcb7f90205c7f891f05cf5c3f7b000960252fcf0ffbbf4ed0baf03d8fd0a01c10703fc130218002c0231feecf47dfac7fbc60c8509390197fda1fc3f06490220fa91fe54035e03cafe1b0a720973fd6ffcab07d2063bf84b0ca4fbb816171030fc510440018d03980420fff800bcf8700cb107c703d6faadff44fdc00e8af99af73af976fca90188fc3bfb50f43501fa0394f79ff9650092fd7dfe75fa360ae308370492fcb5fbe0051c05b5015401f7fe2ff73efa1ff59e065503c307a303ef0252fe36f85afbc606a5002afce0fd030d2ef528f6e909a100fcff0c08620d4202f20468fd2afc5b0761fbedf40b030000df0015f75202940ab1009908d2f9b503670044ff2b070d02ac035ff6d50c4c04e1fb2a012f0164fe24fd2af865fcf00876fa960411fbfffaf30df100fcf463fd5c04b9091300e4f85bf2b900b8f72bfca7f30a01bbff7b07f10382f8c0024f04e0ffd706cc01a7095d00bbfbbaf5810168078cff9906710740f98602b60952fda6f8c3ff00ef8e08180490fdd4f59c013afc4404abf5db026800be043c0d51fd6302f902820404fe1102a005abfde5ee57010900cff7e7fefe0ab8f896fa00001903180034ffc5faf406d9f9f903a40d380241085e01f4f7d0ff2fff4b0134f63b0a8b04a3ff790260fdbf0bdeffbb01e8039403e70b48fdf2fc05feb0f67dfec7033906af017c069bfe3e0008fa09023c0833fbda02730e4d02a0f71703fa0adafa1d08d20887005f01c6fea103770210f0ee0021f369f765f27afbbdfe600aa2ff6df604fa2e07d601f4f5db05f3fd22faeff7e1fe38062bfd42f25affd4fc4ffc4cfef000eaff9df48df27501e6069800fbf63f01ed01390bb8048f0000006809a806b6fb8301940850fea6faf2fd2fff77099105a00b2e06550669f604ff2f03ff00effb4bfd69f6f4fdf3011601c3ff090212fde505f1fc69f8b8008aff12fcc004c8f698fa9800330193013afe8c002a0942089d04f8fe14fbf309e90018fb1c03e0fb9903d603f0fd2d06ae0295f5c701fbf55100ac0546f237007c05', false);
INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', 'PROJECT-38bc2997', 'sandbox', 'all-MiniLM-L6-v2-int8/384/1', '\x7e96afe5c926d331809821961e3289663ba0719f7aaf91fc6779f1cd9b89e0f4510769b4d01813eabef38aff1e159e9c', '\xaff8c103010554034f02030d6302dbf809031af7c2fa1d0166f35a01cd01d0f76202a4f7270427fcd3039100230bd30a86070a02c30be4f557f9a4021dfde6056702e803d2f7a6f7351481ff1df9b607affee6f8d400cef7cafc42056703c7fa8904cb0ef1f5b10630fc2df81a0eea079afa00f7a70891080ff8f1fb8af4a307e60250f883f796fdaefa1efc4afa7bffa90705f70bf8f6084706acf7ebff3bf655fbd5ff3703f6fd5cfea5fae7fd3b109a00b9f82ffd50048bfdfa093300c4fdc3fb4cf425fa1609810b3606620891fdc5ff99fb6f02a500f7fb14ee61040afbc80860f632fe16fcdf06b0fc6ffb7909e0fd72065306caff23f1b101290200007ffa72f7f7010e0865019bf86805cf00bb05edf8fd016df680fcdaf720fdd0fb07fe1e0679070b011efb2ffc74fa87027400a1fbf3fa800247038804160954056dfd95018e011200780669fd9501dcfe1e0346f6560144fec0014e047b055a0e660600fcddff2f00e4fa8cf9d3fdb6014b024a0255092d05e60759067ffd04f76dfa8d046805d6fbc5fff3039d0aa5014bfd9e00b10bdc008f0dcaf9c7fcad03060f7b049401f101e1f7f2fde0fb10034a0169035df9eef5810b7a03b9f900006b0553fd46ebd4077b0349fbb7046d0e270015f8c6f873ff3e0d16fbb4fecc0369083e08d004fefe23fb3effd6f6e0fcdb01d0063c0e9503acf81a02edf6fded9bff1303c0f4ed04d2f730f603f6ff0042fbfbf87cfcbdff77fb6300e100030807fe79081e02f3fb65061df818fe31038d0198fa22039204b6fd4d029dff22fdc7009c0413fa67035dfc01f78bf922f6ebffc2fe9bf56204d6095dfeabffebfab6f347f4a1fae2025efd35ff020ac7050d0a9c075404bafd8500eafce9010000970e7df882031a03bc06fc01e4050dfb5e08d306ce03d304d1febaf8aa01bb0324068bfbaafe28ff06001bfd440d31fffa05ed06d800d10d3200cb0596052f01f4ed5af854f59f0380001a05ea00e6f59cfaa9fdf7fb0600d6f6fc02b3fc0203fe00a3fd2bf50a059e0681017902effa4f051bf475ff90028a08c60badfc65fd', false);
INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '\xe69115533194f79c84d6819c55f8edf6b9ebedc8f44b90cc0c4ede7963ea8de0d031a56f10015ae02364b3db075a2a5c', '\x93029b07f305fcff98f76d01ad07d4fa6f09e7f512fe67066bfcd3fc31f596007afd8afcd8f61203adf7020cb3fbd104ebfe2f0209fee6006bffc4fafd04880d26feabfb3d03a800f8fafaf61bffe4060b0061fd3afe8d01eefdaf030aedf5fb7a113d0f5605090605f8790ae7053b0088062efd0efe9e0965029607fefc17fa9f09c6fddcfcd5f2ddfbde0fd8fd81feeb044004c9f3030b31fe54055001f5fd7209f5f66bfb3efcb9fdebfe7dfb67030209f4fb7ffad4075f08c9059df8c5fac0fc750d0bf4ce0c0cfc69011ffa670230002100cf097901f604c4fb27fe1dfa930005005409f8fd2f022b0dc2fe7c018e0517011a0134044ff24c024c060000fc0180f5b30b1411ad080dff01f4060461054f02880190fd1a029df1a30123001908af013c0450fe5e0bcd02b2fff7034206fc0bcaf904fc980a1eff40ff2ffd8c077d002404bb0132fdad0137fdf3fba2f9f7040ff5f1ff5e03bcfc5f104808c306e3fd08f8ed0071fbdcfd7ef895f15d04bf06dcf9f4f5e808c2089dfd3cf8b6feacf9ddfe50ff2401cb02c9ff4ffd5df9a4054bf954fc9a074400d90cf8fdfa09ac0c52f95500590c3a00a90080edcafba7034c00bb01be036bfb47f60000c5ff2300160063ffd4f6f7fe9a06ef10dc00a1051a148ffea205cffc7d005bff640525ff6bfc82fecf02750817f45001ec046f04ae09b4fb67ff81f4c2fd68f93906410bbff9670153fe5afd5efb5bfe44fbfcfda108de0209fa74ffa3f8d808db0427fc1a08fffb0cf7490b6bfd49000dfeb5014101ebfb0c06810133072c0555fdf2ff0ef8bd02bcf916f530f99dfc85f688fdb9fad8febef693fcc3fac00376ff8b01dcfc170470003cf766090cff0c03970ae801a9f699ff45ff53fa0000effe28fdff00e2f41bfa20fe28051b0345ff0a064803dfff7bf8b8057cfb2cfeae03b1f3be0205035df071f82203a303e002e700dff9650ab90198f7cc077f0330faebff1bf4b6fc99fe760a76035e034bfbf005b0f32b02d00140f8920b71faa1f51ff7350779fcfe02c3fc7a08dbf992fa4d051af5a502030b610040fe89fa', false);
INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '\xfcab8fdba2a4d5bd190a35c098d8de3ef9e0838df00f800e0ef4d859a35bc730103464b910589bf0276893fdc1064e1c', '\xaf03d507db0660050302da00acf862fe5a012efb8107b2ffdb0011fc180155024005aafbecfe57fd5c014d0448012d0242020f0c24ff8b06a601befb66004d009300c8f8020c58fe6dfa92fa1b03aafebc063fff0502cbfdddfdcc05f5ff9dfe9a1aaa0055fc87055ff9490f26f50b084009d7f86f023d0cee0aa80051f61b07d6faebfb9dfaff069a0957fc12f9510486fdb8ff47fde9f8cb0e2cfbd104aefa91f888fa09095a0493ff1a05b4ffe90b1c0858002efa99f9c3f1d6f9c1fb4cf8890044fd11fb310a24075bfe9dfcb1fe0903cc062cfc5f09610632f9d9ff65fe3e043805eeff080433076b0c050bcefec7fe7ef97b0a5300f400070610020000cd04c802620481090d0d94fd43fb0c0a1a00ca0608065cf8c4fcc5f677fd44ff1803abfebbf909f912ffbef3f90095015105b3fcd8fcb1fa1e06fd036dffb701cb03d8055201a30696f398ff5af513f7b1fc6aff92fae4fd8604e100110df100620688ffdef658fd71f502fedef969fe14fba4fdbcff9bf9ec02bf10db0256fb77f971f0fcf936fefa0775029604b5fc0c0bfa03bb02b4001cf73601eafa8df8f707700baef5fb0f4416adf838fa4efedaff93027ff00405a308e9f969f300001503e1f51e049bfc95ff85fcf301ca04f8feca093ff2f202ab03c5fb5908f0009d068a02eef75efeb3f496028a018b03bafcf3fd140c940a23faa0fa08f436f7a0fdb3fb1df7f004b2f302fdaef85efaa2fd9bfaa00125068bfb490198fc3afd8cfcfb09b00f68fad9f895026ffb5afe4604f6ff580058066b0514fddffe430bb7febaf8d8fb1608defa7afc22f9d3ffcbffbe0380fe18032609e5f97cfb03f10603e2f78afa8001200025f21a035606fe02660370017b08fefa63ff1bf900001eff0fff1c05ecff88fad204080f31028cfb51006903efff3d086cfff6f7d4fbf001f3f969fc8403aaf36fffe301cd09b0077b044505df0b310723037bf81e04f601ff0490fa9af882fcf0fe46f7270212fe53fdcef822f8ddfd1f004606d3fa20f5ea0939fbc0f23303be07030a3bfc2bfb43f229fdf6052f02870768f8dffd', true);
INSERT INTO public.record_vectors_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '\xb4063d31f93cd12d998a33751f31baf21d49c0ac395fc02a68affa8881ca99704db7d331ac6bfb12f3f98efb051a0f98', '\xae02f1fa46032a0439f7e503a2fa53f188fd0afeeaf9dbf98cfc79031c05e0febdf914f51a035a0992004205e7f97902ecfdbdfe8e06a50615fe15fdbdfdad093c070801ea0f3d079702d5f400ff800493fdcbfd8d0228079502680185f7f7fb9306670bbafbb903a6fc52fa99fcc00880f55dfb430508fdb104b404cefc9105e3037cfff8f05503b306f6fb49f86803050a71fb47f893fb470472f5f901bbf78df5f5f90f017f0207fbe2fa2e021d0868f8d0029a04eb01d4f9b605c2f94305f1f138fb1afee4034d0ac6090703b700aff77af8e402bb0145f979f24ef226096f0326fc3b01360d14003cff861266fbe40846041a08c50206f813f8ea0a0000befb64faf9f64306730e6c00b9facb02fefb1301d0fe1ffbee002afb6ffe3006270fb20190fb8cf86bff0ff7d4fe02fb3f00f8fe2f078afc3c09cd07e6fee8fd79f77ffa410162070b0174fcd4f84101def6c90311f8c800ae01ab023f0be803bd02710773f7bafb1ded29f8e0ffe4fc7ffed4fd6f01f4fd560299ff42032bfc81f8e202a7023bfdb200d6f818f836fd7a0ba0fd1f0334fccd030901d003df0ad404900c20090e09070480fd200e6bfe6f01fffb03f9cafd420e74f5d7f200003e0820fe1df1c3f9d0ff38fc98fe3c0ddb058c05d0f4e5fe320975fad30133f81f0f00fc67fc0d049203bcfe4bf821022dfeac0c740e3e0657f6e9fd1bf721fb53fc28032dfdcafee30ca30114fa2a0a2e021cf7ce002d007efe6100770c81040307a5014bfe39002cfb15fbd004400480fbc1f6440cf000f9fcfffef8fe85028405a9fa5502ceff95066504d4f87bf935ef410ab10195fbe0087cfff4022c005001f0003e00fa002c069ff8a703f70331ff95fad4fe07014efdfbf8b5060000380758021003d404c5fa91f000085f08d200ba0246081f028f02eff73bf77902a90175f8b9fa34f78407d50234009cfe8a026c070b029e0d4100daff2002b4029ef621fc9cfb44ed56fa010247febe0235f9fefba1ff88053b041bfcfb03eef8d5fb97f575f5d3fe7207f105ff05c909740265f91ff99a07bd028dfbe7ee39fd', true);








INSERT INTO public.record_words_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', '''qT70aare'' ''qT70abehind'' ''qT70acan'' ''qT70adirections'' ''qT70agarage'' ''qT70agoodbye'' ''qT70aharbour'' ''qT70ahelp'' ''qT70ahotel'' ''qT70ahouse'' ''qT70ahow'' ''qT70ai'' ''qT70ain'' ''qT70aon'' ''qT70athe'' ''qT70atheir'' ''qT70ato'' ''qT70away'' ''qT70awelcome'' ''qT70uand'' ''qT70ucan'' ''qT70ucar'' ''qT70udo'' ''qT70ufind'' ''qT70ugoodbye'' ''qT70uhow'' ''qT70ui'' ''qT70uleave'' ''qT70umy'' ''qT70uovernight'' ''qT70uthanks'' ''qT70uwhere'' ''qT70uyou''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', '''qT70a03'' ''qT70a05'' ''qT70a2031'' ''qT70a3'' ''qT70a360'' ''qT70a6'' ''qT70aand'' ''qT70abook'' ''qT70abooking'' ''qT70abreakfast'' ''qT70acan'' ''qT70aconfirm'' ''qT70afebruary'' ''qT70afor'' ''qT70agoodbye'' ''qT70aharbour'' ''qT70ahelp'' ''qT70ahotel'' ''qT70ahow'' ''qT70ai'' ''qT70ait'' ''qT70alines'' ''qT70along'' ''qT70anights'' ''qT70aparking'' ''qT70apounds'' ''qT70aroom'' ''qT70asea'' ''qT70ashall'' ''qT70athe'' ''qT70ato'' ''qT70atwo'' ''qT70auntil'' ''qT70aview'' ''qT70awelcome'' ''qT70awhich'' ''qT70u2031'' ''qT70ua'' ''qT70ufrom'' ''qT70ugoodbye'' ''qT70umay'' ''qT70unights'' ''qT70uof'' ''qT70uplease'' ''qT70uroom'' ''qT70usea'' ''qT70uthanks'' ''qT70uthe'' ''qT70uthird'' ''qT70uthree'' ''qT70uview'' ''qT70uyes''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', '''qT70aairport'' ''qT70acan'' ''qT70ahelp'' ''qT70ahotel'' ''qT70ahow'' ''qT70ai'' ''qT70amoment'' ''qT70aone'' ''qT70athe'' ''qT70ato'' ''qT70awelcome'' ''qT70ucan'' ''qT70ui'' ''qT70uis'' ''qT70ulost'' ''qT70uluggage'' ''qT70umy'' ''qT70usomebody'' ''qT70utalk'' ''qT70uto''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', '''qT70acan'' ''qT70aharbour'' ''qT70ahello'' ''qT70ahelp'' ''qT70ahotel'' ''qT70ahow'' ''qT70ai'' ''qT70asorry'' ''qT70athe'' ''qT70ato'' ''qT70awelcome'' ''qT70ubreak'' ''qT70uplease''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', '''eSQdacan'' ''eSQdafrom'' ''eSQdaharbour'' ''eSQdahelp'' ''eSQdahotel'' ''eSQdahow'' ''eSQdai'' ''eSQdaseven'' ''eSQdaten'' ''eSQdathe'' ''eSQdato'' ''eSQdawelcome'' ''eSQdubreakfast'' ''eSQduis'' ''eSQduwhen''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', '''qT70aafternoon'' ''qT70agood'' ''qT70agoodbye'' ''qT70aharbour'' ''qT70ahotel'' ''qT70athe'' ''qT70ugoodbye'' ''qT70unumber'' ''qT70uwrong''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', '''Lmrqaat'' ''Lmrqaback'' ''Lmrqacall'' ''Lmrqacan'' ''Lmrqaharbour'' ''Lmrqahelp'' ''Lmrqahotel'' ''Lmrqahow'' ''Lmrqai'' ''Lmrqaphone'' ''Lmrqathe'' ''Lmrqato'' ''Lmrqawe'' ''Lmrqawelcome'' ''Lmrqayou'' ''Lmrquis'' ''Lmrqumy'' ''Lmrqunumber'' ''Lmrquphone''');








INSERT INTO public.records_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', '"id":"CONV-2170016503009404818390379267898602627","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-18T09:53:00.209Z","channel":"WHATSAPP","from_number":"","to_number":"","in_progress":false,"num_turns":4,"total_duration":2,"polyai_duration":2,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":"g-1","outcome":"directions sent","call_sid":"CONV-2170016503009404818390379267898602627","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T09:53:00.209Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-18T09:53:02.284Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"How do I find you?","user_input_datetime":"2026-11-18T09:53:02.520Z","user_input_dtmf":"","barge_in":false,"agent_response":"The directions are on their way.","agent_response_datetime":"2026-11-18T09:53:02.567Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"And where can I leave my car overnight?","user_input_datetime":"2026-11-18T09:53:02.626Z","user_input_dtmf":"","barge_in":false,"agent_response":"In the garage behind the house.","agent_response_datetime":"2026-11-18T09:53:02.665Z","intents":["Parking"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Thanks, goodbye","user_input_datetime":"2026-11-18T09:53:02.689Z","user_input_dtmf":"","barge_in":false,"agent_response":"Goodbye.","agent_response_datetime":"2026-11-18T09:53:02.718Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', '"id":"CONV-2170016506070371456022836628031963436","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-18T09:53:02.741Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":5,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","room":"sea view","from_":"","guest":"g-2","quote":{"price":120,"extras":["breakfast","parking"],"valid_until":"2031-02-03"},"nights":3,"ticket":"ticket-g-2","arrival":"2031-05-03","outcome":"booked","asked_by":{"hotel":"the Harbour Hotel"},"call_sid":"CONV-2170016506070371456022836628031963436","asr_lang_code":"en-GB","tts_lang_code":"en-GB","favourite_room":"sea view","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T09:53:02.741Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-18T09:53:02.746Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"A room, please","user_input_datetime":"2026-11-18T09:53:02.769Z","user_input_dtmf":"","barge_in":false,"agent_response":"Which room, and for how long?","agent_response_datetime":"2026-11-18T09:53:02.809Z","intents":["Parking"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Sea view, three nights from the third of May 2031","user_input_datetime":"2026-11-18T09:53:02.829Z","user_input_dtmf":"","barge_in":false,"agent_response":"Shall I book it?","agent_response_datetime":"2026-11-18T09:53:02.868Z","intents":[],"entities":{"room":"sea view","nights":"3","arrival":"2031-05-03"},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Yes please","user_input_datetime":"2026-11-18T09:53:02.898Z","user_input_dtmf":"","barge_in":false,"agent_response":"Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until two; 6 lines","agent_response_datetime":"2026-11-18T09:53:02.929Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Thanks, goodbye","user_input_datetime":"2026-11-18T09:53:02.957Z","user_input_dtmf":"","barge_in":false,"agent_response":"Goodbye.","agent_response_datetime":"2026-11-18T09:53:02.964Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', '"id":"CONV-2170016506365343009056153208054751988","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-ccc9ff05","variant_name":"airport","environment":"live","started_at":"2026-11-18T09:53:02.985Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":true,"handoff_reason":"lost luggage","handoff_destination":"Reception","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":"g-3","outcome":"reception","call_sid":"CONV-2170016506365343009056153208054751988","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T09:53:02.985Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Airport Hotel. How can I help?","agent_response_datetime":"2026-11-18T09:53:02.988Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"My luggage is lost, can I talk to somebody?","user_input_datetime":"2026-11-18T09:53:03.006Z","user_input_dtmf":"","barge_in":false,"agent_response":"One moment.","agent_response_datetime":"2026-11-18T09:53:03.043Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', '"id":"CONV-2170016506466925781773881241514173165","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-18T09:53:03.069Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":3,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":1,"num_ood":0,"state":{"to":"","from_":"","guest":null,"outcome":"none","call_sid":"CONV-2170016506466925781773881241514173165","is_broken":true,"asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T09:53:03.069Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-18T09:53:03.071Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Break, please","user_input_datetime":"2026-11-18T09:53:03.096Z","user_input_dtmf":"","barge_in":false,"agent_response":"Sorry.","agent_response_datetime":"2026-11-18T09:53:03.126Z","intents":["Breakfast"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"","user_input_datetime":"2026-11-18T09:53:03.148Z","user_input_dtmf":"","barge_in":false,"agent_response":"Hello?","agent_response_datetime":"2026-11-18T09:53:03.149Z","intents":[],"entities":{},"is_ood":false,"is_silence":true,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', '"id":"CONV-2170016506660327625240592180512007913","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"sandbox","started_at":"2026-11-18T09:53:03.229Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":null,"outcome":"none","call_sid":"CONV-2170016506660327625240592180512007913","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T09:53:03.229Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-18T09:53:03.275Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"When is breakfast?","user_input_datetime":"2026-11-18T09:53:03.301Z","user_input_dtmf":"","barge_in":false,"agent_response":"From seven to ten.","agent_response_datetime":"2026-11-18T09:53:03.329Z","intents":["Breakfast"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', '"id":"OUT-01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d","account_id":"ACCOUNT-907e130e","project_id":"PROJECT-38bc2997","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-18T12:23:03.436Z","channel":"VOICE-SIP","from_number":"+441134960100","to_number":"+441134960301","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"+441134960301","from_":"+441134960100","guest":null,"outcome":"none","call_sid":"OUT-01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T12:23:03.436Z","user_input_dtmf":"","barge_in":false,"agent_response":"the Harbour Hotel, good afternoon.","agent_response_datetime":"2026-11-18T12:23:03.438Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Wrong number, goodbye","user_input_datetime":"2026-11-18T12:23:03.460Z","user_input_dtmf":"","barge_in":false,"agent_response":"Goodbye.","agent_response_datetime":"2026-11-18T12:23:03.488Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', '"id":"CONV-2170029565629315337711719212300601649","account_id":"ACCOUNT-47de0a12","project_id":"PROJECT-ead537aa","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-18T12:53:05.355Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":1,"state":{"to":"","from_":"","guest":null,"outcome":"none","call_sid":"CONV-2170029565629315337711719212300601649","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-18T12:53:05.355Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-18T12:53:05.406Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"My number is [phone]","user_input_datetime":"2026-11-18T12:53:05.442Z","user_input_dtmf":"","barge_in":false,"agent_response":"We call you back at [phone].","agent_response_datetime":"2026-11-18T12:53:05.469Z","intents":[],"entities":{},"is_ood":true,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');






INSERT INTO public.records_to_embed VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931');


INSERT INTO public.sample_draws VALUES ('01a1eeb7-ae46-7e0c-b428-a1a62ca7a339', '\xa8592414fb43a1f3e8e25b0707acf9a3', '\x01a1ee9c4dd87804b388ddc0bbb94a4d01a1ee12f7157883a6d37a532fb6812c', '2026-11-18 12:53:07.468563+00');


INSERT INTO public.schema_migrations VALUES (1, '0001_foundation', '9078ae6b5bf7e6ab485203a0a0d58b68fc389e90eb7a679bf44e1512ce1425ad', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (2, '0002_agents', 'af22f03c0febb21cdf9181d4930409906c8c8be64b540a78784a736417629ac2', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (3, '0003_records', 'db36d56f91f8addaef2a70c7bafc05943113229e272373a25c6943b8589b3c0e', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (4, '0004_build_and_monitoring', 'd307b8a8e81ae0ec649f72b1210e072975266b130da1f9a53d2b96d4c4cd4859', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (5, '0005_external_events', '7ad3724fd86bc699371bfdbe9b312e225571b45884d721d93e6636301bc0791d', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (6, '0006_calls', '98822afdf19fffdc444911c0e228e4b24400d821012a3166defd8f7f5509cae5', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (7, '0007_real_time_configs', '28c7fe29f4901135913dce77791255ecd5f9242238640e0f372c7cb5a95fe45e', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (8, '0008_started_hours', 'b327d5b0b52ded7dda162e03303565419d8b79d1d23e9a5bc14a38021dff791d', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (9, '0009_finishes', '67bec58ddd393e711f7341b55e29c88da80ac65c3214297b6a414c7edbe2f22e', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (10, '0010_permissions', '46254111d9a8a4a756fbda9b7816f70d50da6dc3a3cc1e463b7b63920f671d41', '2026-11-18 12:52:55.869049+00');
INSERT INTO public.schema_migrations VALUES (11, '0011_sample_draws', 'a1b5b70796a3523adb5fe3976885415b5374f3b7401328f6b8d8349cc71e985b', '2026-11-18 12:52:55.869049+00');


INSERT INTO public.secrets VALUES ('PROJECT-38bc2997', 'door', '\x09dd5a7897fca93e5ad19cd2e551110409053cc75f08ee87bd58542b83f9332f81e969c146857242e44c1d', '2026-11-18 12:52:57.572645+00');


INSERT INTO public.started_hours VALUES ('PROJECT-38bc2997', 'live', '2026-11-18 09:00:00+00', 4);
INSERT INTO public.started_hours VALUES ('PROJECT-38bc2997', 'sandbox', '2026-11-18 09:00:00+00', 1);


INSERT INTO public.test_runs VALUES ('01a1eeb7-c5bc-7570-8463-b2adcc3eff40', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '7de080f46377571b649ba803dc7461f58b523caeb2a543a6a532e9ccb8f66671', 'manual', 'passed', 2, 2, 0, '[{"name": "Booking", "reason": "", "status": "passed", "seconds": 0.096, "transcript": [{"role": "agent", "text": "Welcome to the Harbour Hotel. How can I help?"}, {"role": "user", "text": "a room please"}, {"role": "agent", "text": "Which room?"}], "script_failures": [], "function_call_failures": [], "prompt_assertion_results": []}, {"name": "Greeting", "reason": "", "status": "passed", "seconds": 0.098, "transcript": [{"role": "agent", "text": "Welcome to the Harbour Hotel. How can I help?"}, {"role": "user", "text": "goodbye"}, {"role": "agent", "text": "Goodbye."}], "script_failures": [], "function_call_failures": [], "prompt_assertion_results": []}]', '', 'key pk_build_…Z4', '2026-11-18 12:53:03.548323+00', '2026-11-18 12:53:03.968938+00', '2026-11-18 12:53:04.221339+00');
INSERT INTO public.test_runs VALUES ('01a1eeb7-d38f-739d-bfd4-24057fbc9851', 'ACCOUNT-907e130e', 'PROJECT-38bc2997', '01a1eeb7-ae10-740b-a688-c2fc78a64101', '7de080f46377571b649ba803dc7461f58b523caeb2a543a6a532e9ccb8f66671', 'manual', 'queued', 0, 0, 0, '[]', '', 'key pk_build_…Z4', '2026-11-18 12:53:07.087214+00', NULL, NULL);




INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 0, '', '2026-11-18 09:53:00.209976+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 09:53:02.284263+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "whatsapp.polyai"]]', 2047.4528, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 2047.738, "functions_ms": 17.254, "first_speech_ms": 2047.452}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 17.255, "state_changes": {"added": {"guest": "g-1", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 1, 'How do I find you?', '2026-11-18 09:53:02.520331+00', 'The directions are on their way.', '2026-11-18 09:53:02.567057+00', false, false, false, '', '[]', '{}', '[]', 37.199856, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.064, "total_ms": 37.406, "functions_ms": 9.823, "first_speech_ms": 37.199}, "messages": ["sms", "email"], "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "text_directions", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "The directions are on their way.", "transition": null, "duration_ms": 9.823, "state_changes": {"added": {"outcome": "directions sent"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["text_directions"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.06483699871751014, "first_piece_ms": 0.04367200017441064, "prompt_characters": 313}], "prompt_characters": 313}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 2, 'And where can I leave my car overnight?', '2026-11-18 09:53:02.626604+00', 'In the garage behind the house.', '2026-11-18 09:53:02.665829+00', false, false, false, '', '["Parking"]', '{}', '[["QA", "Parking"]]', 28.5684, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.274}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.173, "total_ms": 28.799, "functions_ms": 0.0, "first_speech_ms": 28.568}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 8, "characters": 31, "duration_ms": 0.17383500016876496, "first_piece_ms": 0.06934200064279139, "prompt_characters": 747}], "prompt_characters": 747}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', 3, 'Thanks, goodbye', '2026-11-18 09:53:02.689536+00', 'Goodbye.', '2026-11-18 09:53:02.718383+00', false, false, false, '', '[]', '{}', '[]', 28.406261, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.096, "total_ms": 28.583, "functions_ms": 4.484, "first_speech_ms": 28.406}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 4.484, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 10, "characters": 0, "duration_ms": 0.09697599853097927, "first_piece_ms": 0.07161199937399942, "prompt_characters": 793}], "prompt_characters": 793}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 0, '', '2026-11-18 09:53:02.741532+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 09:53:02.746615+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.937017, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 2.07, "functions_ms": 1.484, "first_speech_ms": 1.937}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.485, "state_changes": {"added": {"guest": "g-2", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 1, 'A room, please', '2026-11-18 09:53:02.769402+00', 'Which room, and for how long?', '2026-11-18 09:53:02.809644+00', false, false, false, '', '["Parking"]', '{}', '[]', 38.741043, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.3545}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.19, "total_ms": 38.936, "functions_ms": 15.238, "first_speech_ms": 38.741}, "out_flow": "Booking", "out_step": "Collect", "functions": [{"logs": [], "name": "start_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": {"exit_flow": false, "goto_flow": "Booking", "goto_step": null}, "duration_ms": 15.239, "state_changes": {"added": {"quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "ticket": "ticket-g-2", "asked_by": {"hotel": "the Harbour Hotel"}}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["start_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.06082899926695973, "first_piece_ms": 0.03956699947593734, "prompt_characters": 671}, {"flow": "Booking", "step": "Collect", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 7, "characters": 29, "duration_ms": 0.1298810002481332, "first_piece_ms": 0.06425500032491982, "prompt_characters": 1127}], "prompt_characters": 1798}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', 1, 'My number is [phone]', '2026-11-18 12:53:05.442434+00', 'We call you back at [phone].', '2026-11-18 12:53:05.469254+00', false, false, true, '', '[]', '{}', '[]', 20.005999, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.124, "total_ms": 20.185, "functions_ms": 0.0, "first_speech_ms": 20.005}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 34, "duration_ms": 0.1243009992322186, "first_piece_ms": 0.05703599890694022, "prompt_characters": 343}], "prompt_characters": 343}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 2, 'Sea view, three nights from the third of May 2031', '2026-11-18 09:53:02.829168+00', 'Shall I book it?', '2026-11-18 09:53:02.868028+00', false, false, false, '', '[]', '{"room": "sea view", "nights": "3", "arrival": "2031-05-03"}', '[]', 34.926994, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Collect", "timings": {"model_ms": 0.248, "total_ms": 35.093, "functions_ms": 0.0, "first_speech_ms": 34.926}, "out_flow": "Booking", "out_step": "Confirm", "functions": [{"logs": [], "name": "save_entities", "error": null, "hangup": false, "result": "Saved: room = sea view, nights = 3, arrival = 2031-05-03.", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"room": "sea view", "nights": 3, "arrival": "2031-05-03"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}, {"logs": [], "name": "choose_path", "error": null, "hangup": false, "result": "(path taken: All known)", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"condition": "All known"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Collect", "calls": ["save_entities"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 9, "characters": 0, "duration_ms": 0.08818499918561429, "first_piece_ms": 0.06942099935258739, "prompt_characters": 1220}, {"flow": "Booking", "step": "Collect", "calls": ["choose_path"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 11, "characters": 0, "duration_ms": 0.07892100074968766, "first_piece_ms": 0.059392999901319854, "prompt_characters": 1305}, {"flow": "Booking", "step": "Confirm", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 13, "characters": 16, "duration_ms": 0.08125899876176845, "first_piece_ms": 0.03604399898904376, "prompt_characters": 1026}], "prompt_characters": 3551}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 3, 'Yes please', '2026-11-18 09:53:02.898233+00', 'Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until two; 6 lines', '2026-11-18 09:53:02.929342+00', false, false, false, '', '[]', '{}', '[]', 30.65607, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Confirm", "timings": {"model_ms": 0.057, "total_ms": 30.848, "functions_ms": 7.459, "first_speech_ms": 30.656}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "confirm_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Confirm", "arguments": {}, "utterance": "Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until two; 6 lines", "transition": {"exit_flow": true, "goto_flow": null, "goto_step": null}, "duration_ms": 7.46, "state_changes": {"added": {"outcome": "booked", "favourite_room": "sea view"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Confirm", "calls": ["confirm_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 15, "characters": 0, "duration_ms": 0.05772400072601158, "first_piece_ms": 0.03607700091379229, "prompt_characters": 1160}], "prompt_characters": 1160}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f715-7883-a6d3-7a532fb6812c', 4, 'Thanks, goodbye', '2026-11-18 09:53:02.957512+00', 'Goodbye.', '2026-11-18 09:53:02.964811+00', false, false, false, '', '[]', '{}', '[]', 6.964285, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.052, "total_ms": 7.111, "functions_ms": 5.507, "first_speech_ms": 6.964}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 5.508, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 18, "characters": 0, "duration_ms": 0.052134000725345686, "first_piece_ms": 0.031798001145944, "prompt_characters": 1163}], "prompt_characters": 1163}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', 0, '', '2026-11-18 09:53:02.985448+00', 'Welcome to the Airport Hotel. How can I help?', '2026-11-18 09:53:02.988128+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.615472, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.709, "functions_ms": 1.295, "first_speech_ms": 1.615}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.296, "state_changes": {"added": {"guest": "g-3", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f809-772b-9529-f812dafe22f4', 1, 'My luggage is lost, can I talk to somebody?', '2026-11-18 09:53:03.006949+00', 'One moment.', '2026-11-18 09:53:03.043734+00', false, false, false, '', '[]', '{}', '[]', 30.259712, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.058, "total_ms": 30.446, "functions_ms": 2.095, "first_speech_ms": 30.259}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "call_reception", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": {"method": "refer", "reason": "lost luggage", "details": {"refer": {"sip_headers": {}, "phone_number": "+441134960100"}}, "utterance": null, "destination": "Reception"}, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "One moment.", "transition": null, "duration_ms": 2.095, "state_changes": {"added": {"outcome": "reception"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["call_reception"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.05803000021842308, "first_piece_ms": 0.03711399949679617, "prompt_characters": 360}], "prompt_characters": 360}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 0, '', '2026-11-18 09:53:03.069885+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 09:53:03.071681+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.390312, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.497, "functions_ms": 1.102, "first_speech_ms": 1.39}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.103, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 1, 'Break, please', '2026-11-18 09:53:03.096995+00', 'Sorry.', '2026-11-18 09:53:03.126592+00', false, false, false, '', '["Breakfast"]', '{}', '[]', 28.12809, 1, 0, '{"caps": [], "notes": [], "topics": [{"name": "Breakfast", "distance": 0.3311}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.144, "total_ms": 28.253, "functions_ms": 4.896, "first_speech_ms": 28.128}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "break_down", "error": "AttributeError: There is no function named ''no_such_function''. functions/break_down.py:6", "hangup": false, "result": "The function could not be completed. Do not mention technical details; apologise briefly and go on, or offer another way.", "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 4.897, "state_changes": {"added": {"is_broken": true}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["break_down"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.05670799873769283, "first_piece_ms": 0.03522999941196758, "prompt_characters": 687}, {"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 6, "characters": 6, "duration_ms": 0.08810800136416219, "first_piece_ms": 0.05501000123331323, "prompt_characters": 808}], "prompt_characters": 1495}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f85d-7e28-b9de-b94848fe62ed', 2, '', '2026-11-18 09:53:03.148632+00', 'Hello?', '2026-11-18 09:53:03.149397+00', false, true, false, '', '[]', '{}', '[]', 0.446163, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.084, "total_ms": 0.582, "functions_ms": 0.0, "first_speech_ms": 0.446}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 8, "characters": 6, "duration_ms": 0.08498100032738876, "first_piece_ms": 0.051561000873334706, "prompt_characters": 854}], "prompt_characters": 854}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', 0, '', '2026-11-18 09:53:03.229537+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 09:53:03.275128+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 38.396454, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 38.5, "functions_ms": 9.217, "first_speech_ms": 38.396}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 9.218, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee12-f8fd-7897-ab24-2418ecaba6e9', 1, 'When is breakfast?', '2026-11-18 09:53:03.301174+00', 'From seven to ten.', '2026-11-18 09:53:03.329325+00', false, false, false, '', '["Breakfast"]', '{}', '[["QA", "Breakfast"]]', 24.448126, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Breakfast", "distance": 0.0}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.102, "total_ms": 24.626, "functions_ms": 0.0, "first_speech_ms": 24.448}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 18, "duration_ms": 0.10274399937770795, "first_piece_ms": 0.05307999890646897, "prompt_characters": 692}], "prompt_characters": 692}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 0, '', '2026-11-18 12:23:03.436442+00', 'the Harbour Hotel, good afternoon.', '2026-11-18 12:23:03.438305+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "sip.polyai"]]', 1.455193, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.558, "functions_ms": 1.162, "first_speech_ms": 1.455}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.163, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1ee9c-4dd8-7804-b388-ddc0bbb94a4d', 1, 'Wrong number, goodbye', '2026-11-18 12:23:03.460786+00', 'Goodbye.', '2026-11-18 12:23:03.488661+00', false, false, false, '', '[]', '{}', '[]', 23.788095, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.05, "total_ms": 23.923, "functions_ms": 3.165, "first_speech_ms": 23.788}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 3.166, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.05046200021752156, "first_piece_ms": 0.03132500023639295, "prompt_characters": 390}], "prompt_characters": 390}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-cccb-7008-9a5f-0e6873838931', 0, '', '2026-11-18 12:53:05.355002+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 12:53:05.406637+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 50.535713, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 50.626, "functions_ms": 13.765, "first_speech_ms": 50.535}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 13.766, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 0, '', '2026-11-18 12:53:06.651057+00', 'the Harbour Hotel, good afternoon.', '2026-11-18 12:53:06.65692+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "sip.polyai"]]', 4.421243, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 4.522, "functions_ms": 4.17, "first_speech_ms": 4.421}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 4.171, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d1b3-706a-a425-06d89855fca6', 1, 'I want to pay the deposit', '2026-11-18 12:53:06.672696+00', 'Please pay with the reference babe4186a36be78435c51e1c5402517b.', '2026-11-18 12:53:06.721648+00', false, false, false, '', '[]', '{}', '[]', 46.948265, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.091, "total_ms": 47.068, "functions_ms": 6.524, "first_speech_ms": 46.948}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "request_payment", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {"wakes": true}, "utterance": "Please pay with the reference babe4186a36be78435c51e1c5402517b.", "transition": null, "duration_ms": 6.525, "state_changes": {"added": {"payment": "babe4186a36be78435c51e1c5402517b"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["request_payment"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.09176500134344678, "first_piece_ms": 0.07008300053712446, "prompt_characters": 394}], "prompt_characters": 394}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d295-71ce-b917-f894f82a54e9', 0, '', '2026-11-18 12:53:06.837113+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 12:53:06.844781+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 7.259002, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 7.362, "functions_ms": 7.017, "first_speech_ms": 7.259}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 7.018, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d295-71ce-b917-f894f82a54e9', 1, 'How do I pay the deposit?', '2026-11-18 12:53:06.872264+00', 'Please pay with the reference 785245cbe1c71669a14db3b9b555e73e.', '2026-11-18 12:53:06.945372+00', false, false, false, '', '[]', '{}', '[]', 71.530396, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.086, "total_ms": 71.666, "functions_ms": 27.929, "first_speech_ms": 71.53}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "request_payment", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {"wakes": false}, "utterance": "Please pay with the reference 785245cbe1c71669a14db3b9b555e73e.", "transition": null, "duration_ms": 27.93, "state_changes": {"added": {"payment": "785245cbe1c71669a14db3b9b555e73e"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["request_payment"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.08695799988345243, "first_piece_ms": 0.06749500062142033, "prompt_characters": 342}], "prompt_characters": 342}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 0, '', '2026-11-18 12:53:06.997704+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 12:53:07.010326+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.16116, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.265, "functions_ms": 0.921, "first_speech_ms": 1.161}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 0.922, "state_changes": {"added": {"guest": "g-5", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 1, 'A room, please', '2026-11-18 12:53:07.030904+00', 'Which room, and for how long?', '2026-11-18 12:53:07.044172+00', false, false, false, '', '["Parking"]', '{}', '[]', 3.127898, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.3545}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.161, "total_ms": 3.312, "functions_ms": 1.537, "first_speech_ms": 3.127}, "out_flow": "Booking", "out_step": "Collect", "functions": [{"logs": [], "name": "start_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": {"exit_flow": false, "goto_flow": "Booking", "goto_step": null}, "duration_ms": 1.538, "state_changes": {"added": {"quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "ticket": "ticket-g-5", "asked_by": {"hotel": "the Harbour Hotel"}}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["start_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.05330499880074058, "first_piece_ms": 0.03374399966560304, "prompt_characters": 671}, {"flow": "Booking", "step": "Collect", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 7, "characters": 29, "duration_ms": 0.1083939987438498, "first_piece_ms": 0.047089999497984536, "prompt_characters": 1127}], "prompt_characters": 1798}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d335-7b43-9f02-8a729f214896', 2, 'Sea view, three nights from the third of May 2031', '2026-11-18 12:53:07.065613+00', 'Shall I book it?', '2026-11-18 12:53:07.069461+00', false, false, false, '', '[]', '{"room": "sea view", "nights": "3", "arrival": "2031-05-03"}', '[]', 2.249383, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Collect", "timings": {"model_ms": 0.254, "total_ms": 2.424, "functions_ms": 0.0, "first_speech_ms": 2.249}, "out_flow": "Booking", "out_step": "Confirm", "functions": [{"logs": [], "name": "save_entities", "error": null, "hangup": false, "result": "Saved: room = sea view, nights = 3, arrival = 2031-05-03.", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"room": "sea view", "nights": 3, "arrival": "2031-05-03"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}, {"logs": [], "name": "choose_path", "error": null, "hangup": false, "result": "(path taken: All known)", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"condition": "All known"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Collect", "calls": ["save_entities"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 9, "characters": 0, "duration_ms": 0.10734900024544913, "first_piece_ms": 0.06437799856939819, "prompt_characters": 1220}, {"flow": "Booking", "step": "Collect", "calls": ["choose_path"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 11, "characters": 0, "duration_ms": 0.07037200157355983, "first_piece_ms": 0.05354400127544068, "prompt_characters": 1305}, {"flow": "Booking", "step": "Confirm", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 13, "characters": 16, "duration_ms": 0.07647199890925549, "first_piece_ms": 0.03247499989811331, "prompt_characters": 1026}], "prompt_characters": 3551}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 0, '', '2026-11-18 12:53:07.102835+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-18 12:53:07.110441+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.76029, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.0, "total_ms": 1.871, "functions_ms": 1.058, "first_speech_ms": 1.76}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 1.059, "state_changes": {"added": {"guest": "g-4", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1eeb7-d39e-7d5c-a97b-841f1bdd1f40', 1, 'How do I find you?', '2026-11-18 12:53:07.122208+00', 'The directions are on their way.', '2026-11-18 12:53:07.128683+00', false, false, false, '', '[]', '{}', '[]', 3.268116, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.056, "total_ms": 3.406, "functions_ms": 2.248, "first_speech_ms": 3.268}, "messages": ["sms", "email"], "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "text_directions", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "The directions are on their way.", "transition": null, "duration_ms": 2.248, "state_changes": {"added": {"outcome": "directions sent"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["text_directions"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.0568369996472029, "first_piece_ms": 0.03782599924306851, "prompt_characters": 335}], "prompt_characters": 335}');






INSERT INTO public.vector_blocks VALUES ('01a1eeb7-cbdc-7455-837e-24f7407216c6', 'PROJECT-38bc2997', 'live', 'all-MiniLM-L6-v2-int8/384/1', '01a1ee12-ed31-7f9d-baf6-ab9ee9cdf483', '01a1ee12-f715-7883-a6d3-7a532fb6812c', '\x01a1ee12ed317f9dbaf6ab9ee9cdf48301a1ee12f7157883a6d37a532fb6812c', '\xfcab8fdba2a4d5bd190a35c098d8de3ef9e0838df00f800e0ef4d859a35bc730103464b910589bf0276893fdc1064e1cb4063d31f93cd12d998a33751f31baf21d49c0ac395fc02a68affa8881ca99704db7d331ac6bfb12f3f98efb051a0f98');


INSERT INTO public.webhook_attempts VALUES ('01a1eeb7-cfe0-7a6a-a258-673d322b5dd2', 1, '2026-11-18 12:53:06.237786+00', 12, NULL, 'name_not_found');
INSERT INTO public.webhook_attempts VALUES ('01a1eeb7-cfe0-79e8-841b-af5125fcbec7', 1, '2026-11-18 12:53:06.236882+00', 28, 204, '');


INSERT INTO public.webhook_deliveries VALUES ('01a1eeb7-cfe0-7a6a-a258-673d322b5dd2', '01a1eeb7-cef2-7649-a918-5906a3cff31e', 'whe_ixKzP9DW9Waobg2j9lVdIB', 'pending', 1, 0, '2026-11-18 12:54:07.023098+00', NULL, NULL, '2026-11-18 12:53:05.906393+00');
INSERT INTO public.webhook_deliveries VALUES ('01a1eeb7-cfe0-79e8-841b-af5125fcbec7', '01a1eeb7-cef2-7649-a918-5906a3cff31e', 'whe_cueO70zqxOUKaozfWnCDRY', 'delivered', 1, 0, NULL, NULL, '2026-11-18 12:53:06.301219+00', '2026-11-18 12:53:05.906393+00');
INSERT INTO public.webhook_deliveries VALUES ('01a1eeb7-d15d-73a2-a9a7-8c7994f4431c', '01a1eeb7-d0f3-7804-a7e7-25c43e0955d4', 'whe_cueO70zqxOUKaozfWnCDRY', 'pending', 0, 0, '2026-11-18 12:53:06.520601+00', NULL, NULL, '2026-11-18 12:53:06.419501+00');
INSERT INTO public.webhook_deliveries VALUES ('01a1eeb7-d15d-7407-a886-8ae7e421749f', '01a1eeb7-d0f3-7804-a7e7-25c43e0955d4', 'whe_ixKzP9DW9Waobg2j9lVdIB', 'pending', 0, 0, '2026-11-18 12:53:06.520601+00', NULL, NULL, '2026-11-18 12:53:06.419501+00');


INSERT INTO public.webhook_endpoints VALUES ('whe_ixKzP9DW9Waobg2j9lVdIB', 'ACCOUNT-907e130e', 'Missed', 'https://hooks.example/missed', true, '', '{alerts.triggered,alerts.resolved}', 5000, '{}', '\x81537472a3ada3cd1f7522ba698f8f8bb66edd8e7f9b6a334f320daa7e6202656a42cb6e8dfc120307bad5bc878763306a79a402245fd4a3925a26f42237b7fb3dba29d5f72a2b693c78269d1787', NULL, NULL, '2026-11-18 12:53:06.26196+00', '2026-11-18 12:53:05.864342+00', '2026-11-18 12:53:05.864342+00');
INSERT INTO public.webhook_endpoints VALUES ('whe_cueO70zqxOUKaozfWnCDRY', 'ACCOUNT-907e130e', 'Reached', 'https://hooks.example/reached', true, '', '{alerts.triggered,alerts.resolved}', 5000, '{}', '\xaf785a05c3b6ede0eee73a24b18eabc247130a4bcf14028773b986352b978488ffb5ec74c34b74281e77c441bcb5afd059b30447781fee0204815264958c7b4c43ec2b2af91c95e6b41477e293be', '\xa266003340a64f8f983bb32e4bccdf91495c1c194c25acc5b61e3aec1bfa0d2c69e13ac464bf2663ae1cb1a102b85587b49e95f6ceccc6eb8715ac9ee38d99119e1368f13ba86622e4c4074af032', '2026-11-18 13:53:06.361089+00', NULL, '2026-11-18 12:53:05.804448+00', '2026-11-18 12:53:06.361089+00');


INSERT INTO public.webhook_events VALUES ('01a1eeb7-cef2-7649-a918-5906a3cff31e', 'ACCOUNT-907e130e', 'alerts.triggered', '\x7b226576656e745f74797065223a22616c657274732e747269676765726564222c22616c657274223a7b226964223a2261725f7a525539344b4c66423375394a62566a687075585148222c226e616d65223a2242757379222c2270726f6a6563745f6964223a6e756c6c2c226d6574726963223a2263616c6c5f766f6c756d65222c226f70657261746f72223a223e3d222c227468726573686f6c645f76616c7565223a312c2263757272656e745f76616c7565223a312c2270726576696f75735f7374617465223a226f6b222c227472696767657265645f6174223a22323032362d31312d31385431323a35333a30352e3930365a227d7d', '2026-11-18 12:53:05.906393+00');
INSERT INTO public.webhook_events VALUES ('01a1eeb7-d0f3-7804-a7e7-25c43e0955d4', 'ACCOUNT-907e130e', 'alerts.triggered', '\x7b226576656e745f74797065223a22616c657274732e747269676765726564222c22616c657274223a7b226964223a2261725f535a5050614f584f306732496c46763478634b583151222c226e616d65223a22536c6f77222c2270726f6a6563745f6964223a6e756c6c2c226d6574726963223a227475726e5f6c6174656e63795f703935222c226f70657261746f72223a223e3d222c227468726573686f6c645f76616c7565223a302c2263757272656e745f76616c7565223a32332c2270726576696f75735f7374617465223a226f6b222c227472696767657265645f6174223a22323032362d31312d31385431323a35333a30362e3431395a227d7d', '2026-11-18 12:53:06.419501+00');


SELECT pg_catalog.setval('public.external_events_number_seq', 2, true);


ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_slug_key UNIQUE (slug);


ALTER TABLE ONLY public.active_deployments
    ADD CONSTRAINT active_deployments_pkey PRIMARY KEY (project_id, environment);


ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.artifacts
    ADD CONSTRAINT artifacts_pkey PRIMARY KEY (hash);


ALTER TABLE ONLY public.call_rates
    ADD CONSTRAINT call_rates_pkey PRIMARY KEY (account_id);


ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.concurrency_hours
    ADD CONSTRAINT concurrency_hours_pkey PRIMARY KEY (project_id, environment, facet, hour, value);


ALTER TABLE ONLY public.concurrency_progress
    ADD CONSTRAINT concurrency_progress_pkey PRIMARY KEY (project_id, environment);


ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.conversations_2026_10
    ADD CONSTRAINT conversations_2026_10_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.conversations_2026_11
    ADD CONSTRAINT conversations_2026_11_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.conversations_2026_12
    ADD CONSTRAINT conversations_2026_12_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.conversations_2027_01
    ADD CONSTRAINT conversations_2027_01_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.dni_reservations
    ADD CONSTRAINT dni_reservations_pkey PRIMARY KEY (number);


ALTER TABLE ONLY public.external_event_ids
    ADD CONSTRAINT external_event_ids_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.external_events
    ADD CONSTRAINT external_events_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.finishes
    ADD CONSTRAINT finishes_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.finishes_2026_10
    ADD CONSTRAINT finishes_2026_10_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.finishes_2026_11
    ADD CONSTRAINT finishes_2026_11_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.finishes_2026_12
    ADD CONSTRAINT finishes_2026_12_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.finishes_2027_01
    ADD CONSTRAINT finishes_2027_01_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.handoff_states
    ADD CONSTRAINT handoff_states_pkey PRIMARY KEY (conversation_id);


ALTER TABLE ONLY public.idempotent_replies
    ADD CONSTRAINT idempotent_replies_pkey PRIMARY KEY (key_id, idempotency_key);


ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_hash_key UNIQUE (hash);


ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.live_conversations
    ADD CONSTRAINT live_conversations_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.measured_minutes
    ADD CONSTRAINT measured_minutes_pkey PRIMARY KEY (minute);


ALTER TABLE ONLY public.measured_turns
    ADD CONSTRAINT measured_turns_pkey PRIMARY KEY (minute, project_id, environment);


ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_pkey PRIMARY KEY (project_id, identifier);


ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.periods
    ADD CONSTRAINT periods_pkey PRIMARY KEY (name);


ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_pkey PRIMARY KEY (number);


ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_account_id_slug_key UNIQUE (account_id, slug);


ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.real_time_configs
    ADD CONSTRAINT real_time_configs_pkey PRIMARY KEY (project_id, environment);


ALTER TABLE ONLY public.record_vectors
    ADD CONSTRAINT record_vectors_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_vectors_2026_10
    ADD CONSTRAINT record_vectors_2026_10_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_vectors_2026_11
    ADD CONSTRAINT record_vectors_2026_11_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_vectors_2026_12
    ADD CONSTRAINT record_vectors_2026_12_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_vectors_2027_01
    ADD CONSTRAINT record_vectors_2027_01_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_words
    ADD CONSTRAINT record_words_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_words_2026_10
    ADD CONSTRAINT record_words_2026_10_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_words_2026_11
    ADD CONSTRAINT record_words_2026_11_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_words_2026_12
    ADD CONSTRAINT record_words_2026_12_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.record_words_2027_01
    ADD CONSTRAINT record_words_2027_01_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records_2026_10
    ADD CONSTRAINT records_2026_10_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records_2026_11
    ADD CONSTRAINT records_2026_11_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records_2026_12
    ADD CONSTRAINT records_2026_12_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records_2027_01
    ADD CONSTRAINT records_2027_01_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.records_to_embed
    ADD CONSTRAINT records_to_embed_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.sample_draws
    ADD CONSTRAINT sample_draws_pkey PRIMARY KEY (reader, filters);


ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);


ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (project_id, name);


ALTER TABLE ONLY public.started_hours
    ADD CONSTRAINT started_hours_pkey PRIMARY KEY (project_id, environment, hour);


ALTER TABLE ONLY public.test_runs
    ADD CONSTRAINT test_runs_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.turns
    ADD CONSTRAINT turns_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.turns_2026_10
    ADD CONSTRAINT turns_2026_10_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.turns_2026_11
    ADD CONSTRAINT turns_2026_11_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.turns_2026_12
    ADD CONSTRAINT turns_2026_12_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.turns_2027_01
    ADD CONSTRAINT turns_2027_01_pkey PRIMARY KEY (conversation_id, number);


ALTER TABLE ONLY public.vector_blocks
    ADD CONSTRAINT vector_blocks_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, number);


ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_pkey PRIMARY KEY (id);


CREATE INDEX alert_rules_by_account ON public.alert_rules USING btree (account_id, created_at);


CREATE INDEX calls_ended ON public.calls USING btree (ended_at) WHERE (ended_at IS NOT NULL);


CREATE INDEX calls_queued ON public.calls USING btree (connector_id, id) WHERE (status = 'queued'::text);


CREATE INDEX calls_running ON public.calls USING btree (connector_id) WHERE (status = 'calling'::text);


CREATE INDEX connectors_by_project ON public.connectors USING btree (project_id);


CREATE INDEX conversations_crashed ON ONLY public.conversations USING btree (ended_at) WHERE (end_reason = ANY (ARRAY['crash'::text, 'error'::text]));


CREATE INDEX conversations_2026_10_ended_at_idx ON public.conversations_2026_10 USING btree (ended_at) WHERE (end_reason = ANY (ARRAY['crash'::text, 'error'::text]));


CREATE INDEX conversations_by_channel ON ONLY public.conversations USING btree (project_id, environment, channel, id DESC);


CREATE INDEX conversations_2026_10_project_id_environment_channel_id_idx ON public.conversations_2026_10 USING btree (project_id, environment, channel, id DESC);


CREATE INDEX conversations_long ON ONLY public.conversations USING btree (project_id, environment, ended_at) WHERE ((ended_at - started_at) > '02:00:00'::interval);


CREATE INDEX conversations_2026_10_project_id_environment_ended_at_idx ON public.conversations_2026_10 USING btree (project_id, environment, ended_at) WHERE ((ended_at - started_at) > '02:00:00'::interval);


CREATE INDEX conversations_unsealed ON ONLY public.conversations USING btree (project_id, environment, id DESC) WHERE (record_bytes IS NULL);


CREATE INDEX conversations_2026_10_project_id_environment_id_idx ON public.conversations_2026_10 USING btree (project_id, environment, id DESC) WHERE (record_bytes IS NULL);


CREATE INDEX conversations_by_project ON ONLY public.conversations USING btree (project_id, environment, id DESC) INCLUDE (started_at);


CREATE INDEX conversations_2026_10_project_id_environment_id_started_at_idx ON public.conversations_2026_10 USING btree (project_id, environment, id DESC) INCLUDE (started_at);


CREATE INDEX conversations_by_variant ON ONLY public.conversations USING btree (project_id, environment, variant_id, id DESC);


CREATE INDEX conversations_2026_10_project_id_environment_variant_id_id_idx ON public.conversations_2026_10 USING btree (project_id, environment, variant_id, id DESC);


CREATE INDEX conversations_by_variant_name ON ONLY public.conversations USING btree (project_id, environment, variant_name, id DESC);


CREATE INDEX conversations_2026_10_project_id_environment_variant_name_i_idx ON public.conversations_2026_10 USING btree (project_id, environment, variant_name, id DESC);


CREATE INDEX conversations_2026_11_ended_at_idx ON public.conversations_2026_11 USING btree (ended_at) WHERE (end_reason = ANY (ARRAY['crash'::text, 'error'::text]));


CREATE INDEX conversations_2026_11_project_id_environment_channel_id_idx ON public.conversations_2026_11 USING btree (project_id, environment, channel, id DESC);


CREATE INDEX conversations_2026_11_project_id_environment_ended_at_idx ON public.conversations_2026_11 USING btree (project_id, environment, ended_at) WHERE ((ended_at - started_at) > '02:00:00'::interval);


CREATE INDEX conversations_2026_11_project_id_environment_id_idx ON public.conversations_2026_11 USING btree (project_id, environment, id DESC) WHERE (record_bytes IS NULL);


CREATE INDEX conversations_2026_11_project_id_environment_id_started_at_idx ON public.conversations_2026_11 USING btree (project_id, environment, id DESC) INCLUDE (started_at);


CREATE INDEX conversations_2026_11_project_id_environment_variant_id_id_idx ON public.conversations_2026_11 USING btree (project_id, environment, variant_id, id DESC);


CREATE INDEX conversations_2026_11_project_id_environment_variant_name_i_idx ON public.conversations_2026_11 USING btree (project_id, environment, variant_name, id DESC);


CREATE INDEX conversations_2026_12_ended_at_idx ON public.conversations_2026_12 USING btree (ended_at) WHERE (end_reason = ANY (ARRAY['crash'::text, 'error'::text]));


CREATE INDEX conversations_2026_12_project_id_environment_channel_id_idx ON public.conversations_2026_12 USING btree (project_id, environment, channel, id DESC);


CREATE INDEX conversations_2026_12_project_id_environment_ended_at_idx ON public.conversations_2026_12 USING btree (project_id, environment, ended_at) WHERE ((ended_at - started_at) > '02:00:00'::interval);


CREATE INDEX conversations_2026_12_project_id_environment_id_idx ON public.conversations_2026_12 USING btree (project_id, environment, id DESC) WHERE (record_bytes IS NULL);


CREATE INDEX conversations_2026_12_project_id_environment_id_started_at_idx ON public.conversations_2026_12 USING btree (project_id, environment, id DESC) INCLUDE (started_at);


CREATE INDEX conversations_2026_12_project_id_environment_variant_id_id_idx ON public.conversations_2026_12 USING btree (project_id, environment, variant_id, id DESC);


CREATE INDEX conversations_2026_12_project_id_environment_variant_name_i_idx ON public.conversations_2026_12 USING btree (project_id, environment, variant_name, id DESC);


CREATE INDEX conversations_2027_01_ended_at_idx ON public.conversations_2027_01 USING btree (ended_at) WHERE (end_reason = ANY (ARRAY['crash'::text, 'error'::text]));


CREATE INDEX conversations_2027_01_project_id_environment_channel_id_idx ON public.conversations_2027_01 USING btree (project_id, environment, channel, id DESC);


CREATE INDEX conversations_2027_01_project_id_environment_ended_at_idx ON public.conversations_2027_01 USING btree (project_id, environment, ended_at) WHERE ((ended_at - started_at) > '02:00:00'::interval);


CREATE INDEX conversations_2027_01_project_id_environment_id_idx ON public.conversations_2027_01 USING btree (project_id, environment, id DESC) WHERE (record_bytes IS NULL);


CREATE INDEX conversations_2027_01_project_id_environment_id_started_at_idx ON public.conversations_2027_01 USING btree (project_id, environment, id DESC) INCLUDE (started_at);


CREATE INDEX conversations_2027_01_project_id_environment_variant_id_id_idx ON public.conversations_2027_01 USING btree (project_id, environment, variant_id, id DESC);


CREATE INDEX conversations_2027_01_project_id_environment_variant_name_i_idx ON public.conversations_2027_01 USING btree (project_id, environment, variant_name, id DESC);


CREATE INDEX deployments_by_project ON public.deployments USING btree (project_id, environment, id DESC);


CREATE INDEX dni_reservations_used ON public.dni_reservations USING btree (call_id) WHERE (call_id IS NOT NULL);


CREATE INDEX external_event_ids_expiry ON public.external_event_ids USING btree (expires_at);


CREATE INDEX finishes_failed ON ONLY public.finishes USING btree (ran_at) WHERE ((function_errors + api_errors) > 0);


CREATE INDEX finishes_2026_10_ran_at_idx ON public.finishes_2026_10 USING btree (ran_at) WHERE ((function_errors + api_errors) > 0);


CREATE INDEX finishes_2026_11_ran_at_idx ON public.finishes_2026_11 USING btree (ran_at) WHERE ((function_errors + api_errors) > 0);


CREATE INDEX finishes_2026_12_ran_at_idx ON public.finishes_2026_12 USING btree (ran_at) WHERE ((function_errors + api_errors) > 0);


CREATE INDEX finishes_2027_01_ran_at_idx ON public.finishes_2027_01 USING btree (ran_at) WHERE ((function_errors + api_errors) > 0);


CREATE INDEX handoff_states_shared ON public.handoff_states USING btree (project_id, shared_id, conversation_id DESC) WHERE (shared_id IS NOT NULL);


CREATE INDEX idempotent_replies_age ON public.idempotent_replies USING btree (created_at);


CREATE INDEX jobs_due ON public.jobs USING btree (run_at) WHERE (failed_at IS NULL);


CREATE UNIQUE INDEX jobs_key ON public.jobs USING btree (key) WHERE (key IS NOT NULL);


CREATE INDEX keys_by_account ON public.keys USING btree (account_id, family);


CREATE INDEX memories_expiry ON public.memories USING btree (expires_at);


CREATE INDEX messages_by_conversation ON public.messages USING btree (conversation_id);


CREATE INDEX phone_numbers_by_project ON public.phone_numbers USING btree (project_id, number);


CREATE INDEX record_vectors_loose ON ONLY public.record_vectors USING btree (project_id, environment, model, id) WHERE (NOT packed);


CREATE INDEX record_vectors_2026_10_project_id_environment_model_id_idx ON public.record_vectors_2026_10 USING btree (project_id, environment, model, id) WHERE (NOT packed);


CREATE INDEX record_vectors_2026_11_project_id_environment_model_id_idx ON public.record_vectors_2026_11 USING btree (project_id, environment, model, id) WHERE (NOT packed);


CREATE INDEX record_vectors_2026_12_project_id_environment_model_id_idx ON public.record_vectors_2026_12 USING btree (project_id, environment, model, id) WHERE (NOT packed);


CREATE INDEX record_vectors_2027_01_project_id_environment_model_id_idx ON public.record_vectors_2027_01 USING btree (project_id, environment, model, id) WHERE (NOT packed);


CREATE INDEX record_words_index ON ONLY public.record_words USING gin (words);


CREATE INDEX record_words_2026_10_words_idx ON public.record_words_2026_10 USING gin (words);


CREATE INDEX record_words_2026_11_words_idx ON public.record_words_2026_11 USING gin (words);


CREATE INDEX record_words_2026_12_words_idx ON public.record_words_2026_12 USING gin (words);


CREATE INDEX record_words_2027_01_words_idx ON public.record_words_2027_01 USING gin (words);


CREATE INDEX sample_draws_age ON public.sample_draws USING btree (drawn_at);


CREATE INDEX test_runs_by_artifact ON public.test_runs USING btree (project_id, artifact_hash, id DESC);


CREATE INDEX test_runs_by_project ON public.test_runs USING btree (project_id, id DESC);


CREATE INDEX turns_by_time ON ONLY public.turns USING btree (agent_response_at);


CREATE INDEX turns_2026_10_agent_response_at_idx ON public.turns_2026_10 USING btree (agent_response_at);


CREATE INDEX turns_2026_11_agent_response_at_idx ON public.turns_2026_11 USING btree (agent_response_at);


CREATE INDEX turns_2026_12_agent_response_at_idx ON public.turns_2026_12 USING btree (agent_response_at);


CREATE INDEX turns_2027_01_agent_response_at_idx ON public.turns_2027_01 USING btree (agent_response_at);


CREATE INDEX vector_blocks_by_project ON public.vector_blocks USING btree (project_id, environment, model, last_id);


CREATE INDEX webhook_deliveries_by_endpoint ON public.webhook_deliveries USING btree (endpoint_id, id DESC);


CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (event_id);


CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_attempt_at) WHERE (status = 'pending'::text);


CREATE INDEX webhook_endpoints_by_account ON public.webhook_endpoints USING btree (account_id, created_at);


CREATE INDEX webhook_events_age ON public.webhook_events USING btree (created_at);


ALTER INDEX public.conversations_crashed ATTACH PARTITION public.conversations_2026_10_ended_at_idx;


ALTER INDEX public.conversations_pkey ATTACH PARTITION public.conversations_2026_10_pkey;


ALTER INDEX public.conversations_by_channel ATTACH PARTITION public.conversations_2026_10_project_id_environment_channel_id_idx;


ALTER INDEX public.conversations_long ATTACH PARTITION public.conversations_2026_10_project_id_environment_ended_at_idx;


ALTER INDEX public.conversations_unsealed ATTACH PARTITION public.conversations_2026_10_project_id_environment_id_idx;


ALTER INDEX public.conversations_by_project ATTACH PARTITION public.conversations_2026_10_project_id_environment_id_started_at_idx;


ALTER INDEX public.conversations_by_variant ATTACH PARTITION public.conversations_2026_10_project_id_environment_variant_id_id_idx;


ALTER INDEX public.conversations_by_variant_name ATTACH PARTITION public.conversations_2026_10_project_id_environment_variant_name_i_idx;


ALTER INDEX public.conversations_crashed ATTACH PARTITION public.conversations_2026_11_ended_at_idx;


ALTER INDEX public.conversations_pkey ATTACH PARTITION public.conversations_2026_11_pkey;


ALTER INDEX public.conversations_by_channel ATTACH PARTITION public.conversations_2026_11_project_id_environment_channel_id_idx;


ALTER INDEX public.conversations_long ATTACH PARTITION public.conversations_2026_11_project_id_environment_ended_at_idx;


ALTER INDEX public.conversations_unsealed ATTACH PARTITION public.conversations_2026_11_project_id_environment_id_idx;


ALTER INDEX public.conversations_by_project ATTACH PARTITION public.conversations_2026_11_project_id_environment_id_started_at_idx;


ALTER INDEX public.conversations_by_variant ATTACH PARTITION public.conversations_2026_11_project_id_environment_variant_id_id_idx;


ALTER INDEX public.conversations_by_variant_name ATTACH PARTITION public.conversations_2026_11_project_id_environment_variant_name_i_idx;


ALTER INDEX public.conversations_crashed ATTACH PARTITION public.conversations_2026_12_ended_at_idx;


ALTER INDEX public.conversations_pkey ATTACH PARTITION public.conversations_2026_12_pkey;


ALTER INDEX public.conversations_by_channel ATTACH PARTITION public.conversations_2026_12_project_id_environment_channel_id_idx;


ALTER INDEX public.conversations_long ATTACH PARTITION public.conversations_2026_12_project_id_environment_ended_at_idx;


ALTER INDEX public.conversations_unsealed ATTACH PARTITION public.conversations_2026_12_project_id_environment_id_idx;


ALTER INDEX public.conversations_by_project ATTACH PARTITION public.conversations_2026_12_project_id_environment_id_started_at_idx;


ALTER INDEX public.conversations_by_variant ATTACH PARTITION public.conversations_2026_12_project_id_environment_variant_id_id_idx;


ALTER INDEX public.conversations_by_variant_name ATTACH PARTITION public.conversations_2026_12_project_id_environment_variant_name_i_idx;


ALTER INDEX public.conversations_crashed ATTACH PARTITION public.conversations_2027_01_ended_at_idx;


ALTER INDEX public.conversations_pkey ATTACH PARTITION public.conversations_2027_01_pkey;


ALTER INDEX public.conversations_by_channel ATTACH PARTITION public.conversations_2027_01_project_id_environment_channel_id_idx;


ALTER INDEX public.conversations_long ATTACH PARTITION public.conversations_2027_01_project_id_environment_ended_at_idx;


ALTER INDEX public.conversations_unsealed ATTACH PARTITION public.conversations_2027_01_project_id_environment_id_idx;


ALTER INDEX public.conversations_by_project ATTACH PARTITION public.conversations_2027_01_project_id_environment_id_started_at_idx;


ALTER INDEX public.conversations_by_variant ATTACH PARTITION public.conversations_2027_01_project_id_environment_variant_id_id_idx;


ALTER INDEX public.conversations_by_variant_name ATTACH PARTITION public.conversations_2027_01_project_id_environment_variant_name_i_idx;


ALTER INDEX public.finishes_pkey ATTACH PARTITION public.finishes_2026_10_pkey;


ALTER INDEX public.finishes_failed ATTACH PARTITION public.finishes_2026_10_ran_at_idx;


ALTER INDEX public.finishes_pkey ATTACH PARTITION public.finishes_2026_11_pkey;


ALTER INDEX public.finishes_failed ATTACH PARTITION public.finishes_2026_11_ran_at_idx;


ALTER INDEX public.finishes_pkey ATTACH PARTITION public.finishes_2026_12_pkey;


ALTER INDEX public.finishes_failed ATTACH PARTITION public.finishes_2026_12_ran_at_idx;


ALTER INDEX public.finishes_pkey ATTACH PARTITION public.finishes_2027_01_pkey;


ALTER INDEX public.finishes_failed ATTACH PARTITION public.finishes_2027_01_ran_at_idx;


ALTER INDEX public.record_vectors_pkey ATTACH PARTITION public.record_vectors_2026_10_pkey;


ALTER INDEX public.record_vectors_loose ATTACH PARTITION public.record_vectors_2026_10_project_id_environment_model_id_idx;


ALTER INDEX public.record_vectors_pkey ATTACH PARTITION public.record_vectors_2026_11_pkey;


ALTER INDEX public.record_vectors_loose ATTACH PARTITION public.record_vectors_2026_11_project_id_environment_model_id_idx;


ALTER INDEX public.record_vectors_pkey ATTACH PARTITION public.record_vectors_2026_12_pkey;


ALTER INDEX public.record_vectors_loose ATTACH PARTITION public.record_vectors_2026_12_project_id_environment_model_id_idx;


ALTER INDEX public.record_vectors_pkey ATTACH PARTITION public.record_vectors_2027_01_pkey;


ALTER INDEX public.record_vectors_loose ATTACH PARTITION public.record_vectors_2027_01_project_id_environment_model_id_idx;


ALTER INDEX public.record_words_pkey ATTACH PARTITION public.record_words_2026_10_pkey;


ALTER INDEX public.record_words_index ATTACH PARTITION public.record_words_2026_10_words_idx;


ALTER INDEX public.record_words_pkey ATTACH PARTITION public.record_words_2026_11_pkey;


ALTER INDEX public.record_words_index ATTACH PARTITION public.record_words_2026_11_words_idx;


ALTER INDEX public.record_words_pkey ATTACH PARTITION public.record_words_2026_12_pkey;


ALTER INDEX public.record_words_index ATTACH PARTITION public.record_words_2026_12_words_idx;


ALTER INDEX public.record_words_pkey ATTACH PARTITION public.record_words_2027_01_pkey;


ALTER INDEX public.record_words_index ATTACH PARTITION public.record_words_2027_01_words_idx;


ALTER INDEX public.records_pkey ATTACH PARTITION public.records_2026_10_pkey;


ALTER INDEX public.records_pkey ATTACH PARTITION public.records_2026_11_pkey;


ALTER INDEX public.records_pkey ATTACH PARTITION public.records_2026_12_pkey;


ALTER INDEX public.records_pkey ATTACH PARTITION public.records_2027_01_pkey;


ALTER INDEX public.turns_by_time ATTACH PARTITION public.turns_2026_10_agent_response_at_idx;


ALTER INDEX public.turns_pkey ATTACH PARTITION public.turns_2026_10_pkey;


ALTER INDEX public.turns_by_time ATTACH PARTITION public.turns_2026_11_agent_response_at_idx;


ALTER INDEX public.turns_pkey ATTACH PARTITION public.turns_2026_11_pkey;


ALTER INDEX public.turns_by_time ATTACH PARTITION public.turns_2026_12_agent_response_at_idx;


ALTER INDEX public.turns_pkey ATTACH PARTITION public.turns_2026_12_pkey;


ALTER INDEX public.turns_by_time ATTACH PARTITION public.turns_2027_01_agent_response_at_idx;


ALTER INDEX public.turns_pkey ATTACH PARTITION public.turns_2027_01_pkey;


ALTER TABLE ONLY public.active_deployments
    ADD CONSTRAINT active_deployments_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES public.deployments(id);


ALTER TABLE ONLY public.active_deployments
    ADD CONSTRAINT active_deployments_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.alert_rules
    ADD CONSTRAINT alert_rules_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.call_rates
    ADD CONSTRAINT call_rates_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES public.connectors(id) ON DELETE SET NULL;


ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.concurrency_hours
    ADD CONSTRAINT concurrency_hours_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.concurrency_progress
    ADD CONSTRAINT concurrency_progress_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_artifact_hash_fkey FOREIGN KEY (artifact_hash) REFERENCES public.artifacts(hash);


ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.dni_reservations
    ADD CONSTRAINT dni_reservations_call_id_fkey FOREIGN KEY (call_id) REFERENCES public.calls(id) ON DELETE SET NULL;


ALTER TABLE ONLY public.dni_reservations
    ADD CONSTRAINT dni_reservations_number_fkey FOREIGN KEY (number) REFERENCES public.phone_numbers(number) ON DELETE CASCADE;


ALTER TABLE ONLY public.dni_reservations
    ADD CONSTRAINT dni_reservations_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.external_events
    ADD CONSTRAINT external_events_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.live_conversations(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.handoff_states
    ADD CONSTRAINT handoff_states_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.measured_turns
    ADD CONSTRAINT measured_turns_minute_fkey FOREIGN KEY (minute) REFERENCES public.measured_minutes(minute) ON DELETE CASCADE;


ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES public.connectors(id) ON DELETE SET NULL;


ALTER TABLE ONLY public.phone_numbers
    ADD CONSTRAINT phone_numbers_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.real_time_configs
    ADD CONSTRAINT real_time_configs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.started_hours
    ADD CONSTRAINT started_hours_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.test_runs
    ADD CONSTRAINT test_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.test_runs
    ADD CONSTRAINT test_runs_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES public.deployments(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.test_runs
    ADD CONSTRAINT test_runs_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.webhook_deliveries(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.webhook_endpoints(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES public.webhook_events(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;


ALTER TABLE ONLY public.webhook_events
    ADD CONSTRAINT webhook_events_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;



