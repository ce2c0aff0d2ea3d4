// Made by scripts/console-types from the OpenAPI document.
export interface paths {
    "/adk/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts that a key opens
         * @description A key opens one account: the list has one entry.
         */
        get: operations["list_accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The projects of an account
         * @description What command-line toolkits list before they push or pull.
         */
        get: operations["list_account_projects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One project of an account
         * @description In the form that command-line toolkits know.
         */
        get: operations["read_account_project"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The A/B tests of a project, newest first
         * @description The one that is running, and those that ended with what was chosen.
         */
        get: operations["list_ab_tests"];
        put?: never;
        /**
         * Start an A/B test in live
         * @description From now on a share of the new conversations in live begins on the active deployment of pre-release, and stays with it to its end. A caller who is known gets the same one each time. One test at a time; nothing is promoted to live or rolled back meanwhile.
         */
        post: operations["start_ab_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an A/B test with a choice
         * @description The chosen deployment gets all new conversations at once: the variant as a promotion to live. Running ones keep theirs.
         */
        delete: operations["end_ab_test"];
        options?: never;
        head?: never;
        /**
         * Change the share of the variant
         * @description Of the conversations that begin from now on. Who has the variant keeps it when its share grows.
         */
        patch: operations["change_ab_test"];
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/{test_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an A/B test has shown so far
         * @description How the conversations of each arm went: containment, handoffs, duration, and metrics by choice, each with the interval that holds the truth in 95 of 100 tests, and the difference with its own. Nothing is concluded before both arms have enough conversations that have ended.
         */
        get: operations["read_ab_test_results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/ab-tests/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The A/B test that is running
         * @description An empty object when there is none.
         */
        get: operations["read_active_ab_test"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The branches of a project (command-line toolkits)
         * @description As the branches of an agent.
         */
        get: operations["list_toolkit_branches"];
        put?: never;
        /**
         * Make a branch (command-line toolkits)
         * @description 409 where main was published since the sequence that is expected. A branch that is made from another one merges into that.
         */
        post: operations["create_toolkit_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a branch (command-line toolkits)
         * @description It stays in the archive for 30 days.
         */
        delete: operations["delete_toolkit_branch"];
        options?: never;
        head?: never;
        /**
         * Rename a branch (command-line toolkits)
         * @description Its id stays.
         */
        patch: operations["rename_branch"];
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a branch into the archive (command-line toolkits)
         * @description As deleting it, whatever its sequence.
         */
        post: operations["archive_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a branch ready to be talked to (command-line toolkits)
         * @description As it is at the sequence that is expected. It answers in no environment, and has the variables and secrets of the sandbox.
         */
        post: operations["prepare_branch_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/command-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Push changes to a branch (command-line toolkits)
         * @description A `CommandBatch` as toolkits write it. All of its commands are applied to the branch's files, or none. A batch that was made for another sequence is refused, and so is one with a command of a type that is not known.
         */
        post: operations["push_commands"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a branch and publish it to the sandbox (command-line toolkits)
         * @description Where both sides changed the same, the answer is 400 with `hasConflicts`, and `conflicts` with `path` (the file, then keys), `baseValue`, `oursValue`, `theirsValue` and `type`; send a resolution for each. YAML is merged key by key, all else line by line.
         */
        post: operations["merge_toolkit_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/merge-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was merged into a branch (command-line toolkits)
         * @description The newest first, 200 at most.
         */
        get: operations["read_merge_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/projection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A branch as a tree (command-line toolkits)
         * @description Worked out from its files. Of main every sequence can be read, of other branches that which they have, and that which they were made with.
         */
        get: operations["read_branch_projection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a branch out of the archive (command-line toolkits)
         * @description One that is not there stays as it is.
         */
        post: operations["restore_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/sequence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often a branch was changed (command-line toolkits)
         * @description What other requests have to name, so that nobody writes over what they have not seen.
         */
        get: operations["read_sequence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring what the parent has into a branch (command-line toolkits)
         * @description Where both sides changed the same, the answer is 400 with `hasConflicts`, and `conflicts` with `path` (the file, then keys), `baseValue`, `oursValue`, `theirsValue` and `type`; send a resolution for each. YAML is merged key by key, all else line by line.
         */
        post: operations["sync_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/{branch_id}/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a branch a tag (command-line toolkits)
         * @description In place of the one that it has.
         */
        put: operations["tag_branch"];
        post?: never;
        /**
         * Take the tag off a branch (command-line toolkits)
         * @description Where there is none, nothing happens.
         */
        delete: operations["untag_branch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/branches/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Branches that were deleted (command-line toolkits)
         * @description With the days that are left to restore them, newest first.
         */
        get: operations["list_archive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a conversation (command-line toolkits)
         * @description As starting a conversation with an agent under construction, in the form that command-line toolkits know.
         */
        post: operations["start_toolkit_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/chat/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something (command-line toolkits)
         * @description As debug chat does. A conversation that never was counts as one that has ended: 410.
         */
        post: operations["say_in_toolkit_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/chat/{conversation_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a conversation (command-line toolkits)
         * @description As ending such a conversation, in the form that command-line toolkits know.
         */
        post: operations["end_toolkit_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The deployments of a project (command-line toolkits)
         * @description In the form that command-line toolkits know.
         */
        get: operations["list_toolkit_deployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/deployments/{deploymentId}/projection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A deployment as a tree (command-line toolkits)
         * @description Worked out from its files. The audit fields of all records are those of the deployment.
         */
        get: operations["read_deployment_projection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/deployments/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What answers where (command-line toolkits)
         * @description In the form that command-line toolkits know.
         */
        get: operations["list_toolkit_active"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/draft/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a conversation with a branch (command-line toolkits)
         * @description With the versions that making it ready answered.
         */
        post: operations["start_draft_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/accounts/{account_id}/projects/{project_id}/draft/chat/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something to a branch (command-line toolkits)
         * @description A conversation that never was counts as one that has ended: 410. It is ended as other chats of toolkits are, with `client_env` `draft`.
         */
        post: operations["say_in_draft_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/template-projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The templates (command-line toolkits)
         * @description Small agents that work, to begin with; the same as those of `parley init`.
         */
        get: operations["list_templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/adk/v1/template-projects/{template_id}/projection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A template as a tree (command-line toolkits)
         * @description As that of a deployment.
         */
        get: operations["read_template_projection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The agents of an account
         * @description Each with the id and the name that other addresses take for it.
         */
        get: operations["list_agents"];
        put?: never;
        /**
         * Make an agent
         * @description It answers in the sandbox at once. What was sent becomes the first version of its files.
         */
        post: operations["create_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/voice-library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The voices that agents of an account can speak with
         * @description First those that the account has named, then those that the engines of the running voice processes have.
         */
        get: operations["list_voices"];
        put?: never;
        /**
         * Name a voice of a provider
         * @description An agent that is created with its id speaks with it, if the provider is there.
         */
        post: operations["create_voice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts/{account_id}/voice-library/{voice_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One voice
         * @description One that the account has named, or one of an engine.
         */
        get: operations["read_voice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a voice that the account has named
         * @description What is left out stays. Agents that were created with it keep what it was.
         */
        patch: operations["change_voice"];
        trace?: never;
    };
    "/v1/accounts/{account_id}/voice-library/{voice_id}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where a voice can be heard
         * @description The address that was given with it. Voices of engines have none.
         */
        get: operations["read_voice_sample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description With its branches, deployments, numbers, connectors, keys, secrets and conversations; there is no way back. What is said next in conversations that run is refused.
         */
        delete: operations["delete_agent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an agent does over time
         * @description Sums by hour, day or week, of all conversations or by environment, channel, variant or deployment. They are kept ready: a quarter of a year is answered as fast as a day.
         */
        get: operations["read_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/analytics/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What agent code measured
         * @description Every metric written with `conv.write_metric` in finished conversations of the time, with its sums; over time and by value it is in `/analytics` with `metric`.
         */
        get: operations["list_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/analytics/themes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was not understood, or said before a handoff, by meaning
         * @description Each with its frequency, other wordings and how often it was said in the period before.
         */
        get: operations["read_themes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The phrases that an agent is known to say on calls
         * @description Sentences of its greeting and other fixed texts, in each language and voice, as voice processes found them in its deployments. No words of conversations are among them.
         */
        get: operations["list_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a phrase and its audio
         * @description Calls synthesize it again. If the agent still has it, it is listed again later, without audio.
         */
        delete: operations["delete_entry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache/{entry_id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the audio of a phrase, its text and its settings
         * @description `file` is a WAV file: 16-bit PCM, one or two channels, 8, 16, 24, 44.1 or 48 kHz, at most 6 MB and 60 seconds. `settings` is JSON: `text`, which the list shows from then on, and `config`, the settings that the audio was synthesized with. Calls that begin from now on play it.
         */
        put: operations["change_entry_details"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache/{entry_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audio that calls play for a phrase
         * @description A WAV file, 8 kHz, 16 bit, mono. A phrase that nobody sent a recording for has none.
         */
        get: operations["read_entry_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Have calls play a recording of yours for a phrase
         * @description A WAV file: 16-bit PCM, one or two channels, 8, 16, 24, 44.1 or 48 kHz, at most 6 MB and 60 seconds. Calls that begin from now on play it. The header `X-Filename` may name it.
         */
        patch: operations["replace_entry_file"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache/{entry_id}/synthesize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hear a text in the voice of a phrase
         * @description A voice process speaks it, with other settings if some are sent; the answer is a WAV file, 8 kHz, 16 bit, mono. Nothing of it is kept: to have calls play it, send it to `details`.
         */
        post: operations["synthesize_entry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/audio-cache/bulk-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget phrases and their audio
         * @description At most 20 at once; those that are there are forgotten, whatever else is named.
         */
        post: operations["delete_entries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The branches of an agent
         * @description First `main`, which is what was published last in the sandbox; then the others, newest first.
         */
        get: operations["list_branches"];
        put?: never;
        /**
         * Make a branch
         * @description It begins with the files of `main`, and merges into it.
         */
        post: operations["create_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a branch
         * @description It stays in the archive for 30 days, from where it can be restored.
         */
        delete: operations["delete_branch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The attributes of an agent's variants on a branch
         * @description Their values are with the variants.
         */
        get: operations["list_attributes"];
        put?: never;
        /**
         * Add an attribute on a branch
         * @description Empty in every variant.
         */
        post: operations["create_attribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/attributes/{attribute_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an attribute on a branch
         * @description With its values in all variants.
         */
        delete: operations["delete_attribute"];
        options?: never;
        head?: never;
        /**
         * Rename an attribute on a branch
         * @description References in texts get the new name; code that reads it does not. Its id stays.
         */
        patch: operations["change_attribute"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/behavior": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rules of an agent on a branch
         * @description What is in `agent_settings/rules.txt`; empty where there is none.
         */
        get: operations["read_behavior"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the rules of an agent on a branch
         * @description They become the file `agent_settings/rules.txt` of the branch.
         */
        patch: operations["change_behavior"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/knowledge-base/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The topics of an agent on a branch
         * @description By the paths of their files.
         */
        get: operations["list_topics"];
        put?: never;
        /**
         * Add a topic on a branch
         * @description It becomes a file in `topics/`, named after it.
         */
        post: operations["create_topic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/knowledge-base/topics/{topic_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One topic on a branch
         * @description By its id, which stays when it is renamed.
         */
        get: operations["read_topic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic on a branch
         * @description With its file.
         */
        delete: operations["delete_topic"];
        options?: never;
        head?: never;
        /**
         * Change a topic on a branch
         * @description In its file, where all else stays as it was written.
         */
        patch: operations["change_topic"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a branch and publish it to the sandbox
         * @description All or nothing: what does not load is refused with all problems. Where both sides changed the same, the answer is 400 with `hasConflicts`, and `conflicts` with `path` (the file, then keys), `baseValue`, `oursValue`, `theirsValue` and `type`; send a resolution for each. YAML is merged key by key, all else line by line.
         */
        post: operations["merge_branch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The variants of an agent on a branch
         * @description With the value of every attribute, by the attribute's id.
         */
        get: operations["list_variants"];
        put?: never;
        /**
         * Add a variant on a branch
         * @description The first one is the default. A new default takes that from the one that was it.
         */
        post: operations["create_variant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/branches/{branch_id}/variants/{variant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a variant on a branch
         * @description With its values. The default one stays: make another the default first.
         */
        delete: operations["delete_variant"];
        options?: never;
        head?: never;
        /**
         * Change a variant on a branch
         * @description Values that are not sent stay. Its id stays with another name, which test cases follow.
         */
        patch: operations["change_variant"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/browser-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser needs to call an agent
         * @description For the playground: the token opens calls to the agent of that environment for five minutes.
         */
        post: operations["begin_browser_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The conversations of an agent, newest first
         * @description All filters can stand together. A page leads to the next one by its cursor; with `q` or `search` those that fit best come first.
         */
        get: operations["list_agent_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One conversation, with turns, state, metrics and the functions that were called
         * @description While it runs, as far as it has come.
         */
        get: operations["read_agent_conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/annotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what was wrong with turns
         * @description All of them or none. Each becomes a note on its turn, and a tag of the conversation.
         */
        post: operations["annotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The recording of a call
         * @description A WAV file, 8 kHz, 16 bit, on the clock of the record: second 0 is its `started_at`. Of a call that runs, what is written so far. A `Range` header of one range of bytes is honoured.
         */
        get: operations["read_recording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser needs to listen to a call that runs
         * @description The socket sends 16-bit PCM at 8 kHz in stereo, the caller left and the agent right, a second late. Nobody on the call notices. Four people listen to one call at most; who does not take the audio as fast as it comes is let go. What a recording leaves out is silent here too. It ends with the call, a transfer, the key or session, and when transcripts are not shown any more. The audit log says who listened.
         */
        post: operations["listen_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/neighbours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next and the previous conversation in a list
         * @description Of the list with the same filters, whether the conversation itself fits them or not; by its own place, so it takes no longer far down. By meaning they are known among the nearest.
         */
        get: operations["list_neighbours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a note about a conversation as a whole
         * @description It is shown with those that people write in the console.
         */
        post: operations["write_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a note on a conversation, or on one of its turns
         * @description Shown to everybody who reads the conversation.
         */
        post: operations["add_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note, as its author or an admin
         * @description It cannot be brought back.
         */
        delete: operations["delete_note"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/rating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Thumb up or down for a conversation, or for one of its turns
         * @description Each author has one rating for the conversation and one for each turn; the newest counts.
         */
        put: operations["rate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a conversation again with another version of the agent
         * @description What the user said is said again; functions run for real, in the sandbox or pre-release. With `Accept: text/event-stream` each turn comes as it ends, as the event `turn`.
         */
        post: operations["replay_conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notes, tags and ratings of a conversation
         * @description What people who have read the conversation say about it.
         */
        get: operations["read_review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/tags/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Tag a conversation
         * @description Small letters, hyphens for spaces. At most 20 on a conversation.
         */
        put: operations["add_tag"];
        post?: never;
        /**
         * Take a tag off a conversation
         * @description The answer has the tags that are left.
         */
        delete: operations["remove_tag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/test-case": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation as a case of the project's test suite
         * @description What the user said, in order, and what has to come of it again: functions with their arguments, flow and step, handoff and end, and facts of what the agent said rather than its words. Save it under `path`, and run `parley test`.
         */
        get: operations["read_test_case"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/{conversation_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each turn of a conversation did, and its end function
         * @description For debugging an agent: functions with arguments, results, logs and state changes, flow and step, retrieved topics, prompt sizes and timings, turn by turn.
         */
        get: operations["read_trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All conversations that fit, as a table
         * @description Streamed, without a limit: a conversation on each line, with a line of names first.
         */
        get: operations["export_conversation_table"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/export.ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All conversations that fit, as lines of JSON
         * @description Streamed, without a limit: a conversation on each line.
         */
        get: operations["export_conversation_lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/conversations/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Conversations as they happen, as server-sent events
         * @description Events `started`, `turn` and `ended`, with the conversation's id and what is known of it.
         */
        get: operations["watch_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/debug-chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a conversation with an agent under construction
         * @description Answered by any environment or deployment, with what the turn did beside the words: functions, flow and step, state, timings.
         */
        post: operations["start_debug_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/debug-chat/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something in such a conversation
         * @description With `Accept: text/event-stream` the words come as they are made.
         */
        post: operations["say_in_debug_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/debug-chat/{conversation_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End such a conversation
         * @description It is counted and kept as every other.
         */
        post: operations["end_debug_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The deployments of an agent, newest first
         * @description With who did it and the message that was left with it.
         */
        get: operations["list_deployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One deployment
         * @description What was deployed, when, by whom and where it is active.
         */
        get: operations["read_deployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What two deployments differ in, file by file
         * @description Texts as unified diffs; renamed files are found. Long diffs are cut off, and say so.
         */
        get: operations["compare_deployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of a deployment
         * @description Their paths and sizes. The text of one is asked for by its path.
         */
        get: operations["list_deployment_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/files.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All files of a deployment, as a zip archive
         * @description The project as it was deployed: unpacked, changed and published again it is the next version.
         */
        get: operations["download_deployment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/files/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The text of one file of a deployment
         * @description Line ends are plain newlines, whatever the file has. Of what is no text only the size is told.
         */
        get: operations["read_deployment_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/needs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The secrets and variables that a deployment asks for, and which of them are set
         * @description Names only, never a value. What is asked for is read from the files; what is set is as of now.
         */
        get: operations["read_deployment_needs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a version into the next environment, or into a named one
         * @description Conversations in progress keep the deployment that they began on; new ones begin on this one.
         */
        post: operations["promote_deployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have an earlier version answer again in its environment
         * @description The answer's `metadata` is null; lists show the version's own message, and the type `rollback`.
         */
        post: operations["roll_back_deployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/{deploymentId}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The variants of a deployment with their attributes
         * @description As its project declares them, the default one marked.
         */
        get: operations["list_deployment_variants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What answers in which environment
         * @description One deployment for each environment; null where nothing was deployed yet.
         */
        get: operations["list_active_deployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/deployments/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy a project's files to the sandbox, or publish once more what was published last
         * @description The body is a zip archive of the project's folder, or a JSON object. With an archive the message goes into the header X-Deployment-Message. Files with problems are refused with all of them; nothing is stored then. Without files the version that was published last becomes what answers in `environment`; 409 where it is that already.
         */
        post: operations["publish_deployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an agent like another
         * @description With its settings and with the files that were published last. Secrets, numbers, connectors and edited real-time configuration are not copied.
         */
        post: operations["duplicate_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/real-time-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The real-time configuration of an agent, in every environment
         * @description Values that functions read as they are now, changed without a deployment, and the schema that they keep to.
         */
        get: operations["list_real_time_configs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/real-time-configs/{clientEnv}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The real-time configuration of one environment
         * @description The values as conversations see them now, and their schema.
         */
        get: operations["read_real_time_config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/real-time-configs/{clientEnv}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the schema of a real-time configuration
         * @description The variables need not fit it yet; nothing is published in this environment until they do.
         */
        put: operations["edit_real_time_schema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/real-time-configs/{clientEnv}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change variables of a real-time configuration
         * @description Conversations have them from their next turn on, within two seconds on every node.
         */
        patch: operations["edit_real_time_variables"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tags in use, those of most conversations first
         * @description To filter by, and to write alike.
         */
        get: operations["list_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The connectors of an agent
         * @description The trunks that its calls come through and go out by. Passwords are not shown.
         */
        get: operations["list_connectors"];
        put?: never;
        /**
         * Make a connector
         * @description A trunk of a carrier, and what its calls are for. What is left out is as usual.
         */
        post: operations["create_connector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/connectors/{connectorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One connector
         * @description Its trunk with it. Passwords are not shown.
         */
        get: operations["read_connector"];
        put?: never;
        post?: never;
        /**
         * Remove a connector and its numbers
         * @description Calls that run go on.
         */
        delete: operations["remove_connector"];
        options?: never;
        head?: never;
        /**
         * Change a connector, or give it to another agent together with its numbers
         * @description Only what is given changes. Calls that run go on.
         */
        patch: operations["change_connector"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/connectors/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Those of some connectors that an agent has
         * @description Connectors of others are among those that were not found.
         */
        post: operations["find_connectors"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change connectors
         * @description Each by itself, in the order of the request. What is not given of a connector stays.
         */
        patch: operations["change_connectors"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/connectors/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The connector that a phone number of an agent has
         * @description Whoever has a number at hand need not know through which connector it comes.
         */
        post: operations["look_up_connector"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/outbound-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have an agent call somebody
         * @description The call waits for a free slot of its connector, and is placed then. Ask for its status until it is SUCCESS or FAILURE.
         */
        post: operations["place_agent_call"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/outbound-calls/{call_sid}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of a call
         * @description Answers until two hours after the end of the request.
         */
        get: operations["read_agent_call_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The phone numbers of an agent
         * @description Each with the environment and the connector that it leads to.
         */
        get: operations["list_phone_numbers"];
        put?: never;
        /**
         * Have phone numbers lead to an agent
         * @description All of them or none. One that leads to the agent already stays as it is. The agent takes calls to them as soon as this is answered.
         */
        post: operations["import_phone_numbers"];
        /**
         * Take phone numbers away from an agent
         * @description Those that do not lead to the agent are named in `errors`; the rest goes.
         */
        delete: operations["remove_phone_numbers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/phone-numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One phone number of an agent
         * @description Where it leads.
         */
        get: operations["read_phone_number"];
        put?: never;
        /**
         * Have this phone number lead to an agent
         * @description As importing it with a body, the number standing in the address.
         */
        post: operations["import_named_phone_number"];
        /**
         * Take a phone number away from an agent
         * @description Calls to it are refused from then on; those that run go on.
         */
        delete: operations["remove_phone_number"];
        options?: never;
        head?: never;
        /**
         * Change where a phone number of the account leads
         * @description Only what is given changes. A number that leads to another agent of the account comes to this one.
         */
        patch: operations["assign_phone_number"];
        trace?: never;
    };
    "/v1/agents/{agent_id}/telephony/phone-numbers/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Those of some phone numbers that lead to an agent
         * @description Numbers of others are among those that were not found.
         */
        post: operations["find_phone_numbers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/testing/test-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the test cases of an agent, those of the newest run first
         * @description To see which cases fail again and again, and since which deployment.
         */
        get: operations["read_test_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/testing/test-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Test runs of an agent, newest first
         * @description Counts alone; the cases of one are in the run itself, those of many in the history.
         */
        get: operations["list_test_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/testing/test-runs/{testRunId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One test run with the result of each case
         * @description With what was said in each case, and why it failed.
         */
        get: operations["read_test_run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agent_id}/testing/test-runs/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an agent's test suite
         * @description The cases of the test suite, against the deployment or the branch that is named. It runs in the background: read the run until its status is final.
         */
        post: operations["trigger_test_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what in the account, newest first
         * @description Every change through this interface, the console and the command line: keys, deployments, real-time configuration, secrets, connectors, phone numbers, alert rules, webhook endpoints (also those that were switched off because they only fail), who signed in to the console, and which keys were refused there.
         */
        get: operations["read_audit_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversation-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved views of the list of conversations
         * @description Your own, and those that others share.
         */
        get: operations["list_views"];
        put?: never;
        /**
         * Save filters of the list of conversations under a name
         * @description Own views are for everybody, shared ones are an editor's. At most 100 of each.
         */
        post: operations["save_view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/conversation-views/{view_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description A view of others can be deleted by an admin alone.
         */
        delete: operations["delete_view"];
        options?: never;
        head?: never;
        /**
         * Change a saved view
         * @description Only what is given changes.
         */
        patch: operations["change_view"];
        trace?: never;
    };
    "/v1/telephony": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers, connectors, reservations and running calls of the account
         * @description Whatever agent they belong to. Calls are those that wait, ring or run; reservations those that a caller may still use, or uses. What a reservation brings along is not shown.
         */
        get: operations["read_telephony"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** AbTestArm */
        AbTestArm: {
            arm: components["schemas"]["Arm"];
            /** Conversations */
            conversations: number;
            /** Deployment Id */
            deployment_id: string;
            /** Ended */
            ended: number;
        };
        /** AbTestChoice */
        AbTestChoice: {
            /**
             * Chosen Deployment Id
             * Format: uuid
             * @description One of the two. The variant is promoted to live.
             */
            chosen_deployment_id: string;
        };
        /** AbTestInterval */
        AbTestInterval: {
            /** High */
            high: number | null;
            /**
             * Low
             * @description In 95 of 100 tests the truth is between this and `high`.
             */
            low: number | null;
            /** Value */
            value: number | null;
        };
        /** AbTestList */
        AbTestList: {
            /** Ab Tests */
            ab_tests: components["schemas"]["AbTestRecord"][];
        };
        /** AbTestMeasure */
        AbTestMeasure: {
            control: components["schemas"]["AbTestSample"];
            /** @description How much higher the variant's is. */
            difference: components["schemas"]["AbTestInterval"] | null;
            /**
             * Name
             * @description `containment`, `handoff_rate`, `duration` in seconds, or `metric:` and a name.
             */
            name: string;
            variant: components["schemas"]["AbTestSample"];
            /** @description `not_enough` conversations yet, `no_difference` that can be told from chance, or the variant's is `higher` or `lower`. */
            verdict: components["schemas"]["Verdict"];
        };
        /** AbTestRecord */
        AbTestRecord: {
            /** Chosen Deployment Id */
            chosen_deployment_id: string | null;
            /** Control Deployment Id */
            control_deployment_id: string;
            /** Created At */
            created_at: string;
            /** Created By */
            created_by: string;
            /** Ended At */
            ended_at: string | null;
            /** Id */
            id: string;
            /** Name */
            name: string;
            /**
             * Status
             * @enum {string}
             */
            status: "active" | "ended";
            /** Traffic Percentage */
            traffic_percentage: number;
            /** Variant Deployment Id */
            variant_deployment_id: string;
        };
        /** AbTestRequest */
        AbTestRequest: {
            /** Name */
            name: string;
            /**
             * Traffic Percentage
             * @description Of a hundred new conversations, how many the variant gets; in steps of 5.
             * @default 50
             */
            traffic_percentage?: number;
            /**
             * Variant Deployment Id
             * Format: uuid
             * @description The active deployment of pre-release, of another version than live.
             */
            variant_deployment_id: string;
        };
        /** AbTestResults */
        AbTestResults: {
            ab_test: components["schemas"]["AbTestRecord"];
            /** Arms */
            arms: components["schemas"]["AbTestArm"][];
            /**
             * Fewest Conversations
             * @description Of each arm, before anything is concluded.
             */
            fewest_conversations: number;
            /** Has Enough */
            has_enough: boolean;
            /** Measures */
            measures: components["schemas"]["AbTestMeasure"][];
        };
        /** AbTestSample */
        AbTestSample: {
            /**
             * Conversations
             * @description That have ended, and have a number where it is about a metric.
             */
            conversations: number;
            /** High */
            high: number | null;
            /**
             * Low
             * @description In 95 of 100 tests the truth is between this and `high`.
             */
            low: number | null;
            /** Value */
            value: number | null;
        };
        /** AbTestShare */
        AbTestShare: {
            /**
             * Traffic Percentage
             * @description Of a hundred new conversations, how many the variant gets; in steps of 5.
             */
            traffic_percentage: number;
        };
        /** AccountSummary */
        AccountSummary: {
            /** Active */
            active: boolean;
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /** ActiveDeployments */
        ActiveDeployments: {
            live: components["schemas"]["DeploymentRecord"] | null;
            "pre-release": components["schemas"]["DeploymentRecord"] | null;
            sandbox: components["schemas"]["DeploymentRecord"] | null;
        };
        /** ActiveReply */
        ActiveReply: {
            activeDeployments: components["schemas"]["ActiveDeployments"];
        };
        /**
         * ActorKind
         * @description Whoever uses the command line on this installation is its operator. What nobody asked for, it does by itself.
         * @enum {string}
         */
        ActorKind: "key" | "operator" | "system";
        /** Agent */
        Agent: {
            /** Accountid */
            accountId: string;
            /** Agentid */
            agentId: string;
            /** Agentname */
            agentName: string;
            /** Branchcount */
            branchCount: number;
            /** Createdat */
            createdAt: string;
            /** Updatedat */
            updatedAt: string;
        };
        /** AgentsError */
        AgentsError: {
            /**
             * Data
             * @default null
             */
            data?: null;
            /** Error */
            error: string;
            /** Error Code */
            error_code: string;
            /**
             * Error Id
             * @description Equal to the X-PolyAI-Correlation-Id header.
             */
            error_id: string;
            /** Error Message */
            error_message: string;
            /** Errors */
            errors: components["schemas"]["FieldProblem"][];
            /** Message */
            message: string;
            /**
             * Success
             * @description Always false.
             */
            success: boolean;
        };
        /** Analytics */
        Analytics: {
            /**
             * @description Only with `compare`.
             * @default null
             */
            compared?: components["schemas"]["Compared"] | null;
            /** End */
            end: string;
            groupBy: components["schemas"]["Dimension"] | null;
            /**
             * Points
             * @description In the order of time; with `groupBy`, only those with conversations.
             */
            points: components["schemas"]["Point"][];
            /** Start */
            start: string;
            step: components["schemas"]["Step"];
            total: components["schemas"]["Figures"];
        };
        /** Annotation */
        Annotation: {
            /**
             * Annotationtype
             * @enum {string}
             */
            annotationType: "missing_topic" | "wrong_transcript" | "wrong_info";
            /**
             * Role
             * @enum {string}
             */
            role: "user" | "agent";
            /**
             * Turnid
             * @description From 0 on.
             */
            turnId: number;
        };
        /** Annotations */
        Annotations: {
            /** Annotations */
            annotations: components["schemas"]["Annotation"][];
        };
        /**
         * Answers
         * @description Whose answers the case is about.
         * @enum {string}
         */
        Answers: "recorded" | "own";
        /** ArchivedBranch */
        ArchivedBranch: {
            /** Accountid */
            accountId: string;
            /**
             * Active
             * @description False for what is in the archive.
             */
            active: boolean;
            /** Archivedat */
            archivedAt: string;
            /**
             * Branchid
             * @description `main`, or BRANCH-… as addresses take it.
             */
            branchId: string;
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
            /**
             * Daysleft
             * @description Until it is forgotten.
             */
            daysLeft: number;
            /** Id */
            id: string;
            /**
             * Isdiverged
             * @description The parent was changed since.
             */
            isDiverged: boolean;
            /** Name */
            name: string;
            /**
             * Parentbranchid
             * @description What it was made from and merges into; null for main.
             */
            parentBranchId: string | null;
            /**
             * Parentsequence
             * @description Which sequence of the parent it has seen; null for main.
             */
            parentSequence: string | null;
            /** Projectid */
            projectId: string;
            /** Sequence */
            sequence: string;
            /** Tag */
            tag: string | null;
            /** Updatedat */
            updatedAt: string;
        };
        /** ArchivedList */
        ArchivedList: {
            /** Branches */
            branches: components["schemas"]["ArchivedBranch"][];
        };
        /**
         * Arm
         * @enum {string}
         */
        Arm: "control" | "variant";
        /**
         * AssignRequest
         * @description Only what is given changes.
         */
        AssignRequest: {
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /**
             * Connectorid
             * @description Null: none any more.
             * @default null
             */
            connectorId?: string | null;
            /** Isdynamic */
            isDynamic?: boolean;
            /** Variantid */
            variantId?: string;
        };
        /** AttributeValues */
        AttributeValues: {
            /**
             * Values
             * @description By the ids of the attributes.
             */
            values: {
                [key: string]: string;
            };
        };
        /** AudioCacheEntry */
        AudioCacheEntry: {
            /**
             * Audio Filename
             * @description Of the file that its audio came in.
             */
            audio_filename: string;
            /**
             * Audiofilename
             * @description The same under the name that documentation has for it.
             */
            audioFilename: string;
            /**
             * Cached At
             * @description Since when it has its audio; null: it has none.
             */
            cached_at: string | null;
            /**
             * Cachedat
             * @description The same under the name that documentation has for it.
             */
            cachedAt: string | null;
            /**
             * Config
             * @description The settings that were sent with its audio.
             */
            config: {
                [key: string]: unknown;
            };
            /**
             * Duration
             * @description Of its audio, in seconds; 0: it has none, and calls synthesize it.
             */
            duration: number;
            /**
             * Hit Count
             * @description How often calls have played its audio.
             */
            hit_count: number;
            /**
             * Hitcount
             * @description The same under the name that documentation has for it.
             */
            hitCount: number;
            /** Id */
            id: string;
            /**
             * Imported
             * @description Its audio is a file that was sent in the place of synthesized speech.
             */
            imported: boolean;
            /** Language Code */
            language_code: string;
            /**
             * Languagecode
             * @description The same under the name that documentation has for it.
             */
            languageCode: string;
            /**
             * Provider
             * @description Of the voice; empty: what speaks where no voice is named.
             */
            provider: string;
            /** Provider Voice Id */
            provider_voice_id: string;
            /**
             * Providervoiceid
             * @description The same under the name that documentation has for it.
             */
            providerVoiceId: string;
            /**
             * Regenerated
             * @description Its audio was sent together with settings.
             */
            regenerated: boolean;
            /**
             * Spoken Text
             * @description What is spoken for it where it has no audio.
             */
            spoken_text: string;
            /**
             * Transcript
             * @description The phrase, as it stands in the agent's files, or as its recording was sent.
             */
            transcript: string;
        };
        /** AudioCacheList */
        AudioCacheList: {
            /** Entries */
            entries: components["schemas"]["AudioCacheEntry"][];
            /** Limit */
            limit: number;
            /** Offset */
            offset: number;
            /**
             * Total Count
             * @description Of all pages.
             */
            total_count: number;
            /**
             * Totalcount
             * @description The same under the name that documentation has for it.
             */
            totalCount: number;
        };
        /** AuditActor */
        AuditActor: {
            /**
             * Address
             * @description Where the request came from; of IPv6 the network.
             */
            address: string | null;
            /**
             * Keyid
             * @description Of a key.
             */
            keyId: string | null;
            /** @description `operator`: whoever uses the command line of this installation; `system`: what it did by itself. */
            kind: components["schemas"]["ActorKind"];
            /**
             * Name
             * @description The name of the key, or enough of it to recognise it by.
             */
            name: string;
            /** @description Of a console key. */
            role: components["schemas"]["Role"] | null;
        };
        /** AuditEntry */
        AuditEntry: {
            actor: components["schemas"]["AuditActor"];
            /**
             * Agentid
             * @description The agent that it belongs to.
             */
            agentId: string | null;
            /** At */
            at: string;
            /**
             * Fields
             * @description The names of what is different since. Values are never kept.
             */
            fields: string[];
            /** Id */
            id: string;
            kind: components["schemas"]["Kind"];
            /**
             * Subject
             * @description The id of what was changed, or its name where that is what it goes by.
             */
            subject: string;
            verb: components["schemas"]["Verb"];
        };
        /** AuditLog */
        AuditLog: {
            /** Entries */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * Nextcursor
             * @description The `cursor` of the next page; null: this was the last one.
             */
            nextCursor: string | null;
        };
        /** Behavior */
        Behavior: {
            /** Behavior */
            behavior: string;
        };
        /** BehaviorChange */
        BehaviorChange: {
            /** Behavior */
            behavior: string;
        };
        /** BranchAttribute */
        BranchAttribute: {
            /**
             * Id
             * @description It stays when its name is another one.
             */
            id: string;
            /** Name */
            name: string;
        };
        /** BranchAttributes */
        BranchAttributes: {
            /** Attributes */
            attributes: components["schemas"]["BranchAttribute"][];
        };
        /** BranchList */
        BranchList: {
            /** Branches */
            branches: components["schemas"]["BranchRecord"][];
        };
        /** BranchProjection */
        BranchProjection: {
            /** Lastknownsequence */
            lastKnownSequence: string;
            /**
             * Projection
             * @description As that of a deployment; an answer to a push says how the sequence goes on.
             */
            projection: {
                [key: string]: unknown;
            };
        };
        /** BranchRecord */
        BranchRecord: {
            /** Accountid */
            accountId: string;
            /**
             * Active
             * @description False for what is in the archive.
             */
            active: boolean;
            /**
             * Branchid
             * @description `main`, or BRANCH-… as addresses take it.
             */
            branchId: string;
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
            /** Id */
            id: string;
            /**
             * Isdiverged
             * @description The parent was changed since.
             */
            isDiverged: boolean;
            /** Name */
            name: string;
            /**
             * Parentbranchid
             * @description What it was made from and merges into; null for main.
             */
            parentBranchId: string | null;
            /**
             * Parentsequence
             * @description Which sequence of the parent it has seen; null for main.
             */
            parentSequence: string | null;
            /** Projectid */
            projectId: string;
            /** Sequence */
            sequence: string;
            /** Tag */
            tag: string | null;
            /** Updatedat */
            updatedAt: string;
        };
        /** BranchVariant */
        BranchVariant: {
            attributeValues: components["schemas"]["AttributeValues"];
            /**
             * Id
             * @description It stays when its name is another one.
             */
            id: string;
            /** Isdefault */
            isDefault: boolean;
            /** Name */
            name: string;
        };
        /** BranchVariants */
        BranchVariants: {
            /** Variants */
            variants: components["schemas"]["BranchVariant"][];
        };
        /** BrowserCallReply */
        BrowserCallReply: {
            /** Connectorid */
            connectorId: string;
            /** Expiresat */
            expiresAt: string;
            /**
             * Token
             * @description What the offer needs as its `authToken`. It opens one connector's calls, from here.
             */
            token: string;
            /**
             * Url
             * @description Of the gateway of calls.
             */
            url: string;
        };
        /** BrowserCallRequest */
        BrowserCallRequest: {
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv: "sandbox" | "pre-release" | "live";
        };
        /** CallFailure */
        CallFailure: {
            /** Error */
            error: string | null;
            /** Failure Reason */
            failure_reason: string;
            /** Name */
            name: string;
        };
        /** CallReply */
        CallReply: {
            /**
             * Callsid
             * @description Also the id of the conversation.
             */
            callSid: string;
            /**
             * Status
             * @enum {string}
             */
            status: "QUEUED" | "CALLING" | "SUCCESS" | "FAILURE";
        };
        /** CallRequest */
        CallRequest: {
            /**
             * Countrycode
             * @description ISO 3166-1 alpha-2: how a `toNumber` without + is meant. Ignored for one with +.
             * @default null
             */
            countryCode?: string | null;
            /**
             * Encryption
             * @description How signalling and media travel. A call never falls back to less.
             * @default tls_srtp
             * @enum {string}
             */
            encryption?: "tls_srtp" | "tls_rtp" | "udp_srtp" | "udp_rtp";
            /**
             * Environment
             * @description Whose deployment talks, and whose connector is used.
             * @enum {string}
             */
            environment: "sandbox" | "pre-release" | "live";
            /**
             * Metadata
             * @description Strings by name: readable by the agent as conv.sip_headers.get(name), and sent as SIP headers. Fewer than 26 KB as JSON in base64.
             * @default null
             */
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * Tonumber
             * @description E.164, or as people of `countryCode` write it.
             */
            toNumber: string;
            /**
             * Variantid
             * @description Also chooses the connector that has it. Omitted: the environment's default connector.
             * @default null
             */
            variantId?: string | null;
        };
        /** CaseReply */
        CaseReply: {
            /** Name */
            name: string;
            /**
             * Path
             * @description Where it belongs in the project.
             */
            path: string;
            /**
             * Remarks
             * @description What could not be taken over as it was.
             */
            remarks: string[];
            /** Yaml */
            yaml: string;
        };
        /** ChangedFile */
        ChangedFile: {
            /**
             * Change
             * @description added, removed, changed or renamed; what was renamed may have changed too.
             */
            change: string;
            /**
             * Diff
             * @description Unified, three lines around each change; empty for what is no text.
             */
            diff: string;
            /** Path */
            path: string;
            /**
             * Previouspath
             * @description Of a renamed file.
             */
            previousPath: string | null;
            /**
             * Truncated
             * @description There are more changes than 2,000 lines, or too many to be found.
             */
            truncated: boolean;
        };
        /** Compared */
        Compared: {
            /** Channel */
            channel: string | null;
            /** Deployment */
            deployment: string | null;
            /**
             * Differences
             * @description By the name of a figure.
             */
            differences: {
                [key: string]: components["schemas"]["Difference"];
            };
            /** End */
            end: string;
            /**
             * Environment
             * @description Which conversations it is about; null: all.
             */
            environment: string | null;
            /**
             * Points
             * @description In the order of time: the first stands beside the first, and so on.
             */
            points: components["schemas"]["Point"][];
            /** Start */
            start: string;
            total: components["schemas"]["Figures"];
            /** Variant */
            variant: string | null;
        };
        /** ConfigPage */
        ConfigPage: {
            /** Clientenv */
            clientEnv: string;
            /**
             * Lastupdated
             * @description When files or an edit last said something else; null: never.
             */
            lastUpdated: string | null;
            /**
             * Schema
             * @description JSON Schema of the variables; empty: anything goes.
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * Variables
             * @description What conversations get in their next turn.
             */
            variables: {
                [key: string]: unknown;
            };
        };
        /** ConfigPages */
        ConfigPages: {
            /** Configpages */
            configPages: components["schemas"]["ConfigPage"][];
        };
        /** ConflictResolution */
        ConflictResolution: {
            /**
             * Path
             * @description Of the conflict, or the file alone for all of it.
             */
            path: string[];
            /**
             * Strategy
             * @description `ours` is the parent, `theirs` the branch, `base` what both began with.
             * @enum {string}
             */
            strategy: "ours" | "theirs" | "base";
            /**
             * Value
             * @description Instead of what a side has.
             * @default null
             */
            value?: unknown;
        };
        /**
         * ConnectorChanges
         * @description Only what is given changes.
         */
        ConnectorChanges: {
            /**
             * Accountsid
             * @description An id of ours at the carrier.
             */
            accountSid?: string;
            /**
             * Applicationid
             * @description An id of ours at the carrier.
             */
            applicationId?: string;
            /**
             * Asrlangcode
             * @description Empty: the project's.
             */
            asrLangCode?: string;
            /**
             * Authtoken
             * @description Sealed, and never shown.
             */
            authToken?: string;
            /**
             * Callerid
             * @description What is shown to those we call.
             */
            callerId?: string;
            /**
             * Carrier
             * @description Who brings the calls over media streams; empty: a SIP trunk.
             * @enum {string}
             */
            carrier?: "" | "twilio" | "telnyx" | "plivo";
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /**
             * Disablehandoff
             * @description The agent keeps its callers: nobody is transferred.
             * @default false
             */
            disableHandoff?: boolean;
            /**
             * Fromdomain
             * @description A host name or an IP address; empty: none.
             */
            fromDomain?: string;
            /**
             * Host
             * @description A host name or an IP address; empty: none.
             */
            host?: string;
            /**
             * Inboundpassword
             * @description Sealed, and never shown.
             */
            inboundPassword?: string;
            /** Inbounduser */
            inboundUser?: string;
            /**
             * Maxcalls
             * @description Calls at once, in both directions.
             */
            maxCalls?: number;
            /** Name */
            name?: string;
            /**
             * Networks
             * @description IP networks that calls are taken from; empty: none.
             */
            networks?: string[];
            /** Outbound */
            outbound?: boolean;
            /**
             * Password
             * @description Sealed, and never shown.
             */
            password?: string;
            /** Port */
            port?: number;
            /** Projectid */
            projectId?: string;
            /**
             * Publickey
             * @description The carrier's key for signatures (Telnyx), in base64.
             */
            publicKey?: string;
            /**
             * Queueseconds
             * @description How long a call waits for a free slot.
             */
            queueSeconds?: number;
            /**
             * Registerover
             * @description How to register at the host, as the user; empty: not at all.
             * @enum {string}
             */
            registerOver?: "" | "udp" | "tcp" | "tls";
            /** Ringseconds */
            ringSeconds?: number;
            /** Tlsport */
            tlsPort?: number;
            /** User */
            user?: string;
            /**
             * Variantid
             * @description Null: none any more.
             * @default null
             */
            variantId?: string | null;
            /**
             * Voicename
             * @description The voice that answers; a language that its name begins with becomes `ttsLangCode`. Empty: the project's.
             */
            voiceName?: string;
        };
        /** ConnectorList */
        ConnectorList: {
            /** Connectors */
            connectors: components["schemas"]["ConnectorRecord"][];
        };
        /** ConnectorRecord */
        ConnectorRecord: {
            /** Accountid */
            accountId: string;
            /** Accountsid */
            accountSid: string;
            /** Applicationid */
            applicationId: string;
            /**
             * Asrlangcode
             * @description The language that its calls begin in; empty: the project's.
             */
            asrLangCode: string;
            /** Callerid */
            callerId: string;
            /** Carrier */
            carrier: string;
            /** Clientenv */
            clientEnv: string;
            /** Connectorid */
            connectorId: string;
            /** Disablehandoff */
            disableHandoff: boolean;
            /** Fromdomain */
            fromDomain: string;
            /** Host */
            host: string;
            /** Inbounduser */
            inboundUser: string;
            /** Maxcalls */
            maxCalls: number;
            /** Name */
            name: string;
            /** Networks */
            networks: string[];
            /** Outbound */
            outbound: boolean;
            /** Port */
            port: number;
            /** Projectid */
            projectId: string;
            /** Publickey */
            publicKey: string;
            /** Queueseconds */
            queueSeconds: number;
            /** Registerover */
            registerOver: string;
            /** Ringseconds */
            ringSeconds: number;
            /** Tlsport */
            tlsPort: number;
            /**
             * Ttslangcode
             * @description The language of the voice, as far as its name says; else `asrLangCode`.
             */
            ttsLangCode: string;
            /** User */
            user: string;
            /**
             * Variantid
             * @description Empty: none.
             */
            variantId: string;
            /** Voicename */
            voiceName: string;
        };
        /**
         * ConnectorRequest
         * @description What is left out is as usual.
         */
        ConnectorRequest: {
            /**
             * Accountsid
             * @description An id of ours at the carrier.
             */
            accountSid?: string;
            /**
             * Applicationid
             * @description An id of ours at the carrier.
             */
            applicationId?: string;
            /**
             * Asrlangcode
             * @description Empty: the project's.
             */
            asrLangCode?: string;
            /**
             * Authtoken
             * @description Sealed, and never shown.
             */
            authToken?: string;
            /**
             * Callerid
             * @description What is shown to those we call.
             */
            callerId?: string;
            /**
             * Carrier
             * @description Who brings the calls over media streams; empty: a SIP trunk.
             * @enum {string}
             */
            carrier?: "" | "twilio" | "telnyx" | "plivo";
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /**
             * Disablehandoff
             * @description The agent keeps its callers: nobody is transferred.
             * @default false
             */
            disableHandoff?: boolean;
            /**
             * Fromdomain
             * @description A host name or an IP address; empty: none.
             */
            fromDomain?: string;
            /**
             * Host
             * @description A host name or an IP address; empty: none.
             */
            host?: string;
            /**
             * Inboundpassword
             * @description Sealed, and never shown.
             */
            inboundPassword?: string;
            /** Inbounduser */
            inboundUser?: string;
            /**
             * Maxcalls
             * @description Calls at once, in both directions.
             */
            maxCalls?: number;
            /** Name */
            name: string;
            /**
             * Networks
             * @description IP networks that calls are taken from; empty: none.
             */
            networks?: string[];
            /** Outbound */
            outbound?: boolean;
            /**
             * Password
             * @description Sealed, and never shown.
             */
            password?: string;
            /** Port */
            port?: number;
            /** Projectid */
            projectId?: string;
            /**
             * Publickey
             * @description The carrier's key for signatures (Telnyx), in base64.
             */
            publicKey?: string;
            /**
             * Queueseconds
             * @description How long a call waits for a free slot.
             */
            queueSeconds?: number;
            /**
             * Registerover
             * @description How to register at the host, as the user; empty: not at all.
             * @enum {string}
             */
            registerOver?: "" | "udp" | "tcp" | "tls";
            /** Ringseconds */
            ringSeconds?: number;
            /** Tlsport */
            tlsPort?: number;
            /** User */
            user?: string;
            /**
             * Variantid
             * @description Null: none any more.
             * @default null
             */
            variantId?: string | null;
            /**
             * Voicename
             * @description The voice that answers; a language that its name begins with becomes `ttsLangCode`. Empty: the project's.
             */
            voiceName?: string;
        };
        /** ConnectorUpdates */
        ConnectorUpdates: {
            /** Updates */
            updates: components["schemas"]["NamedChanges"][];
        };
        /** ConversationList */
        ConversationList: {
            /** Conversations */
            conversations: components["schemas"]["ListedSummary"][];
            /**
             * Count
             * @description How many fit the filters, on all pages together; null with `q`.
             */
            count: number | null;
            /** Limit */
            limit: number;
            /**
             * Nextcursor
             * @description The `cursor` of the next page; null: this was the last one.
             */
            nextCursor: string | null;
            /** Offset */
            offset: number;
        };
        /** ConversationTrace */
        ConversationTrace: {
            /** Conversationid */
            conversationId: string;
            /** @description What the end function did; null until it ran, and where there is none. */
            end: components["schemas"]["EndTrace"] | null;
            /** Turns */
            turns: components["schemas"]["TurnTrace"][];
        };
        /** CreatedBranch */
        CreatedBranch: {
            /** Branchid */
            branchId: string;
            /** Sequenceid */
            sequenceId: string;
        };
        /** CredentialNeed */
        CredentialNeed: {
            /**
             * Authtype
             * @example basic
             */
            authType: string;
            /** Environment */
            environment: string;
            /** Isset */
            isSet: boolean;
            /**
             * Secret
             * @description Its name; that of the environment counts before that of all.
             */
            secret: string;
        };
        /** DebugMetadata */
        DebugMetadata: {
            /** Asrlangcode */
            asrLangCode: string;
            /** Citedtopic */
            citedTopic: string;
            /**
             * Currentnode
             * @description Empty: clients expect it. `inStep` says where the conversation is.
             */
            currentNode: string;
            /**
             * Functionevents
             * @description Of this turn, in their order.
             */
            functionEvents: components["schemas"]["FunctionEvent"][];
            /** Handoffdestination */
            handoffDestination: string;
            /** Inflow */
            inFlow: string | null;
            /** Instep */
            inStep: string | null;
            /** Llmrequests */
            llmRequests: components["schemas"]["LlmRequest"][];
            /**
             * Metrics
             * @description What this turn wrote.
             */
            metrics: {
                [key: string]: string | string[];
            };
            /**
             * Nodetrace
             * @description Empty: clients expect it. `inStep` says where the conversation is.
             */
            nodeTrace: string[];
            /** Retrievedsources */
            retrievedSources: string[];
            /** Retrievedtopics */
            retrievedTopics: string[];
            /**
             * State
             * @description What the agent's functions keep, as this turn left it.
             */
            state: {
                [key: string]: unknown;
            };
            /** Ttslangcode */
            ttsLangCode: string;
        } & {
            [key: string]: unknown;
        };
        /** DebugReply */
        DebugReply: {
            /** Conversationended */
            conversationEnded: boolean;
            /** Conversationid */
            conversationId: string;
            /** Delayedresponse */
            delayedResponse: boolean;
            /**
             * Memory
             * @description What the agent knew of this caller from earlier conversations.
             */
            memory: {
                [key: string]: unknown;
            };
            /** @description What the turn did, together with its trace. */
            metadata: components["schemas"]["DebugMetadata"];
            /** Response */
            response: string;
            /**
             * State
             * @description What the agent's functions keep, as this turn left it.
             */
            state: {
                [key: string]: unknown;
            };
            /** Userinput */
            userInput: string;
        };
        /** Deleted */
        Deleted: {
            /** Message */
            message: string;
            /** Sequence */
            sequence: string;
        };
        /** DeletedConnector */
        DeletedConnector: {
            /** Deletedconnector */
            deletedConnector: string;
            /** Deletedphonenumbers */
            deletedPhoneNumbers: string[];
        };
        /** DeletedEntries */
        DeletedEntries: {
            /** Deleted */
            deleted: string[];
            /**
             * Failed
             * @description What is not there.
             */
            failed: string[];
        };
        /** DeletedNumber */
        DeletedNumber: {
            /** Deleted */
            deleted: string;
        };
        /** DeletedNumbers */
        DeletedNumbers: {
            /** Deleted */
            deleted: string[];
            /** Errors */
            errors?: components["schemas"]["NumberProblem"][];
        };
        /** DeploymentFile */
        DeploymentFile: {
            /** Istext */
            isText: boolean;
            /**
             * Path
             * @example functions/book_table.py
             */
            path: string;
            /**
             * Size
             * @description In bytes.
             */
            size: number;
        };
        /** DeploymentFiles */
        DeploymentFiles: {
            /** Deploymentid */
            deploymentId: string;
            /** Environment */
            environment: string;
            /**
             * Files
             * @description In the order of their paths.
             */
            files: components["schemas"]["DeploymentFile"][];
            /** Version */
            version: string;
        };
        /** DeploymentFileText */
        DeploymentFileText: {
            /** Istext */
            isText: boolean;
            /**
             * Path
             * @example functions/book_table.py
             */
            path: string;
            /**
             * Size
             * @description In bytes.
             */
            size: number;
            /**
             * Text
             * @description Empty for what is no text.
             */
            text: string;
            /**
             * Truncated
             * @description It goes on: the first 512 KB are here.
             */
            truncated: boolean;
        };
        /** DeploymentList */
        DeploymentList: {
            /** Deployments */
            deployments: components["schemas"]["DeploymentRecord"][];
        };
        /** DeploymentMetadata */
        DeploymentMetadata: {
            /** Deployment Message */
            deployment_message: string;
            /**
             * Deployment Type
             * @description publish, promotion or rollback.
             */
            deployment_type: string;
            /**
             * Rollback Message
             * @description Only present after a rollback with a message; `deployment_message` is the version's.
             * @default null
             */
            rollback_message?: string | null;
        };
        /** DeploymentProjection */
        DeploymentProjection: {
            /**
             * Projection
             * @description Collections are `{ids, entities}`, alternatives `{$case, value}`; references in texts are ids.
             */
            projection: {
                [key: string]: unknown;
            };
        };
        /** DeploymentRecord */
        DeploymentRecord: {
            /** Accountid */
            accountId: string;
            /** Agentid */
            agentId: string;
            /** Artifactversion */
            artifactVersion: string;
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
            /** Environment */
            environment: string;
            /** Id */
            id: string;
            metadata: components["schemas"]["DeploymentMetadata"] | null;
            /** Version */
            version: string;
        };
        /** DeploymentReply */
        DeploymentReply: {
            deployment: components["schemas"]["DeploymentRecord"];
        };
        /** Detail */
        Detail: {
            /** @description The A/B test that it is a part of. */
            abTest: components["schemas"]["PartOfTest"] | null;
            /** Accountid */
            accountId: string;
            /**
             * Audiourl
             * @description Of the recording, from `/v1/agents/{agent_id}/` on; null: there is none.
             */
            audioUrl: string | null;
            /** Channel */
            channel: string;
            /** Clientenv */
            clientEnv: string;
            /** Conversationid */
            conversationId: string;
            /** Createdat */
            createdAt: string;
            /**
             * Deploymentid
             * @description The one that answered last.
             */
            deploymentId: string;
            /**
             * Direction
             * @description inbound or outbound, of a call; null: a chat.
             */
            direction: string | null;
            /**
             * Duration
             * @description Seconds.
             */
            duration: number;
            /** Finishedat */
            finishedAt: string | null;
            /** Fromnumber */
            fromNumber: string | null;
            /**
             * Functionevents
             * @description What functions did, by the position of the turn, from 1 on; the end function comes after the last.
             */
            functionEvents: {
                [key: string]: components["schemas"]["FunctionEvent"][];
            };
            /** Handoff */
            handoff: boolean;
            /** Handoffdestination */
            handoffDestination: string | null;
            /** Handoffreason */
            handoffReason: string | null;
            /** Inprogress */
            inProgress: boolean;
            /** Language */
            language: string | null;
            /**
             * Metrics
             * @description Where key or project do not show transcripts only scores and yes or no.
             */
            metrics: {
                [key: string]: components["schemas"]["MetricValue"][];
            };
            /**
             * Note
             * @description The newest note that somebody wrote about it.
             */
            note: string | null;
            /** Numnotes */
            numNotes: number;
            /** Numood */
            numOod: number;
            /** Numsilences */
            numSilences: number;
            /** Numturns */
            numTurns: number;
            /** Polyaiduration */
            polyaiDuration: number;
            /**
             * Polyscore
             * @description Null: nothing scores conversations here.
             */
            polyScore: number | null;
            /** Projectid */
            projectId: string;
            /**
             * Replayof
             * @description The conversation that was played again here; null: none was.
             */
            replayOf: string | null;
            /** @description What a model made of it. Null: there is none, or transcripts are not shown. */
            shortSummary: components["schemas"]["ShortSummary"] | null;
            /** Startedat */
            startedAt: string;
            /**
             * State
             * @description Empty where key or project do not show transcripts.
             */
            state: {
                [key: string]: unknown;
            };
            /** Tags */
            tags: string[];
            /** Thumbsdown */
            thumbsDown: number;
            /**
             * Thumbsup
             * @description Ratings of the conversation and of its turns.
             */
            thumbsUp: number;
            /** Tonumber */
            toNumber: string | null;
            /** Totalduration */
            totalDuration: number;
            /**
             * Turns
             * @description Empty where key or project do not show transcripts.
             */
            turns: components["schemas"]["DetailTurn"][];
            /** Variantid */
            variantId: string | null;
            /** Variantname */
            variantName: string;
        };
        /** DetailTurn */
        DetailTurn: {
            /** Agent Response */
            agent_response: string;
            /** Agent Response Datetime */
            agent_response_datetime: string;
            /** Asr Lang Code */
            asr_lang_code: string;
            /** Barge In */
            barge_in: boolean;
            /** English Agent Response */
            english_agent_response: string;
            /** Entities */
            entities: {
                [key: string]: unknown;
            };
            /** Intents */
            intents: string[];
            /** Is Ood */
            is_ood: boolean;
            /** Is Silence */
            is_silence: boolean;
            latency: components["schemas"]["TurnLatency"];
            /** Llm Requests */
            llm_requests: {
                [key: string]: unknown;
            }[];
            metadata: components["schemas"]["TurnMetadata"];
            /** Reviews */
            reviews: {
                [key: string]: unknown;
            }[];
            /** Translated User Input */
            translated_user_input: string;
            /** Tts Lang Code */
            tts_lang_code: string;
            /**
             * Turn Id
             * @description From 0 on.
             */
            turn_id: number;
            /** User Input */
            user_input: string;
            /** User Input Audio Url */
            user_input_audio_url: string | null;
            /** User Input Datetime */
            user_input_datetime: string;
            /** User Input Dtmf */
            user_input_dtmf: string | null;
            /** User Input Dtmf Finish Key */
            user_input_dtmf_finish_key: string | null;
        } & {
            [key: string]: unknown;
        };
        /** Difference */
        Difference: {
            /**
             * Change
             * @description 0.1: a tenth more than what it is compared with.
             */
            change: number | null;
            /** Compared */
            compared: number | null;
            /**
             * Isbetter
             * @description null: the same, unknown, or neither better nor worse.
             */
            isBetter: boolean | null;
            /**
             * Issure
             * @description Of shares: the difference is larger than chance makes it in 19 of 20 times. null: not known.
             */
            isSure: boolean | null;
            /** Value */
            value: number | null;
        };
        /** DifferenceReply */
        DifferenceReply: {
            /** Files */
            files: components["schemas"]["ChangedFile"][];
        };
        /**
         * Dimension
         * @enum {string}
         */
        Dimension: "environment" | "channel" | "variant" | "deployment";
        /**
         * Direction
         * @enum {string}
         */
        Direction: "combined" | "user" | "agent";
        /** DraftSay */
        DraftSay: {
            /**
             * Asr Lang Code
             * @default null
             */
            asr_lang_code?: string | null;
            /**
             * Message
             * @default null
             */
            message?: string | null;
            /**
             * Tts Lang Code
             * @default null
             */
            tts_lang_code?: string | null;
        };
        /** DraftStart */
        DraftStart: {
            /** Artifact Version */
            artifact_version: string;
            /**
             * Asr Lang Code
             * @default null
             */
            asr_lang_code?: string | null;
            /**
             * Channel
             * @default null
             */
            channel?: string | null;
            /** Lambda Deployment Version */
            lambda_deployment_version: string;
            /**
             * Sip Headers
             * @default null
             */
            sip_headers?: {
                [key: string]: string;
            } | null;
            /**
             * Tts Lang Code
             * @default null
             */
            tts_lang_code?: string | null;
            /**
             * Variant Id
             * @default null
             */
            variant_id?: string | null;
        };
        /** Duplicate */
        Duplicate: {
            /**
             * Newagentid
             * @default null
             */
            newAgentId?: string | null;
            /** Newagentname */
            newAgentName: string;
        };
        /** Ended */
        Ended: {
            /** Conversationended */
            conversationEnded: boolean;
            /** Conversationid */
            conversationId: string;
        };
        /** EndRequest */
        EndRequest: {
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv: "sandbox" | "pre-release" | "live";
        };
        /** EndTrace */
        EndTrace: {
            /** Api Errors */
            api_errors: number;
            /** Datetime */
            datetime: string;
            /** Deploymentid */
            deploymentId: string;
            /** Function Errors */
            function_errors: number;
            /** Metrics */
            metrics: [
                string,
                unknown
            ][];
            /** Trace */
            trace: {
                [key: string]: unknown;
            };
        };
        /** EntriesToDelete */
        EntriesToDelete: {
            /** Ids */
            ids: string[];
        };
        /** EntryDeleted */
        EntryDeleted: {
            /** Success */
            success: boolean;
        };
        /**
         * EntryDetails
         * @description As multipart/form-data.
         */
        EntryDetails: {
            /**
             * File
             * Format: binary
             */
            file: string;
            /**
             * Settings
             * @description JSON with the text that is spoken and the settings it was synthesized with.
             */
            settings: string;
        };
        /** EntryResults */
        EntryResults: {
            /** Function Call Failures */
            function_call_failures: components["schemas"]["CallFailure"][];
            /** Prompt Assertion Results */
            prompt_assertion_results: components["schemas"]["PromptAssertion"][];
        };
        /** EventMetadata */
        EventMetadata: {
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
        };
        /** ExampleQueries */
        ExampleQueries: {
            /** Queries */
            queries: string[];
        };
        /** Exchange */
        Exchange: {
            /** Agent Response */
            agent_response: string;
            /** Function Calls */
            function_calls: components["schemas"]["FunctionCall"][];
            /** User Input */
            user_input: string;
        };
        /** ExpectedSequence */
        ExpectedSequence: {
            /** Expectedbranchlastknownsequence */
            expectedBranchLastKnownSequence: number;
        };
        /** ExperimentalConfig */
        ExperimentalConfig: {
            /**
             * Configs
             * @default []
             */
            configs?: components["schemas"]["ExperimentalFeatures"][];
        };
        /** ExperimentalFeatures */
        ExperimentalFeatures: {
            /** Active */
            active: boolean;
            /** Features */
            features: {
                [key: string]: unknown;
            };
            /** Id */
            id: string;
        };
        /** FieldProblem */
        FieldProblem: {
            /** Field */
            field: string;
            /** Message */
            message: string;
        };
        /** Figures */
        Figures: {
            /** Apierrors */
            apiErrors: number;
            /**
             * Contained
             * @description Of those that have ended, how many were not handed over.
             */
            contained: number;
            /**
             * Containment
             * @description Their share; null: none has ended.
             */
            containment: number | null;
            /**
             * Conversations
             * @description That started in this time.
             */
            conversations: number;
            /**
             * Crashed
             * @description Conversations that broke off.
             */
            crashed: number;
            /**
             * Ended
             * @description Of those, how many have ended.
             */
            ended: number;
            /**
             * Errorsperconversation
             * @description All of these three together.
             */
            errorsPerConversation: number | null;
            /** Functionerrors */
            functionErrors: number;
            /** Handoffrate */
            handoffRate: number | null;
            /**
             * Handoffreasons
             * @description The most frequent first. Empty where key or project do not show transcripts: they may be a user's words.
             */
            handoffReasons: {
                [key: string]: number;
            };
            /** Handoffs */
            handoffs: number;
            /**
             * Latencyp50Ms
             * @description From the user's last word to the agent's first; exact to 7.5 %.
             */
            latencyP50Ms: number | null;
            /** Latencyp95Ms */
            latencyP95Ms: number | null;
            /**
             * Latencyparts
             * @description Only with `latencyParts`: what latencies are made of, of those parts that were measured. `endpointing`: from the user's last word until it was known to be the last; `recognition`, meanwhile; `model`: until the first piece of its first answer; `functions`; `synthesis`: from the first words to the first sound.
             * @default null
             * @example {
             *       "model": {
             *         "p50Ms": 358,
             *         "p95Ms": 940,
             *         "turns": 812
             *       }
             *     }
             */
            latencyParts?: {
                [key: string]: components["schemas"]["LatencyPart"];
            } | null;
            /**
             * Meanduration
             * @description Seconds, of those that have ended.
             */
            meanDuration: number | null;
            /**
             * @description Only with `metric`.
             * @default null
             */
            metric?: components["schemas"]["MetricFigures"] | null;
            /**
             * Misunderstoodshare
             * @description Their share of all turns.
             */
            misunderstoodShare: number | null;
            /**
             * Misunderstoodturns
             * @description Turns that were out of domain.
             */
            misunderstoodTurns: number;
            /**
             * Peakconcurrency
             * @description The most that ran at once in one environment, as the Concurrency API has it; null: not counted by channel or deployment.
             */
            peakConcurrency: number | null;
            /** Silences */
            silences: number;
            /** Turns */
            turns: number;
        };
        /** Files */
        Files: {
            /**
             * Deploymentmessage
             * @default
             */
            deploymentMessage?: string | null;
            /**
             * Environment
             * @description Where it is published; files only to the sandbox.
             * @default sandbox
             */
            environment?: string;
            /**
             * Files
             * @description Texts by path. Left out: what was published last.
             * @default {}
             */
            files?: {
                [key: string]: string;
            };
        };
        /** FiltersTriggered */
        FiltersTriggered: {
            /** Filters Triggered */
            filters_triggered: {
                [key: string]: unknown;
            };
        };
        /** FoundConnectors */
        FoundConnectors: {
            /**
             * Found
             * @description In the order of the request.
             */
            found: components["schemas"]["ConnectorRecord"][];
            /** Notfound */
            notFound: string[];
        };
        /** FoundNumbers */
        FoundNumbers: {
            /**
             * Found
             * @description In the order of the request.
             */
            found: components["schemas"]["PhoneNumberRecord"][];
            /** Notfound */
            notFound: string[];
        };
        /** FunctionCall */
        FunctionCall: {
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /** Name */
            name: string;
        };
        /** FunctionDeployment */
        FunctionDeployment: {
            /** Version */
            version: string;
        };
        /** FunctionEvent */
        FunctionEvent: {
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /**
             * Content
             * @description What the model was told.
             */
            content: string | null;
            /** Conversation Id */
            conversation_id: string;
            /**
             * Duration
             * @description Milliseconds.
             */
            duration: number;
            /** Error */
            error: string | null;
            /** Function Id */
            function_id: string;
            /** Function Version */
            function_version: string | null;
            handoff: components["schemas"]["HandoffEvent"] | null;
            /** Hangup */
            hangup: boolean | null;
            /**
             * Id
             * @description Empty in the answer to a turn; filled in the record.
             */
            id: string;
            /** Llm Request Id */
            llm_request_id: string | null;
            /** Logs */
            logs: {
                [key: string]: unknown;
            }[] | null;
            /** Name */
            name: string;
            /**
             * Start Time
             * @description RFC 1123.
             */
            start_time: string;
            state_changes: components["schemas"]["StateChanges"] | null;
            /** Transition */
            transition: {
                [key: string]: unknown;
            } | null;
            /** Turn Id */
            turn_id: number | null;
            /** Utterance */
            utterance: string | null;
            /** Variant Id Change */
            variant_id_change: string | null;
        };
        /** GoneRecord */
        GoneRecord: {
            /** Id */
            id: string;
        };
        /** HandoffEvent */
        HandoffEvent: {
            /** Reason */
            reason: string;
            /**
             * Type
             * @description Where the agent handed over to.
             */
            type: string;
        };
        /** History */
        History: {
            /** Testhistory */
            testHistory: components["schemas"]["HistoryEntry"][];
        };
        /** HistoryEntry */
        HistoryEntry: {
            rawConversation: components["schemas"]["RawConversation"];
            /** Reason */
            reason: string;
            results: components["schemas"]["EntryResults"];
            /**
             * Status
             * @description passed, failed, errored, timed_out or pending.
             */
            status: string;
            /**
             * Testcaseid
             * @description The case's name.
             */
            testCaseId: string;
            testCaseSnapshot: components["schemas"]["Snapshot"];
            /** Testrunid */
            testRunId: string;
        };
        /** ImportedNumber */
        ImportedNumber: {
            /** Imported */
            imported: string;
        };
        /** ImportedNumbers */
        ImportedNumbers: {
            /**
             * Imported
             * @description In the order of the request.
             */
            imported: string[];
        };
        /** ImportRequest */
        ImportRequest: {
            /**
             * Clientenv
             * @default live
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /**
             * Connectorid
             * @default null
             */
            connectorId?: string | null;
            /**
             * Isdynamic
             * @description Of a pool: they lead to the agent only while they are reserved.
             * @default false
             */
            isDynamic?: boolean;
            /**
             * Phonenumbers
             * @description E.164; what people put between digits is left out.
             */
            phoneNumbers: string[];
            /**
             * Variantid
             * @default
             */
            variantId?: string;
        };
        /** IntegrationNeed */
        IntegrationNeed: {
            /** Credentials */
            credentials: components["schemas"]["CredentialNeed"][];
            /** Integration */
            integration: string;
        };
        /**
         * Kind
         * @enum {string}
         */
        Kind: "account" | "agent" | "key" | "session" | "deployment" | "real_time_config" | "secret" | "connector" | "call" | "phone_number" | "alert_rule" | "webhook_endpoint" | "job" | "branch" | "ab_test" | "voice" | "phrase";
        /** LastSequence */
        LastSequence: {
            /** Lastknownsequence */
            lastKnownSequence: string;
        };
        /** LatencyPart */
        LatencyPart: {
            /** P50Ms */
            p50Ms: number;
            /** P95Ms */
            p95Ms: number;
            /**
             * Turns
             * @description In which it was measured.
             */
            turns: number;
        };
        /**
         * Lead
         * @description Where numbers are to lead.
         */
        Lead: {
            /**
             * Clientenv
             * @default live
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /**
             * Connectorid
             * @default null
             */
            connectorId?: string | null;
            /**
             * Isdynamic
             * @description Of a pool: they lead to the agent only while they are reserved.
             * @default false
             */
            isDynamic?: boolean;
            /**
             * Variantid
             * @default
             */
            variantId?: string;
        };
        /** ListedSummary */
        ListedSummary: {
            /** Accountid */
            accountId: string;
            /**
             * Audiourl
             * @description Of the recording, from `/v1/agents/{agent_id}/` on; null: there is none.
             */
            audioUrl: string | null;
            /** Channel */
            channel: string;
            /** Clientenv */
            clientEnv: string;
            /** Conversationid */
            conversationId: string;
            /** Createdat */
            createdAt: string;
            /**
             * Deploymentid
             * @description The one that answered last.
             */
            deploymentId: string;
            /**
             * Direction
             * @description inbound or outbound, of a call; null: a chat.
             */
            direction: string | null;
            /**
             * Duration
             * @description Seconds.
             */
            duration: number;
            /** Finishedat */
            finishedAt: string | null;
            /** Fromnumber */
            fromNumber: string | null;
            /** Handoff */
            handoff: boolean;
            /** Handoffdestination */
            handoffDestination: string | null;
            /** Handoffreason */
            handoffReason: string | null;
            /** Inprogress */
            inProgress: boolean;
            /** Language */
            language: string | null;
            /**
             * @description Only with `q`.
             * @default null
             */
            match?: components["schemas"]["Match"] | null;
            /**
             * Note
             * @description The newest note that somebody wrote about it.
             */
            note: string | null;
            /** Numnotes */
            numNotes: number;
            /** Numood */
            numOod: number;
            /** Numsilences */
            numSilences: number;
            /** Numturns */
            numTurns: number;
            /** Polyaiduration */
            polyaiDuration: number;
            /**
             * Polyscore
             * @description Null: nothing scores conversations here.
             */
            polyScore: number | null;
            /** Projectid */
            projectId: string;
            /** @description What a model made of it. Null: there is none, or transcripts are not shown. */
            shortSummary: components["schemas"]["ShortSummary"] | null;
            /** Startedat */
            startedAt: string;
            /** Tags */
            tags: string[];
            /** Thumbsdown */
            thumbsDown: number;
            /**
             * Thumbsup
             * @description Ratings of the conversation and of its turns.
             */
            thumbsUp: number;
            /** Tonumber */
            toNumber: string | null;
            /** Totalduration */
            totalDuration: number;
            /** Variantid */
            variantId: string | null;
            /** Variantname */
            variantName: string;
        };
        /** ListenReply */
        ListenReply: {
            /** Expiresat */
            expiresAt: string;
            /**
             * Token
             * @description What is sent first, as `{"token": …}`. It opens this call alone, from here.
             */
            token: string;
            /**
             * Url
             * @description Of the WebSocket.
             * @example wss://calls.example.com/api/v1/calls/listen
             */
            url: string;
        };
        /**
         * LlmRequest
         * @description One question to the model.
         */
        LlmRequest: {
            /**
             * Duration
             * @description Milliseconds.
             */
            duration: number;
            /** Llm Request */
            llm_request: {
                [key: string]: unknown;
            };
            /** Llm Response */
            llm_response: {
                [key: string]: unknown;
            };
        };
        /** LlmSettings */
        LlmSettings: {
            /**
             * Modelid
             * @default null
             */
            modelId?: string | null;
        };
        /** LongSequence */
        LongSequence: {
            /** High */
            high: number;
            /** Low */
            low: number;
            /** Unsigned */
            unsigned: boolean;
        };
        /** Lookup */
        Lookup: {
            /** Phonenumber */
            phoneNumber: string;
        };
        /** Match */
        Match: {
            /**
             * Score
             * @description Up to 1: how near the conversation is to `q`.
             */
            score: number | null;
            /**
             * Text
             * @description What was said there, up to 1000 characters.
             */
            text: string | null;
            /**
             * Turn
             * @description The turn that is nearest, from 0 on.
             */
            turn: number | null;
        };
        /** MergeHistory */
        MergeHistory: {
            /** Merges */
            merges: components["schemas"]["MergeRecord"][];
        };
        /** MergeRecord */
        MergeRecord: {
            /** Branchname */
            branchName: string;
            /** Mergedat */
            mergedAt: string;
            /** Mergedby */
            mergedBy: string;
        };
        /** MergeReply */
        MergeReply: {
            /** Message */
            message: string;
            /** Sequence */
            sequence: string;
            /** Testrunids */
            testRunIds: string[];
        };
        /** MergeRequest */
        MergeRequest: {
            /**
             * Conflictresolutions
             * @default null
             */
            conflictResolutions?: components["schemas"]["ConflictResolution"][] | null;
            /**
             * Deploymentmessage
             * @default
             */
            deploymentMessage?: string | null;
        };
        /** MetricFigures */
        MetricFigures: {
            /**
             * Conversations
             * @description In which it was written; known of finished ones.
             */
            conversations: number;
            /**
             * Count
             * @description How often it was written.
             */
            count: number;
            /** Max */
            max: number | null;
            /** Mean */
            mean: number | null;
            /** Min */
            min: number | null;
            /**
             * Numbers
             * @description How often it was a number.
             */
            numbers: number;
            /**
             * Sum
             * @description Of these; null: there is none.
             */
            sum: number | null;
            /**
             * Values
             * @description How often each text, and each whole number from 0 to 10, was written: the most frequent first. No texts where key or project do not show transcripts.
             */
            values: {
                [key: string]: number;
            };
        };
        /** MetricList */
        MetricList: {
            /** End */
            end: string;
            /**
             * Metrics
             * @description The most frequent first.
             */
            metrics: components["schemas"]["MetricSummary"][];
            /** Start */
            start: string;
            /**
             * Total
             * @description How many names there are.
             */
            total: number;
        };
        /** MetricSummary */
        MetricSummary: {
            /**
             * Conversations
             * @description In which it was written; known of finished ones.
             */
            conversations: number;
            /**
             * Count
             * @description How often it was written.
             */
            count: number;
            /** Max */
            max: number | null;
            /** Mean */
            mean: number | null;
            /** Min */
            min: number | null;
            /**
             * Name
             * @description The value of `metric`, here and in the list of conversations.
             */
            name: string;
            /**
             * Numbers
             * @description How often it was a number.
             */
            numbers: number;
            /**
             * Sum
             * @description Of these; null: there is none.
             */
            sum: number | null;
        };
        /** MetricValue */
        MetricValue: {
            /**
             * Timestamp
             * @description In UTC, without a zone.
             */
            timestamp: string;
            /** Value */
            value: string;
        };
        /** NamedChanges */
        NamedChanges: {
            /**
             * Accountsid
             * @description An id of ours at the carrier.
             */
            accountSid?: string;
            /**
             * Applicationid
             * @description An id of ours at the carrier.
             */
            applicationId?: string;
            /**
             * Asrlangcode
             * @description Empty: the project's.
             */
            asrLangCode?: string;
            /**
             * Authtoken
             * @description Sealed, and never shown.
             */
            authToken?: string;
            /**
             * Callerid
             * @description What is shown to those we call.
             */
            callerId?: string;
            /**
             * Carrier
             * @description Who brings the calls over media streams; empty: a SIP trunk.
             * @enum {string}
             */
            carrier?: "" | "twilio" | "telnyx" | "plivo";
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release" | "live";
            /** Connectorid */
            connectorId: string;
            /**
             * Disablehandoff
             * @description The agent keeps its callers: nobody is transferred.
             * @default false
             */
            disableHandoff?: boolean;
            /**
             * Fromdomain
             * @description A host name or an IP address; empty: none.
             */
            fromDomain?: string;
            /**
             * Host
             * @description A host name or an IP address; empty: none.
             */
            host?: string;
            /**
             * Inboundpassword
             * @description Sealed, and never shown.
             */
            inboundPassword?: string;
            /** Inbounduser */
            inboundUser?: string;
            /**
             * Maxcalls
             * @description Calls at once, in both directions.
             */
            maxCalls?: number;
            /** Name */
            name?: string;
            /**
             * Networks
             * @description IP networks that calls are taken from; empty: none.
             */
            networks?: string[];
            /** Outbound */
            outbound?: boolean;
            /**
             * Password
             * @description Sealed, and never shown.
             */
            password?: string;
            /** Port */
            port?: number;
            /** Projectid */
            projectId?: string;
            /**
             * Publickey
             * @description The carrier's key for signatures (Telnyx), in base64.
             */
            publicKey?: string;
            /**
             * Queueseconds
             * @description How long a call waits for a free slot.
             */
            queueSeconds?: number;
            /**
             * Registerover
             * @description How to register at the host, as the user; empty: not at all.
             * @enum {string}
             */
            registerOver?: "" | "udp" | "tcp" | "tls";
            /** Ringseconds */
            ringSeconds?: number;
            /** Tlsport */
            tlsPort?: number;
            /** User */
            user?: string;
            /**
             * Variantid
             * @description Null: none any more.
             * @default null
             */
            variantId?: string | null;
            /**
             * Voicename
             * @description The voice that answers; a language that its name begins with becomes `ttsLangCode`. Empty: the project's.
             */
            voiceName?: string;
        };
        /** NamedConnectors */
        NamedConnectors: {
            /** Connectorids */
            connectorIds: string[];
        };
        /** NeedsReply */
        NeedsReply: {
            /** Apicredentials */
            apiCredentials: components["schemas"]["IntegrationNeed"][];
            /**
             * Computedsecrets
             * @description Where the name of a secret is known when the code runs only.
             */
            computedSecrets: components["schemas"]["PlaceInCode"][];
            /** Secrets */
            secrets: components["schemas"]["SecretNeed"][];
            /**
             * Unusedsecrets
             * @description That are set, and that no name in these files asks for.
             */
            unusedSecrets: string[];
            /**
             * Variables
             * @description Of the real-time configuration, as it is now.
             */
            variables: components["schemas"]["VariableNeed"][];
        };
        /** Neighbour */
        Neighbour: {
            /** Conversationid */
            conversationId: string;
            /** @description Only with `q`. */
            match: components["schemas"]["Match"] | null;
        };
        /** NeighboursReply */
        NeighboursReply: {
            /**
             * Count
             * @description How many fit. Null: many, of `q`.
             */
            count: number | null;
            /** @description The one below it. */
            next: components["schemas"]["Neighbour"] | null;
            /**
             * Position
             * @description From 1 on, counted up to 10000. Null: far down in what `q` found.
             */
            position: number | null;
            /** @description The one above it in the list. Null: there is none. */
            previous: components["schemas"]["Neighbour"] | null;
        };
        /** NewAgent */
        NewAgent: {
            /**
             * Agentid
             * @description Becomes the agent's slug. Omitted: made from its name.
             * @default null
             */
            agentId?: string | null;
            /**
             * @description The features of active ones.
             * @default null
             */
            experimentalConfig?: components["schemas"]["ExperimentalConfig"] | null;
            /** @default null */
            llmSettings?: components["schemas"]["LlmSettings"] | null;
            /** Name */
            name: string;
            responseSettings: components["schemas"]["ResponseSettings"];
            /**
             * @description One of the voice library, or a provider's; set by the agent's start function.
             * @default null
             */
            voiceSettings?: components["schemas"]["VoiceSettings"] | null;
        };
        /** NewAttribute */
        NewAttribute: {
            /** Name */
            name: string;
        };
        /** NewBranch */
        NewBranch: {
            /** Branchname */
            branchName: string;
        };
        /** NewNote */
        NewNote: {
            /** Text */
            text: string;
            /**
             * Turn
             * @default null
             */
            turn?: number | null;
        };
        /** NewRating */
        NewRating: {
            /**
             * Rating
             * @description null takes your rating back.
             */
            rating: ("up" | "down") | null;
            /**
             * Reason
             * @default
             */
            reason?: string;
            /**
             * Turn
             * @default null
             */
            turn?: number | null;
        };
        /** NewToolkitBranch */
        NewToolkitBranch: {
            /** Branchname */
            branchName: string;
            /** Expectedmainlastknownsequence */
            expectedMainLastKnownSequence: number;
            /**
             * Sourcebranchid
             * @description Left out: main.
             * @default null
             */
            sourceBranchId?: string | null;
        };
        /** NewTopic */
        NewTopic: {
            /** Actions */
            actions?: string;
            /** Content */
            content: string;
            exampleQueries?: components["schemas"]["ExampleQueries"];
            /** Isactive */
            isActive?: boolean;
            /** Name */
            name: string;
        };
        /** NewVariant */
        NewVariant: {
            attributeValues?: components["schemas"]["AttributeValues"];
            /** Isdefault */
            isDefault?: boolean;
            /** Name */
            name: string;
        };
        /** NewView */
        NewView: {
            /** Name */
            name: string;
            /**
             * Query
             * @description What the list of conversations is asked with, such as `tag=x&handoff=true`.
             */
            query: string;
            /**
             * Shared
             * @description Whether the whole account sees it; else only your key does.
             * @default false
             */
            shared?: boolean;
        };
        /** NewVoice */
        NewVoice: {
            /**
             * Description
             * @default
             */
            description?: string;
            /**
             * Languages
             * @default []
             */
            languages?: string[];
            /** Name */
            name: string;
            /**
             * Provider
             * @description As voices of agents name it.
             * @example elevenlabs
             */
            provider: string;
            /**
             * Providervoiceid
             * @example JBFqnCBsd6RMkjVDRZzb
             */
            providerVoiceId: string;
            /**
             * Sampleurl
             * @description Where it can be heard.
             * @default null
             */
            sampleUrl?: string | null;
        };
        /** NoteInfo */
        NoteInfo: {
            /**
             * Author
             * @description The name of the key that wrote it.
             */
            author: string;
            /** Createdat */
            createdAt: string;
            /**
             * Deletable
             * @description Whether it is yours to delete.
             */
            deletable: boolean;
            /** Id */
            id: string;
            /** Text */
            text: string;
            /**
             * Turn
             * @description null: it is about the conversation as a whole.
             */
            turn: number | null;
        };
        /**
         * NoTest
         * @description No test is running.
         */
        NoTest: Record<string, never>;
        /** NumberProblem */
        NumberProblem: {
            /** Error */
            error: string;
            /** Phonenumber */
            phoneNumber: string;
        };
        /** NumbersRequest */
        NumbersRequest: {
            /**
             * Phonenumbers
             * @description E.164; what people put between digits is left out.
             */
            phoneNumbers: string[];
        };
        /** OverviewCall */
        OverviewCall: {
            /** Agentid */
            agentId: string;
            /** Clientenv */
            clientEnv: string;
            /** Connectedat */
            connectedAt: string | null;
            /** Connectorid */
            connectorId: string | null;
            /** Conversationid */
            conversationId: string;
            /** Createdat */
            createdAt: string;
            /** Direction */
            direction: string;
            /** Fromnumber */
            fromNumber: string;
            /**
             * State
             * @enum {string}
             */
            state: "queued" | "ringing" | "running";
            /** Tonumber */
            toNumber: string;
        };
        /** OverviewConnector */
        OverviewConnector: {
            /** Agentid */
            agentId: string;
            /**
             * Carrier
             * @description Empty: a SIP trunk.
             */
            carrier: string;
            /** Clientenv */
            clientEnv: string;
            /** Connectorid */
            connectorId: string;
            /** Host */
            host: string;
            /**
             * Maxcalls
             * @description At once, in both directions.
             */
            maxCalls: number;
            /** Name */
            name: string;
            /** Outbound */
            outbound: boolean;
            /**
             * Reason
             * @description Why it is not registered.
             */
            reason: string;
            /**
             * Registration
             * @description What became of it; null: it does not register.
             */
            registration: string | null;
            /**
             * Running
             * @description Calls through it now.
             */
            running: number;
        };
        /** OverviewNumber */
        OverviewNumber: {
            /** Agentid */
            agentId: string;
            /** Clientenv */
            clientEnv: string;
            /** Connectorid */
            connectorId: string | null;
            /**
             * Isdynamic
             * @description Of a pool: it leads to the agent only while it is reserved for a caller.
             */
            isDynamic: boolean;
            /** Number */
            number: string;
            /** Variantid */
            variantId: string;
        };
        /** OverviewReservation */
        OverviewReservation: {
            /** Agentid */
            agentId: string;
            /** Clientenv */
            clientEnv: string;
            /** Expiresat */
            expiresAt: string;
            /** Number */
            number: string;
            /** Reservedat */
            reservedAt: string;
            /**
             * Used
             * @description Whether a call has it; it is free again when that ends.
             */
            used: boolean;
            /** Variantid */
            variantId: string;
        };
        /**
         * Part
         * @enum {string}
         */
        Part: "endpointing" | "recognition" | "model" | "functions" | "synthesis";
        /** PartOfTest */
        PartOfTest: {
            /** @description `control`: it talks to what was live; `variant`: to what that is compared with. */
            arm: components["schemas"]["Arm"];
            /** Id */
            id: string;
            /** Name */
            name: string;
        };
        /**
         * PersonalData
         * @enum {string}
         */
        PersonalData: "replace" | "keep";
        /** PhoneNumberList */
        PhoneNumberList: {
            /** Phonenumbers */
            phoneNumbers: components["schemas"]["PhoneNumberRecord"][];
        };
        /** PhoneNumberRecord */
        PhoneNumberRecord: {
            /** Accountid */
            accountId: string;
            /** Clientenv */
            clientEnv: string;
            /**
             * Connectorid
             * @description Only present when the number has one.
             * @default null
             */
            connectorId?: string | null;
            /**
             * Isdynamic
             * @description Only present, and true, when it is one of a pool.
             * @default null
             */
            isDynamic?: boolean | null;
            /**
             * Number
             * @description E.164.
             */
            number: string;
            /** Projectid */
            projectId: string;
        };
        /** PlaceInCode */
        PlaceInCode: {
            /** Line */
            line: number;
            /** Path */
            path: string;
        };
        /** PlainNote */
        PlainNote: {
            /** Note */
            note: string;
        };
        /** Point */
        Point: {
            /** Apierrors */
            apiErrors: number;
            /**
             * Contained
             * @description Of those that have ended, how many were not handed over.
             */
            contained: number;
            /**
             * Containment
             * @description Their share; null: none has ended.
             */
            containment: number | null;
            /**
             * Conversations
             * @description That started in this time.
             */
            conversations: number;
            /**
             * Crashed
             * @description Conversations that broke off.
             */
            crashed: number;
            /**
             * Ended
             * @description Of those, how many have ended.
             */
            ended: number;
            /**
             * Errorsperconversation
             * @description All of these three together.
             */
            errorsPerConversation: number | null;
            /** Functionerrors */
            functionErrors: number;
            /**
             * Group
             * @description The value of `groupBy`; null without it.
             */
            group: string | null;
            /** Handoffrate */
            handoffRate: number | null;
            /**
             * Handoffreasons
             * @description The most frequent first. Empty where key or project do not show transcripts: they may be a user's words.
             */
            handoffReasons: {
                [key: string]: number;
            };
            /** Handoffs */
            handoffs: number;
            /**
             * Latencyp50Ms
             * @description From the user's last word to the agent's first; exact to 7.5 %.
             */
            latencyP50Ms: number | null;
            /** Latencyp95Ms */
            latencyP95Ms: number | null;
            /**
             * Latencyparts
             * @description Only with `latencyParts`: what latencies are made of, of those parts that were measured. `endpointing`: from the user's last word until it was known to be the last; `recognition`, meanwhile; `model`: until the first piece of its first answer; `functions`; `synthesis`: from the first words to the first sound.
             * @default null
             * @example {
             *       "model": {
             *         "p50Ms": 358,
             *         "p95Ms": 940,
             *         "turns": 812
             *       }
             *     }
             */
            latencyParts?: {
                [key: string]: components["schemas"]["LatencyPart"];
            } | null;
            /**
             * Meanduration
             * @description Seconds, of those that have ended.
             */
            meanDuration: number | null;
            /**
             * @description Only with `metric`.
             * @default null
             */
            metric?: components["schemas"]["MetricFigures"] | null;
            /**
             * Misunderstoodshare
             * @description Their share of all turns.
             */
            misunderstoodShare: number | null;
            /**
             * Misunderstoodturns
             * @description Turns that were out of domain.
             */
            misunderstoodTurns: number;
            /**
             * Peakconcurrency
             * @description The most that ran at once in one environment, as the Concurrency API has it; null: not counted by channel or deployment.
             */
            peakConcurrency: number | null;
            /** Silences */
            silences: number;
            /**
             * Start
             * @description Of the step.
             */
            start: string;
            /** Turns */
            turns: number;
        };
        /** Prepared */
        Prepared: {
            /**
             * Artifactversion
             * @description The id of a deployment that answers in no environment.
             */
            artifactVersion: string;
            /**
             * Lambdadeploymentversion
             * @description The hash of its files.
             */
            lambdaDeploymentVersion: string;
        };
        /** PrepareRequest */
        PrepareRequest: {
            /** Expectedbranchlastknownsequence */
            expectedBranchLastKnownSequence: number;
        };
        /** PreviewRequest */
        PreviewRequest: {
            /**
             * Config
             * @description Settings for the voice's provider, such as `speed` or `stability`.
             * @default {}
             */
            config?: {
                [key: string]: unknown;
            };
            /**
             * Language
             * @description Left out: that of the entry.
             * @default null
             */
            language?: string | null;
            /** Text */
            text: string;
        };
        /** ProjectConfig */
        ProjectConfig: {
            /**
             * Deployment Mode
             * @description releases: versions go from one environment to the next.
             */
            deployment_mode: string;
        };
        /** ProjectDetail */
        ProjectDetail: {
            config: components["schemas"]["ProjectConfig"];
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Region */
            region: string;
            /** Slug */
            slug: string;
        };
        /** ProjectList */
        ProjectList: {
            /** Projects */
            projects: components["schemas"]["ProjectSummary"][];
        };
        /** ProjectSummary */
        ProjectSummary: {
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Region */
            region: string;
            /** Slug */
            slug: string;
        };
        /** PromoteReply */
        PromoteReply: {
            deployment: components["schemas"]["DeploymentRecord"];
            /**
             * Testrunids
             * @description Runs of the project's test suite that this began.
             */
            testRunIds: string[];
        };
        /** PromoteRequest */
        PromoteRequest: {
            /**
             * Deploymentmessage
             * @default
             */
            deploymentMessage?: string | null;
            /**
             * Targetenvironment
             * @description sandbox, pre-release or live. Omitted: the next one in this order.
             * @default null
             */
            targetEnvironment?: string | null;
        };
        /** PromptAssertion */
        PromptAssertion: {
            /** Is Pass */
            is_pass: boolean;
            /** Prompt */
            prompt: string;
            /** Reason */
            reason: string;
        };
        /** PushedEvent */
        PushedEvent: {
            /** Commandid */
            commandId: string;
            metadata: components["schemas"]["EventMetadata"];
            /**
             * Payload
             * @description The command, as `{$case, value}`.
             */
            payload: {
                [key: string]: unknown;
            };
            sequence: components["schemas"]["LongSequence"];
            /** Servertimestamp */
            serverTimestamp: string;
        };
        /** PushReply */
        PushReply: {
            /**
             * Events
             * @description One for each command, in their order.
             */
            events: components["schemas"]["PushedEvent"][];
            /** @description Of the branch now. */
            sequenceId: components["schemas"]["LongSequence"];
        };
        /** RatingInfo */
        RatingInfo: {
            /** Author */
            author: string;
            /**
             * Own
             * @description Whether it is yours.
             */
            own: boolean;
            /** Ratedat */
            ratedAt: string;
            /**
             * Rating
             * @enum {string}
             */
            rating: "up" | "down";
            /** Reason */
            reason: string;
            /**
             * Turn
             * @description null: it is about the conversation as a whole.
             */
            turn: number | null;
        };
        /** Ratings */
        Ratings: {
            /** Ratings */
            ratings: components["schemas"]["RatingInfo"][];
        };
        /** RawConversation */
        RawConversation: {
            /**
             * Id
             * @description Null: test cases leave no conversation behind.
             */
            id: string | null;
            /** Turns */
            turns: components["schemas"]["Exchange"][];
        };
        /** Rename */
        Rename: {
            /** Name */
            name: string;
        };
        /** ReplayAnswer */
        ReplayAnswer: {
            /**
             * Ended
             * @description Whether the agent ended the conversation with this.
             */
            ended: boolean;
            /** Flow */
            flow: string | null;
            /** Functions */
            functions: components["schemas"]["ReplayFunction"][];
            /**
             * Handoff
             * @description Where to.
             */
            handoff: string | null;
            /** Response */
            response: string;
            /** Step */
            step: string | null;
        };
        /** ReplayFunction */
        ReplayFunction: {
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /** Name */
            name: string;
        };
        /** ReplayReply */
        ReplayReply: {
            /** Clientenv */
            clientEnv: string;
            /**
             * Conversationid
             * @description Of the replay, which is kept like any other conversation.
             */
            conversationId: string;
            /**
             * Differing
             * @description How many turns differ.
             */
            differing: number;
            /**
             * Redacted
             * @description Parts of what the user said are hidden in the record, and were said as such.
             */
            redacted: boolean;
            /** Replayof */
            replayOf: string;
            /**
             * Stopped
             * @description Why not all was played: the agent ended earlier than before, or a limit; null: all was.
             */
            stopped: ("ended" | "turns" | "time" | "shutdown") | null;
            /** Turns */
            turns: components["schemas"]["ReplayTurn"][];
        };
        /** ReplayRequest */
        ReplayRequest: {
            /**
             * Clientenv
             * @description Whose variables and secrets functions get; they run for real.
             * @default sandbox
             * @enum {string}
             */
            clientEnv?: "sandbox" | "pre-release";
            /**
             * Deploymentid
             * @description A version of the agent; default: what is active in `clientEnv`.
             * @default null
             */
            deploymentId?: string | null;
            /**
             * Seconds
             * @description After which no other turn is begun.
             * @default 120
             */
            seconds?: number;
            /**
             * Turns
             * @description Most turns of the user that are played.
             * @default 100
             */
            turns?: number;
            /**
             * Variantid
             * @description Default: the variant of the original.
             * @default null
             */
            variantId?: string | null;
        };
        /** ReplayTurn */
        ReplayTurn: {
            /** @description null: it was not played again. */
            after: components["schemas"]["ReplayAnswer"] | null;
            before: components["schemas"]["ReplayAnswer"];
            /** Differences */
            differences: ("words" | "functions" | "place" | "handoff" | "end")[];
            /** Number */
            number: number;
            /**
             * Userinput
             * @description null: it was not the user's turn.
             */
            userInput: string | null;
        };
        /** ResponseSettings */
        ResponseSettings: {
            /** Greeting */
            greeting: string;
            /**
             * Languagecode
             * @default en-GB
             */
            languageCode?: string;
        };
        /** ReviewInfo */
        ReviewInfo: {
            /** Conversationid */
            conversationId: string;
            /** Notes */
            notes: components["schemas"]["NoteInfo"][];
            /** Ratings */
            ratings: components["schemas"]["RatingInfo"][];
            /** Tags */
            tags: string[];
        };
        /**
         * Role
         * @description What somebody in the console may do: look; change agents and what belongs to them; also say who else may.
         * @enum {string}
         */
        Role: "viewer" | "editor" | "admin";
        /** RollbackRequest */
        RollbackRequest: {
            /**
             * Deploymentmessage
             * @default
             */
            deploymentMessage?: string | null;
        };
        /** RunDetail */
        RunDetail: {
            /** Branchid */
            branchId: string;
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
            /** Deploymentid */
            deploymentId: string;
            /** Error */
            error: string;
            /** Errorcount */
            errorCount: number;
            /**
             * Failed
             * @description Together with those that could not be judged.
             */
            failed: number;
            /**
             * Failedcount
             * @description Without those that could not be judged.
             */
            failedCount: number;
            /** Finishedat */
            finishedAt: string | null;
            /** Id */
            id: string;
            /** Passed */
            passed: number;
            /** Passedcount */
            passedCount: number;
            /**
             * Results
             * @description One for each case that has ended. Of one that did not pass `unmet` has what was expected beside what happened, and in the run itself `turns` what led to it, with the trace of each turn.
             */
            results: {
                [key: string]: unknown;
            }[];
            /** Startedat */
            startedAt: string | null;
            /** Startedby */
            startedBy: string;
            /**
             * Status
             * @description pending, running, passed, failed, incomplete or errored.
             */
            status: string;
            /** Testcasecount */
            testCaseCount: number;
            /** Testhistory */
            testHistory: components["schemas"]["HistoryEntry"][];
            /**
             * Testrunid
             * @description The same.
             */
            testRunId: string;
            /** Total */
            total: number;
            /**
             * Trigger
             * @description promotion or manual.
             */
            trigger: string;
        };
        /** RunList */
        RunList: {
            /** Testruns */
            testRuns: components["schemas"]["RunSummary"][];
        };
        /** RunSummary */
        RunSummary: {
            /** Branchid */
            branchId: string;
            /** Createdat */
            createdAt: string;
            /** Createdby */
            createdBy: string;
            /** Deploymentid */
            deploymentId: string;
            /** Error */
            error: string;
            /** Errorcount */
            errorCount: number;
            /**
             * Failed
             * @description Together with those that could not be judged.
             */
            failed: number;
            /**
             * Failedcount
             * @description Without those that could not be judged.
             */
            failedCount: number;
            /** Finishedat */
            finishedAt: string | null;
            /** Id */
            id: string;
            /** Passed */
            passed: number;
            /** Passedcount */
            passedCount: number;
            /** Startedat */
            startedAt: string | null;
            /** Startedby */
            startedBy: string;
            /**
             * Status
             * @description pending, running, passed, failed, incomplete or errored.
             */
            status: string;
            /** Testcasecount */
            testCaseCount: number;
            /**
             * Testrunid
             * @description The same.
             */
            testRunId: string;
            /** Total */
            total: number;
            /**
             * Trigger
             * @description promotion or manual.
             */
            trigger: string;
        };
        /** SayRequest */
        SayRequest: {
            /**
             * Asrlangcode
             * @default null
             */
            asrLangCode?: string | null;
            /**
             * Clientenv
             * @enum {string}
             */
            clientEnv: "sandbox" | "pre-release" | "live";
            /**
             * Followdeployments
             * @description Answer with the newest deployment of the environment from now on, if that has the flow and step which the conversation is in; a note in the metadata says so. Else it keeps the one that it began with.
             * @default false
             */
            followDeployments?: boolean;
            /**
             * Message
             * @default null
             * @example Do you have anything vegan?
             */
            message?: string | null;
            /**
             * Metadata
             * @default null
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * Ttslangcode
             * @default null
             */
            ttsLangCode?: string | null;
        };
        /** SchemaRequest */
        SchemaRequest: {
            /**
             * Schema
             * @description Of the draft that `$schema` names, else of draft 7.
             */
            schema: {
                [key: string]: unknown;
            };
        };
        /** SecretNeed */
        SecretNeed: {
            /**
             * Isset
             * @description A secret serves every environment of the agent.
             */
            isSet: boolean;
            /** Name */
            name: string;
            /**
             * Usedin
             * @description The first twenty places.
             */
            usedIn: components["schemas"]["PlaceInCode"][];
        };
        /** ShortEvent */
        ShortEvent: {
            /** Arguments */
            arguments: {
                [key: string]: unknown;
            };
            /** Error */
            error: string | null;
            /** Name */
            name: string;
        };
        /** ShortSummary */
        ShortSummary: {
            /** Content */
            content: string;
            /** Heading */
            heading: string;
        };
        /** Snapshot */
        Snapshot: {
            /** Name */
            name: string;
        };
        /** StartRequest */
        StartRequest: {
            /**
             * Asrlangcode
             * @default null
             */
            asrLangCode?: string | null;
            /**
             * Callernumber
             * @description Given to the agent's functions as `conv.caller_number`.
             * @default null
             */
            callerNumber?: string | null;
            /**
             * Channel
             * @description `webchat`, `sms` or `whatsapp`; anything else: it talks as on the telephone.
             * @default null
             */
            channel?: string | null;
            /**
             * Clientenv
             * @description Whose variables and secrets the agent gets.
             * @enum {string}
             */
            clientEnv: "sandbox" | "pre-release" | "live";
            /**
             * Conversationid
             * @description What the conversation is to be called, besides the id that the agent's functions see: once in a project. It stands for the conversation in every address of the agent.
             * @default null
             */
            conversationId?: string | null;
            /**
             * Deploymentid
             * @description One of the agent's, not in `live`; default: what is active there.
             * @default null
             */
            deploymentId?: string | null;
            /**
             * Integrationattributes
             * @default null
             */
            integrationAttributes?: {
                [key: string]: unknown;
            } | null;
            /**
             * Ttslangcode
             * @default null
             */
            ttsLangCode?: string | null;
            /**
             * Variantid
             * @default null
             */
            variantId?: string | null;
        };
        /** StateChanges */
        StateChanges: {
            /** Added */
            added: {
                [key: string]: unknown;
            };
            /** Removed */
            removed: string[];
            /** Updated */
            updated: {
                [key: string]: unknown;
            };
        };
        /** StatusReply */
        StatusReply: {
            /**
             * Callsid
             * @description Also the id of the conversation.
             */
            callSid: string;
            /**
             * Reason
             * @description Why it failed, or how a call ended that a machine answered.
             */
            reason: string;
            /**
             * Status
             * @enum {string}
             */
            status: "QUEUED" | "CALLING" | "SUCCESS" | "FAILURE";
        };
        /**
         * Step
         * @enum {string}
         */
        Step: "hour" | "day" | "week" | "all";
        /**
         * Subject
         * @enum {string}
         */
        Subject: "unanswered" | "handoffs";
        /** Success */
        Success: {
            /** Success */
            success: boolean;
        };
        /** SyncRequest */
        SyncRequest: {
            /**
             * Conflictresolutions
             * @default null
             */
            conflictResolutions?: components["schemas"]["ConflictResolution"][] | null;
            /** Expectedbranchsequence */
            expectedBranchSequence: number;
        };
        /** Tag */
        Tag: {
            /** Tag */
            tag: string;
        };
        /** TagInUse */
        TagInUse: {
            /** Conversations */
            conversations: number;
            /** Tag */
            tag: string;
        };
        /** Tags */
        Tags: {
            /** Tags */
            tags: string[];
        };
        /** TagsInUse */
        TagsInUse: {
            /** Tags */
            tags: components["schemas"]["TagInUse"][];
        };
        /** TelephonyOverview */
        TelephonyOverview: {
            /**
             * Calls
             * @description The longest first.
             */
            calls: components["schemas"]["OverviewCall"][];
            /** Connectors */
            connectors: components["schemas"]["OverviewConnector"][];
            /**
             * More
             * @description Whether there are more of something: at most 500 of each are listed.
             */
            more: boolean;
            /** Phonenumbers */
            phoneNumbers: components["schemas"]["OverviewNumber"][];
            /** Reservations */
            reservations: components["schemas"]["OverviewReservation"][];
        };
        /** TemplateList */
        TemplateList: {
            /** Templates */
            templates: components["schemas"]["TemplateSummary"][];
        };
        /** TemplateSummary */
        TemplateSummary: {
            /** Description */
            description: string;
            /**
             * Displayname
             * @description By which toolkits ask for it.
             */
            displayName: string;
            /** Id */
            id: string;
        };
        /** ThemeAnswer */
        ThemeAnswer: {
            /**
             * Conversations
             * @description Behind it: as many as the list has with the filter.
             */
            conversations: number;
            /**
             * Count
             * @description Turns or handoffs; estimated when not all were looked at.
             */
            count: number;
            /**
             * Countbefore
             * @description In the time just as long before.
             */
            countBefore: number;
            /**
             * Examples
             * @description Other wordings, the most frequent first.
             */
            examples: string[];
            /**
             * Handoffreasons
             * @description Of these conversations, the most frequent first.
             */
            handoffReasons: {
                [key: string]: number;
            };
            /**
             * Share
             * @description Of those that were looked at.
             */
            share: number | null;
            /** Sharebefore */
            shareBefore: number | null;
            /**
             * Wording
             * @description What was said that is nearest to all of it; the value of the list's filter.
             */
            wording: string;
        };
        /** ThemesAnswer */
        ThemesAnswer: {
            about: components["schemas"]["Subject"];
            /**
             * Bymeaning
             * @description false: without embeddings only the same words are one theme.
             */
            byMeaning: boolean;
            /** End */
            end: string;
            /**
             * Iswhole
             * @description false: there were so many that a sample was looked at, and counts are estimates.
             */
            isWhole: boolean;
            /**
             * Sampled
             * @description How many of them were looked at. Turns without words are none of them.
             */
            sampled: number;
            /** Sampledbefore */
            sampledBefore: number;
            /** Start */
            start: string;
            /**
             * Themes
             * @description The most frequent first.
             */
            themes: components["schemas"]["ThemeAnswer"][];
            /**
             * Total
             * @description Turns that were not understood, or handoffs.
             */
            total: number;
            /** Totalbefore */
            totalBefore: number;
        };
        /** ToolkitActive */
        ToolkitActive: {
            /** Deployment Id */
            deployment_id: string;
            /** Version */
            version: string;
        };
        /** ToolkitDeployment */
        ToolkitDeployment: {
            /** Artifact Version */
            artifact_version: string;
            /** Client Env */
            client_env: string;
            /**
             * Created At
             * @description RFC 1123.
             */
            created_at: string;
            /** Created By */
            created_by: string;
            /** Deleted */
            deleted: boolean;
            deployment_metadata: components["schemas"]["DeploymentMetadata"];
            function_deployment: components["schemas"]["FunctionDeployment"];
            /** Function Deployment Version */
            function_deployment_version: string;
            /** Genai Account Id */
            genai_account_id: string;
            /** Genai Project Id */
            genai_project_id: string;
            /** Id */
            id: string;
            /**
             * Rag Kb Version
             * @description Its topics are part of its files: the artifact's version.
             */
            rag_kb_version: string;
            /**
             * Snapshot Id
             * @description Of its files.
             */
            snapshot_id: string;
            /** Version Hash */
            version_hash: string;
        };
        /** ToolkitDeployments */
        ToolkitDeployments: {
            /** Deployments */
            deployments: components["schemas"]["ToolkitDeployment"][];
        };
        /** ToolkitEnd */
        ToolkitEnd: {
            /**
             * Client Env
             * @description `draft` after a chat with a branch.
             */
            client_env: ("sandbox" | "pre-release" | "live") | "draft";
        };
        /** ToolkitEnded */
        ToolkitEnded: {
            /** Function Events */
            function_events: {
                [key: string]: unknown;
            }[];
        };
        /** ToolkitEnvironments */
        ToolkitEnvironments: {
            live: components["schemas"]["ToolkitActive"];
            "pre-release": components["schemas"]["ToolkitActive"];
            sandbox: components["schemas"]["ToolkitActive"];
        };
        /** ToolkitMergeRequest */
        ToolkitMergeRequest: {
            /**
             * Conflictresolutions
             * @default null
             */
            conflictResolutions?: components["schemas"]["ConflictResolution"][] | null;
            /**
             * Deploymentmessage
             * @default
             */
            deploymentMessage?: string | null;
            /** Expectedbranchlastknownsequence */
            expectedBranchLastKnownSequence: number;
        };
        /** ToolkitMetadata */
        ToolkitMetadata: {
            /** Asr Lang Code */
            asr_lang_code: string;
            /** Cited Topic */
            cited_topic: string;
            /** Current Node */
            current_node: string;
            /** Function Events */
            function_events: components["schemas"]["FunctionEvent"][];
            /** Handoff Destination */
            handoff_destination: string;
            /** In Flow */
            in_flow: string | null;
            /** In Step */
            in_step: string | null;
            /** Llm Requests */
            llm_requests: components["schemas"]["LlmRequest"][];
            /** Metrics */
            metrics: {
                [key: string]: string | string[];
            };
            /** Node Trace */
            node_trace: string[];
            /** Retrieved Sources */
            retrieved_sources: string[];
            /** Retrieved Topics */
            retrieved_topics: string[];
            /** State */
            state: {
                [key: string]: unknown;
            };
            /** Tts Lang Code */
            tts_lang_code: string;
        } & {
            [key: string]: unknown;
        };
        /** ToolkitReply */
        ToolkitReply: {
            /** Conversation Ended */
            conversation_ended: boolean;
            /** Conversation Id */
            conversation_id: string;
            /** Delayed Response */
            delayed_response: boolean;
            metadata: components["schemas"]["ToolkitMetadata"];
            /** Response */
            response: string;
            /** User Input */
            user_input: string;
        };
        /** ToolkitSay */
        ToolkitSay: {
            /**
             * Asr Lang Code
             * @default null
             */
            asr_lang_code?: string | null;
            /**
             * Client Env
             * @enum {string}
             */
            client_env: "sandbox" | "pre-release" | "live";
            /**
             * Message
             * @default null
             * @example Do you have anything vegan?
             */
            message?: string | null;
            /**
             * Tts Lang Code
             * @default null
             */
            tts_lang_code?: string | null;
        };
        /** ToolkitStart */
        ToolkitStart: {
            /**
             * Asr Lang Code
             * @default null
             */
            asr_lang_code?: string | null;
            /**
             * Channel
             * @description `chat.polyai`, as on the telephone, or `webchat.polyai`.
             * @default null
             */
            channel?: string | null;
            /**
             * Client Env
             * @enum {string}
             */
            client_env: "sandbox" | "pre-release" | "live";
            /**
             * Sip Headers
             * @default null
             */
            sip_headers?: {
                [key: string]: string;
            } | null;
            /**
             * Tts Lang Code
             * @default null
             */
            tts_lang_code?: string | null;
            /**
             * Variant Id
             * @default null
             */
            variant_id?: string | null;
        };
        /** TopicChange */
        TopicChange: {
            /** Actions */
            actions?: string;
            /** Content */
            content?: string;
            exampleQueries?: components["schemas"]["ExampleQueries"];
            /** Isactive */
            isActive?: boolean;
            /** Name */
            name?: string;
        };
        /** TopicRecord */
        TopicRecord: {
            /** Actions */
            actions: string;
            /** Content */
            content: string;
            exampleQueries: components["schemas"]["ExampleQueries"];
            /**
             * Id
             * @description It stays when the topic is renamed.
             */
            id: string;
            /** Isactive */
            isActive: boolean;
            /** Name */
            name: string;
        };
        /** TriggerReply */
        TriggerReply: {
            /** Id */
            id: string;
            /**
             * Test Case Count
             * @description The same.
             */
            test_case_count: number;
            /** Testcasecount */
            testCaseCount: number;
            /** Testrunids */
            testRunIds: string[];
        };
        /** TriggerRequest */
        TriggerRequest: {
            /**
             * Branchid
             * @default main
             */
            branchId?: string;
            /**
             * Deploymentid
             * @description Omitted: what is active in `environment`.
             * @default null
             */
            deploymentId?: string | null;
            /**
             * Environment
             * @default sandbox
             * @example sandbox
             */
            environment?: string;
            /**
             * Testcaseids
             * @description Their names, or their ids in a projection. Omitted: the whole suite.
             * @default null
             */
            testCaseIds?: string[] | null;
        };
        /** TurnLatency */
        TurnLatency: {
            /** Label */
            label: string | null;
            /**
             * Perceived Latency
             * @description Seconds.
             */
            perceived_latency: number | null;
            /** Perceived Latency Percentile 1D */
            perceived_latency_percentile_1d: number | null;
        };
        /** TurnMetadata */
        TurnMetadata: {
            /** Asr Corrected User Input */
            asr_corrected_user_input: string;
            /** Current Node */
            current_node: string;
            /** Entities */
            entities: {
                [key: string]: unknown;
            }[];
            /** Function Events */
            function_events: components["schemas"]["ShortEvent"][];
            /** Retrieved Topics */
            retrieved_topics: string[];
            safety: components["schemas"]["FiltersTriggered"];
            /** Top Transcripts */
            top_transcripts: {
                [key: string]: unknown;
            }[];
        };
        /** TurnTrace */
        TurnTrace: {
            /** Agent Response Datetime */
            agent_response_datetime: string;
            /** Api Errors */
            api_errors: number;
            /**
             * Deploymentid
             * @description What the turn ran on.
             */
            deploymentId: string;
            /** Function Errors */
            function_errors: number;
            /** Latency Ms */
            latency_ms: number | null;
            /** Number */
            number: number;
            /**
             * Trace
             * @description Where the operator keeps prompts (`PARLEY_KEEP_PROMPTS`) and transcripts are shown, each of `model_requests` has `prompt`, the messages that the model was sent (`role`, `content`, `tool_calls`, `tool_call_id`), and `answer`, its `content` and `tool_calls`, both cut where they are long. Where transcripts are not shown it has nothing of what was said, called with, answered, logged or kept.
             */
            trace: {
                [key: string]: unknown;
            };
            /** User Input Datetime */
            user_input_datetime: string;
        };
        /** UpdateResult */
        UpdateResult: {
            /** Connectorid */
            connectorId: string;
            data?: components["schemas"]["ConnectorRecord"];
            /** Error */
            error?: string;
            /** Success */
            success: boolean;
        };
        /** UpdateResults */
        UpdateResults: {
            /**
             * Results
             * @description One for each update, in the order of the request.
             */
            results: components["schemas"]["UpdateResult"][];
        };
        /** VariableNeed */
        VariableNeed: {
            /**
             * Isset
             * @description By environment.
             * @example {
             *       "live": false,
             *       "sandbox": true
             *     }
             */
            isSet: {
                [key: string]: boolean;
            };
            /** Name */
            name: string;
            /** Usedin */
            usedIn: components["schemas"]["PlaceInCode"][];
        };
        /** VariablesRequest */
        VariablesRequest: {
            /**
             * Variables
             * @description Each replaces what is there under its name; null takes it away.
             */
            variables: {
                [key: string]: unknown;
            };
        };
        /** VariantChange */
        VariantChange: {
            attributeValues?: components["schemas"]["AttributeValues"];
            /** Isdefault */
            isDefault?: boolean;
            /** Name */
            name?: string;
        };
        /** VariantList */
        VariantList: {
            /** Variants */
            variants: components["schemas"]["VariantRecord"][];
        };
        /** VariantRecord */
        VariantRecord: {
            /** Attributes */
            attributes: {
                [key: string]: string;
            };
            /** Id */
            id: string;
            /** Isdefault */
            isDefault: boolean;
            /** Name */
            name: string;
        };
        /**
         * Verb
         * @enum {string}
         */
        Verb: "created" | "changed" | "deleted" | "set" | "issued" | "rotated" | "revoked" | "published" | "promoted" | "rolled_back" | "signed_in" | "signed_out" | "refused" | "enabled" | "disabled" | "run_again" | "discarded" | "merged" | "restored" | "started" | "ended" | "listened";
        /**
         * Verdict
         * @enum {string}
         */
        Verdict: "not_enough" | "no_difference" | "higher" | "lower";
        /**
         * ViewChanges
         * @description Only what is given changes.
         */
        ViewChanges: {
            /** Name */
            name?: string;
            /**
             * Query
             * @description What the list of conversations is asked with, such as `tag=x&handoff=true`.
             */
            query?: string;
            /**
             * Shared
             * @description Whether the whole account sees it; else only your key does.
             */
            shared?: boolean;
        };
        /** ViewInfo */
        ViewInfo: {
            /**
             * Changeable
             * @description Whether you may change and delete it.
             */
            changeable: boolean;
            /** Createdat */
            createdAt: string;
            /** Id */
            id: string;
            /** Name */
            name: string;
            /** Query */
            query: string;
            /** Shared */
            shared: boolean;
        };
        /** ViewList */
        ViewList: {
            /** Views */
            views: components["schemas"]["ViewInfo"][];
        };
        /** VoiceChanges */
        VoiceChanges: {
            /**
             * Description
             * @default null
             */
            description?: string | null;
            /**
             * Languages
             * @default null
             */
            languages?: string[] | null;
            /**
             * Name
             * @default null
             */
            name?: string | null;
            /**
             * Provider
             * @default null
             */
            provider?: string | null;
            /**
             * Providervoiceid
             * @default null
             */
            providerVoiceId?: string | null;
            /**
             * Sampleurl
             * @description Null takes it away; null of the others leaves them.
             * @default null
             */
            sampleUrl?: string | null;
        };
        /** VoiceList */
        VoiceList: {
            /**
             * Count
             * @description Of all that are meant.
             */
            count: number;
            /** Limit */
            limit: number;
            /** Offset */
            offset: number;
            /** Voices */
            voices: components["schemas"]["VoiceRecord"][];
        };
        /** VoiceRecord */
        VoiceRecord: {
            /** Createdat */
            createdAt: string | null;
            /** Description */
            description: string;
            /**
             * Isavailable
             * @description A voice process that runs now can speak with this provider.
             */
            isAvailable: boolean;
            /**
             * Iscustom
             * @description An account has named it; false: it is a voice of an engine of this installation.
             */
            isCustom: boolean;
            /**
             * Languages
             * @description Empty: whatever its provider makes of it.
             */
            languages: string[];
            /** Name */
            name: string;
            /** Provider */
            provider: string;
            /** Providervoiceid */
            providerVoiceId: string;
            /** Sampleurl */
            sampleUrl: string | null;
            /** Updatedat */
            updatedAt: string | null;
            /** Voiceid */
            voiceId: string;
        };
        /** VoiceReply */
        VoiceReply: {
            voice: components["schemas"]["VoiceRecord"];
        };
        /** VoiceSample */
        VoiceSample: {
            /** Sampleurl */
            sampleUrl: string;
        };
        /** VoiceSettings */
        VoiceSettings: {
            /** Voiceid */
            voiceId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_accounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "name": "Opening hours",
                     *         "active": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountSummary"][];
                };
            };
        };
    };
    list_account_projects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projects": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "slug": "ava",
                     *           "region": "us-1"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
        };
    };
    read_account_project: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "slug": "ava",
                     *       "region": "us-1",
                     *       "config": {
                     *         "deployment_mode": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProjectDetail"];
                };
            };
        };
    };
    list_ab_tests: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_tests": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "status": "active",
                     *           "control_deployment_id": "text",
                     *           "variant_deployment_id": "text",
                     *           "traffic_percentage": 1,
                     *           "created_by": "Ada",
                     *           "created_at": "2026-03-14T09:26:53Z",
                     *           "ended_at": "2026-03-14T09:26:53Z",
                     *           "chosen_deployment_id": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestList"];
                };
            };
        };
    };
    start_ab_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours",
                 *       "variant_deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                 *     }
                 */
                "application/json": components["schemas"]["AbTestRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "status": "active",
                     *       "control_deployment_id": "text",
                     *       "variant_deployment_id": "text",
                     *       "traffic_percentage": 1,
                     *       "created_by": "Ada",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "ended_at": "2026-03-14T09:26:53Z",
                     *       "chosen_deployment_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestRecord"];
                };
            };
        };
    };
    end_ab_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
                /**
                 * @description An A/B test, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                test_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "chosen_deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                 *     }
                 */
                "application/json": components["schemas"]["AbTestChoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "status": "active",
                     *       "control_deployment_id": "text",
                     *       "variant_deployment_id": "text",
                     *       "traffic_percentage": 1,
                     *       "created_by": "Ada",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "ended_at": "2026-03-14T09:26:53Z",
                     *       "chosen_deployment_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestRecord"];
                };
            };
        };
    };
    change_ab_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
                /**
                 * @description An A/B test, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                test_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "traffic_percentage": 5
                 *     }
                 */
                "application/json": components["schemas"]["AbTestShare"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "status": "active",
                     *       "control_deployment_id": "text",
                     *       "variant_deployment_id": "text",
                     *       "traffic_percentage": 1,
                     *       "created_by": "Ada",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "ended_at": "2026-03-14T09:26:53Z",
                     *       "chosen_deployment_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestRecord"];
                };
            };
        };
    };
    read_ab_test_results: {
        parameters: {
            query?: {
                /** @description The name of a metric that agent code writes, by its numbers. Repeatable. */
                metric?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
                /**
                 * @description An A/B test, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                test_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ab_test": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "name": "Opening hours",
                     *         "status": "active",
                     *         "control_deployment_id": "text",
                     *         "variant_deployment_id": "text",
                     *         "traffic_percentage": 1,
                     *         "created_by": "Ada",
                     *         "created_at": "2026-03-14T09:26:53Z",
                     *         "ended_at": "2026-03-14T09:26:53Z",
                     *         "chosen_deployment_id": "text"
                     *       },
                     *       "fewest_conversations": 1,
                     *       "has_enough": false,
                     *       "arms": [
                     *         {
                     *           "arm": "control",
                     *           "deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "conversations": 1,
                     *           "ended": 1
                     *         }
                     *       ],
                     *       "measures": [
                     *         {
                     *           "name": "Opening hours",
                     *           "control": {
                     *             "value": 1,
                     *             "low": 1,
                     *             "high": 1,
                     *             "conversations": 1
                     *           },
                     *           "variant": {
                     *             "value": 1,
                     *             "low": 1,
                     *             "high": 1,
                     *             "conversations": 1
                     *           },
                     *           "difference": {
                     *             "value": 1,
                     *             "low": 1,
                     *             "high": 1
                     *           },
                     *           "verdict": "not_enough"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestResults"];
                };
            };
        };
    };
    read_active_ab_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "status": "active",
                     *       "control_deployment_id": "text",
                     *       "variant_deployment_id": "text",
                     *       "traffic_percentage": 1,
                     *       "created_by": "Ada",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "ended_at": "2026-03-14T09:26:53Z",
                     *       "chosen_deployment_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AbTestRecord"] | components["schemas"]["NoTest"];
                };
            };
        };
    };
    list_toolkit_branches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branches": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "branchId": "text",
                     *           "name": "Opening hours",
                     *           "accountId": "ACCOUNT-1",
                     *           "projectId": "PROJECT-1",
                     *           "active": false,
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "updatedAt": "2026-03-14T09:26:53Z",
                     *           "parentBranchId": "text",
                     *           "parentSequence": "text",
                     *           "isDiverged": false,
                     *           "tag": "wrong-answer",
                     *           "sequence": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchList"];
                };
            };
        };
    };
    create_toolkit_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branchName": "text",
                 *       "expectedMainLastKnownSequence": 1
                 *     }
                 */
                "application/json": components["schemas"]["NewToolkitBranch"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branchId": "text",
                     *       "sequenceId": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedBranch"];
                };
            };
        };
    };
    delete_toolkit_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedBranchLastKnownSequence": 1
                 *     }
                 */
                "application/json": components["schemas"]["ExpectedSequence"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sequence": "text",
                     *       "message": "When do you open?"
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    rename_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["Rename"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "name": "Opening hours",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "active": false,
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "parentBranchId": "text",
                     *       "parentSequence": "text",
                     *       "isDiverged": false,
                     *       "tag": "wrong-answer",
                     *       "sequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchRecord"];
                };
            };
        };
    };
    archive_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "name": "Opening hours",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "active": false,
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "parentBranchId": "text",
                     *       "parentSequence": "text",
                     *       "isDiverged": false,
                     *       "tag": "wrong-answer",
                     *       "sequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchRecord"];
                };
            };
        };
    };
    prepare_branch_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedBranchLastKnownSequence": 1
                 *     }
                 */
                "application/json": components["schemas"]["PrepareRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "artifactVersion": "3f9c1a",
                     *       "lambdaDeploymentVersion": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Prepared"];
                };
            };
        };
    };
    push_commands: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "sequence": {
                     *             "low": 1,
                     *             "high": 1,
                     *             "unsigned": false
                     *           },
                     *           "commandId": "text",
                     *           "serverTimestamp": "2026-03-14T09:26:53Z",
                     *           "metadata": {
                     *             "createdAt": "2026-03-14T09:26:53Z",
                     *             "createdBy": "Ada"
                     *           },
                     *           "payload": {}
                     *         }
                     *       ],
                     *       "sequenceId": {
                     *         "low": 1,
                     *         "high": 1,
                     *         "unsigned": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PushReply"];
                };
            };
        };
    };
    merge_toolkit_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedBranchLastKnownSequence": 1
                 *     }
                 */
                "application/json": components["schemas"]["ToolkitMergeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sequence": "text",
                     *       "message": "When do you open?",
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MergeReply"];
                };
            };
        };
    };
    read_merge_history: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "merges": [
                     *         {
                     *           "branchName": "text",
                     *           "mergedBy": "text",
                     *           "mergedAt": "2026-03-14T09:26:53Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MergeHistory"];
                };
            };
        };
    };
    read_branch_projection: {
        parameters: {
            query?: {
                /** @description Left out: as it is now. */
                atSequence?: number | null;
            };
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lastKnownSequence": "text",
                     *       "projection": {}
                     *     }
                     */
                    "application/json": components["schemas"]["BranchProjection"];
                };
            };
        };
    };
    restore_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "name": "Opening hours",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "active": false,
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "parentBranchId": "text",
                     *       "parentSequence": "text",
                     *       "isDiverged": false,
                     *       "tag": "wrong-answer",
                     *       "sequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchRecord"];
                };
            };
        };
    };
    read_sequence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lastKnownSequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["LastSequence"];
                };
            };
        };
    };
    sync_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expectedBranchSequence": 1
                 *     }
                 */
                "application/json": components["schemas"]["SyncRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sequence": "text",
                     *       "message": "When do you open?",
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MergeReply"];
                };
            };
        };
    };
    tag_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tag": "wrong-answer"
                 *     }
                 */
                "application/json": components["schemas"]["Tag"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "name": "Opening hours",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "active": false,
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "parentBranchId": "text",
                     *       "parentSequence": "text",
                     *       "isDiverged": false,
                     *       "tag": "wrong-answer",
                     *       "sequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchRecord"];
                };
            };
        };
    };
    untag_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "name": "Opening hours",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "active": false,
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "parentBranchId": "text",
                     *       "parentSequence": "text",
                     *       "isDiverged": false,
                     *       "tag": "wrong-answer",
                     *       "sequence": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchRecord"];
                };
            };
        };
    };
    list_archive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branches": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "branchId": "text",
                     *           "name": "Opening hours",
                     *           "accountId": "ACCOUNT-1",
                     *           "projectId": "PROJECT-1",
                     *           "active": false,
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "updatedAt": "2026-03-14T09:26:53Z",
                     *           "parentBranchId": "text",
                     *           "parentSequence": "text",
                     *           "isDiverged": false,
                     *           "tag": "wrong-answer",
                     *           "sequence": "text",
                     *           "archivedAt": "2026-03-14T09:26:53Z",
                     *           "daysLeft": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ArchivedList"];
                };
            };
        };
    };
    start_toolkit_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_env": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["ToolkitStart"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversation_id": "CA-0195a3b16c527c11",
                     *       "user_input": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "current_node": "text",
                     *         "node_trace": [
                     *           "text"
                     *         ],
                     *         "function_events": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoff_destination": "billing",
                     *         "retrieved_topics": [
                     *           "text"
                     *         ],
                     *         "retrieved_sources": [
                     *           "text"
                     *         ],
                     *         "cited_topic": "text",
                     *         "in_flow": "text",
                     *         "in_step": "text",
                     *         "asr_lang_code": "en-GB",
                     *         "tts_lang_code": "en-GB",
                     *         "llm_requests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversation_ended": false,
                     *       "delayed_response": false
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitReply"];
                };
            };
        };
    };
    say_in_toolkit_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_env": "sandbox",
                 *       "message": "Do you have anything vegan?"
                 *     }
                 */
                "application/json": components["schemas"]["ToolkitSay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversation_id": "CA-0195a3b16c527c11",
                     *       "user_input": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "current_node": "text",
                     *         "node_trace": [
                     *           "text"
                     *         ],
                     *         "function_events": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoff_destination": "billing",
                     *         "retrieved_topics": [
                     *           "text"
                     *         ],
                     *         "retrieved_sources": [
                     *           "text"
                     *         ],
                     *         "cited_topic": "text",
                     *         "in_flow": "text",
                     *         "in_step": "text",
                     *         "asr_lang_code": "en-GB",
                     *         "tts_lang_code": "en-GB",
                     *         "llm_requests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversation_ended": false,
                     *       "delayed_response": false
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitReply"];
                };
            };
        };
    };
    end_toolkit_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "client_env": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["ToolkitEnd"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "function_events": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitEnded"];
                };
            };
        };
    };
    list_toolkit_deployments: {
        parameters: {
            query?: {
                client_env?: ("sandbox" | "pre-release" | "live") | null;
            };
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployments": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "version_hash": "3f9c1a",
                     *           "client_env": "live",
                     *           "artifact_version": "3f9c1a",
                     *           "rag_kb_version": "text",
                     *           "snapshot_id": "text",
                     *           "created_at": "2026-03-14T09:26:53Z",
                     *           "created_by": "Ada",
                     *           "deleted": false,
                     *           "deployment_metadata": {
                     *             "deployment_message": "New opening hours",
                     *             "deployment_type": "publish",
                     *             "rollback_message": "text"
                     *           },
                     *           "function_deployment_version": "3f9c1a",
                     *           "function_deployment": {
                     *             "version": "12"
                     *           },
                     *           "genai_account_id": "text",
                     *           "genai_project_id": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitDeployments"];
                };
            };
        };
    };
    read_deployment_projection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projection": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentProjection"];
                };
            };
        };
    };
    list_toolkit_active: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sandbox": {
                     *         "deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "version": "12"
                     *       },
                     *       "pre-release": {
                     *         "deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "version": "12"
                     *       },
                     *       "live": {
                     *         "deployment_id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "version": "12"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitEnvironments"];
                };
            };
        };
    };
    start_draft_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "artifact_version": "3f9c1a",
                 *       "lambda_deployment_version": "text"
                 *     }
                 */
                "application/json": components["schemas"]["DraftStart"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversation_id": "CA-0195a3b16c527c11",
                     *       "user_input": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "current_node": "text",
                     *         "node_trace": [
                     *           "text"
                     *         ],
                     *         "function_events": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoff_destination": "billing",
                     *         "retrieved_topics": [
                     *           "text"
                     *         ],
                     *         "retrieved_sources": [
                     *           "text"
                     *         ],
                     *         "cited_topic": "text",
                     *         "in_flow": "text",
                     *         "in_step": "text",
                     *         "asr_lang_code": "en-GB",
                     *         "tts_lang_code": "en-GB",
                     *         "llm_requests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversation_ended": false,
                     *       "delayed_response": false
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitReply"];
                };
            };
        };
    };
    say_in_draft_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description The agent's project, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "When do you open?"
                 *     }
                 */
                "application/json": components["schemas"]["DraftSay"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversation_id": "CA-0195a3b16c527c11",
                     *       "user_input": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "current_node": "text",
                     *         "node_trace": [
                     *           "text"
                     *         ],
                     *         "function_events": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoff_destination": "billing",
                     *         "retrieved_topics": [
                     *           "text"
                     *         ],
                     *         "retrieved_sources": [
                     *           "text"
                     *         ],
                     *         "cited_topic": "text",
                     *         "in_flow": "text",
                     *         "in_step": "text",
                     *         "asr_lang_code": "en-GB",
                     *         "tts_lang_code": "en-GB",
                     *         "llm_requests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversation_ended": false,
                     *       "delayed_response": false
                     *     }
                     */
                    "application/json": components["schemas"]["ToolkitReply"];
                };
            };
        };
    };
    list_templates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templates": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "displayName": "text",
                     *           "description": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateList"];
                };
            };
        };
    };
    read_template_projection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A template, by its id.
                 * @example booking
                 */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "projection": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentProjection"];
                };
            };
        };
    };
    list_agents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "accountId": "ACCOUNT-1",
                     *         "agentId": "PROJECT-1",
                     *         "agentName": "Ava",
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "updatedAt": "2026-03-14T09:26:53Z",
                     *         "branchCount": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Agent"][];
                };
            };
        };
    };
    create_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours",
                 *       "responseSettings": {
                 *         "greeting": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accountId": "ACCOUNT-1",
                     *       "agentId": "PROJECT-1",
                     *       "agentName": "Ava",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "branchCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    list_voices: {
        parameters: {
            query?: {
                isCustom?: boolean | null;
                /** @description One without a region stands for all its regions. */
                language?: string | null;
                limit?: number;
                offset?: number;
                provider?: string | null;
                /** @description In its name and its provider's name. */
                search?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voices": [
                     *         {
                     *           "voiceId": "text",
                     *           "name": "Opening hours",
                     *           "provider": "text",
                     *           "providerVoiceId": "text",
                     *           "languages": [
                     *             "text"
                     *           ],
                     *           "description": "text",
                     *           "sampleUrl": "text",
                     *           "isCustom": false,
                     *           "isAvailable": false,
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "updatedAt": "2026-03-14T09:26:53Z"
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "limit": 1,
                     *       "offset": 1
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceList"];
                };
            };
        };
    };
    create_voice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours",
                 *       "provider": "elevenlabs",
                 *       "providerVoiceId": "JBFqnCBsd6RMkjVDRZzb"
                 *     }
                 */
                "application/json": components["schemas"]["NewVoice"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": {
                     *         "voiceId": "text",
                     *         "name": "Opening hours",
                     *         "provider": "text",
                     *         "providerVoiceId": "text",
                     *         "languages": [
                     *           "text"
                     *         ],
                     *         "description": "text",
                     *         "sampleUrl": "text",
                     *         "isCustom": false,
                     *         "isAvailable": false,
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "updatedAt": "2026-03-14T09:26:53Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceReply"];
                };
            };
        };
    };
    read_voice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A voice, by its id.
                 * @example flite:slt
                 */
                voice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": {
                     *         "voiceId": "text",
                     *         "name": "Opening hours",
                     *         "provider": "text",
                     *         "providerVoiceId": "text",
                     *         "languages": [
                     *           "text"
                     *         ],
                     *         "description": "text",
                     *         "sampleUrl": "text",
                     *         "isCustom": false,
                     *         "isAvailable": false,
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "updatedAt": "2026-03-14T09:26:53Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceReply"];
                };
            };
        };
    };
    change_voice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A voice, by its id.
                 * @example flite:slt
                 */
                voice_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["VoiceChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "voice": {
                     *         "voiceId": "text",
                     *         "name": "Opening hours",
                     *         "provider": "text",
                     *         "providerVoiceId": "text",
                     *         "languages": [
                     *           "text"
                     *         ],
                     *         "description": "text",
                     *         "sampleUrl": "text",
                     *         "isCustom": false,
                     *         "isAvailable": false,
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "updatedAt": "2026-03-14T09:26:53Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceReply"];
                };
            };
        };
    };
    read_voice_sample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account, as ACCOUNT-… or by its short name.
                 * @example ACCOUNT-1
                 */
                account_id: string;
                /**
                 * @description A voice, by its id.
                 * @example flite:slt
                 */
                voice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sampleUrl": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["VoiceSample"];
                };
            };
        };
    };
    delete_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    read_analytics: {
        parameters: {
            query?: {
                channel?: string | null;
                /** @description Another answer beside it: `before` (the time just as long before), `week` (a week earlier), `start=…` (as long, from then on), or the same with another `environment=…`, `channel=…`, `variant=…` or `deployment=…`. */
                compare?: string | null;
                deployment?: string | null;
                /** @description ISO 8601, rounded up to the hour. Default: now. */
                end?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description Points for each value of this. */
                groupBy?: components["schemas"]["Dimension"] | null;
                /** @description Also what latencies are made of, in `total`. */
                latencyParts?: boolean;
                /** @description The name of a metric that agent code writes: its figures beside the others. */
                metric?: string | null;
                /** @description ISO 8601, rounded down to the hour. Default: a week ago. */
                start?: string | null;
                /** @description Weeks begin on Monday. */
                step?: components["schemas"]["Step"];
                /** @description In which days and weeks begin, such as `Europe/Berlin`. */
                timeZone?: string;
                /** @description The variant's id. */
                variant?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "start": "2026-03-14T09:26:53Z",
                     *       "end": "2026-03-14T09:26:53Z",
                     *       "step": "hour",
                     *       "groupBy": "environment",
                     *       "total": {
                     *         "conversations": 1,
                     *         "ended": 1,
                     *         "contained": 1,
                     *         "containment": 1,
                     *         "handoffs": 1,
                     *         "handoffRate": 1,
                     *         "handoffReasons": {
                     *           "name": 1
                     *         },
                     *         "turns": 1,
                     *         "silences": 1,
                     *         "misunderstoodTurns": 1,
                     *         "misunderstoodShare": 1,
                     *         "meanDuration": 1,
                     *         "latencyP50Ms": 1,
                     *         "latencyP95Ms": 1,
                     *         "crashed": 1,
                     *         "functionErrors": 1,
                     *         "apiErrors": 1,
                     *         "errorsPerConversation": 1,
                     *         "peakConcurrency": 1,
                     *         "metric": {
                     *           "conversations": 1,
                     *           "count": 1,
                     *           "numbers": 1,
                     *           "sum": 1,
                     *           "mean": 1,
                     *           "min": 1,
                     *           "max": 1,
                     *           "values": {
                     *             "name": 1
                     *           }
                     *         },
                     *         "latencyParts": {
                     *           "model": {
                     *             "p50Ms": 358,
                     *             "p95Ms": 940,
                     *             "turns": 812
                     *           }
                     *         }
                     *       },
                     *       "points": [
                     *         {
                     *           "conversations": 1,
                     *           "ended": 1,
                     *           "contained": 1,
                     *           "containment": 1,
                     *           "handoffs": 1,
                     *           "handoffRate": 1,
                     *           "handoffReasons": {
                     *             "name": 1
                     *           },
                     *           "turns": 1,
                     *           "silences": 1,
                     *           "misunderstoodTurns": 1,
                     *           "misunderstoodShare": 1,
                     *           "meanDuration": 1,
                     *           "latencyP50Ms": 1,
                     *           "latencyP95Ms": 1,
                     *           "crashed": 1,
                     *           "functionErrors": 1,
                     *           "apiErrors": 1,
                     *           "errorsPerConversation": 1,
                     *           "peakConcurrency": 1,
                     *           "metric": {
                     *             "conversations": 1,
                     *             "count": 1,
                     *             "numbers": 1,
                     *             "sum": 1,
                     *             "mean": 1,
                     *             "min": 1,
                     *             "max": 1,
                     *             "values": {
                     *               "name": 1
                     *             }
                     *           },
                     *           "latencyParts": {
                     *             "model": {
                     *               "p50Ms": 358,
                     *               "p95Ms": 940,
                     *               "turns": 812
                     *             }
                     *           },
                     *           "start": "2026-03-14T09:26:53Z",
                     *           "group": "live"
                     *         }
                     *       ],
                     *       "compared": {
                     *         "start": "2026-03-14T09:26:53Z",
                     *         "end": "2026-03-14T09:26:53Z",
                     *         "environment": "live",
                     *         "channel": "CHAT",
                     *         "variant": "coastal",
                     *         "deployment": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "total": {
                     *           "conversations": 1,
                     *           "ended": 1,
                     *           "contained": 1,
                     *           "containment": 1,
                     *           "handoffs": 1,
                     *           "handoffRate": 1,
                     *           "handoffReasons": {
                     *             "name": 1
                     *           },
                     *           "turns": 1,
                     *           "silences": 1,
                     *           "misunderstoodTurns": 1,
                     *           "misunderstoodShare": 1,
                     *           "meanDuration": 1,
                     *           "latencyP50Ms": 1,
                     *           "latencyP95Ms": 1,
                     *           "crashed": 1,
                     *           "functionErrors": 1,
                     *           "apiErrors": 1,
                     *           "errorsPerConversation": 1,
                     *           "peakConcurrency": 1,
                     *           "metric": {
                     *             "conversations": 1,
                     *             "count": 1,
                     *             "numbers": 1,
                     *             "sum": 1,
                     *             "mean": 1,
                     *             "min": 1,
                     *             "max": 1,
                     *             "values": {
                     *               "name": 1
                     *             }
                     *           },
                     *           "latencyParts": {
                     *             "model": {
                     *               "p50Ms": 358,
                     *               "p95Ms": 940,
                     *               "turns": 812
                     *             }
                     *           }
                     *         },
                     *         "points": [
                     *           {
                     *             "conversations": 1,
                     *             "ended": 1,
                     *             "contained": 1,
                     *             "containment": 1,
                     *             "handoffs": 1,
                     *             "handoffRate": 1,
                     *             "handoffReasons": {
                     *               "name": 1
                     *             },
                     *             "turns": 1,
                     *             "silences": 1,
                     *             "misunderstoodTurns": 1,
                     *             "misunderstoodShare": 1,
                     *             "meanDuration": 1,
                     *             "latencyP50Ms": 1,
                     *             "latencyP95Ms": 1,
                     *             "crashed": 1,
                     *             "functionErrors": 1,
                     *             "apiErrors": 1,
                     *             "errorsPerConversation": 1,
                     *             "peakConcurrency": 1,
                     *             "metric": {
                     *               "conversations": 1,
                     *               "count": 1,
                     *               "numbers": 1,
                     *               "sum": 1,
                     *               "mean": 1,
                     *               "min": 1,
                     *               "max": 1,
                     *               "values": {
                     *                 "name": 1
                     *               }
                     *             },
                     *             "latencyParts": {
                     *               "model": {
                     *                 "p50Ms": 358,
                     *                 "p95Ms": 940,
                     *                 "turns": 812
                     *               }
                     *             },
                     *             "start": "2026-03-14T09:26:53Z",
                     *             "group": "live"
                     *           }
                     *         ],
                     *         "differences": {
                     *           "name": {
                     *             "value": 1,
                     *             "compared": 1,
                     *             "change": 1,
                     *             "isBetter": false,
                     *             "isSure": false
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Analytics"];
                };
            };
        };
    };
    list_metrics: {
        parameters: {
            query?: {
                channel?: string | null;
                deployment?: string | null;
                /** @description ISO 8601, rounded up to the hour. Default: now. */
                end?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                limit?: number;
                /** @description ISO 8601, rounded down to the hour. Default: a week ago. */
                start?: string | null;
                /** @description The variant's id. */
                variant?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "start": "2026-03-14T09:26:53Z",
                     *       "end": "2026-03-14T09:26:53Z",
                     *       "metrics": [
                     *         {
                     *           "name": "Opening hours",
                     *           "conversations": 1,
                     *           "count": 1,
                     *           "numbers": 1,
                     *           "sum": 1,
                     *           "mean": 1,
                     *           "min": 1,
                     *           "max": 1
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MetricList"];
                };
            };
        };
    };
    read_themes: {
        parameters: {
            query?: {
                /** @description Turns that were not understood, or the last words before a handoff. */
                about?: components["schemas"]["Subject"];
                channel?: string | null;
                deployment?: string | null;
                /** @description ISO 8601, rounded up to the hour. Default: now. */
                end?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                limit?: number;
                /** @description ISO 8601, rounded down to the hour. Default: a week ago. */
                start?: string | null;
                /** @description The variant's id. */
                variant?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "start": "2026-03-14T09:26:53Z",
                     *       "end": "2026-03-14T09:26:53Z",
                     *       "about": "unanswered",
                     *       "byMeaning": false,
                     *       "isWhole": false,
                     *       "total": 1,
                     *       "totalBefore": 1,
                     *       "sampled": 1,
                     *       "sampledBefore": 1,
                     *       "themes": [
                     *         {
                     *           "wording": "When do you open?",
                     *           "examples": [
                     *             "When do you open?"
                     *           ],
                     *           "count": 1,
                     *           "countBefore": 1,
                     *           "share": 1,
                     *           "shareBefore": 1,
                     *           "conversations": 1,
                     *           "handoffReasons": {
                     *             "name": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ThemesAnswer"];
                };
            };
        };
    };
    list_entries: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Left out: the newest first. */
                sort?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "transcript": "text",
                     *           "spoken_text": "text",
                     *           "provider": "text",
                     *           "provider_voice_id": "text",
                     *           "language_code": "text",
                     *           "duration": 1,
                     *           "hit_count": 1,
                     *           "cached_at": "2026-03-14T09:26:53Z",
                     *           "imported": false,
                     *           "regenerated": false,
                     *           "config": {},
                     *           "audio_filename": "text",
                     *           "providerVoiceId": "text",
                     *           "languageCode": "text",
                     *           "hitCount": 1,
                     *           "cachedAt": "2026-03-14T09:26:53Z",
                     *           "audioFilename": "text"
                     *         }
                     *       ],
                     *       "total_count": 1,
                     *       "totalCount": 1,
                     *       "limit": 1,
                     *       "offset": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AudioCacheList"];
                };
            };
        };
    };
    delete_entry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An entry of the audio cache, by its id.
                 * @example 0f3a9c5e7b1d42868e0c4a6f2b9d1357
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false
                     *     }
                     */
                    "application/json": components["schemas"]["EntryDeleted"];
                };
            };
        };
    };
    change_entry_details: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An entry of the audio cache, by its id.
                 * @example 0f3a9c5e7b1d42868e0c4a6f2b9d1357
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": components["schemas"]["EntryDetails"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "transcript": "text",
                     *       "spoken_text": "text",
                     *       "provider": "text",
                     *       "provider_voice_id": "text",
                     *       "language_code": "text",
                     *       "duration": 1,
                     *       "hit_count": 1,
                     *       "cached_at": "2026-03-14T09:26:53Z",
                     *       "imported": false,
                     *       "regenerated": false,
                     *       "config": {},
                     *       "audio_filename": "text",
                     *       "providerVoiceId": "text",
                     *       "languageCode": "text",
                     *       "hitCount": 1,
                     *       "cachedAt": "2026-03-14T09:26:53Z",
                     *       "audioFilename": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AudioCacheEntry"];
                };
            };
        };
    };
    read_entry_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An entry of the audio cache, by its id.
                 * @example 0f3a9c5e7b1d42868e0c4a6f2b9d1357
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
        };
    };
    replace_entry_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An entry of the audio cache, by its id.
                 * @example 0f3a9c5e7b1d42868e0c4a6f2b9d1357
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "audio/wav": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "transcript": "text",
                     *       "spoken_text": "text",
                     *       "provider": "text",
                     *       "provider_voice_id": "text",
                     *       "language_code": "text",
                     *       "duration": 1,
                     *       "hit_count": 1,
                     *       "cached_at": "2026-03-14T09:26:53Z",
                     *       "imported": false,
                     *       "regenerated": false,
                     *       "config": {},
                     *       "audio_filename": "text",
                     *       "providerVoiceId": "text",
                     *       "languageCode": "text",
                     *       "hitCount": 1,
                     *       "cachedAt": "2026-03-14T09:26:53Z",
                     *       "audioFilename": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AudioCacheEntry"];
                };
            };
        };
    };
    synthesize_entry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An entry of the audio cache, by its id.
                 * @example 0f3a9c5e7b1d42868e0c4a6f2b9d1357
                 */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "When do you open?"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
        };
    };
    delete_entries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EntriesToDelete"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": [
                     *         "text"
                     *       ],
                     *       "failed": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedEntries"];
                };
            };
        };
    };
    list_branches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branches": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "branchId": "text",
                     *           "name": "Opening hours",
                     *           "accountId": "ACCOUNT-1",
                     *           "projectId": "PROJECT-1",
                     *           "active": false,
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "updatedAt": "2026-03-14T09:26:53Z",
                     *           "parentBranchId": "text",
                     *           "parentSequence": "text",
                     *           "isDiverged": false,
                     *           "tag": "wrong-answer",
                     *           "sequence": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchList"];
                };
            };
        };
    };
    create_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branchName": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewBranch"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "branchId": "text",
                     *       "sequenceId": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedBranch"];
                };
            };
        };
    };
    delete_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sequence": "text",
                     *       "message": "When do you open?"
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
        };
    };
    list_attributes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attributes": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchAttributes"];
                };
            };
        };
    };
    create_attribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["NewAttribute"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchAttribute"];
                };
            };
        };
    };
    delete_attribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An attribute of variants, by its id.
                 * @example ATTRIBUTE-9e07d3b2
                 */
                attribute_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *     }
                     */
                    "application/json": components["schemas"]["GoneRecord"];
                };
            };
        };
    };
    change_attribute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description An attribute of variants, by its id.
                 * @example ATTRIBUTE-9e07d3b2
                 */
                attribute_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["NewAttribute"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours"
                     *     }
                     */
                    "application/json": components["schemas"]["BranchAttribute"];
                };
            };
        };
    };
    read_behavior: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "behavior": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Behavior"];
                };
            };
        };
    };
    change_behavior: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "behavior": "text"
                 *     }
                 */
                "application/json": components["schemas"]["BehaviorChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "behavior": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Behavior"];
                };
            };
        };
    };
    list_topics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "name": "Opening hours",
                     *         "content": "text",
                     *         "actions": "text",
                     *         "exampleQueries": {
                     *           "queries": [
                     *             "text"
                     *           ]
                     *         },
                     *         "isActive": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TopicRecord"][];
                };
            };
        };
    };
    create_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours",
                 *       "content": "text"
                 *     }
                 */
                "application/json": components["schemas"]["NewTopic"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "content": "text",
                     *       "actions": "text",
                     *       "exampleQueries": {
                     *         "queries": [
                     *           "text"
                     *         ]
                     *       },
                     *       "isActive": false
                     *     }
                     */
                    "application/json": components["schemas"]["TopicRecord"];
                };
            };
        };
    };
    read_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description A topic, by its id.
                 * @example TOPIC-4c1b09de
                 */
                topic_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "content": "text",
                     *       "actions": "text",
                     *       "exampleQueries": {
                     *         "queries": [
                     *           "text"
                     *         ]
                     *       },
                     *       "isActive": false
                     *     }
                     */
                    "application/json": components["schemas"]["TopicRecord"];
                };
            };
        };
    };
    delete_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description A topic, by its id.
                 * @example TOPIC-4c1b09de
                 */
                topic_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    change_topic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description A topic, by its id.
                 * @example TOPIC-4c1b09de
                 */
                topic_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["TopicChange"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    merge_branch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "deploymentMessage": "New opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["MergeRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sequence": "text",
                     *       "message": "When do you open?",
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MergeReply"];
                };
            };
        };
    };
    list_variants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "variants": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "isDefault": false,
                     *           "attributeValues": {
                     *             "values": {
                     *               "name": "text"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BranchVariants"];
                };
            };
        };
    };
    create_variant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["NewVariant"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "isDefault": false,
                     *       "attributeValues": {
                     *         "values": {
                     *           "name": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BranchVariant"];
                };
            };
        };
    };
    delete_variant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description A variant, by its id.
                 * @example VARIANT-51c2a7f0
                 */
                variant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *     }
                     */
                    "application/json": components["schemas"]["GoneRecord"];
                };
            };
        };
    };
    change_variant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A branch, as BRANCH-… or `main`.
                 * @example BRANCH-7QK2M9XA
                 */
                branch_id: string;
                /**
                 * @description A variant, by its id.
                 * @example VARIANT-51c2a7f0
                 */
                variant_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["VariantChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "isDefault": false,
                     *       "attributeValues": {
                     *         "values": {
                     *           "name": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BranchVariant"];
                };
            };
        };
    };
    begin_browser_call: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["BrowserCallRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://example.com/hooks/parley",
                     *       "token": "c2hvcnQtbGl2ZWQ",
                     *       "expiresAt": "2026-03-14T09:26:53Z",
                     *       "connectorId": "cn_5Rb2"
                     *     }
                     */
                    "application/json": components["schemas"]["BrowserCallReply"];
                };
            };
        };
    };
    list_agent_conversations: {
        parameters: {
            query?: {
                /** @description Those that are a part of this A/B test; with `deploymentId` one of its arms. */
                abTestId?: string | null;
                /** @description That were handed over after this was said, in whatever words. */
                beforeHandoff?: string | null;
                /** @description As it is in the answer. Repeatable. */
                channel?: string[];
                /** @description The `nextCursor` of the page before, with the same filters. */
                cursor?: string | null;
                deploymentId?: string | null;
                /** @description ISO 8601: those that started before. */
                endTime?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description Whether a function, an API or the conversation itself broke. */
                errors?: boolean | null;
                /** @description The name of a function that was called. */
                function?: string | null;
                handoff?: boolean | null;
                handoffReason?: string | null;
                hasNotes?: boolean | null;
                /** @description `true`: those that still run; `false`: those that ended. */
                inProgress?: boolean | null;
                /** @description The part of a latency that `minLatency` is about. Default: from the user's last word to the agent's first. Without `minLatency`: that it was measured. */
                latencyPart?: components["schemas"]["Part"] | null;
                /** @description At most 50 with `q`. */
                limit?: number;
                /** @description Seconds. */
                maxDuration?: number | null;
                maxTurns?: number | null;
                /** @description `NAME`: has that metric; `NAME=VALUE`: has it with that value. */
                metric?: string | null;
                /** @description Seconds. */
                minDuration?: number | null;
                /** @description Milliseconds: a turn took so long, within the 15 % to which analytics know latencies. Known of conversations that this version and later ones finished. */
                minLatency?: number | null;
                /** @description Turns that were out of domain, at least so many. */
                minMisunderstood?: number | null;
                minSilences?: number | null;
                minTurns?: number | null;
                /** @description How many to leave out. A `cursor` wins, and is quicker. */
                offset?: number;
                /** @description What to search for. */
                q?: string | null;
                /** @description Somebody rated it so, as a whole or in one of its turns. */
                rating?: ("up" | "down") | null;
                /** @description By the words of `q`, newest first, or by its meaning, nearest first. */
                search?: "transcript" | "semantic";
                /** @description Whose words to search (default: both). */
                speaker?: ("user" | "agent") | null;
                /** @description ISO 8601: those that started then or later. */
                startTime?: string | null;
                /** @description Somebody gave it that tag. Repeatable: all of them. */
                tag?: string[];
                /** @description The name of a topic that was the nearest to what the user said in a turn. */
                topic?: string | null;
                /** @description In which this was asked, in whatever words, and not understood: the `wording` of a theme. */
                unanswered?: string | null;
                variantId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversations": [
                     *         {
                     *           "conversationId": "CA-0195a3b16c527c11",
                     *           "accountId": "ACCOUNT-1",
                     *           "projectId": "PROJECT-1",
                     *           "variantId": "coastal",
                     *           "variantName": "Coastal",
                     *           "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "clientEnv": "live",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "startedAt": "2026-03-14T09:26:53Z",
                     *           "finishedAt": "2026-03-14T09:26:53Z",
                     *           "channel": "CHAT",
                     *           "direction": "text",
                     *           "language": "en-GB",
                     *           "fromNumber": "+447700900123",
                     *           "toNumber": "+442071838750",
                     *           "inProgress": false,
                     *           "numTurns": 1,
                     *           "duration": 1,
                     *           "totalDuration": 1,
                     *           "polyaiDuration": 1,
                     *           "handoff": false,
                     *           "handoffReason": "asked_for_a_person",
                     *           "handoffDestination": "billing",
                     *           "numSilences": 1,
                     *           "numOod": 1,
                     *           "polyScore": 1,
                     *           "shortSummary": {
                     *             "heading": "text",
                     *             "content": "text"
                     *           },
                     *           "note": "text",
                     *           "tags": [
                     *             "wrong-answer"
                     *           ],
                     *           "numNotes": 1,
                     *           "thumbsUp": 1,
                     *           "thumbsDown": 1,
                     *           "audioUrl": "/v1/agents/PROJECT-1/conversations/CONVERSATION/audio",
                     *           "match": {
                     *             "score": 1,
                     *             "turn": 1,
                     *             "text": "When do you open?"
                     *           }
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "limit": 1,
                     *       "offset": 1,
                     *       "nextCursor": "eyJvIjoxMDB9"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
        };
    };
    read_agent_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "accountId": "ACCOUNT-1",
                     *       "projectId": "PROJECT-1",
                     *       "variantId": "coastal",
                     *       "variantName": "Coastal",
                     *       "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "clientEnv": "live",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "startedAt": "2026-03-14T09:26:53Z",
                     *       "finishedAt": "2026-03-14T09:26:53Z",
                     *       "channel": "CHAT",
                     *       "direction": "text",
                     *       "language": "en-GB",
                     *       "fromNumber": "+447700900123",
                     *       "toNumber": "+442071838750",
                     *       "inProgress": false,
                     *       "numTurns": 1,
                     *       "duration": 1,
                     *       "totalDuration": 1,
                     *       "polyaiDuration": 1,
                     *       "handoff": false,
                     *       "handoffReason": "asked_for_a_person",
                     *       "handoffDestination": "billing",
                     *       "numSilences": 1,
                     *       "numOod": 1,
                     *       "polyScore": 1,
                     *       "shortSummary": {
                     *         "heading": "text",
                     *         "content": "text"
                     *       },
                     *       "note": "text",
                     *       "tags": [
                     *         "wrong-answer"
                     *       ],
                     *       "numNotes": 1,
                     *       "thumbsUp": 1,
                     *       "thumbsDown": 1,
                     *       "audioUrl": "/v1/agents/PROJECT-1/conversations/CONVERSATION/audio",
                     *       "replayOf": "CA-0195a3b16c527c12",
                     *       "abTest": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "name": "Opening hours",
                     *         "arm": "control"
                     *       },
                     *       "state": {
                     *         "guests": 4
                     *       },
                     *       "metrics": {
                     *         "name": [
                     *           {
                     *             "timestamp": "2026-03-14T09:26:53Z",
                     *             "value": "1"
                     *           }
                     *         ]
                     *       },
                     *       "turns": [
                     *         {
                     *           "turn_id": 1,
                     *           "user_input": "When do you open?",
                     *           "user_input_datetime": "2026-03-14T09:26:53Z",
                     *           "user_input_audio_url": "text",
                     *           "user_input_dtmf": "1",
                     *           "user_input_dtmf_finish_key": "text",
                     *           "agent_response": "We open at nine.",
                     *           "agent_response_datetime": "2026-03-14T09:26:53Z",
                     *           "asr_lang_code": "en-GB",
                     *           "tts_lang_code": "en-GB",
                     *           "translated_user_input": "When do you open?",
                     *           "english_agent_response": "We open at nine.",
                     *           "barge_in": false,
                     *           "intents": [
                     *             "opening_hours"
                     *           ],
                     *           "entities": {
                     *             "guests": 4
                     *           },
                     *           "is_ood": false,
                     *           "is_silence": false,
                     *           "latency": {
                     *             "perceived_latency": 1,
                     *             "label": "Opening hours",
                     *             "perceived_latency_percentile_1d": 1
                     *           },
                     *           "llm_requests": [
                     *             {}
                     *           ],
                     *           "reviews": [
                     *             {}
                     *           ],
                     *           "metadata": {
                     *             "asr_corrected_user_input": "text",
                     *             "current_node": "text",
                     *             "entities": [
                     *               {
                     *                 "guests": 4
                     *               }
                     *             ],
                     *             "function_events": [
                     *               {
                     *                 "name": "Opening hours",
                     *                 "arguments": {
                     *                   "guests": 4
                     *                 },
                     *                 "error": "The table is taken."
                     *               }
                     *             ],
                     *             "retrieved_topics": [
                     *               "text"
                     *             ],
                     *             "safety": {
                     *               "filters_triggered": {}
                     *             },
                     *             "top_transcripts": [
                     *               {}
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "functionEvents": {
                     *         "name": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Detail"];
                };
            };
        };
    };
    annotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "annotations": [
                 *         {
                 *           "turnId": 1,
                 *           "role": "user",
                 *           "annotationType": "missing_topic"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Annotations"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    read_recording: {
        parameters: {
            query?: {
                /** @description Both sides in stereo, the caller left; or one of them alone. */
                direction?: components["schemas"]["Direction"];
                /** @description Silence what is hidden in the record. */
                redacted?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
        };
    };
    listen_in: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "wss://calls.example.com/api/v1/calls/listen",
                     *       "token": "c2hvcnQtbGl2ZWQ",
                     *       "expiresAt": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ListenReply"];
                };
            };
        };
    };
    list_neighbours: {
        parameters: {
            query?: {
                /** @description Those that are a part of this A/B test; with `deploymentId` one of its arms. */
                abTestId?: string | null;
                /** @description That were handed over after this was said, in whatever words. */
                beforeHandoff?: string | null;
                /** @description As it is in the answer. Repeatable. */
                channel?: string[];
                deploymentId?: string | null;
                /** @description ISO 8601: those that started before. */
                endTime?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description Whether a function, an API or the conversation itself broke. */
                errors?: boolean | null;
                /** @description The name of a function that was called. */
                function?: string | null;
                handoff?: boolean | null;
                handoffReason?: string | null;
                hasNotes?: boolean | null;
                /** @description `true`: those that still run; `false`: those that ended. */
                inProgress?: boolean | null;
                /** @description The part of a latency that `minLatency` is about. Default: from the user's last word to the agent's first. Without `minLatency`: that it was measured. */
                latencyPart?: components["schemas"]["Part"] | null;
                /** @description Seconds. */
                maxDuration?: number | null;
                maxTurns?: number | null;
                /** @description `NAME`: has that metric; `NAME=VALUE`: has it with that value. */
                metric?: string | null;
                /** @description Seconds. */
                minDuration?: number | null;
                /** @description Milliseconds: a turn took so long, within the 15 % to which analytics know latencies. Known of conversations that this version and later ones finished. */
                minLatency?: number | null;
                /** @description Turns that were out of domain, at least so many. */
                minMisunderstood?: number | null;
                minSilences?: number | null;
                minTurns?: number | null;
                /** @description What to search for. */
                q?: string | null;
                /** @description Somebody rated it so, as a whole or in one of its turns. */
                rating?: ("up" | "down") | null;
                /** @description By the words of `q`, newest first, or by its meaning, nearest first. */
                search?: "transcript" | "semantic";
                /** @description Whose words to search (default: both). */
                speaker?: ("user" | "agent") | null;
                /** @description ISO 8601: those that started then or later. */
                startTime?: string | null;
                /** @description Somebody gave it that tag. Repeatable: all of them. */
                tag?: string[];
                /** @description The name of a topic that was the nearest to what the user said in a turn. */
                topic?: string | null;
                /** @description In which this was asked, in whatever words, and not understood: the `wording` of a theme. */
                unanswered?: string | null;
                variantId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "previous": {
                     *         "conversationId": "CA-0195a3b16c527c11",
                     *         "match": {
                     *           "score": 1,
                     *           "turn": 1,
                     *           "text": "When do you open?"
                     *         }
                     *       },
                     *       "next": {
                     *         "conversationId": "CA-0195a3b16c527c11",
                     *         "match": {
                     *           "score": 1,
                     *           "turn": 1,
                     *           "text": "When do you open?"
                     *         }
                     *       },
                     *       "position": 1,
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["NeighboursReply"];
                };
            };
        };
    };
    write_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "text"
                 *     }
                 */
                "application/json": components["schemas"]["PlainNote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
        };
    };
    add_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "When do you open?"
                 *     }
                 */
                "application/json": components["schemas"]["NewNote"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "turn": 1,
                     *       "text": "When do you open?",
                     *       "author": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "deletable": false
                     *     }
                     */
                    "application/json": components["schemas"]["NoteInfo"];
                };
            };
        };
    };
    delete_note: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description A note, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rating": "up"
                 *     }
                 */
                "application/json": components["schemas"]["NewRating"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ratings": [
                     *         {
                     *           "rating": "up",
                     *           "reason": "asked_for_a_person",
                     *           "turn": 1,
                     *           "author": "Ada",
                     *           "ratedAt": "2026-03-14T09:26:53Z",
                     *           "own": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ratings"];
                };
            };
        };
    };
    replay_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "replayOf": "CA-0195a3b16c527c12",
                     *       "clientEnv": "live",
                     *       "turns": [
                     *         {
                     *           "number": 1,
                     *           "userInput": "When do you open?",
                     *           "before": {
                     *             "response": "We open at nine.",
                     *             "functions": [
                     *               {
                     *                 "name": "Opening hours",
                     *                 "arguments": {
                     *                   "guests": 4
                     *                 }
                     *               }
                     *             ],
                     *             "flow": "booking",
                     *             "step": "ask_guests",
                     *             "handoff": "billing",
                     *             "ended": false
                     *           },
                     *           "after": {
                     *             "response": "We open at nine.",
                     *             "functions": [
                     *               {
                     *                 "name": "Opening hours",
                     *                 "arguments": {
                     *                   "guests": 4
                     *                 }
                     *               }
                     *             ],
                     *             "flow": "booking",
                     *             "step": "ask_guests",
                     *             "handoff": "billing",
                     *             "ended": false
                     *           },
                     *           "differences": [
                     *             "words"
                     *           ]
                     *         }
                     *       ],
                     *       "differing": 1,
                     *       "stopped": "ended",
                     *       "redacted": false
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    read_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ratings": [
                     *         {
                     *           "rating": "up",
                     *           "reason": "asked_for_a_person",
                     *           "turn": 1,
                     *           "author": "Ada",
                     *           "ratedAt": "2026-03-14T09:26:53Z",
                     *           "own": false
                     *         }
                     *       ],
                     *       "tags": [
                     *         "wrong-answer"
                     *       ],
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "notes": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "turn": 1,
                     *           "text": "When do you open?",
                     *           "author": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "deletable": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReviewInfo"];
                };
            };
        };
    };
    add_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description The tag.
                 * @example wrong-answer
                 */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tags": [
                     *         "wrong-answer"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Tags"];
                };
            };
        };
    };
    remove_tag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
                /**
                 * @description The tag.
                 * @example wrong-answer
                 */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tags": [
                     *         "wrong-answer"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Tags"];
                };
            };
        };
    };
    read_test_case: {
        parameters: {
            query?: {
                /** @description `recorded`: the model does what it did, so that the case needs none; `own`: the agent's own model answers, and less is expected of its words. */
                answers?: components["schemas"]["Answers"];
                /** @description Of the case; default: from the conversation's id. */
                name?: string;
                /** @description `replace`: phone numbers, mail addresses and card numbers are others, which are nobody's; `keep`: all stays. Names, and what was spelled out in words, stay in any case. */
                personalData?: components["schemas"]["PersonalData"];
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Opening hours",
                     *       "path": "functions/book_table.py",
                     *       "yaml": "text",
                     *       "remarks": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CaseReply"];
                };
            };
        };
    };
    read_trace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "turns": [
                     *         {
                     *           "number": 1,
                     *           "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "user_input_datetime": "2026-03-14T09:26:53Z",
                     *           "agent_response_datetime": "2026-03-14T09:26:53Z",
                     *           "latency_ms": 1,
                     *           "function_errors": 1,
                     *           "api_errors": 1,
                     *           "trace": {}
                     *         }
                     *       ],
                     *       "end": {
                     *         "datetime": "2026-03-14T09:26:53Z",
                     *         "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "function_errors": 1,
                     *         "api_errors": 1,
                     *         "metrics": [
                     *           [
                     *             "text",
                     *             {}
                     *           ]
                     *         ],
                     *         "trace": {}
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationTrace"];
                };
            };
        };
    };
    export_conversation_table: {
        parameters: {
            query?: {
                /** @description Those that are a part of this A/B test; with `deploymentId` one of its arms. */
                abTestId?: string | null;
                /** @description That were handed over after this was said, in whatever words. */
                beforeHandoff?: string | null;
                /** @description As it is in the answer. Repeatable. */
                channel?: string[];
                deploymentId?: string | null;
                /** @description ISO 8601: those that started before. */
                endTime?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description Whether a function, an API or the conversation itself broke. */
                errors?: boolean | null;
                /** @description The name of a function that was called. */
                function?: string | null;
                handoff?: boolean | null;
                handoffReason?: string | null;
                hasNotes?: boolean | null;
                /** @description `true`: those that still run; `false`: those that ended. */
                inProgress?: boolean | null;
                /** @description The part of a latency that `minLatency` is about. Default: from the user's last word to the agent's first. Without `minLatency`: that it was measured. */
                latencyPart?: components["schemas"]["Part"] | null;
                /** @description Seconds. */
                maxDuration?: number | null;
                maxTurns?: number | null;
                /** @description `NAME`: has that metric; `NAME=VALUE`: has it with that value. */
                metric?: string | null;
                /** @description Seconds. */
                minDuration?: number | null;
                /** @description Milliseconds: a turn took so long, within the 15 % to which analytics know latencies. Known of conversations that this version and later ones finished. */
                minLatency?: number | null;
                /** @description Turns that were out of domain, at least so many. */
                minMisunderstood?: number | null;
                minSilences?: number | null;
                minTurns?: number | null;
                /** @description What to search for. */
                q?: string | null;
                /** @description Somebody rated it so, as a whole or in one of its turns. */
                rating?: ("up" | "down") | null;
                /** @description By the words of `q`, newest first, or by its meaning, nearest first. */
                search?: "transcript" | "semantic";
                /** @description Whose words to search (default: both). */
                speaker?: ("user" | "agent") | null;
                /** @description ISO 8601: those that started then or later. */
                startTime?: string | null;
                /** @description Somebody gave it that tag. Repeatable: all of them. */
                tag?: string[];
                /** @description The name of a topic that was the nearest to what the user said in a turn. */
                topic?: string | null;
                /** @description In which this was asked, in whatever words, and not understood: the `wording` of a theme. */
                unanswered?: string | null;
                variantId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    export_conversation_lines: {
        parameters: {
            query?: {
                /** @description Those that are a part of this A/B test; with `deploymentId` one of its arms. */
                abTestId?: string | null;
                /** @description That were handed over after this was said, in whatever words. */
                beforeHandoff?: string | null;
                /** @description As it is in the answer. Repeatable. */
                channel?: string[];
                deploymentId?: string | null;
                /** @description ISO 8601: those that started before. */
                endTime?: string | null;
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description Whether a function, an API or the conversation itself broke. */
                errors?: boolean | null;
                /** @description The name of a function that was called. */
                function?: string | null;
                handoff?: boolean | null;
                handoffReason?: string | null;
                hasNotes?: boolean | null;
                /** @description `true`: those that still run; `false`: those that ended. */
                inProgress?: boolean | null;
                /** @description The part of a latency that `minLatency` is about. Default: from the user's last word to the agent's first. Without `minLatency`: that it was measured. */
                latencyPart?: components["schemas"]["Part"] | null;
                /** @description Seconds. */
                maxDuration?: number | null;
                maxTurns?: number | null;
                /** @description `NAME`: has that metric; `NAME=VALUE`: has it with that value. */
                metric?: string | null;
                /** @description Seconds. */
                minDuration?: number | null;
                /** @description Milliseconds: a turn took so long, within the 15 % to which analytics know latencies. Known of conversations that this version and later ones finished. */
                minLatency?: number | null;
                /** @description Turns that were out of domain, at least so many. */
                minMisunderstood?: number | null;
                minSilences?: number | null;
                minTurns?: number | null;
                /** @description What to search for. */
                q?: string | null;
                /** @description Somebody rated it so, as a whole or in one of its turns. */
                rating?: ("up" | "down") | null;
                /** @description By the words of `q`, newest first, or by its meaning, nearest first. */
                search?: "transcript" | "semantic";
                /** @description Whose words to search (default: both). */
                speaker?: ("user" | "agent") | null;
                /** @description ISO 8601: those that started then or later. */
                startTime?: string | null;
                /** @description Somebody gave it that tag. Repeatable: all of them. */
                tag?: string[];
                /** @description The name of a topic that was the nearest to what the user said in a turn. */
                topic?: string | null;
                /** @description In which this was asked, in whatever words, and not understood: the `wording` of a theme. */
                unanswered?: string | null;
                variantId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    watch_conversations: {
        parameters: {
            query?: {
                /** @description Default: all. */
                environment?: ("sandbox" | "pre-release" | "live") | null;
                /** @description When the answer ends; browsers then ask again. */
                seconds?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    start_debug_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["StartRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "userInput": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "currentNode": "text",
                     *         "nodeTrace": [
                     *           "text"
                     *         ],
                     *         "functionEvents": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoffDestination": "billing",
                     *         "retrievedTopics": [
                     *           "text"
                     *         ],
                     *         "retrievedSources": [
                     *           "text"
                     *         ],
                     *         "citedTopic": "text",
                     *         "inFlow": "text",
                     *         "inStep": "text",
                     *         "asrLangCode": "en-GB",
                     *         "ttsLangCode": "en-GB",
                     *         "llmRequests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversationEnded": false,
                     *       "delayedResponse": false,
                     *       "state": {
                     *         "guests": 4
                     *       },
                     *       "memory": {
                     *         "name": "Ada"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DebugReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    say_in_debug_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "sandbox",
                 *       "message": "Do you have anything vegan?"
                 *     }
                 */
                "application/json": components["schemas"]["SayRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "userInput": "When do you open?",
                     *       "response": "We open at nine.",
                     *       "metadata": {
                     *         "state": {
                     *           "guests": 4
                     *         },
                     *         "metrics": {
                     *           "name": "text"
                     *         },
                     *         "currentNode": "text",
                     *         "nodeTrace": [
                     *           "text"
                     *         ],
                     *         "functionEvents": [
                     *           {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "conversation_id": "CA-0195a3b16c527c11",
                     *             "turn_id": 1,
                     *             "name": "Opening hours",
                     *             "function_id": "text",
                     *             "function_version": "text",
                     *             "arguments": {
                     *               "guests": 4
                     *             },
                     *             "start_time": "2026-03-14T09:26:53Z",
                     *             "duration": 1,
                     *             "llm_request_id": "text",
                     *             "utterance": "text",
                     *             "content": "text",
                     *             "hangup": false,
                     *             "handoff": {
                     *               "type": "text",
                     *               "reason": "asked_for_a_person"
                     *             },
                     *             "transition": {},
                     *             "error": "The table is taken.",
                     *             "logs": [
                     *               {}
                     *             ],
                     *             "state_changes": {
                     *               "added": {},
                     *               "updated": {},
                     *               "removed": [
                     *                 "text"
                     *               ]
                     *             },
                     *             "variant_id_change": "text"
                     *           }
                     *         ],
                     *         "handoffDestination": "billing",
                     *         "retrievedTopics": [
                     *           "text"
                     *         ],
                     *         "retrievedSources": [
                     *           "text"
                     *         ],
                     *         "citedTopic": "text",
                     *         "inFlow": "text",
                     *         "inStep": "text",
                     *         "asrLangCode": "en-GB",
                     *         "ttsLangCode": "en-GB",
                     *         "llmRequests": [
                     *           {
                     *             "llm_request": {},
                     *             "llm_response": {},
                     *             "duration": 1
                     *           }
                     *         ]
                     *       },
                     *       "conversationEnded": false,
                     *       "delayedResponse": false,
                     *       "state": {
                     *         "guests": 4
                     *       },
                     *       "memory": {
                     *         "name": "Ada"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DebugReply"];
                    "text/event-stream": string;
                };
            };
        };
    };
    end_debug_chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A conversation, by its id.
                 * @example CA-0195a3b16c527c11
                 */
                conversation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["EndRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "CA-0195a3b16c527c11",
                     *       "conversationEnded": false
                     *     }
                     */
                    "application/json": components["schemas"]["Ended"];
                };
            };
        };
    };
    list_deployments: {
        parameters: {
            query: {
                /** @description sandbox, pre-release or live; `all`: whatever was deployed anywhere. */
                environment: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployments": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "accountId": "ACCOUNT-1",
                     *           "agentId": "PROJECT-1",
                     *           "environment": "live",
                     *           "artifactVersion": "3f9c1a",
                     *           "version": "12",
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "metadata": {
                     *             "deployment_message": "New opening hours",
                     *             "deployment_type": "publish",
                     *             "rollback_message": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentList"];
                };
            };
        };
    };
    read_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "accountId": "ACCOUNT-1",
                     *         "agentId": "PROJECT-1",
                     *         "environment": "live",
                     *         "artifactVersion": "3f9c1a",
                     *         "version": "12",
                     *         "createdBy": "Ada",
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "metadata": {
                     *           "deployment_message": "New opening hours",
                     *           "deployment_type": "publish",
                     *           "rollback_message": "text"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentReply"];
                };
            };
        };
    };
    compare_deployments: {
        parameters: {
            query: {
                /** @description The deployment to compare with: what changed from it to this one. */
                against: string;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "path": "functions/book_table.py",
                     *           "previousPath": "functions/book.py",
                     *           "change": "changed",
                     *           "diff": "@@ -1 +1 @@\n-Hello!\n+Good morning!\n",
                     *           "truncated": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DifferenceReply"];
                };
            };
        };
    };
    list_deployment_files: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "version": "12",
                     *       "environment": "live",
                     *       "files": [
                     *         {
                     *           "path": "functions/book_table.py",
                     *           "size": 512,
                     *           "isText": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentFiles"];
                };
            };
        };
    };
    download_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    read_deployment_file: {
        parameters: {
            query: {
                path: string;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "path": "functions/book_table.py",
                     *       "size": 512,
                     *       "isText": false,
                     *       "text": "When do you open?",
                     *       "truncated": false
                     *     }
                     */
                    "application/json": components["schemas"]["DeploymentFileText"];
                };
            };
        };
    };
    read_deployment_needs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secrets": [
                     *         {
                     *           "name": "Opening hours",
                     *           "isSet": false,
                     *           "usedIn": [
                     *             {
                     *               "path": "functions/book_table.py",
                     *               "line": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "computedSecrets": [
                     *         {
                     *           "path": "functions/book_table.py",
                     *           "line": 1
                     *         }
                     *       ],
                     *       "unusedSecrets": [
                     *         "old_token"
                     *       ],
                     *       "apiCredentials": [
                     *         {
                     *           "integration": "booking",
                     *           "credentials": [
                     *             {
                     *               "environment": "live",
                     *               "authType": "basic",
                     *               "secret": "shown-only-once",
                     *               "isSet": false
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "variables": [
                     *         {
                     *           "name": "Opening hours",
                     *           "isSet": {
                     *             "live": false,
                     *             "sandbox": true
                     *           },
                     *           "usedIn": [
                     *             {
                     *               "path": "functions/book_table.py",
                     *               "line": 1
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NeedsReply"];
                };
            };
        };
    };
    promote_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "deploymentMessage": "New opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["PromoteRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "accountId": "ACCOUNT-1",
                     *         "agentId": "PROJECT-1",
                     *         "environment": "live",
                     *         "artifactVersion": "3f9c1a",
                     *         "version": "12",
                     *         "createdBy": "Ada",
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "metadata": {
                     *           "deployment_message": "New opening hours",
                     *           "deployment_type": "publish",
                     *           "rollback_message": "text"
                     *         }
                     *       },
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PromoteReply"];
                };
            };
        };
    };
    roll_back_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "deploymentMessage": "New opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "accountId": "ACCOUNT-1",
                     *         "agentId": "PROJECT-1",
                     *         "environment": "live",
                     *         "artifactVersion": "3f9c1a",
                     *         "version": "12",
                     *         "createdBy": "Ada",
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "metadata": {
                     *           "deployment_message": "New opening hours",
                     *           "deployment_type": "publish",
                     *           "rollback_message": "text"
                     *         }
                     *       },
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PromoteReply"];
                };
            };
        };
    };
    list_deployment_variants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A deployment, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                deploymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "variants": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "isDefault": false,
                     *           "attributes": {
                     *             "campaign": "spring"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VariantList"];
                };
            };
        };
    };
    list_active_deployments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "activeDeployments": {
                     *         "sandbox": {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "accountId": "ACCOUNT-1",
                     *           "agentId": "PROJECT-1",
                     *           "environment": "live",
                     *           "artifactVersion": "3f9c1a",
                     *           "version": "12",
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "metadata": {
                     *             "deployment_message": "New opening hours",
                     *             "deployment_type": "publish",
                     *             "rollback_message": "text"
                     *           }
                     *         },
                     *         "pre-release": {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "accountId": "ACCOUNT-1",
                     *           "agentId": "PROJECT-1",
                     *           "environment": "live",
                     *           "artifactVersion": "3f9c1a",
                     *           "version": "12",
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "metadata": {
                     *             "deployment_message": "New opening hours",
                     *             "deployment_type": "publish",
                     *             "rollback_message": "text"
                     *           }
                     *         },
                     *         "live": {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "accountId": "ACCOUNT-1",
                     *           "agentId": "PROJECT-1",
                     *           "environment": "live",
                     *           "artifactVersion": "3f9c1a",
                     *           "version": "12",
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "metadata": {
                     *             "deployment_message": "New opening hours",
                     *             "deployment_type": "publish",
                     *             "rollback_message": "text"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ActiveReply"];
                };
            };
        };
    };
    publish_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "files": {
                 *         "name": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Files"];
                "application/zip": unknown;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deployment": {
                     *         "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *         "accountId": "ACCOUNT-1",
                     *         "agentId": "PROJECT-1",
                     *         "environment": "live",
                     *         "artifactVersion": "3f9c1a",
                     *         "version": "12",
                     *         "createdBy": "Ada",
                     *         "createdAt": "2026-03-14T09:26:53Z",
                     *         "metadata": {
                     *           "deployment_message": "New opening hours",
                     *           "deployment_type": "publish",
                     *           "rollback_message": "text"
                     *         }
                     *       },
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PromoteReply"];
                };
            };
        };
    };
    duplicate_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newAgentName": "text"
                 *     }
                 */
                "application/json": components["schemas"]["Duplicate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accountId": "ACCOUNT-1",
                     *       "agentId": "PROJECT-1",
                     *       "agentName": "Ava",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "updatedAt": "2026-03-14T09:26:53Z",
                     *       "branchCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Agent"];
                };
            };
        };
    };
    list_real_time_configs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configPages": [
                     *         {
                     *           "clientEnv": "live",
                     *           "schema": {
                     *             "type": "object",
                     *             "properties": {
                     *               "open": {
                     *                 "type": "boolean"
                     *               }
                     *             }
                     *           },
                     *           "variables": {
                     *             "open": true
                     *           },
                     *           "lastUpdated": "2026-03-14T09:26:53Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPages"];
                };
            };
        };
    };
    read_real_time_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The environment: sandbox, pre-release or live.
                 * @example live
                 */
                clientEnv: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientEnv": "live",
                     *       "schema": {
                     *         "type": "object",
                     *         "properties": {
                     *           "open": {
                     *             "type": "boolean"
                     *           }
                     *         }
                     *       },
                     *       "variables": {
                     *         "open": true
                     *       },
                     *       "lastUpdated": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPage"];
                };
            };
        };
    };
    edit_real_time_schema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The environment: sandbox, pre-release or live.
                 * @example live
                 */
                clientEnv: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schema": {
                 *         "type": "object",
                 *         "properties": {
                 *           "open": {
                 *             "type": "boolean"
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SchemaRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientEnv": "live",
                     *       "schema": {
                     *         "type": "object",
                     *         "properties": {
                     *           "open": {
                     *             "type": "boolean"
                     *           }
                     *         }
                     *       },
                     *       "variables": {
                     *         "open": true
                     *       },
                     *       "lastUpdated": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPage"];
                };
            };
        };
    };
    edit_real_time_variables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The environment: sandbox, pre-release or live.
                 * @example live
                 */
                clientEnv: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "variables": {
                 *         "open": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["VariablesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientEnv": "live",
                     *       "schema": {
                     *         "type": "object",
                     *         "properties": {
                     *           "open": {
                     *             "type": "boolean"
                     *           }
                     *         }
                     *       },
                     *       "variables": {
                     *         "open": true
                     *       },
                     *       "lastUpdated": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigPage"];
                };
            };
        };
    };
    list_tags: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tags": [
                     *         {
                     *           "tag": "wrong-answer",
                     *           "conversations": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TagsInUse"];
                };
            };
        };
    };
    list_connectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connectors": [
                     *         {
                     *           "connectorId": "cn_5Rb2",
                     *           "name": "Opening hours",
                     *           "projectId": "PROJECT-1",
                     *           "accountId": "ACCOUNT-1",
                     *           "clientEnv": "live",
                     *           "variantId": "coastal",
                     *           "asrLangCode": "en-GB",
                     *           "ttsLangCode": "en-GB",
                     *           "voiceName": "text",
                     *           "disableHandoff": false,
                     *           "outbound": false,
                     *           "carrier": "sip",
                     *           "accountSid": "AC4f1c2d",
                     *           "applicationId": "6a1d3c",
                     *           "publicKey": "MCowBQYDK2VwAyEA",
                     *           "host": "sip.example.com",
                     *           "port": 1,
                     *           "tlsPort": 1,
                     *           "user": "harbour",
                     *           "callerId": "+442071838750",
                     *           "fromDomain": "sip.example.com",
                     *           "networks": [
                     *             "203.0.113.0/24"
                     *           ],
                     *           "registerOver": "udp",
                     *           "inboundUser": "harbour",
                     *           "maxCalls": 1,
                     *           "ringSeconds": 1,
                     *           "queueSeconds": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorList"];
                };
            };
        };
    };
    create_connector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connectorId": "cn_5Rb2",
                     *       "name": "Opening hours",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "variantId": "coastal",
                     *       "asrLangCode": "en-GB",
                     *       "ttsLangCode": "en-GB",
                     *       "voiceName": "text",
                     *       "disableHandoff": false,
                     *       "outbound": false,
                     *       "carrier": "sip",
                     *       "accountSid": "AC4f1c2d",
                     *       "applicationId": "6a1d3c",
                     *       "publicKey": "MCowBQYDK2VwAyEA",
                     *       "host": "sip.example.com",
                     *       "port": 1,
                     *       "tlsPort": 1,
                     *       "user": "harbour",
                     *       "callerId": "+442071838750",
                     *       "fromDomain": "sip.example.com",
                     *       "networks": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "registerOver": "udp",
                     *       "inboundUser": "harbour",
                     *       "maxCalls": 1,
                     *       "ringSeconds": 1,
                     *       "queueSeconds": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorRecord"];
                };
            };
        };
    };
    read_connector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A connector, by its id.
                 * @example cn_5Rb2
                 */
                connectorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connectorId": "cn_5Rb2",
                     *       "name": "Opening hours",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "variantId": "coastal",
                     *       "asrLangCode": "en-GB",
                     *       "ttsLangCode": "en-GB",
                     *       "voiceName": "text",
                     *       "disableHandoff": false,
                     *       "outbound": false,
                     *       "carrier": "sip",
                     *       "accountSid": "AC4f1c2d",
                     *       "applicationId": "6a1d3c",
                     *       "publicKey": "MCowBQYDK2VwAyEA",
                     *       "host": "sip.example.com",
                     *       "port": 1,
                     *       "tlsPort": 1,
                     *       "user": "harbour",
                     *       "callerId": "+442071838750",
                     *       "fromDomain": "sip.example.com",
                     *       "networks": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "registerOver": "udp",
                     *       "inboundUser": "harbour",
                     *       "maxCalls": 1,
                     *       "ringSeconds": 1,
                     *       "queueSeconds": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorRecord"];
                };
            };
        };
    };
    remove_connector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A connector, by its id.
                 * @example cn_5Rb2
                 */
                connectorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedConnector": "text",
                     *       "deletedPhoneNumbers": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedConnector"];
                };
            };
        };
    };
    change_connector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A connector, by its id.
                 * @example cn_5Rb2
                 */
                connectorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connectorId": "cn_5Rb2",
                     *       "name": "Opening hours",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "variantId": "coastal",
                     *       "asrLangCode": "en-GB",
                     *       "ttsLangCode": "en-GB",
                     *       "voiceName": "text",
                     *       "disableHandoff": false,
                     *       "outbound": false,
                     *       "carrier": "sip",
                     *       "accountSid": "AC4f1c2d",
                     *       "applicationId": "6a1d3c",
                     *       "publicKey": "MCowBQYDK2VwAyEA",
                     *       "host": "sip.example.com",
                     *       "port": 1,
                     *       "tlsPort": 1,
                     *       "user": "harbour",
                     *       "callerId": "+442071838750",
                     *       "fromDomain": "sip.example.com",
                     *       "networks": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "registerOver": "udp",
                     *       "inboundUser": "harbour",
                     *       "maxCalls": 1,
                     *       "ringSeconds": 1,
                     *       "queueSeconds": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorRecord"];
                };
            };
        };
    };
    find_connectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "connectorIds": [
                 *         "cn_5Rb2"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NamedConnectors"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "found": [
                     *         {
                     *           "connectorId": "cn_5Rb2",
                     *           "name": "Opening hours",
                     *           "projectId": "PROJECT-1",
                     *           "accountId": "ACCOUNT-1",
                     *           "clientEnv": "live",
                     *           "variantId": "coastal",
                     *           "asrLangCode": "en-GB",
                     *           "ttsLangCode": "en-GB",
                     *           "voiceName": "text",
                     *           "disableHandoff": false,
                     *           "outbound": false,
                     *           "carrier": "sip",
                     *           "accountSid": "AC4f1c2d",
                     *           "applicationId": "6a1d3c",
                     *           "publicKey": "MCowBQYDK2VwAyEA",
                     *           "host": "sip.example.com",
                     *           "port": 1,
                     *           "tlsPort": 1,
                     *           "user": "harbour",
                     *           "callerId": "+442071838750",
                     *           "fromDomain": "sip.example.com",
                     *           "networks": [
                     *             "203.0.113.0/24"
                     *           ],
                     *           "registerOver": "udp",
                     *           "inboundUser": "harbour",
                     *           "maxCalls": 1,
                     *           "ringSeconds": 1,
                     *           "queueSeconds": 1
                     *         }
                     *       ],
                     *       "notFound": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundConnectors"];
                };
            };
        };
    };
    change_connectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updates": [
                 *         {
                 *           "connectorId": "cn_5Rb2"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConnectorUpdates"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "connectorId": "cn_5Rb2",
                     *           "success": false,
                     *           "data": {
                     *             "connectorId": "cn_5Rb2",
                     *             "name": "Opening hours",
                     *             "projectId": "PROJECT-1",
                     *             "accountId": "ACCOUNT-1",
                     *             "clientEnv": "live",
                     *             "variantId": "coastal",
                     *             "asrLangCode": "en-GB",
                     *             "ttsLangCode": "en-GB",
                     *             "voiceName": "text",
                     *             "disableHandoff": false,
                     *             "outbound": false,
                     *             "carrier": "sip",
                     *             "accountSid": "AC4f1c2d",
                     *             "applicationId": "6a1d3c",
                     *             "publicKey": "MCowBQYDK2VwAyEA",
                     *             "host": "sip.example.com",
                     *             "port": 1,
                     *             "tlsPort": 1,
                     *             "user": "harbour",
                     *             "callerId": "+442071838750",
                     *             "fromDomain": "sip.example.com",
                     *             "networks": [
                     *               "203.0.113.0/24"
                     *             ],
                     *             "registerOver": "udp",
                     *             "inboundUser": "harbour",
                     *             "maxCalls": 1,
                     *             "ringSeconds": 1,
                     *             "queueSeconds": 1
                     *           },
                     *           "error": "The table is taken."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UpdateResults"];
                };
            };
        };
    };
    look_up_connector: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneNumber": "+442071838750"
                 *     }
                 */
                "application/json": components["schemas"]["Lookup"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "connectorId": "cn_5Rb2",
                     *       "name": "Opening hours",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "variantId": "coastal",
                     *       "asrLangCode": "en-GB",
                     *       "ttsLangCode": "en-GB",
                     *       "voiceName": "text",
                     *       "disableHandoff": false,
                     *       "outbound": false,
                     *       "carrier": "sip",
                     *       "accountSid": "AC4f1c2d",
                     *       "applicationId": "6a1d3c",
                     *       "publicKey": "MCowBQYDK2VwAyEA",
                     *       "host": "sip.example.com",
                     *       "port": 1,
                     *       "tlsPort": 1,
                     *       "user": "harbour",
                     *       "callerId": "+442071838750",
                     *       "fromDomain": "sip.example.com",
                     *       "networks": [
                     *         "203.0.113.0/24"
                     *       ],
                     *       "registerOver": "udp",
                     *       "inboundUser": "harbour",
                     *       "maxCalls": 1,
                     *       "ringSeconds": 1,
                     *       "queueSeconds": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorRecord"];
                };
            };
        };
    };
    place_agent_call: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "toNumber": "+442071838750",
                 *       "environment": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["CallRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "callSid": "OUT-4fK2mQ8s",
                     *       "status": "QUEUED"
                     *     }
                     */
                    "application/json": components["schemas"]["CallReply"];
                };
            };
        };
    };
    read_agent_call_status: {
        parameters: {
            query: {
                environment: "sandbox" | "pre-release" | "live";
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The call, as placing it answered.
                 * @example OUT-4fK2mQ8s
                 */
                call_sid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "callSid": "OUT-4fK2mQ8s",
                     *       "status": "QUEUED",
                     *       "reason": "asked_for_a_person"
                     *     }
                     */
                    "application/json": components["schemas"]["StatusReply"];
                };
            };
        };
    };
    list_phone_numbers: {
        parameters: {
            query?: {
                connectorId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumbers": [
                     *         {
                     *           "number": "+442071838750",
                     *           "projectId": "PROJECT-1",
                     *           "accountId": "ACCOUNT-1",
                     *           "clientEnv": "live",
                     *           "connectorId": "cn_5Rb2",
                     *           "isDynamic": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumberList"];
                };
            };
        };
    };
    import_phone_numbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneNumbers": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imported": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedNumbers"];
                };
            };
        };
    };
    remove_phone_numbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneNumbers": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NumbersRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": [
                     *         "text"
                     *       ],
                     *       "errors": [
                     *         {
                     *           "phoneNumber": "+442071838750",
                     *           "error": "The table is taken."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedNumbers"];
                };
            };
        };
    };
    read_phone_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The phone number, with + and country code.
                 * @example +442071838750
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": "+442071838750",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "connectorId": "cn_5Rb2",
                     *       "isDynamic": false
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumberRecord"];
                };
            };
        };
    };
    import_named_phone_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The phone number, with + and country code.
                 * @example +442071838750
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "live"
                 *     }
                 */
                "application/json": components["schemas"]["Lead"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "imported": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedNumber"];
                };
            };
        };
    };
    remove_phone_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The phone number, with + and country code.
                 * @example +442071838750
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedNumber"];
                };
            };
        };
    };
    assign_phone_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description The phone number, with + and country code.
                 * @example +442071838750
                 */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientEnv": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["AssignRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": "+442071838750",
                     *       "projectId": "PROJECT-1",
                     *       "accountId": "ACCOUNT-1",
                     *       "clientEnv": "live",
                     *       "connectorId": "cn_5Rb2",
                     *       "isDynamic": false
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumberRecord"];
                };
            };
        };
    };
    find_phone_numbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneNumbers": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NumbersRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "found": [
                     *         {
                     *           "number": "+442071838750",
                     *           "projectId": "PROJECT-1",
                     *           "accountId": "ACCOUNT-1",
                     *           "clientEnv": "live",
                     *           "connectorId": "cn_5Rb2",
                     *           "isDynamic": false
                     *         }
                     *       ],
                     *       "notFound": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundNumbers"];
                };
            };
        };
    };
    read_test_history: {
        parameters: {
            query?: {
                branchId?: string | null;
                deploymentId?: string | null;
                limit?: number;
                offset?: number;
                testCaseId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testHistory": [
                     *         {
                     *           "testCaseId": "text",
                     *           "testRunId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "status": "success",
                     *           "testCaseSnapshot": {
                     *             "name": "Opening hours"
                     *           },
                     *           "reason": "asked_for_a_person",
                     *           "results": {
                     *             "prompt_assertion_results": [
                     *               {
                     *                 "prompt": "text",
                     *                 "is_pass": false,
                     *                 "reason": "asked_for_a_person"
                     *               }
                     *             ],
                     *             "function_call_failures": [
                     *               {
                     *                 "name": "Opening hours",
                     *                 "failure_reason": "text",
                     *                 "error": "The table is taken."
                     *               }
                     *             ]
                     *           },
                     *           "rawConversation": {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "turns": [
                     *               {
                     *                 "user_input": "When do you open?",
                     *                 "agent_response": "We open at nine.",
                     *                 "function_calls": [
                     *                   {
                     *                     "name": "Opening hours",
                     *                     "arguments": {
                     *                       "guests": 4
                     *                     }
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["History"];
                };
            };
        };
    };
    list_test_runs: {
        parameters: {
            query?: {
                branchId?: string | null;
                deploymentId?: string | null;
                limit?: number;
                offset?: number;
                /** @description No run belongs to one: there are none here. */
                testSetId?: string | null;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testRuns": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "testRunId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "branchId": "text",
                     *           "trigger": "manual",
                     *           "status": "success",
                     *           "testCaseCount": 1,
                     *           "passedCount": 1,
                     *           "failedCount": 1,
                     *           "errorCount": 1,
                     *           "total": 1,
                     *           "passed": 1,
                     *           "failed": 1,
                     *           "error": "The table is taken.",
                     *           "startedBy": "text",
                     *           "createdBy": "Ada",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "startedAt": "2026-03-14T09:26:53Z",
                     *           "finishedAt": "2026-03-14T09:26:53Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunList"];
                };
            };
        };
    };
    read_test_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
                /**
                 * @description A test run, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                testRunId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "testRunId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "branchId": "text",
                     *       "trigger": "manual",
                     *       "status": "success",
                     *       "testCaseCount": 1,
                     *       "passedCount": 1,
                     *       "failedCount": 1,
                     *       "errorCount": 1,
                     *       "total": 1,
                     *       "passed": 1,
                     *       "failed": 1,
                     *       "error": "The table is taken.",
                     *       "startedBy": "text",
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "startedAt": "2026-03-14T09:26:53Z",
                     *       "finishedAt": "2026-03-14T09:26:53Z",
                     *       "testHistory": [
                     *         {
                     *           "testCaseId": "text",
                     *           "testRunId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "status": "success",
                     *           "testCaseSnapshot": {
                     *             "name": "Opening hours"
                     *           },
                     *           "reason": "asked_for_a_person",
                     *           "results": {
                     *             "prompt_assertion_results": [
                     *               {
                     *                 "prompt": "text",
                     *                 "is_pass": false,
                     *                 "reason": "asked_for_a_person"
                     *               }
                     *             ],
                     *             "function_call_failures": [
                     *               {
                     *                 "name": "Opening hours",
                     *                 "failure_reason": "text",
                     *                 "error": "The table is taken."
                     *               }
                     *             ]
                     *           },
                     *           "rawConversation": {
                     *             "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "turns": [
                     *               {
                     *                 "user_input": "When do you open?",
                     *                 "agent_response": "We open at nine.",
                     *                 "function_calls": [
                     *                   {
                     *                     "name": "Opening hours",
                     *                     "arguments": {
                     *                       "guests": 4
                     *                     }
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "results": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    trigger_test_run: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, as PROJECT-… or by its short name.
                 * @example PROJECT-1
                 */
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "environment": "sandbox"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "testRunIds": [
                     *         "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                     *       ],
                     *       "testCaseCount": 1,
                     *       "test_case_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["TriggerReply"];
                };
            };
        };
    };
    read_audit_log: {
        parameters: {
            query?: {
                /** @description The id of a key, `operator` or `system`. */
                actor?: string | null;
                /** @description The `nextCursor` of the page before. */
                cursor?: string | null;
                /** @description What was changed: the `subject` of an entry. */
                id?: string | null;
                kind?: components["schemas"]["Kind"] | null;
                limit?: number;
                /** @description ISO 8601: entries from then on. */
                since?: string | null;
                /** @description ISO 8601: entries from before then. */
                until?: string | null;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "at": "2026-03-14T09:26:53Z",
                     *           "actor": {
                     *             "kind": "key",
                     *             "keyId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *             "name": "Opening hours",
                     *             "role": "viewer",
                     *             "address": "text"
                     *           },
                     *           "verb": "created",
                     *           "kind": "account",
                     *           "subject": "text",
                     *           "agentId": "PROJECT-1",
                     *           "fields": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": "eyJvIjoxMDB9"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
    list_views: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "views": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "query": "environment=live&handoff=true",
                     *           "shared": false,
                     *           "changeable": false,
                     *           "createdAt": "2026-03-14T09:26:53Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ViewList"];
                };
            };
        };
    };
    save_view: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours",
                 *       "query": "environment=live&handoff=true"
                 *     }
                 */
                "application/json": components["schemas"]["NewView"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "query": "environment=live&handoff=true",
                     *       "shared": false,
                     *       "changeable": false,
                     *       "createdAt": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ViewInfo"];
                };
            };
        };
    };
    delete_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A saved view, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    change_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A saved view, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                view_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Opening hours"
                 *     }
                 */
                "application/json": components["schemas"]["ViewChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "name": "Opening hours",
                     *       "query": "environment=live&handoff=true",
                     *       "shared": false,
                     *       "changeable": false,
                     *       "createdAt": "2026-03-14T09:26:53Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ViewInfo"];
                };
            };
        };
    };
    read_telephony: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumbers": [
                     *         {
                     *           "number": "+442071838750",
                     *           "agentId": "PROJECT-1",
                     *           "clientEnv": "live",
                     *           "variantId": "coastal",
                     *           "connectorId": "cn_5Rb2",
                     *           "isDynamic": false
                     *         }
                     *       ],
                     *       "connectors": [
                     *         {
                     *           "connectorId": "cn_5Rb2",
                     *           "name": "Opening hours",
                     *           "agentId": "PROJECT-1",
                     *           "clientEnv": "live",
                     *           "outbound": false,
                     *           "carrier": "sip",
                     *           "host": "sip.example.com",
                     *           "running": 1,
                     *           "maxCalls": 1,
                     *           "registration": "text",
                     *           "reason": "asked_for_a_person"
                     *         }
                     *       ],
                     *       "reservations": [
                     *         {
                     *           "number": "+442071838750",
                     *           "agentId": "PROJECT-1",
                     *           "clientEnv": "live",
                     *           "variantId": "coastal",
                     *           "reservedAt": "2026-03-14T09:26:53Z",
                     *           "expiresAt": "2026-03-14T09:26:53Z",
                     *           "used": false
                     *         }
                     *       ],
                     *       "calls": [
                     *         {
                     *           "conversationId": "CA-0195a3b16c527c11",
                     *           "agentId": "PROJECT-1",
                     *           "clientEnv": "live",
                     *           "direction": "text",
                     *           "connectorId": "cn_5Rb2",
                     *           "fromNumber": "+447700900123",
                     *           "toNumber": "+442071838750",
                     *           "state": "queued",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "connectedAt": "2026-03-14T09:26:53Z"
                     *         }
                     *       ],
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyOverview"];
                };
            };
        };
    };
}
