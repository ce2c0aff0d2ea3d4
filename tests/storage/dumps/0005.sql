
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
    successor_id uuid
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
    updated_at timestamp with time zone NOT NULL
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


INSERT INTO public.accounts VALUES ('ACCOUNT-124f977c', 'harbour-hotels', 'harbour-hotels', '2026-11-19 23:24:01.180711+00');


INSERT INTO public.active_deployments VALUES ('PROJECT-7ab03d6b', 'sandbox', '01a1f61f-cba9-79b4-99bd-c39b3ac9ba92', '2026-11-19 23:24:01.316175+00');
INSERT INTO public.active_deployments VALUES ('PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', '2026-11-19 23:24:01.352344+00');


INSERT INTO public.alert_rules VALUES ('ar_zmZgOd354l0VYxMNXfCZX3', 'ACCOUNT-124f977c', NULL, 'Crashed', 'call_crashes', '>=', 1, '60m', false, 'ok', false, NULL, NULL, NULL, '2026-11-19 23:24:05.154297+00', '2026-11-19 23:24:05.154297+00', 0);
INSERT INTO public.alert_rules VALUES ('ar_B7UeLnjf4av1N6NLVDZZ7P', 'ACCOUNT-124f977c', NULL, 'Broken', 'function_errors', '>=', 100, '60m', true, 'ok', false, '2026-11-19 23:24:05.28854+00', '2026-11-19 23:24:05.28854+00', 1, '2026-11-19 23:24:05.092159+00', '2026-11-19 23:24:05.092159+00', 1);
INSERT INTO public.alert_rules VALUES ('ar_XXKmvd0bMqQOC85JoQmDjz', 'ACCOUNT-124f977c', NULL, 'Busy', 'call_volume', '>=', 1, '60m', true, 'alert', true, '2026-11-19 23:24:05.28854+00', '2026-11-19 23:24:05.28854+00', 4, '2026-11-19 23:24:05.074283+00', '2026-11-19 23:24:05.074283+00', 1);


INSERT INTO public.artifacts VALUES ('c21bb4cae9d935f0eb4073da3218d2b4463da1354efac9f6caaa2f0f3ca9b131', '\x504c4231789c9d194b8fdc4879768f2d6ebc1f42258b90ee6c8f672689365ac3289b843c96852464b35a45d1c854dbe576656c97b7aadc3dada12ffc0d56e284c4912b578efc04c4cf40e2caf77d5576db3d3dc9841c26ed727deff7e7bdbdbdeb7bf4ef833ff2b9a86c6c84b5b29a9b0371560b2d4b38e3459ca82a93f3f08d51d5f988b120e755aab22ce6b50c22761e18cbad884fc5cac0e3eb60de086383290b546313558ae0047ef34272230cdd6fcf231668619ac2066bb86172ae451acb34eef0e10d2b935381379072294aa5f118f98067990287329342c746353a219cb2b262aeb995aa8ab9b55ace1a2b4ce4d972805ad482db38e14521f42e2132be0084128eb4522589d023362b78725a48c007774fd680d3f1079a5a086d1c6d78b05a1584bde467b19185a81201e74d858037a7a4ca7953c78db542f3caf1ff54cd54ba62d2309b0b2d42f658a974b61261b01ead4760ad1f38a3ed7d7fcb68ba298409ed997da51ac62bb3149a654a33ce72654511228807fd7d92737be00cdb385d852b5e16732d0422039e97a2402bc5a530060801635fb91366153b3f47cd468477bd0ed913b56409afd8672c17457d17ac5fa0640007e2a6002caafdc7f789fbef78979b3bea07a8542b8171a4df3e44a0cd7d765ef11260d10253960a93685923ab117b990b762aab94a9ccbf26c8556c5735516be0c8110051144119b0d59c6bb0225b48b19c322338fd3a59affbe42a39cfadd922880296bc5a756f07f4801c844bd223997313a72291252f2296f1c28829c333b032ead2ea060e4a09988fe07f7e16b15b874336b8d672c18b1d82a77c8572771706aca4e0c63d3eb428c0ba0b11e3b9a3bbee9b61ef1b6f061fd4ce0ced833383e3e78548043141113460eab950752118b7e8b12cd3e0f878e1946e4a5444c621cc1d793a34b28e3b1e4b617395829d4526f494d5b9aa440c2a9d090d5ef7d1eddb4747b76e7ff2f1e1d1e16140bcffd4f3fe17cffb826bc9211236d14e52f8e3a13341969941644f2ff03554bed4b5d2763dea25909e2ec8ef49103000e4153238e18d48054fdc03780ddc9bb6d8dcbb7beec1bd1b88f3cbac504b7330530a5c7b7e804f6dee45711ce9fbeeed6860003c3410e7180a23c8641ab2821575c41e28487089452a371c910fffb945a5a9128a0e970d7419fb3761bd024b962c8624c364493cdf188d3e4580b8477d1ca04f5276651cf387098309b097b12d8463cc8ec8d226474e193213b147f077129142bf6e143ab00b33768c48162125e7d0bfa2932e6bb88b21d98110f4008649bc45d681e2e16e405fa1002240e6451ad08d8c27c4d36b7aea6092466b4cc4288b93a83b422b4c2f67096e07e74e82b51739d816d087b96374da510640d2476815d4e83114bdb1433099ac590d2526350cea8c2c98bf07f0505be928ba96b26bf7d9b5576b2cd30741f846c96a6cc0c2221dbbdbe2cc6a0eb8a643519d10dc804ae2d92acc9d7fd32b2da055b0d033789f7d1d1458513dfb064b28f00c199efc20cca17a422d07660b594163e0089d6c2c21cea453e97842875ad84657504b07c5f217ace5deea31da6742250f7f3159398b4d28ca98af3bfb43ff470ba1ef539c509ce1499b4c5d8220338e5cfcb511450a4a40617157b3d86b67d3b64478d14f46204f2a5d09ea25917b45c14e2bb5ac5a99dd1d4f9ab8e80e2fe6dc17e8d190a6db4881e6c9610b1dba5c16699704280ebd16bf6ea4be9ceb93510d415f43aefac33e00dc33a7a44f4c5cbaa5880f3eec7a8addfb66b76289f6b66279ba400ba643cd3a36870c40abe1ea5b84f4d76bc706f2d4bdf001d44650c81e405b07af331b6da520b8b3cc219dd9ed8c35eaf5467fdba4c41938f5699ca256af9c0d1f7159742970836047f6f319af17585093661af24d0549e6655b2b773a3e01758c86958a4d93e4717b32763eff63eff31ff4b23ce826d66d2dbfba58c0782530fd6d74b79436779ed1a16b33ff80c89544efa5dc0e30784be03fab042b154e286130ed66126ab6d1c5f04ad7b1e0053004cc2f785c28e0bd68e673e84e03d70c7dcf9bfe1f1b3da54a69ea5ddfa30e8aa270fa41386cd1f037226af5d221bd5c253ba5cda8c6223453b5a88c53fd39a9afb1e86f7381834002d0e3eb78effae4f5752474fd641dbaa6e9875ec6ff6c641455da79cc256222d7fd6befb0e5924a1b3474d00d8f83df7cf6f4e117380b6c27fdc9e5d6df7108520715f484ce1d64b63362a2ae50692e8d602fb0d295e2a1d64a8f03340488c15a31a03080d6c02a9b20d9fbd74631355f95ae7c73db98ab7bc0177c05b681d10a7b7de698f75e206a65a46d1d6148e03dbd21f81cf33cfccf3e62e8daae008a05c602b4f99cb2233d6209246501e738a0c450b584aea050d36b5f197fe2b3c4e71b05609980108f3d9f57d700140ce387ce9ec8ee62cd35247a60601c2cf929d67c98297381536e2fabe0dcab8a14a70985f23a856d31b4b39724a411835c5f5ccc2f1eb0f5305208f627438d8c0d3abb55715194c784ef2dcd47163c2f20ab08b4663f19c2148383be8fcf01f93618db11fecf1b951bbe8ae77ed2ff3f5a6f7438c365ca5a1c5e713db4efeb66dddea15b54c0e94b1a9580f56f7baff9b02742ce6b7149b8d0117a675270638469df7447d01e4a51a4dd4581e1dbbb254001dde511fd65bfc35ed58950837b4313017d703b9775ddae83c653d7d5427325d01188deb8edf1b05584dc740cef2623df6f41ec52776d4491b51dd2a497699cdaf06d48f4d90d7f0915f423afa0a2a7201acdde3a605d2e3ebd099d8edb17a4807778c61267605cda205d3f2476ded167e84a759ac603501e511e1fdd3c9c1277e39b87b78ea6b8d3ba3599822351e39371b70884c047fcc1fa42de77db3db4855ff4edf78386f85f07db40edf8d1c6b29ff337d7e60a22984687c08fcb834c7fd122572882c38b57529553ff3173b56ff75a128bdbf97a82f57bec37a7179484753c56590cd925c6dd0fb4489032dbf66847dd7df6fce1d387bf8aefbf6a87c904c2b7120535df9027e93226d7638ce6495b56a9b38ebc52ddaad5f1b5b50cbd1801db79b1dd14ce78721ad2ceea9cba773f43ccb9acee0683daf3a78d492c44699cc290e27bdbab575f8143ef069271dc89203ae69798addb6f91789735b12698d28c7bbba8c3c323f4ece1720a0e1e21ab5806d074d868907e0a91511d1ca21425342163ab8e9de13f1567bcac0bb47709a870097cfc567c53669ad91b90e1387885dba625f8068479632eba50afbbeee907b8b06febb1a9e9eca913464c45c3932462be967dcbd7b2dfc2e0f6a61da2fdef58a6117bfee2d9af1f3e78b97f87cf0e6fa51fcf463ca11d38bdbcf7e0c1b32f9fbedc3fba793bfbe4ce9d64d442baa1f025280689fcdc13f9d9f69ac16faf0f0ab91007581fdc778aade50308e39621a54c29433bd6c71eeb93b76235490ea6f278dbe14291e629bb69e8c935ced2347d6c13de8018884ecc826ee668c7cd7f5bec6b4c03e1d5cece3bd67d261115a43915b12fc08ef48160d65bfa85231fe2115b8a192ef747ed02deefde472e50dc02a231b85a75a0aca62686dca0844c03285e9fe300170dabc31ad23a341311fb2a97494ea077d727beacd6a08b88de9bfe85294d82661b53bf03fa6f4ffcf6eb434ffec7fe689702901a7e6f28d47b8abfcdefe6bbc685e5edbaa72fdf46edd4d4a6cbdaad13df4b6d14b201c0057e6ada2534a8e4bb5e357fb7aa9689df42602dedfb457b3602b5cc0a91fae5bacf213174cbda6d7768e1014d758765ea2614ea2ff09bcd1246234ea3024a0f59bf027dd3d2ca427ee891422ca0888548196564832d33690d2938f0259639cddc77961022dd7f7909825ecfb8f7572f996f0c7a723d772757914a0bffc909b14cbbef65e0d6401d2cdf13819a213a244d885cfa3556aec0b4b4d44a94c12e69298a8568f7a7dc757317c4687df7cb8582a6ef7d3fa30dbf9d4dc9ad18cf700c51b842b9ecdbd9ff00c6f2fcde', '2026-11-19 23:24:01.265747+00');
INSERT INTO public.artifacts VALUES ('74d64e127da50af21483e009e8b8fafd7e7b3573c4545654837ab086e36c1274', '\x504c4231789c9d194b8fdbc67993a3d05bdf0f1403a2a9a544abddb58d0461bb706cd77934aded3a0e02c358b02372248d97e4d0334369059597fe8d06e8a9408fbdf6da637f42d1ffd04b815efb7ddfcc50a4566bafe3c35afc38f3bddf3c3838b87140ffdefa239f8bd22646582bcbb939121795d0b20018cf93549533399fbc30aadc0c188b16bcccd46c96f04a4631db44c6722b9273b136f0f83c9ad7c2d868cc2255db5415223a83df3c97dc0843e7033c669116a6ce6dd4c009b3e05a6489cc92161f9eb0323d1778022917a2501ac1c8073ccb0c38943329746254ad53c2294b2be69a5ba9ca845babe5b4b6c2c49e2d77518b4a709ba43ccf85de27c48c2f01a1049056aa20113ac4a6394fcf7309f8e0ec5903381d7fa0a9a5d0c6d18607ab554ed80b7e9118998b321500af4bbc78734caa9cd755525b2b342f1dff0fd554656b260db30ba1c5847da254365d8b49d40c9a0158eb07ce6807ffd9319aae736126f6c23e5335e3a55909cd664ab3cd06d5102f941579d34cd87d9509a666889e657c0dfc6d967a9ac729c013354b009e001c8e0e369b5919836ab44da64a9d0399a66104b4e2c22699d42245614d006bf112f59c547c8dde13c0fe914c5bb78733a57482549bc651427b2480525488341c9b6ac1cf934cad5a88e1eb64eeb4d2904abeef55f2fb74c1ed9173d8daf9c064cd8b7cae85402581ac2b91a3f72585300614080affca4198559754f5a95ab19497ec33b610797507bc3a478bc13de23b66a23cfce41eb1f01d1f4a7347fd089dc54a3008d20f0f3178c921db94bc80bbe859639609936a4902c7ec299804b49ca179dc6bbab94eecba226a35801c011045d12d033e38e71abc932da5588d99119c7e9d354d975c29e70b6b7608a280052fd7eddb1e3d20076920ed905c709364229505cf6336e3b911638630f05ed4a5d535000a09984fe07f7e11b35bc77d36b8d672c9f33d8283cfa1dced811e2b198467870f2d72b0ee121dd57aba4dd70c075f7b33f864e5cc101e9c191c3f4f82bb5166e831f558a82a178c5b0a95998680c603e77452a222661cd297234f4023aba4e5b11076a132b0b398093d66d542952201954e8506af7beff6ed93935bb73f7cfff8e4f83822de7fea79ff8be77dc9b5e41035db2c46527870df99207b4e21638d2ff1d557bed495d2b6197412634717e4f724081800e2980c4e786352c1a7ee01bc06ce8d0336f7eeae7b70ef7ae2fc7296ab9539f209e4089f424d41711ce97beeeda06700041ac62914062e0d192baa18521824eed42295771d91b7ffb943a52e5d6672d9401721814daa3558b26009244f260be2f9ddc1e023bc9074a80f23f449aa1a8c63fe30936804eccdd80ec221667d64699bfbc70c9989d9c7f0771493425fd60a1dd885193b4524cb09159d897f4590366bb88313b20321e85ce817a780acbd8ac0fd177de5851b11322fb2884ecc784a3c3da7a7f64e5a6b8d491b657112b520b4c2f86a96e074b47112345ee46857401fe68ed1714b192e923e265641ef3184623e740846a38655503a33c3a07eca9cf973701f7a0602c5ef64ec9d7bec9d670db61f47d1e48592e5d08085453674a7a16a690eb8c67d519d10dc804a92e97ab270fe4dafa0f8e489855ec8fbecf328c74ec1b36fb035009e21c3931f4c16d015408f02cce6b28486c7113adb5a425c48a7d2e188805ad85a97d023f49a805fb0c0bdd543b4cf884a39fe62b274161b5194315f770efbfe8f1642dfa738a138434848a62e419019072efe42449182525058d2d62cf6dcd93494082ffad900e4c9a42b419d247237cfd97909d53ac8ecce78d2c4450bbc9c739fa047439a0e91024da1c33671e81632cfda244071e8b5f8b296fa6aaecf0615047d05b9ea0f8770e1ae39277d62e2d281223ef8b0eb28f6e0ebfd8a25dabb8ae5d9122d98f535ebd8ec3300ad86ab6f31d287c686d870ed9a7fe103284410346ed01e610364e39d140467560b4867763763757ba3bf6d53e2b6a3ba7e36fc98cbbc4d815b047bb29fcf789dc0829a34d5906f4a48324f43addcebf874a9657452aac4d4e9220990a1f3f91f7b9f7fab93e57bade3f5c502c64b81e96fabbb95b40be7192dba90f97b44ae257a27e5b617a35704fea352b04261b33c89c6edac454304ba181e693b163c008680b90cc1b902def37a3e87ee3472cdd0f7bce9ffb1d553db73bf411d1479eef4937627074014f4d222bd5a257ba59d518dc5db4c55a2344ef51b525f6dd1dfe602079c146e0f6fe0b91ba3e73790d08db366e29aa61f7a19ffbb95519459eb315788895c778fbdc6962b2a6dd0d041373c8c7ef3d9c3075fe02cb09bf447575b7f0f10a48e4ae8099d3bc8d9de8889db42a5b934823dc14a5788075a2b3d8cd01020060b62406100ad8155b64172f0afad62fa63d8f53de00bbe06dbc06885bd3e73cc7b2f109532d20647e81378436f883ec73c0fffb3f718bab62b806289b1006d3ea7ec488f58024959c0390e2809542da14b28d4f4da57c69ff82cf1f956013be3e9f5350005c3107dde15d91dacb886440f0c0ca3153fc79a0f33e542e0f4dec92a38cfab3cc36942a1bc4e613b0ceded250969cc20d7e797f38bbf183c8c1482fd495f234383ce6e5592e7c529e17b45f3318b1ee79055045ab39b0c618ac105868fcf1ef9108c6135f1e7adca3bb3fa3769bdd1e10c97190b38bce23a68dfd4cdda7d4abb8001e8531a9580f56f7baf79bb23c28257e28a7021107a679a736384096f5a10b48752e4597b5060f8764e0950407b78407fd9efb057752254e0ded044401f1ce6b2b6db75b711eaba5a68ae043a02d11b861e0f5b45c84da7f06e34f0fd16c42e75d746e4b3d0218d3a99c6a90ddf4e883e7bd71f4205fdc82b28ef28a8bb217ab59e2e8b4f6f264ec7e10529e0359eb1c21918973648d70f89ad777419ba569da6f1009447948727378fc7c4ddf0e6f1ad9331eeea6e8dc6e048d4f8ccb85b7042e023fea8b994f7ddd6126de1179887dda021fe9b68f752183f422cfb397f7b6cae2082697488fcb8dccbf4972d728d22d83f782d5539f59f3257fbf6af5bb1b86d9a11d6efa1df085f52d2cebe115b244899a13dda53771f3d7ef0f0c1af927bcfc2309942f89622a7e61bf2241dc6e47a8ad13c0a65953aebd82bd5ad901d5f3b4bdecb11b09b17c3a670cad3f309edac36d4bdfb1962ce657927ead59e3f6d4db2b3317d83ea2b70e8ddde641c7722888ef9256670fb1d12afb326d6045398616717757c7c829edd5f4e01e0636415cb009a0e1b0dd24f2e665407fb2845014dc8d0aa5367f88fc4052faa1ced5d002a5c6e9fbe12df98997afa0264388d9ee1b66905be01615e9bcb2ed4e9ae3bfa012eecab7a6c6a3a3bea841153d1f0248998af65dff2b5ecb730b8bd0843b4ff9dc82c668f9f3cfaf583fb4f0f3fe0d3e35bd9fbd3014f69b74f2fefdebfffe8cb874f0f4f6ede9e7df8c107e920dc7443e153500c12f9b927f2b3dd3583df5e1fe572298eb03eb8ef2f3bcb0710c62d430a99518676ac0f3dd64f5f89d5a40b3095c71b860b459aa7eca6a127d7384bd3f4b14b787bc540746216ecafe2ff6db1af31358457989df7acfb4c2a4a48732a665f801de9c3c7b4b3f49b0c7c88c76c25a6b8dc1f8405bcdfbd0f5ca0b805446d70b5eaaeb28a9a18728302320da078bec1012eee578706d2bac1af205f2d64baa0ab779a335f562bd0454cef4df7c0982641b38ba9db01fdaf237ef8fad091ff130fdaa700a486df1b72f586e2eff2bbfdae716979db74f4e5dba8bd9aea7c68d9ab13df4b6d15b2bd800bfccc842534a8e4bb5e357fb7aa92a9df42602dedfa45800d402dd35c647eb9ee734802ddb276db1d5a784053dd6219bb0985fa0bfc66b382d188d3a880d243d62f41dfb4b4b2901f3aa4100b286229324619d960cb4c5a430aeefa0acb9c66ee3bcb0422dd7f7989a24ecf78f0572f996f0c3a723d7690eb48a585ffe48458c6ed7740706ba00e96ef8840cd100149136221fd1a6ba1c0b4b4d44a95c12e6925f2a508fb53eebab94b6204dffd72a9a0e97bd3cf68fd6f6763722bc6673886285ca15cf5edecff6ce05412', '2026-11-19 23:24:01.316175+00');










INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3', 'CONV-2170179785522223290951272342936214243', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'sandbox', '01a1f61f-cba9-79b4-99bd-c39b3ac9ba92', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:04.338534+00', '2026-11-19 23:24:04.505431+00', 'closed', 2, 0, 0, false, '', '', '{"QA": "Breakfast", "LINES": "3", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": null, "outcome": "none", "call_sid": "CONV-2170179785522223290951272342936214243", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1319);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', 'CONV-2170179782994357058290737404340171246', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:02.247503+00', '2026-11-19 23:24:03.484054+00', 'agent_end', 4, 0, 0, false, '', '', '{"QA": "Parking", "LINES": "7", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": "g-1", "outcome": "directions sent", "call_sid": "CONV-2170179782994357058290737404340171246", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 2021);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-dbf0-7c2d-b2f3-6369c67e0442', 'CONV-2170179786912505138240173062601180226', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:05.488761+00', NULL, NULL, 0, 0, 0, false, '', '', '{}', '{}', NULL);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 'CONV-2170179784568374158512412982815636414', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:03.549446+00', '2026-11-19 23:24:03.862724+00', 'agent_end', 5, 0, 0, false, '', '', '{"LINES": "9", "OPENED_BY": "webchat.polyai"}', '{"to": null, "room": "sea view", "from_": null, "guest": "g-2", "quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "nights": 3, "ticket": "ticket-g-2", "arrival": "2031-05-03", "outcome": "booked", "asked_by": {"hotel": "the Harbour Hotel"}, "call_sid": "CONV-2170179784568374158512412982815636414", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "favourite_room": "sea view", "code_of_the_day": "heron"}', 2728);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', 'CONV-2170179785013235286704076181879135997', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-ccc9ff05', 'airport', 'en-GB', '', '', '2026-11-19 23:24:03.917134+00', '2026-11-19 23:24:04.026518+00', 'handoff', 2, 0, 0, true, 'lost luggage', 'Reception', '{"LINES": "3", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": "g-3", "outcome": "reception", "call_sid": "CONV-2170179785013235286704076181879135997", "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1349);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-dc75-7570-8aa6-2ce1358fb232', 'CONV-2170179787073260448711354298961736242', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:05.62134+00', '2026-11-19 23:24:05.703381+00', 'agent_end', 0, 0, 0, false, '', '', '{}', '{}', NULL);
INSERT INTO public.conversations_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', 'CONV-2170179785216344121618753242937709898', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'WEBCHAT', 'VARIANT-aa74f6fd', 'harbour', 'en-GB', '', '', '2026-11-19 23:24:04.085257+00', '2026-11-19 23:24:04.278387+00', 'closed', 3, 1, 0, false, '', '', '{"LINES": "5", "OPENED_BY": "webchat.polyai"}', '{"to": null, "from_": null, "guest": null, "outcome": "none", "call_sid": "CONV-2170179785216344121618753242937709898", "is_broken": true, "asr_lang_code": "en-GB", "tts_lang_code": "en-GB", "code_of_the_day": "heron"}', 1615);






INSERT INTO public.deployments VALUES ('01a1f61f-cb77-7cce-8f7e-bcfa5fb9f27a', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', 'c21bb4cae9d935f0eb4073da3218d2b4463da1354efac9f6caaa2f0f3ca9b131', '2026-11-19T23:24:01.266Z', 'c21bb4cae9d935f0eb4073da3218d2b4', 'test', '2026-11-19 23:24:01.266359+00', '{"deployment_type": "publish", "deployment_message": ""}');
INSERT INTO public.deployments VALUES ('01a1f61f-cba9-79b4-99bd-c39b3ac9ba92', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'sandbox', '74d64e127da50af21483e009e8b8fafd7e7b3573c4545654837ab086e36c1274', '2026-11-19T23:24:01.316Z', '74d64e127da50af21483e009e8b8fafd', 'test', '2026-11-19 23:24:01.316322+00', '{"deployment_type": "publish", "deployment_message": ""}');
INSERT INTO public.deployments VALUES ('01a1f61f-cbcb-71ea-aab5-13315a29bde3', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '74d64e127da50af21483e009e8b8fafd7e7b3573c4545654837ab086e36c1274', '2026-11-19T23:24:01.354Z', '74d64e127da50af21483e009e8b8fafd', 'test', '2026-11-19 23:24:01.354308+00', '{"deployment_type": "publish", "deployment_message": ""}');






INSERT INTO public.handoff_states VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', 'PROJECT-7ab03d6b', 'CONV-2170179785013235286704076181879135997', NULL, '{"guest": "g-3", "result": "reception"}', '2026-11-19 23:24:04.026828+00');




INSERT INTO public.jobs VALUES ('01a1f61f-dccb-7d01-b285-81962e9e747d', 'conversations.finish', '{"conversation": "01a1f61f-dc75-7570-8aa6-2ce1358fb232"}', 'finish:01a1f61f-dc75-7570-8aa6-2ce1358fb232', '2026-11-19 23:24:05.70638+00', 0, NULL, NULL, NULL, NULL, '2026-11-19 23:24:05.70638+00');


INSERT INTO public.keys VALUES ('01a1f61f-cb8e-7bc6-a3b7-3c3132494bc2', 'build', '\xb4050de8fd31972f3f0dbe638defbbdacba0fef79e4115efc4bc4b17d89da92d', 'pk_build_…YN', '', 'ACCOUNT-124f977c', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.294674+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbce-7e7d-a45d-f45ff371d190', 'conversations', '\x6c63a0854d557e68d4a52d8d065d090116fd3257e54505a51f64b2911c70c444', 'pk_conv_…CM', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.358843+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbd2-7ac3-87cf-86f58197f5be', 'handoff', '\x802883da55a070b355bec7a76a8ea901b9e1a8e8dce4221c7912688b0f2aed29', 'pk_handoff_…iL', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.362613+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbda-7a1a-a458-b7fb56d770ea', 'outbound', '\x11c0666daa7538bf2310195b7aa9129aaccf80030d7cfb6ef666971adf558fcb', 'pk_out_…cu', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'live', NULL, NULL, '{}', '2026-11-19 23:24:01.370579+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbde-7a60-a728-df338f5a745f', 'concurrency', '\x69788f8655bd6796b1e5a325307721146b07b947387477aeeea044a77a88bb31', 'pk_conc_…GR', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.3746+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbe1-7a39-a4ef-cc808623c099', 'dni', '\xaa211de9ca9495d093c6674aaae8367c168bf472d83c19cb1d2a10ba76d581ef', 'pk_dni_…Nj', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'live', NULL, NULL, '{}', '2026-11-19 23:24:01.377589+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbe6-74d7-b096-4e260d6da4f1', 'external_events', '\x27ed5b9565ac317396e74918492cf46f15d7628c0cde3c24bbf28905a6d6964e', 'pk_event_…NG', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.382251+00', NULL, NULL, NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbee-7b35-859c-ff9a331f6125', 'conversations', '\xa4a06c8080e36264b8c4a18b812c4aa3b2a90e76ca21117fcd764a3dfb116935', 'pk_conv_…On', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.390648+00', NULL, '2026-11-19 23:24:01.398285+00', NULL, NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cb83-7213-a10c-b3c22732d3bd', 'chat', '\xc97b0d1c7cacdf92801f191457bd262ca7ab47dcb9e91066748ca866731b8b26', 'pk_chat_…gw', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'live', NULL, NULL, '{}', '2026-11-19 23:24:01.283026+00', NULL, NULL, '2026-11-19 23:24:01.487569+00', NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cb8a-7649-9c64-8c589daaff83', 'chat_token', '\xa88aa1a06212cf6d69cf916735bd6d33395877a40c89d1795e700af8cfd18b4c', 'pk_token_…yW', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'live', NULL, NULL, '{}', '2026-11-19 23:24:01.290319+00', NULL, NULL, '2026-11-19 23:24:01.488003+00', NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbaf-72cf-ab73-1b7e0abef0d1', 'chat', '\x7eb3f2213a93713a2d52b27c6e036dde04ea242fd973035205638c96ea8a68e5', 'pk_chat_…yK', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'sandbox', NULL, NULL, '{}', '2026-11-19 23:24:01.327102+00', NULL, NULL, '2026-11-19 23:24:04.333594+00', NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbb2-7fb6-bf8e-22ef1b1435ea', 'chat_token', '\x57138272d19fb4995c5a760ba2394374b4b39492922ef360e7414bc208e02cfe', 'pk_token_…FU', '', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'us-1', 'sandbox', NULL, NULL, '{}', '2026-11-19 23:24:01.330924+00', NULL, NULL, '2026-11-19 23:24:04.334078+00', NULL);
INSERT INTO public.keys VALUES ('01a1f61f-cbd6-7aeb-9dbb-777719d4664b', 'build', '\xd1821edeabc7cf600377ec8de7200802409d6f2b97824521ec26bbf337378873', 'pk_build_…mP', '', 'ACCOUNT-124f977c', NULL, 'us-1', NULL, NULL, NULL, '{}', '2026-11-19 23:24:01.366614+00', NULL, NULL, '2026-11-19 23:24:04.574504+00', NULL);


INSERT INTO public.live_conversations VALUES ('01a1f61f-dbf0-7c2d-b2f3-6369c67e0442', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', '{"id": "CONV-2170179786912505138240173062601180226", "env": "live", "memory": {}, "account_id": "ACCOUNT-124f977c", "project_id": "PROJECT-7ab03d6b", "started_at": "2026-11-19T23:24:05.488Z", "sip_headers": {}, "channel_type": "webchat.polyai", "simulated_at": null, "callee_number": null, "caller_number": null, "real_time_config": {"late_arrivals": "until midnight"}, "integration_attributes": {"guest": "g-5"}}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c22666c6f77223a22426f6f6b696e67222c2273746570223a22436f6e6669726d222c2273746174655f6a736f6e223a7b2266726f6d5f223a6e756c6c2c22746f223a6e756c6c2c2263616c6c5f736964223a22434f4e562d32313730313739373836393132353035313338323430313733303632363031313830323236222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a22672d35222c22636f64655f6f665f7468655f646179223a226865726f6e222c2271756f7465223a7b227072696365223a3132302c2276616c69645f756e74696c223a22323033312d30322d3033222c22657874726173223a5b22627265616b66617374222c227061726b696e67225d7d2c227469636b6574223a227469636b65742d672d35222c2261736b65645f6279223a7b22686f74656c223a2274686520486172626f757220486f74656c227d2c22726f6f6d223a227365612076696577222c226e6967687473223a332c226172726976616c223a22323033312d30352d3033227d2c2270726566696c6c223a7b22726f6f6d223a227365612076696577222c226e6967687473223a332c226172726976616c223a22323033312d30352d3033227d2c226561726c696572223a66616c73652c22746f70696373223a5b225061726b696e67225d2c2264697361626c65645f746f70696373223a5b5d2c226f666665726564223a5b5d2c2270656e64696e675f636f6e74656e74223a6e756c6c2c2273696c656e63655f636f756e74223a302c2265787465726e616c5f6576656e7473223a5b5d2c22756e6865617264223a22222c226173725f62696173696e67223a6e756c6c2c22766f696365223a6e756c6c2c226c697374656e223a6e756c6c2c2263736174223a7b7d2c22646973636172645f7265636f7264696e67223a66616c73652c22656e646564223a66616c73652c22656e645f726561736f6e223a6e756c6c2c2266696e6973686564223a66616c73652c227475726e73223a322c2273696c656e636573223a302c226f75745f6f665f646f6d61696e223a302c2266756e6374696f6e5f6572726f7273223a302c226170695f6572726f7273223a302c2276223a312c22656e746974696573223a7b22726f6f6d223a7b226e616d65223a22726f6f6d222c2274797065223a22656e756d222c2276616c7565223a227365612076696577222c2276616c6964223a747275652c226572726f72223a6e756c6c7d2c226e6967687473223a7b226e616d65223a226e6967687473222c2274797065223a226e756d65726963222c2276616c7565223a2233222c2276616c6964223a747275652c226572726f72223a6e756c6c7d2c226172726976616c223a7b226e616d65223a226172726976616c222c2274797065223a2264617465222c2276616c7565223a22323033312d30352d3033222c2276616c6964223a747275652c226572726f72223a6e756c6c7d7d2c22686973746f7279223a5b5b226167656e74222c2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f225d2c5b2275736572222c224120726f6f6d2c20706c65617365225d2c5b226167656e74222c22576869636820726f6f6d2c20616e6420666f7220686f77206c6f6e673f225d2c5b2275736572222c2253656120766965772c207468726565206e69676874732066726f6d20746865207468697264206f66204d61792032303331225d2c5b226167656e74222c225368616c6c204920626f6f6b2069743f225d5d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c22776562636861742e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d2c2268616e646f6666223a6e756c6c2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a224120726f6f6d2c20706c65617365227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c2273746172745f626f6f6b696e67222c227b7d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22576869636820726f6f6d2c20616e6420666f7220686f77206c6f6e673f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a2253656120766965772c207468726565206e69676874732066726f6d20746865207468697264206f66204d61792032303331227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c22736176655f656e746974696573222c227b5c22726f6f6d5c223a205c2273656120766965775c222c205c226e69676874735c223a20332c205c226172726976616c5c223a205c22323033312d30352d30335c227d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2253617665643a20726f6f6d203d2073656120766965772c206e6967687473203d20332c206172726976616c203d20323033312d30352d30332e222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f32222c2263686f6f73655f70617468222c227b5c22636f6e646974696f6e5c223a205c22416c6c206b6e6f776e5c227d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228706174682074616b656e3a20416c6c206b6e6f776e29222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f32227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a225368616c6c204920626f6f6b2069743f227d5d7d', '\x80059583010000000000007d94288c0566726f6d5f944e8c02746f944e8c0863616c6c5f736964948c2a434f4e562d32313730313739373836393132353035313338323430313733303632363031313830323236948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374948c03672d35948c0f636f64655f6f665f7468655f646179948c056865726f6e948c0571756f7465948c1066756e6374696f6e732e736861706573948c0551756f74659493942981947d94288c057072696365944b788c0b76616c69645f756e74696c948c086461746574696d65948c0464617465949394430407ef020394859452948c06657874726173948f94288c09627265616b66617374948c077061726b696e67949075628c067469636b6574948c0a7469636b65742d672d35948c0861736b65645f6279948c045f67656e948c0756617269616e749493942981948c05686f74656c948c1174686520486172626f757220486f74656c9473757d9486942e', 3, '2026-11-19 23:24:05.569451+00', false, '01a1f61f-dc01-73ac-a2d1-b8d5a5584769', '2026-11-19 23:25:05.57032+00', 2275540025113178918, false, NULL);
INSERT INTO public.live_conversations VALUES ('01a1f61f-dc75-7570-8aa6-2ce1358fb232', 'PROJECT-7ab03d6b', 'live', '01a1f61f-cbcb-71ea-aab5-13315a29bde3', '{"id": "CONV-2170179787073260448711354298961736242", "env": "live", "memory": {}, "account_id": "ACCOUNT-124f977c", "project_id": "PROJECT-7ab03d6b", "started_at": "2026-11-19T23:24:05.621Z", "sip_headers": {}, "channel_type": "webchat.polyai", "simulated_at": null, "callee_number": null, "caller_number": null, "real_time_config": {"late_arrivals": "until midnight"}, "integration_attributes": null}', '\x7b226c616e6775616765223a22656e2d4742222c2276617269616e74223a22686172626f7572222c22666c6f77223a6e756c6c2c2273746570223a6e756c6c2c2273746174655f6a736f6e223a7b2266726f6d5f223a6e756c6c2c22746f223a6e756c6c2c2263616c6c5f736964223a22434f4e562d32313730313739373837303733323630343438373131333534323938393631373336323432222c226173725f6c616e675f636f6465223a22656e2d4742222c227474735f6c616e675f636f6465223a22656e2d4742222c226775657374223a6e756c6c2c22636f64655f6f665f7468655f646179223a226865726f6e227d2c2270726566696c6c223a7b7d2c226561726c696572223a66616c73652c22746f70696373223a5b5d2c2264697361626c65645f746f70696373223a5b5d2c226f666665726564223a5b5d2c2270656e64696e675f636f6e74656e74223a6e756c6c2c2273696c656e63655f636f756e74223a302c2265787465726e616c5f6576656e7473223a5b5d2c22756e6865617264223a22222c226173725f62696173696e67223a6e756c6c2c22766f696365223a6e756c6c2c226c697374656e223a6e756c6c2c2263736174223a7b7d2c22646973636172645f7265636f7264696e67223a66616c73652c22656e646564223a747275652c22656e645f726561736f6e223a226167656e745f656e64222c2266696e6973686564223a66616c73652c227475726e73223a312c2273696c656e636573223a302c226f75745f6f665f646f6d61696e223a302c2266756e6374696f6e5f6572726f7273223a302c226170695f6572726f7273223a302c2276223a312c22656e746974696573223a7b7d2c22686973746f7279223a5b5b226167656e74222c2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f225d2c5b2275736572222c225468616e6b732c20676f6f64627965225d2c5b226167656e74222c22476f6f646279652e225d5d2c226d65747269635f6576656e7473223a5b5b224f50454e45445f4259222c22776562636861742e706f6c796169225d5d2c226d65747269635f6e616d6573223a5b224f50454e45445f4259225d2c2268616e646f6666223a6e756c6c2c2277696e646f77223a5b7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a2257656c636f6d6520746f2074686520486172626f757220486f74656c2e20486f772063616e20492068656c703f227d2c7b22726f6c65223a2275736572222c22636f6e74656e74223a225468616e6b732c20676f6f64627965227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22222c22746f6f6c5f63616c6c73223a5b5b2273637269707465645f31222c227361795f676f6f64627965222c227b7d225d5d7d2c7b22726f6c65223a22746f6f6c222c22636f6e74656e74223a2228646f6e6529222c22746f6f6c5f63616c6c5f6964223a2273637269707465645f31227d2c7b22726f6c65223a22617373697374616e74222c22636f6e74656e74223a22476f6f646279652e227d5d7d', '\x800595a3000000000000007d94288c0566726f6d5f944e8c02746f944e8c0863616c6c5f736964948c2a434f4e562d32313730313739373837303733323630343438373131333534323938393631373336323432948c0d6173725f6c616e675f636f6465948c05656e2d4742948c0d7474735f6c616e675f636f6465948c05656e2d4742948c056775657374944e8c0f636f64655f6f665f7468655f646179948c056865726f6e94757d9486942e', 2, '2026-11-19 23:24:05.703381+00', true, NULL, NULL, 2275540025113178918, false, NULL);


INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:24:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:25:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:26:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:27:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:28:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:29:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:30:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:31:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:32:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:33:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:34:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:35:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:36:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:37:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:38:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:39:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:40:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:41:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:42:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:43:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:44:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:45:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:46:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:47:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:48:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:49:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:50:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:51:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:52:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:53:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:54:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:55:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:56:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:57:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:58:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 22:59:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:00:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:01:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:02:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:03:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:04:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:05:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:06:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:07:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:08:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:09:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:10:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:11:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:12:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:13:00+00', 3);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:14:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:15:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:16:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:17:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:18:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:19:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:20:00+00', 2);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:21:00+00', 1);
INSERT INTO public.measured_minutes VALUES ('2026-11-19 23:22:00+00', 1);




INSERT INTO public.memories VALUES ('PROJECT-7ab03d6b', 'g-1', '{}', '2026-11-19 23:24:04.948852+00', '2027-02-17 23:24:04.948852+00');
INSERT INTO public.memories VALUES ('PROJECT-7ab03d6b', 'g-2', '{"favourite_room": "sea view"}', '2026-11-19 23:24:04.986015+00', '2027-02-17 23:24:04.986015+00');
INSERT INTO public.memories VALUES ('PROJECT-7ab03d6b', 'g-3', '{}', '2026-11-19 23:24:05.014311+00', '2027-02-17 23:24:05.014311+00');


INSERT INTO public.messages VALUES ('01a1f61f-d3a2-73ba-8343-1c5ad138f50e', 'PROJECT-7ab03d6b', '01a1f61f-cf47-780c-add1-1c0af06571ee', 'sms', '+441134960001', '+441134960100', '', 'From the station turn left.', '{}', 'recorded', '', '2026-11-19 23:24:03.338917+00', '2026-11-19 23:24:04.894197+00');
INSERT INTO public.messages VALUES ('01a1f61f-d3a6-7941-98d0-0a2c39e7d150', 'PROJECT-7ab03d6b', '01a1f61f-cf47-780c-add1-1c0af06571ee', 'email', 'guest@example.com', '', 'Your way to us', 'From the station turn left.', '{}', 'recorded', '', '2026-11-19 23:24:03.338917+00', '2026-11-19 23:24:04.901895+00');




INSERT INTO public.phone_numbers VALUES ('+441134960100', 'ACCOUNT-124f977c', 'PROJECT-7ab03d6b', 'live', '', NULL, '2026-11-19 23:24:04.57501+00', '2026-11-19 23:24:04.57501+00');


INSERT INTO public.projects VALUES ('PROJECT-7ab03d6b', 'ACCOUNT-124f977c', 'front-desk', 'Front desk', 'us-1', '{}', '2026-11-19 23:24:01.236312+00', '2026-11-19 23:24:01.236312+00');












INSERT INTO public.record_words_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', '''2TXeaare'' ''2TXeabehind'' ''2TXeacan'' ''2TXeadirections'' ''2TXeagarage'' ''2TXeagoodbye'' ''2TXeaharbour'' ''2TXeahelp'' ''2TXeahotel'' ''2TXeahouse'' ''2TXeahow'' ''2TXeai'' ''2TXeain'' ''2TXeaon'' ''2TXeathe'' ''2TXeatheir'' ''2TXeato'' ''2TXeaway'' ''2TXeawelcome'' ''2TXeuand'' ''2TXeucan'' ''2TXeucar'' ''2TXeudo'' ''2TXeufind'' ''2TXeugoodbye'' ''2TXeuhow'' ''2TXeui'' ''2TXeuleave'' ''2TXeumy'' ''2TXeuovernight'' ''2TXeuthanks'' ''2TXeuwhere'' ''2TXeuyou''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', '''2TXea03'' ''2TXea05'' ''2TXea2031'' ''2TXea3'' ''2TXea360'' ''2TXea6'' ''2TXeaand'' ''2TXeabook'' ''2TXeabooking'' ''2TXeabreakfast'' ''2TXeacan'' ''2TXeaconfirm'' ''2TXeafebruary'' ''2TXeafor'' ''2TXeagoodbye'' ''2TXeaharbour'' ''2TXeahelp'' ''2TXeahotel'' ''2TXeahow'' ''2TXeai'' ''2TXeait'' ''2TXealines'' ''2TXealong'' ''2TXeamidnight'' ''2TXeanights'' ''2TXeaparking'' ''2TXeapounds'' ''2TXearoom'' ''2TXeasea'' ''2TXeashall'' ''2TXeathe'' ''2TXeato'' ''2TXeauntil'' ''2TXeaview'' ''2TXeawelcome'' ''2TXeawhich'' ''2TXeu2031'' ''2TXeua'' ''2TXeufrom'' ''2TXeugoodbye'' ''2TXeumay'' ''2TXeunights'' ''2TXeuof'' ''2TXeuplease'' ''2TXeuroom'' ''2TXeusea'' ''2TXeuthanks'' ''2TXeuthe'' ''2TXeuthird'' ''2TXeuthree'' ''2TXeuview'' ''2TXeuyes''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', '''2TXeaairport'' ''2TXeacan'' ''2TXeahelp'' ''2TXeahotel'' ''2TXeahow'' ''2TXeai'' ''2TXeamoment'' ''2TXeaone'' ''2TXeathe'' ''2TXeato'' ''2TXeawelcome'' ''2TXeucan'' ''2TXeui'' ''2TXeuis'' ''2TXeulost'' ''2TXeuluggage'' ''2TXeumy'' ''2TXeusomebody'' ''2TXeutalk'' ''2TXeuto''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', '''2TXeacan'' ''2TXeaharbour'' ''2TXeahello'' ''2TXeahelp'' ''2TXeahotel'' ''2TXeahow'' ''2TXeai'' ''2TXeasorry'' ''2TXeathe'' ''2TXeato'' ''2TXeawelcome'' ''2TXeubreak'' ''2TXeuplease''');
INSERT INTO public.record_words_2026_11 VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3', '''shZ4acan'' ''shZ4afrom'' ''shZ4aharbour'' ''shZ4ahelp'' ''shZ4ahotel'' ''shZ4ahow'' ''shZ4ai'' ''shZ4aseven'' ''shZ4aten'' ''shZ4athe'' ''shZ4ato'' ''shZ4awelcome'' ''shZ4ubreakfast'' ''shZ4uis'' ''shZ4uwhen''');








INSERT INTO public.records_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', '"id":"CONV-2170179782994357058290737404340171246","account_id":"ACCOUNT-124f977c","project_id":"PROJECT-7ab03d6b","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-19T23:24:02.247Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":4,"total_duration":1,"polyai_duration":1,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":"g-1","outcome":"directions sent","call_sid":"CONV-2170179782994357058290737404340171246","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-19T23:24:02.247Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-19T23:24:03.200Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"How do I find you?","user_input_datetime":"2026-11-19T23:24:03.315Z","user_input_dtmf":"","barge_in":false,"agent_response":"The directions are on their way.","agent_response_datetime":"2026-11-19T23:24:03.338Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"And where can I leave my car overnight?","user_input_datetime":"2026-11-19T23:24:03.378Z","user_input_dtmf":"","barge_in":false,"agent_response":"In the garage behind the house.","agent_response_datetime":"2026-11-19T23:24:03.403Z","intents":["Parking"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Thanks, goodbye","user_input_datetime":"2026-11-19T23:24:03.457Z","user_input_dtmf":"","barge_in":false,"agent_response":"Goodbye.","agent_response_datetime":"2026-11-19T23:24:03.484Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', '"id":"CONV-2170179784568374158512412982815636414","account_id":"ACCOUNT-124f977c","project_id":"PROJECT-7ab03d6b","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-19T23:24:03.549Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":5,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","room":"sea view","from_":"","guest":"g-2","quote":{"price":120,"extras":["breakfast","parking"],"valid_until":"2031-02-03"},"nights":3,"ticket":"ticket-g-2","arrival":"2031-05-03","outcome":"booked","asked_by":{"hotel":"the Harbour Hotel"},"call_sid":"CONV-2170179784568374158512412982815636414","asr_lang_code":"en-GB","tts_lang_code":"en-GB","favourite_room":"sea view","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-19T23:24:03.549Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-19T23:24:03.556Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"A room, please","user_input_datetime":"2026-11-19T23:24:03.609Z","user_input_dtmf":"","barge_in":false,"agent_response":"Which room, and for how long?","agent_response_datetime":"2026-11-19T23:24:03.636Z","intents":["Parking"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Sea view, three nights from the third of May 2031","user_input_datetime":"2026-11-19T23:24:03.692Z","user_input_dtmf":"","barge_in":false,"agent_response":"Shall I book it?","agent_response_datetime":"2026-11-19T23:24:03.725Z","intents":[],"entities":{"room":"sea view","nights":"3","arrival":"2031-05-03"},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Yes please","user_input_datetime":"2026-11-19T23:24:03.781Z","user_input_dtmf":"","barge_in":false,"agent_response":"Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until midnight; 6 lines","agent_response_datetime":"2026-11-19T23:24:03.806Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Thanks, goodbye","user_input_datetime":"2026-11-19T23:24:03.857Z","user_input_dtmf":"","barge_in":false,"agent_response":"Goodbye.","agent_response_datetime":"2026-11-19T23:24:03.862Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', '"id":"CONV-2170179785013235286704076181879135997","account_id":"ACCOUNT-124f977c","project_id":"PROJECT-7ab03d6b","variant_id":"VARIANT-ccc9ff05","variant_name":"airport","environment":"live","started_at":"2026-11-19T23:24:03.917Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":true,"handoff_reason":"lost luggage","handoff_destination":"Reception","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":"g-3","outcome":"reception","call_sid":"CONV-2170179785013235286704076181879135997","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-19T23:24:03.917Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Airport Hotel. How can I help?","agent_response_datetime":"2026-11-19T23:24:03.932Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"My luggage is lost, can I talk to somebody?","user_input_datetime":"2026-11-19T23:24:03.993Z","user_input_dtmf":"","barge_in":false,"agent_response":"One moment.","agent_response_datetime":"2026-11-19T23:24:04.026Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', '"id":"CONV-2170179785216344121618753242937709898","account_id":"ACCOUNT-124f977c","project_id":"PROJECT-7ab03d6b","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"live","started_at":"2026-11-19T23:24:04.085Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":3,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":1,"num_ood":0,"state":{"to":"","from_":"","guest":null,"outcome":"none","call_sid":"CONV-2170179785216344121618753242937709898","is_broken":true,"asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-19T23:24:04.085Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-19T23:24:04.090Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"Break, please","user_input_datetime":"2026-11-19T23:24:04.141Z","user_input_dtmf":"","barge_in":false,"agent_response":"Sorry.","agent_response_datetime":"2026-11-19T23:24:04.166Z","intents":["Breakfast"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"","user_input_datetime":"2026-11-19T23:24:04.217Z","user_input_dtmf":"","barge_in":false,"agent_response":"Hello?","agent_response_datetime":"2026-11-19T23:24:04.217Z","intents":[],"entities":{},"is_ood":false,"is_silence":true,"translated_user_input":"","english_agent_response":""}]');
INSERT INTO public.records_2026_11 VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3', '"id":"CONV-2170179785522223290951272342936214243","account_id":"ACCOUNT-124f977c","project_id":"PROJECT-7ab03d6b","variant_id":"VARIANT-aa74f6fd","variant_name":"harbour","environment":"sandbox","started_at":"2026-11-19T23:24:04.338Z","channel":"WEBCHAT","from_number":"","to_number":"","in_progress":false,"num_turns":2,"total_duration":0,"polyai_duration":0,"handoff":false,"handoff_reason":"","handoff_destination":"","num_silences":0,"num_ood":0,"state":{"to":"","from_":"","guest":null,"outcome":"none","call_sid":"CONV-2170179785522223290951272342936214243","asr_lang_code":"en-GB","tts_lang_code":"en-GB","code_of_the_day":"heron"}', '[{"user_input":"","user_input_datetime":"2026-11-19T23:24:04.338Z","user_input_dtmf":"","barge_in":false,"agent_response":"Welcome to the Harbour Hotel. How can I help?","agent_response_datetime":"2026-11-19T23:24:04.362Z","intents":[],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""},{"user_input":"When is breakfast?","user_input_datetime":"2026-11-19T23:24:04.417Z","user_input_dtmf":"","barge_in":false,"agent_response":"From seven to ten.","agent_response_datetime":"2026-11-19T23:24:04.446Z","intents":["Breakfast"],"entities":{},"is_ood":false,"is_silence":false,"translated_user_input":"","english_agent_response":""}]');






INSERT INTO public.records_to_embed VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee');
INSERT INTO public.records_to_embed VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe');
INSERT INTO public.records_to_embed VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd');
INSERT INTO public.records_to_embed VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a');
INSERT INTO public.records_to_embed VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3');


INSERT INTO public.schema_migrations VALUES (1, '0001_foundation', '9078ae6b5bf7e6ab485203a0a0d58b68fc389e90eb7a679bf44e1512ce1425ad', '2026-11-19 23:24:00.282577+00');
INSERT INTO public.schema_migrations VALUES (2, '0002_agents', 'af22f03c0febb21cdf9181d4930409906c8c8be64b540a78784a736417629ac2', '2026-11-19 23:24:00.282577+00');
INSERT INTO public.schema_migrations VALUES (3, '0003_records', 'db36d56f91f8addaef2a70c7bafc05943113229e272373a25c6943b8589b3c0e', '2026-11-19 23:24:00.282577+00');
INSERT INTO public.schema_migrations VALUES (4, '0004_build_and_monitoring', 'd307b8a8e81ae0ec649f72b1210e072975266b130da1f9a53d2b96d4c4cd4859', '2026-11-19 23:24:00.282577+00');
INSERT INTO public.schema_migrations VALUES (5, '0005_external_events', '7ad3724fd86bc699371bfdbe9b312e225571b45884d721d93e6636301bc0791d', '2026-11-19 23:24:00.282577+00');


INSERT INTO public.secrets VALUES ('PROJECT-7ab03d6b', 'door', '\x8e1d80f5b14ac272ddf0c4f3834c5c379052fb6818ba701a7b47815bdcea300dcf12ef3b855dd873b936c0', '2026-11-19 23:24:01.409311+00');






INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', 0, '', '2026-11-19 23:24:02.247503+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:03.200012+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 949.3019, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 949.386, "functions_ms": 9.66, "first_speech_ms": 949.302}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 9.66, "state_changes": {"added": {"guest": "g-1", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', 1, 'How do I find you?', '2026-11-19 23:24:03.315789+00', 'The directions are on their way.', '2026-11-19 23:24:03.338615+00', false, false, false, '', '[]', '{}', '[]', 20.852106, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.076, "total_ms": 20.973, "functions_ms": 1.667, "first_speech_ms": 20.852}, "messages": ["sms", "email"], "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "text_directions", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "The directions are on their way.", "transition": null, "duration_ms": 1.667, "state_changes": {"added": {"outcome": "directions sent"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["text_directions"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.07584900049550924, "first_piece_ms": 0.05445300121209584, "prompt_characters": 335}], "prompt_characters": 335}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', 2, 'And where can I leave my car overnight?', '2026-11-19 23:24:03.378593+00', 'In the garage behind the house.', '2026-11-19 23:24:03.403663+00', false, false, false, '', '["Parking"]', '{}', '[["QA", "Parking"]]', 21.880926, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.274}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.143, "total_ms": 22.042, "functions_ms": 0, "first_speech_ms": 21.881}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 8, "characters": 31, "duration_ms": 0.1426719991286518, "first_piece_ms": 0.05501499981619418, "prompt_characters": 752}], "prompt_characters": 752}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-cf47-780c-add1-1c0af06571ee', 3, 'Thanks, goodbye', '2026-11-19 23:24:03.457515+00', 'Goodbye.', '2026-11-19 23:24:03.484054+00', false, false, false, '', '[]', '{}', '[]', 26.22582, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.054, "total_ms": 26.327, "functions_ms": 4.328, "first_speech_ms": 26.226}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 4.328, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 10, "characters": 0, "duration_ms": 0.05382100061979145, "first_piece_ms": 0.035291999665787444, "prompt_characters": 798}], "prompt_characters": 798}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 0, '', '2026-11-19 23:24:03.549446+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:03.556004+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 1.158633, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 1.223, "functions_ms": 0.938, "first_speech_ms": 1.159}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 0.938, "state_changes": {"added": {"guest": "g-2", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 1, 'A room, please', '2026-11-19 23:24:03.609288+00', 'Which room, and for how long?', '2026-11-19 23:24:03.636008+00', false, false, false, '', '["Parking"]', '{}', '[]', 20.565529, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.3545}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.135, "total_ms": 20.681, "functions_ms": 5.957, "first_speech_ms": 20.566}, "out_flow": "Booking", "out_step": "Collect", "functions": [{"logs": [], "name": "start_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": {"exit_flow": false, "goto_flow": "Booking", "goto_step": null}, "duration_ms": 5.957, "state_changes": {"added": {"quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "ticket": "ticket-g-2", "asked_by": {"hotel": "the Harbour Hotel"}}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["start_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.05643499935104046, "first_piece_ms": 0.03733300036401488, "prompt_characters": 671}, {"flow": "Booking", "step": "Collect", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities"], "messages": 7, "characters": 29, "duration_ms": 0.07809599992469884, "first_piece_ms": 0.03678199936985038, "prompt_characters": 1126}], "prompt_characters": 1797}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 2, 'Sea view, three nights from the third of May 2031', '2026-11-19 23:24:03.692364+00', 'Shall I book it?', '2026-11-19 23:24:03.725302+00', false, false, false, '', '[]', '{"room": "sea view", "nights": "3", "arrival": "2031-05-03"}', '[]', 32.594173, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Collect", "timings": {"model_ms": 0.171, "total_ms": 32.715, "functions_ms": 0.0, "first_speech_ms": 32.594}, "out_flow": "Booking", "out_step": "Confirm", "functions": [{"logs": [], "name": "save_entities", "error": null, "hangup": false, "result": "Saved: room = sea view, nights = 3, arrival = 2031-05-03.", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"room": "sea view", "nights": 3, "arrival": "2031-05-03"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}, {"logs": [], "name": "choose_path", "error": null, "hangup": false, "result": "(path taken: All known)", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"condition": "All known"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Collect", "calls": ["save_entities"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities"], "messages": 9, "characters": 0, "duration_ms": 0.06213199958438054, "first_piece_ms": 0.048567000703769736, "prompt_characters": 1204}, {"flow": "Booking", "step": "Collect", "calls": ["choose_path"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 11, "characters": 0, "duration_ms": 0.04315799924370367, "first_piece_ms": 0.032732999898144044, "prompt_characters": 1289}, {"flow": "Booking", "step": "Confirm", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 13, "characters": 16, "duration_ms": 0.06542300070577767, "first_piece_ms": 0.028342999939923175, "prompt_characters": 1011}], "prompt_characters": 3504}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 3, 'Yes please', '2026-11-19 23:24:03.78137+00', 'Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until midnight; 6 lines', '2026-11-19 23:24:03.806711+00', false, false, false, '', '[]', '{}', '[]', 25.01869, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Confirm", "timings": {"model_ms": 0.041, "total_ms": 25.129, "functions_ms": 7.44, "first_speech_ms": 25.019}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "confirm_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Confirm", "arguments": {}, "utterance": "Booking; Confirm; sea view; 3 nights; 2031-05-03; 360 pounds until 03 February 2031; breakfast/parking; the Harbour Hotel; until midnight; 6 lines", "transition": {"exit_flow": true, "goto_flow": null, "goto_step": null}, "duration_ms": 7.44, "state_changes": {"added": {"outcome": "booked", "favourite_room": "sea view"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Confirm", "calls": ["confirm_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 15, "characters": 0, "duration_ms": 0.04114500006835442, "first_piece_ms": 0.026199999410891905, "prompt_characters": 1037}], "prompt_characters": 1037}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d45d-7722-a890-8e2ba07e3bbe', 4, 'Thanks, goodbye', '2026-11-19 23:24:03.857111+00', 'Goodbye.', '2026-11-19 23:24:03.862724+00', false, false, false, '', '[]', '{}', '[]', 5.354645, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.031, "total_ms": 5.431, "functions_ms": 4.534, "first_speech_ms": 5.355}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 4.534, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 18, "characters": 0, "duration_ms": 0.03140400076517835, "first_piece_ms": 0.01891100146167446, "prompt_characters": 1028}], "prompt_characters": 1028}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', 0, '', '2026-11-19 23:24:03.917134+00', 'Welcome to the Airport Hotel. How can I help?', '2026-11-19 23:24:03.93214+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 5.4638, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 5.546, "functions_ms": 5.281, "first_speech_ms": 5.464}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 5.281, "state_changes": {"added": {"guest": "g-3", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d5cd-7224-bd8d-b34a4f501efd', 1, 'My luggage is lost, can I talk to somebody?', '2026-11-19 23:24:03.993219+00', 'One moment.', '2026-11-19 23:24:04.026518+00', false, false, false, '', '[]', '{}', '[]', 27.553064, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.047, "total_ms": 27.663, "functions_ms": 1.458, "first_speech_ms": 27.553}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "call_reception", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": {"method": "refer", "reason": "lost luggage", "details": {"refer": {"sip_headers": {}, "phone_number": "+441134960100"}}, "utterance": null, "destination": "Reception"}, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "One moment.", "transition": null, "duration_ms": 1.458, "state_changes": {"added": {"outcome": "reception"}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["call_reception"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.04666600034397561, "first_piece_ms": 0.03294900125183631, "prompt_characters": 360}], "prompt_characters": 360}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', 0, '', '2026-11-19 23:24:04.085257+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:04.090598+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 5.107279, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 5.164, "functions_ms": 4.961, "first_speech_ms": 5.107}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 4.961, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', 1, 'Break, please', '2026-11-19 23:24:04.141036+00', 'Sorry.', '2026-11-19 23:24:04.166783+00', false, false, false, '', '["Breakfast"]', '{}', '[]', 19.523682, 1, 0, '{"caps": [], "notes": [], "topics": [{"name": "Breakfast", "distance": 0.3311}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.097, "total_ms": 19.589, "functions_ms": 3.571, "first_speech_ms": 19.524}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "break_down", "error": "AttributeError: There is no function named ''no_such_function''. functions/break_down.py:6", "hangup": false, "result": "The function could not be completed. Do not mention technical details; apologise briefly and go on, or offer another way.", "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 3.571, "state_changes": {"added": {"is_broken": true}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["break_down"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.04033299956063274, "first_piece_ms": 0.027006999516743235, "prompt_characters": 687}, {"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 6, "characters": 6, "duration_ms": 0.05677700028172694, "first_piece_ms": 0.036673000067821704, "prompt_characters": 808}], "prompt_characters": 1495}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d675-741c-be64-4e6b1630554a', 2, '', '2026-11-19 23:24:04.217054+00', 'Hello?', '2026-11-19 23:24:04.217552+00', false, true, false, '', '[]', '{}', '[]', 0.239549, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.043, "total_ms": 0.295, "functions_ms": 0, "first_speech_ms": 0.24}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 8, "characters": 6, "duration_ms": 0.04283599992049858, "first_piece_ms": 0.024539000150980428, "prompt_characters": 842}], "prompt_characters": 842}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3', 0, '', '2026-11-19 23:24:04.338534+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:04.362329+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 23.531652, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 23.597, "functions_ms": 6.686, "first_speech_ms": 23.532}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 6.686, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-d772-788b-bd38-14e4e405dae3', 1, 'When is breakfast?', '2026-11-19 23:24:04.417133+00', 'From seven to ten.', '2026-11-19 23:24:04.446584+00', false, false, false, '', '["Breakfast"]', '{}', '[["QA", "Breakfast"]]', 23.428673, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Breakfast", "distance": 0.0}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.142, "total_ms": 23.584, "functions_ms": 0, "first_speech_ms": 23.429}, "out_flow": null, "out_step": null, "functions": [], "model_requests": [{"flow": null, "step": null, "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 18, "duration_ms": 0.1417379990016343, "first_piece_ms": 0.08130700007313862, "prompt_characters": 692}], "prompt_characters": 692}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-dbf0-7c2d-b2f3-6369c67e0442', 0, '', '2026-11-19 23:24:05.488761+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:05.495144+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 5.588529, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 5.664, "functions_ms": 5.432, "first_speech_ms": 5.589}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 5.432, "state_changes": {"added": {"guest": "g-5", "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-dbf0-7c2d-b2f3-6369c67e0442', 1, 'A room, please', '2026-11-19 23:24:05.505205+00', 'Which room, and for how long?', '2026-11-19 23:24:05.511163+00', false, false, false, '', '["Parking"]', '{}', '[]', 5.069404, 0, 0, '{"caps": [], "notes": [], "topics": [{"name": "Parking", "distance": 0.3545}], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.108, "total_ms": 5.161, "functions_ms": 4.078, "first_speech_ms": 5.069}, "out_flow": "Booking", "out_step": "Collect", "functions": [{"logs": [], "name": "start_booking", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": {"exit_flow": false, "goto_flow": "Booking", "goto_step": null}, "duration_ms": 4.078, "state_changes": {"added": {"quote": {"price": 120, "extras": ["breakfast", "parking"], "valid_until": "2031-02-03"}, "ticket": "ticket-g-5", "asked_by": {"hotel": "the Harbour Hotel"}}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["start_booking"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 4, "characters": 0, "duration_ms": 0.033533999157953076, "first_piece_ms": 0.019645000065793283, "prompt_characters": 671}, {"flow": "Booking", "step": "Collect", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities"], "messages": 7, "characters": 29, "duration_ms": 0.07441799971275032, "first_piece_ms": 0.030885999876772985, "prompt_characters": 1126}], "prompt_characters": 1797}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-dbf0-7c2d-b2f3-6369c67e0442', 2, 'Sea view, three nights from the third of May 2031', '2026-11-19 23:24:05.567954+00', 'Shall I book it?', '2026-11-19 23:24:05.569451+00', false, false, false, '', '[]', '{"room": "sea view", "nights": "3", "arrival": "2031-05-03"}', '[]', 1.265326, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": "Booking", "in_step": "Collect", "timings": {"model_ms": 0.128, "total_ms": 1.336, "functions_ms": 0.0, "first_speech_ms": 1.265}, "out_flow": "Booking", "out_step": "Confirm", "functions": [{"logs": [], "name": "save_entities", "error": null, "hangup": false, "result": "Saved: room = sea view, nights = 3, arrival = 2031-05-03.", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"room": "sea view", "nights": 3, "arrival": "2031-05-03"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}, {"logs": [], "name": "choose_path", "error": null, "hangup": false, "result": "(path taken: All known)", "stdout": "", "handoff": null, "in_flow": "Booking", "in_step": "Collect", "arguments": {"condition": "All known"}, "utterance": null, "transition": null, "duration_ms": 0.0, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": "Booking", "step": "Collect", "calls": ["save_entities"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities"], "messages": 9, "characters": 0, "duration_ms": 0.05856099960510619, "first_piece_ms": 0.046425999244092964, "prompt_characters": 1204}, {"flow": "Booking", "step": "Collect", "calls": ["choose_path"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "save_entities", "choose_path"], "messages": 11, "characters": 0, "duration_ms": 0.030798000807408243, "first_piece_ms": 0.023045000489219092, "prompt_characters": 1289}, {"flow": "Booking", "step": "Confirm", "calls": [], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye", "confirm_booking"], "messages": 13, "characters": 16, "duration_ms": 0.03820200072368607, "first_piece_ms": 0.016273999790428206, "prompt_characters": 1011}], "prompt_characters": 3504}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-dc75-7570-8aa6-2ce1358fb232', 0, '', '2026-11-19 23:24:05.62134+00', 'Welcome to the Harbour Hotel. How can I help?', '2026-11-19 23:24:05.622504+00', false, false, false, '', '[]', '{}', '[["OPENED_BY", "webchat.polyai"]]', 0.929916, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0, "total_ms": 0.984, "functions_ms": 0.792, "first_speech_ms": 0.93}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "start_function", "error": null, "hangup": false, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": null, "transition": null, "duration_ms": 0.792, "state_changes": {"added": {"guest": null, "code_of_the_day": "heron"}, "removed": [], "updated": {}}}], "model_requests": [], "prompt_characters": 0}');
INSERT INTO public.turns_2026_11 VALUES ('01a1f61f-dc75-7570-8aa6-2ce1358fb232', 1, 'Thanks, goodbye', '2026-11-19 23:24:05.687707+00', 'Goodbye.', '2026-11-19 23:24:05.703381+00', false, false, false, '', '[]', '{}', '[]', 8.515942, 0, 0, '{"caps": [], "notes": [], "topics": [], "in_flow": null, "in_step": null, "timings": {"model_ms": 0.038, "total_ms": 8.59, "functions_ms": 7.902, "first_speech_ms": 8.516}, "out_flow": null, "out_step": null, "functions": [{"logs": [], "name": "say_goodbye", "error": null, "hangup": true, "result": null, "stdout": "", "handoff": null, "in_flow": null, "in_step": null, "arguments": {}, "utterance": "Goodbye.", "transition": null, "duration_ms": 7.902, "state_changes": {"added": {}, "removed": [], "updated": {}}}], "model_requests": [{"flow": null, "step": null, "calls": ["say_goodbye"], "error": null, "model": null, "tools": ["start_booking", "text_directions", "request_payment", "payment_status", "door_code", "call_reception", "break_down", "say_goodbye"], "messages": 3, "characters": 0, "duration_ms": 0.03821300015260931, "first_piece_ms": 0.024924998797359876, "prompt_characters": 332}], "prompt_characters": 332}');










INSERT INTO public.webhook_deliveries VALUES ('01a1f61f-dbde-771b-96d1-a730b564758e', '01a1f61f-db28-78a3-95b5-2b9e63dffc9e', 'whe_GQm0mJPWHWcSm8ERfaz1Xy', 'pending', 0, 0, '2026-11-19 23:24:05.462609+00', NULL, NULL, '2026-11-19 23:24:05.28854+00');


INSERT INTO public.webhook_endpoints VALUES ('whe_GQm0mJPWHWcSm8ERfaz1Xy', 'ACCOUNT-124f977c', 'Missed', 'https://hooks.example/missed', true, '', '{alerts.triggered,alerts.resolved}', 5000, '{}', '\x1ff4d5242e6977959b7a9b5faf35c2411d821b6576aefb33b532bba094afd6eefa2ea761a3e843a30f36998b52ba98eaecebf172f6d232ca93d1a0465ebdd39ee50e28c1da3cb042934ffb8bb106', NULL, NULL, NULL, '2026-11-19 23:24:05.208344+00', '2026-11-19 23:24:05.208344+00');


INSERT INTO public.webhook_events VALUES ('01a1f61f-db28-78a3-95b5-2b9e63dffc9e', 'ACCOUNT-124f977c', 'alerts.triggered', '\x7b226576656e745f74797065223a22616c657274732e747269676765726564222c22616c657274223a7b226964223a2261725f58584b6d766430624d71514f4338354a6f516d446a7a222c226e616d65223a2242757379222c2270726f6a6563745f6964223a6e756c6c2c226d6574726963223a2263616c6c5f766f6c756d65222c226f70657261746f72223a223e3d222c227468726573686f6c645f76616c7565223a312c2263757272656e745f76616c7565223a342c2270726576696f75735f7374617465223a226f6b222c227472696767657265645f6174223a22323032362d31312d31395432333a32343a30352e3238385a227d7d', '2026-11-19 23:24:05.28854+00');


SELECT pg_catalog.setval('public.external_events_number_seq', 1, false);


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


ALTER TABLE ONLY public.external_event_ids
    ADD CONSTRAINT external_event_ids_pkey PRIMARY KEY (id);


ALTER TABLE ONLY public.external_events
    ADD CONSTRAINT external_events_pkey PRIMARY KEY (conversation_id, number);


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


ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (number);


ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (project_id, name);


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


CREATE INDEX external_event_ids_expiry ON public.external_event_ids USING btree (expires_at);


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


ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


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



