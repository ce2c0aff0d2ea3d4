// Made by scripts/console-types from the OpenAPI document.
export interface paths {
    "/console/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs by kind, and those that failed too often
         * @description Kinds are counted over the whole installation. Dead letters are those about something of this account, and those that are about nobody's data.
         */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/jobs/{job_id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a dead letter: it is not tried again
         * @description Only of this account. What it was to do is not done.
         */
        post: operations["discard_job"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/jobs/{job_id}/run-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a dead letter again, from the start
         * @description Only of this account. It is due at once, and has all its attempts again.
         */
        post: operations["run_job_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the account
         * @description Masked, with their families, roles and last use.
         */
        get: operations["list_console_keys"];
        put?: never;
        /**
         * A console key for somebody
         * @description The key is shown in this answer alone.
         */
        post: operations["issue_console_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a key and its sessions
         * @description Within two seconds nobody gets in with it any more.
         */
        post: operations["revoke_console_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The processes of the installation, and what they keep ready
         * @description Each says so itself every few seconds, and is forgotten ten minutes after it fell silent. Of other accounts it is shown how many deployments are kept ready, and nothing else.
         */
        get: operations["list_processes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in here
         * @description The account, the role, and the token that requests which change something carry in `x-csrf-token`.
         */
        get: operations["read_session"];
        put?: never;
        /**
         * Sign in with a console key or a link
         * @description Sets the cookie that goes with all other requests of the console instead of a key.
         */
        post: operations["sign_in"];
        /**
         * Sign out: the session ends at once
         * @description The cookie is worth nothing from then on.
         */
        delete: operations["sign_out"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose browsers are signed in, newest first
         * @description With the key that each signed in with, and when it was last seen.
         */
        get: operations["list_console_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/sessions/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all other sessions of the account, or those of one key
         * @description Whoever asks stays signed in.
         */
        post: operations["revoke_console_sessions"];
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
        /** DeadLetterInfo */
        DeadLetterInfo: {
            /** Attempts */
            attempts: number;
            /**
             * Error
             * @description The kind of the last error. Its text is kept nowhere: people's words may be in it.
             */
            error: string;
            /** Failedat */
            failedAt: string;
            /** Id */
            id: string;
            /** Kind */
            kind: string;
            /**
             * Own
             * @description Of this account, which may run it again; else the operator's.
             */
            own: boolean;
        };
        /**
         * Family
         * @description What a key opens. A chat needs two: the API key and the token of the connector. A messaging key is the token of a
         *     connector alone: it stands in pages, and is good for its hosts only. An `api` key opens those families
         *     that it has the permission for. A console key signs a person in, and is good for nothing else.
         * @enum {string}
         */
        Family: "chat" | "chat_token" | "conversations" | "concurrency" | "outbound" | "external_events" | "dni" | "handoff" | "build" | "messaging" | "desk" | "console" | "api";
        /** FieldProblem */
        FieldProblem: {
            /** Field */
            field: string;
            /** Message */
            message: string;
        };
        /** IssuedKeyInfo */
        IssuedKeyInfo: {
            /** Createdat */
            createdAt: string;
            /**
             * Current
             * @description Whether it is the one that you signed in with.
             */
            current: boolean;
            /** Environment */
            environment: string | null;
            /** Expiresat */
            expiresAt: string | null;
            family: components["schemas"]["Family"];
            /**
             * Hint
             * @description Enough to recognise the key by.
             */
            hint: string;
            /** Id */
            id: string;
            /**
             * Key
             * @description The key itself. It is not shown again.
             */
            key: string;
            /**
             * Lastusedat
             * @description Exact to a minute.
             */
            lastUsedAt: string | null;
            /** Name */
            name: string;
            /**
             * Projectids
             * @description The projects it is for; empty: the whole account.
             */
            projectIds: string[];
            /** @description Of a console key. */
            role: components["schemas"]["Role"] | null;
            /**
             * Status
             * @description `active`, `expired` or `revoked`.
             */
            status: string;
            /**
             * Transcripts
             * @description Whether it shows what was said in conversations, if their project does.
             */
            transcripts: boolean;
        };
        /** Jobs */
        Jobs: {
            /**
             * Deadletters
             * @description Of this account and of nobody: the latest 200.
             */
            deadLetters: components["schemas"]["DeadLetterInfo"][];
            /** Queues */
            queues: components["schemas"]["Queue"][];
        };
        /** KeyInfo */
        KeyInfo: {
            /** Createdat */
            createdAt: string;
            /**
             * Current
             * @description Whether it is the one that you signed in with.
             */
            current: boolean;
            /** Environment */
            environment: string | null;
            /** Expiresat */
            expiresAt: string | null;
            family: components["schemas"]["Family"];
            /**
             * Hint
             * @description Enough to recognise the key by.
             */
            hint: string;
            /** Id */
            id: string;
            /**
             * Lastusedat
             * @description Exact to a minute.
             */
            lastUsedAt: string | null;
            /** Name */
            name: string;
            /**
             * Projectids
             * @description The projects it is for; empty: the whole account.
             */
            projectIds: string[];
            /** @description Of a console key. */
            role: components["schemas"]["Role"] | null;
            /**
             * Status
             * @description `active`, `expired` or `revoked`.
             */
            status: string;
            /**
             * Transcripts
             * @description Whether it shows what was said in conversations, if their project does.
             */
            transcripts: boolean;
        };
        /** KeyList */
        KeyList: {
            /** Keys */
            keys: components["schemas"]["KeyInfo"][];
        };
        /** NewKey */
        NewKey: {
            /**
             * Days
             * @description How long it works. Default: without an end.
             * @default null
             */
            days?: number | null;
            /**
             * Name
             * @default
             */
            name?: string;
            role: components["schemas"]["Role"];
            /**
             * Transcripts
             * @description Whether its holder may read what was said. Who may not cannot let others.
             * @default true
             */
            transcripts?: boolean;
        };
        /** OpenSession */
        OpenSession: {
            /** Createdat */
            createdAt: string;
            /**
             * Current
             * @description Whether it is the one that asks.
             */
            current: boolean;
            /** Expiresat */
            expiresAt: string;
            /** Id */
            id: string;
            /** Keyid */
            keyId: string;
            /** Keyname */
            keyName: string;
            /**
             * Lastseenat
             * @description Exact to a minute.
             */
            lastSeenAt: string;
            role: components["schemas"]["Role"];
        };
        /** OpenSessions */
        OpenSessions: {
            /** Sessions */
            sessions: components["schemas"]["OpenSession"][];
        };
        /** ProcessInfo */
        ProcessInfo: {
            /**
             * Agentmemorybytes
             * @description Of the confined processes of all deployments, besides what they share.
             */
            agentMemoryBytes: number;
            /**
             * Alive
             * @description Whether it was heard of in the last fifteen seconds.
             */
            alive: boolean;
            /**
             * Cpu
             * @description Of one core, over the last few seconds.
             */
            cpu: number;
            /**
             * Deployments
             * @description Of this account, whose code it keeps ready.
             */
            deployments: components["schemas"]["WarmDeployment"][];
            /** Id */
            id: string;
            /** Memorybytes */
            memoryBytes: number;
            /**
             * Node
             * @description The name of the machine or container.
             */
            node: string;
            /**
             * Otherdeployments
             * @description How many of other accounts.
             */
            otherDeployments: number;
            /** Pid */
            pid: number;
            /** Role */
            role: string;
            /** Seenat */
            seenAt: string;
            /** Startedat */
            startedAt: string;
            /** Version */
            version: string;
        };
        /** ProcessList */
        ProcessList: {
            /** Processes */
            processes: components["schemas"]["ProcessInfo"][];
        };
        /** Queue */
        Queue: {
            /**
             * Delayed
             * @description For later: not due yet, or to be tried again.
             */
            delayed: number;
            /**
             * Failed
             * @description Dead letters, of all accounts.
             */
            failed: number;
            /** Kind */
            kind: string;
            /**
             * Oldestseconds
             * @description For how long the first one has been due.
             */
            oldestSeconds: number;
            /** Ready */
            ready: number;
            /** Running */
            running: number;
        };
        /** Revocation */
        Revocation: {
            /**
             * Keyid
             * @description Only those of this key.
             * @default null
             */
            keyId?: string | null;
        };
        /** Revoked */
        Revoked: {
            /**
             * Revoked
             * @description How many sessions ended.
             */
            revoked: number;
        };
        /**
         * Role
         * @description What somebody in the console may do: look; change agents and what belongs to them; also say who else may.
         * @enum {string}
         */
        Role: "viewer" | "editor" | "admin";
        /** SessionInfo */
        SessionInfo: {
            /** Accountid */
            accountId: string;
            /** Accountname */
            accountName: string;
            /**
             * Csrftoken
             * @description For the header `x-csrf-token` of every request that is not a GET.
             */
            csrfToken: string;
            /** Keyname */
            keyName: string;
            role: components["schemas"]["Role"];
        };
        /** SignIn */
        SignIn: {
            /**
             * Key
             * @description A console key.
             * @default null
             */
            key?: string | null;
            /**
             * Link
             * @description What a sign-in link has behind its #.
             * @default null
             */
            link?: string | null;
        };
        /** WarmDeployment */
        WarmDeployment: {
            /** Agentid */
            agentId: string;
            /** Busy */
            busy: number;
            /**
             * Calls
             * @description Since the process began.
             */
            calls: number;
            /**
             * Children
             * @description Confined processes that are ready for its functions.
             */
            children: number;
            /** Deploymentid */
            deploymentId: string;
            /** Failures */
            failures: number;
            /**
             * Memorybytes
             * @description Of its confined processes, besides what all of them share.
             */
            memoryBytes: number;
            /**
             * Waiting
             * @description Calls of functions that wait for one.
             */
            waiting: number;
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
    list_jobs: {
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
                     *       "queues": [
                     *         {
                     *           "kind": "text",
                     *           "ready": 1,
                     *           "running": 1,
                     *           "delayed": 1,
                     *           "failed": 1,
                     *           "oldestSeconds": 1
                     *         }
                     *       ],
                     *       "deadLetters": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "kind": "text",
                     *           "attempts": 1,
                     *           "failedAt": "2026-03-14T09:26:53Z",
                     *           "error": "The table is taken.",
                     *           "own": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Jobs"];
                };
            };
        };
    };
    discard_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A job, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                job_id: string;
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
    run_job_again: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A job, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                job_id: string;
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
    list_console_keys: {
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
                     *       "keys": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "family": "chat",
                     *           "hint": "Promote it to pre-release first.",
                     *           "name": "Opening hours",
                     *           "status": "success",
                     *           "role": "viewer",
                     *           "transcripts": false,
                     *           "projectIds": [
                     *             "PROJECT-1"
                     *           ],
                     *           "environment": "live",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "expiresAt": "2026-03-14T09:26:53Z",
                     *           "lastUsedAt": "2026-03-14T09:26:53Z",
                     *           "current": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    issue_console_key: {
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
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["NewKey"];
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
                     *       "family": "chat",
                     *       "hint": "Promote it to pre-release first.",
                     *       "name": "Opening hours",
                     *       "status": "success",
                     *       "role": "viewer",
                     *       "transcripts": false,
                     *       "projectIds": [
                     *         "PROJECT-1"
                     *       ],
                     *       "environment": "live",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "expiresAt": "2026-03-14T09:26:53Z",
                     *       "lastUsedAt": "2026-03-14T09:26:53Z",
                     *       "current": false,
                     *       "key": "9mQ2"
                     *     }
                     */
                    "application/json": components["schemas"]["IssuedKeyInfo"];
                };
            };
        };
    };
    revoke_console_key: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A key, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                key_id: string;
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
                     *       "family": "chat",
                     *       "hint": "Promote it to pre-release first.",
                     *       "name": "Opening hours",
                     *       "status": "success",
                     *       "role": "viewer",
                     *       "transcripts": false,
                     *       "projectIds": [
                     *         "PROJECT-1"
                     *       ],
                     *       "environment": "live",
                     *       "createdAt": "2026-03-14T09:26:53Z",
                     *       "expiresAt": "2026-03-14T09:26:53Z",
                     *       "lastUsedAt": "2026-03-14T09:26:53Z",
                     *       "current": false
                     *     }
                     */
                    "application/json": components["schemas"]["KeyInfo"];
                };
            };
        };
    };
    list_processes: {
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
                     *       "processes": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "role": "text",
                     *           "node": "text",
                     *           "pid": 1,
                     *           "version": "12",
                     *           "startedAt": "2026-03-14T09:26:53Z",
                     *           "seenAt": "2026-03-14T09:26:53Z",
                     *           "alive": false,
                     *           "cpu": 1,
                     *           "memoryBytes": 1,
                     *           "agentMemoryBytes": 1,
                     *           "deployments": [
                     *             {
                     *               "deploymentId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *               "agentId": "PROJECT-1",
                     *               "children": 1,
                     *               "busy": 1,
                     *               "waiting": 1,
                     *               "calls": 1,
                     *               "failures": 1,
                     *               "memoryBytes": 1
                     *             }
                     *           ],
                     *           "otherDeployments": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ProcessList"];
                };
            };
        };
    };
    read_session: {
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
                     *       "accountId": "ACCOUNT-1",
                     *       "accountName": "Harbour Restaurants",
                     *       "keyName": "Analysts",
                     *       "role": "viewer",
                     *       "csrfToken": "bW9yZSB0aGFuIGEgY29va2ll"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
        };
    };
    sign_in: {
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
                 *       "key": "9mQ2"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
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
                     *       "accountName": "Harbour Restaurants",
                     *       "keyName": "Analysts",
                     *       "role": "viewer",
                     *       "csrfToken": "bW9yZSB0aGFuIGEgY29va2ll"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
    list_console_sessions: {
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
                     *       "sessions": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "keyId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "keyName": "Analysts",
                     *           "role": "viewer",
                     *           "createdAt": "2026-03-14T09:26:53Z",
                     *           "lastSeenAt": "2026-03-14T09:26:53Z",
                     *           "expiresAt": "2026-03-14T09:26:53Z",
                     *           "current": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OpenSessions"];
                };
            };
        };
    };
    revoke_console_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "keyId": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13"
                 *     }
                 */
                "application/json": components["schemas"]["Revocation"];
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
                     *       "revoked": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Revoked"];
                };
            };
        };
    };
}
