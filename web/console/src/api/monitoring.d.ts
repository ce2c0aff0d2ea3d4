// Made by scripts/console-types from the OpenAPI document.
export interface paths {
    "/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alert rules of the account
         * @description Each with the state that it is in and the value it measured last.
         */
        get: operations["list_alert_rules"];
        put?: never;
        /**
         * Create an alert rule
         * @description An account has at most 10 rules. A new one is `ok` until it is first evaluated, half a minute later at most.
         */
        post: operations["create_alert_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An alert rule
         * @description With the state that it is in and the value it measured last.
         */
        get: operations["get_alert_rule"];
        put?: never;
        post?: never;
        /**
         * Delete an alert rule
         * @description Its history and an alert that is active go with it: no further event is sent.
         */
        delete: operations["delete_alert_rule"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule
         * @description The state stays as it is until the rule is next evaluated. A disabled rule is not evaluated.
         */
        patch: operations["update_alert_rule"];
        trace?: never;
    };
    "/v1/alert-rules/{rule_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The states that an alert rule has been in
         * @description Newest first, of the last 90 days.
         */
        get: operations["get_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alert-rules/{rule_id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an alert rule has measured lately
         * @description The rule as it is now, measured in windows that end at equal distances, the oldest first. A window that was not measured at the time has no value: nobody watched then.
         */
        get: operations["get_series"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alerts that are active
         * @description Enabled rules in the state `alert`.
         */
        get: operations["list_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhook endpoints of the account
         * @description Without their signing secrets.
         */
        get: operations["list_webhook_endpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Events of the kinds that it names are sent there, signed with a secret that is shown in this answer alone.
         */
        post: operations["create_webhook_endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook endpoint
         * @description Without its signing secret.
         */
        get: operations["get_webhook_endpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it, not even what is on its way.
         */
        delete: operations["delete_webhook_endpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Only what is given changes. Deliveries that wait go to the new address.
         */
        patch: operations["update_webhook_endpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The deliveries of a webhook endpoint
         * @description Newest first, as far back as the log is kept.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A delivery with its attempts
         * @description Every attempt with its time and what the endpoint answered.
         */
        get: operations["get_delivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event once more
         * @description With the same event id. One that is still under way goes on as it was.
         */
        post: operations["replay_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what an endpoint missed in a time
         * @description What failed, what was dropped, and what happened while the endpoint was disabled.
         */
        post: operations["replay_deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a new signing secret
         * @description The old secret is of no use from now on, unless this installation lets both sign for a while.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description `webhook.test`, whatever events the endpoint wants. It is in the log like any other.
         */
        post: operations["send_test"];
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
        /** ActiveAlert */
        ActiveAlert: {
            /** Alert Rule Id */
            alert_rule_id: string;
            /** Current Value */
            current_value: number | null;
            /** Last Evaluated At */
            last_evaluated_at: string;
            metric: components["schemas"]["Metric"];
            /** Name */
            name: string;
            operator: components["schemas"]["Operator"];
            /** Project Id */
            project_id: string | null;
            /** Since */
            since: string;
            /** Threshold Value */
            threshold_value: number;
            window_duration: components["schemas"]["Window"];
        };
        /** ActiveAlertList */
        ActiveAlertList: {
            /** Data */
            data: components["schemas"]["ActiveAlert"][];
        };
        /**
         * AlertRuleChanges
         * @description Only what is given changes.
         */
        AlertRuleChanges: {
            /** Enabled */
            enabled?: boolean;
            metric?: components["schemas"]["Metric"];
            /** Name */
            name?: string;
            operator?: components["schemas"]["Operator"];
            /**
             * Project Id
             * @description Slug or id; null: every project of the account.
             * @default null
             */
            project_id?: string | null;
            /**
             * Threshold Value
             * @description Milliseconds for a latency, else a count within the window.
             */
            threshold_value?: number;
            window_duration?: components["schemas"]["Window"];
        };
        /** AlertRuleList */
        AlertRuleList: {
            /** Data */
            data: components["schemas"]["AlertRuleRecord"][];
        };
        /** AlertRuleRecord */
        AlertRuleRecord: {
            /** Created At */
            created_at: string;
            current_state: components["schemas"]["State"];
            /** Current Value */
            current_value: number | null;
            /** Enabled */
            enabled: boolean;
            /** Id */
            id: string;
            /** Last Evaluated At */
            last_evaluated_at: string | null;
            metric: components["schemas"]["Metric"];
            /** Name */
            name: string;
            operator: components["schemas"]["Operator"];
            /** Project Id */
            project_id: string | null;
            /**
             * Since
             * @description When the present state began; null until the rule is first evaluated.
             */
            since: string | null;
            /** Threshold Value */
            threshold_value: number;
            /** Updated At */
            updated_at: string;
            window_duration: components["schemas"]["Window"];
        };
        /** Attempt */
        Attempt: {
            /** Duration Ms */
            duration_ms: number;
            /**
             * Error
             * @description Why there was no answer, such as `timeout`; else empty.
             */
            error: string;
            /**
             * Number
             * @description From 1 on; a replay goes on counting.
             */
            number: number;
            /** Started At */
            started_at: string;
            /**
             * Status Code
             * @description Of the receiver's answer; null: there was none.
             */
            status_code: number | null;
        };
        /** CreatedWebhookEndpoint */
        CreatedWebhookEndpoint: {
            /** Created At */
            created_at: string;
            /** Enabled */
            enabled: boolean;
            /** Event Types */
            event_types: components["schemas"]["EventType"][];
            /** Headers */
            headers: {
                [key: string]: string;
            };
            /** Id */
            id: string;
            /**
             * Include Record
             * @description Only present when it is true.
             * @default null
             */
            include_record?: boolean | null;
            /** Name */
            name: string;
            /**
             * Signing Secret
             * @description Shown this once. Keep it, or rotate it when it is lost.
             */
            signing_secret: string;
            /** Timeout Ms */
            timeout_ms: number;
            /** Updated At */
            updated_at: string;
            /** Url */
            url: string;
        };
        /** DeliveryList */
        DeliveryList: {
            /** Data */
            data: components["schemas"]["ListedDelivery"][];
            /**
             * Next Cursor
             * @description The `cursor` of the next page; null: this was the last one.
             */
            next_cursor: string | null;
        };
        /** DeliveryRecord */
        DeliveryRecord: {
            /**
             * Attempt Log
             * @description Every request that was made, the first one first.
             */
            attempt_log: components["schemas"]["Attempt"][];
            /** Attempts */
            attempts: number;
            /** Created At */
            created_at: string;
            /**
             * Event Id
             * @description What the receiver knows it by: the header `webhook-id`.
             */
            event_id: string;
            /** Event Type */
            event_type: string;
            /** Finished At */
            finished_at: string | null;
            /** Id */
            id: string;
            /**
             * Next Attempt At
             * @description Null: nothing more is tried, or it is being tried now.
             */
            next_attempt_at: string | null;
            /**
             * Occurred At
             * @description When that happened which it tells of.
             */
            occurred_at: string;
            /**
             * Payload
             * @description What is sent, when `payload` asks for it. Null: it is about a conversation, and key or project do not show transcripts.
             * @default null
             */
            payload?: {
                [key: string]: unknown;
            } | null;
            status: components["schemas"]["DeliveryStatus"];
        };
        /**
         * DeliveryStatus
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed" | "dropped";
        /**
         * EventType
         * @enum {string}
         */
        EventType: "alerts.triggered" | "alerts.resolved" | "conversation.started" | "conversation.ended" | "handoff.requested" | "call.status" | "test_run.finished" | "deployment.promoted";
        /** FieldProblem */
        FieldProblem: {
            /** Field */
            field: string;
            /** Message */
            message: string;
        };
        /** History */
        History: {
            /** Data */
            data: components["schemas"]["PastState"][];
            /**
             * Next Cursor
             * @description The `cursor` of the next page; null: this was the last one.
             */
            next_cursor: string | null;
        };
        /** ListedDelivery */
        ListedDelivery: {
            /** Attempts */
            attempts: number;
            /** Created At */
            created_at: string;
            /**
             * Event Id
             * @description What the receiver knows it by: the header `webhook-id`.
             */
            event_id: string;
            /** Event Type */
            event_type: string;
            /** Finished At */
            finished_at: string | null;
            /** Id */
            id: string;
            last_attempt: components["schemas"]["Attempt"] | null;
            /**
             * Next Attempt At
             * @description Null: nothing more is tried, or it is being tried now.
             */
            next_attempt_at: string | null;
            /**
             * Occurred At
             * @description When that happened which it tells of.
             */
            occurred_at: string;
            status: components["schemas"]["DeliveryStatus"];
        };
        /**
         * Metric
         * @enum {string}
         */
        Metric: "turn_latency_p50" | "turn_latency_p95" | "api_errors" | "function_errors" | "call_crashes" | "call_volume";
        /** MonitoringError */
        MonitoringError: {
            /** Errors */
            errors: components["schemas"]["FieldProblem"][];
            /** Message */
            message: string;
        };
        /** NewAlertRule */
        NewAlertRule: {
            /**
             * Enabled
             * @default true
             */
            enabled?: boolean;
            metric: components["schemas"]["Metric"];
            /** Name */
            name: string;
            operator: components["schemas"]["Operator"];
            /**
             * Project Id
             * @description Slug or id; null: every project of the account.
             * @default null
             */
            project_id?: string | null;
            /**
             * Threshold Value
             * @description Milliseconds for a latency, else a count within the window.
             */
            threshold_value: number;
            window_duration: components["schemas"]["Window"];
        };
        /** NewWebhookEndpoint */
        NewWebhookEndpoint: {
            /**
             * Enabled
             * @default true
             */
            enabled?: boolean;
            /** Event Types */
            event_types: components["schemas"]["EventType"][];
            /**
             * Headers
             * @description Sent with every event. Not those that say how a request is to be read, or that sign it.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Include Record
             * @description conversation.ended brings the record along; else only where to read it.
             * @default false
             */
            include_record?: boolean;
            /** Name */
            name: string;
            /**
             * Timeout Ms
             * @description How long one attempt may take, in milliseconds.
             * @default 5000
             */
            timeout_ms?: number;
            /**
             * Url
             * Format: uri
             */
            url: string;
        };
        /**
         * Operator
         * @enum {string}
         */
        Operator: ">" | "<" | ">=" | "<=";
        /** PastState */
        PastState: {
            /** Since */
            since: string;
            state: components["schemas"]["State"];
            /**
             * Until
             * @description Null: the state that the rule is in.
             */
            until: string | null;
            /**
             * Value
             * @description What was measured when it began.
             */
            value: number | null;
        };
        /** Replay */
        Replay: {
            /**
             * Delivered
             * @description Also those that were delivered.
             * @default false
             */
            delivered?: boolean;
            /**
             * Since
             * Format: date-time
             * @description ISO 8601: events that happened then or later.
             */
            since: string;
            /**
             * Until
             * @description ISO 8601: events that happened before. Default: now.
             * @default null
             */
            until?: string | null;
        };
        /** Replayed */
        Replayed: {
            /**
             * More
             * @description One request sends 5000: there may be more, ask again.
             */
            more: boolean;
            /**
             * Replayed
             * @description How many events are on their way again.
             */
            replayed: number;
        };
        /** Series */
        Series: {
            /** Data */
            data: components["schemas"]["SeriesPoint"][];
            metric: components["schemas"]["Metric"];
            /** Name */
            name: string;
            operator: components["schemas"]["Operator"];
            /** Project Id */
            project_id: string | null;
            /** Step Seconds */
            step_seconds: number;
            /** Threshold Value */
            threshold_value: number;
            window_duration: components["schemas"]["Window"];
        };
        /** SeriesPoint */
        SeriesPoint: {
            /**
             * At
             * @description The end of a window.
             */
            at: string;
            /** @description What the value means by the rule as it is now; `unknown`: it was not measured. */
            state: components["schemas"]["State"];
            /** Value */
            value: number | null;
        };
        /** SigningSecret */
        SigningSecret: {
            /**
             * Signing Secret
             * @description Shown this once.
             */
            signing_secret: string;
        };
        /**
         * Span
         * @description How far back a series goes.
         * @enum {string}
         */
        Span: "1h" | "6h" | "24h";
        /**
         * State
         * @enum {string}
         */
        State: "ok" | "alert" | "no_data" | "unknown";
        /**
         * WebhookEndpointChanges
         * @description Only what is given changes.
         */
        WebhookEndpointChanges: {
            /** Enabled */
            enabled?: boolean;
            /** Event Types */
            event_types?: components["schemas"]["EventType"][];
            /**
             * Headers
             * @description Sent with every event. Not those that say how a request is to be read, or that sign it.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Include Record
             * @description conversation.ended brings the record along; else only where to read it.
             */
            include_record?: boolean;
            /** Name */
            name?: string;
            /**
             * Timeout Ms
             * @description How long one attempt may take, in milliseconds.
             */
            timeout_ms?: number;
            /**
             * Url
             * Format: uri
             */
            url?: string;
        };
        /** WebhookEndpointList */
        WebhookEndpointList: {
            /** Data */
            data: components["schemas"]["WebhookEndpointRecord"][];
        };
        /** WebhookEndpointRecord */
        WebhookEndpointRecord: {
            /** Created At */
            created_at: string;
            /** Enabled */
            enabled: boolean;
            /** Event Types */
            event_types: components["schemas"]["EventType"][];
            /** Headers */
            headers: {
                [key: string]: string;
            };
            /** Id */
            id: string;
            /**
             * Include Record
             * @description Only present when it is true.
             * @default null
             */
            include_record?: boolean | null;
            /** Name */
            name: string;
            /** Timeout Ms */
            timeout_ms: number;
            /** Updated At */
            updated_at: string;
            /** Url */
            url: string;
        };
        /**
         * Window
         * @enum {string}
         */
        Window: "5m" | "10m" | "60m";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_alert_rules: {
        parameters: {
            query?: {
                enabled?: boolean | null;
                metric?: components["schemas"]["Metric"] | null;
                /** @description Slug or id: only rules of this project. */
                project_id?: string | null;
                state?: components["schemas"]["State"] | null;
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
                     *       "data": [
                     *         {
                     *           "name": "Opening hours",
                     *           "project_id": "PROJECT-1",
                     *           "metric": "turn_latency_p50",
                     *           "operator": ">",
                     *           "threshold_value": 1,
                     *           "window_duration": "5m",
                     *           "id": "ar_7Hk2Lm9QxZ",
                     *           "enabled": false,
                     *           "current_state": "ok",
                     *           "created_at": "2026-03-14T09:26:53Z",
                     *           "updated_at": "2026-03-14T09:26:53Z",
                     *           "since": "2026-03-14T09:26:53Z",
                     *           "last_evaluated_at": "2026-03-14T09:26:53Z",
                     *           "current_value": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleList"];
                };
            };
        };
    };
    create_alert_rule: {
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
                 *       "metric": "turn_latency_p50",
                 *       "operator": ">",
                 *       "threshold_value": 1,
                 *       "window_duration": "5m"
                 *     }
                 */
                "application/json": components["schemas"]["NewAlertRule"];
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
                     *       "name": "Opening hours",
                     *       "project_id": "PROJECT-1",
                     *       "metric": "turn_latency_p50",
                     *       "operator": ">",
                     *       "threshold_value": 1,
                     *       "window_duration": "5m",
                     *       "id": "ar_7Hk2Lm9QxZ",
                     *       "enabled": false,
                     *       "current_state": "ok",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "since": "2026-03-14T09:26:53Z",
                     *       "last_evaluated_at": "2026-03-14T09:26:53Z",
                     *       "current_value": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleRecord"];
                };
            };
        };
    };
    get_alert_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An alert rule, by its id.
                 * @example ar_7Hk2Lm9QxZ
                 */
                rule_id: string;
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
                     *       "project_id": "PROJECT-1",
                     *       "metric": "turn_latency_p50",
                     *       "operator": ">",
                     *       "threshold_value": 1,
                     *       "window_duration": "5m",
                     *       "id": "ar_7Hk2Lm9QxZ",
                     *       "enabled": false,
                     *       "current_state": "ok",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "since": "2026-03-14T09:26:53Z",
                     *       "last_evaluated_at": "2026-03-14T09:26:53Z",
                     *       "current_value": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleRecord"];
                };
            };
        };
    };
    delete_alert_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An alert rule, by its id.
                 * @example ar_7Hk2Lm9QxZ
                 */
                rule_id: string;
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
    update_alert_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description An alert rule, by its id.
                 * @example ar_7Hk2Lm9QxZ
                 */
                rule_id: string;
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
                "application/json": components["schemas"]["AlertRuleChanges"];
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
                     *       "name": "Opening hours",
                     *       "project_id": "PROJECT-1",
                     *       "metric": "turn_latency_p50",
                     *       "operator": ">",
                     *       "threshold_value": 1,
                     *       "window_duration": "5m",
                     *       "id": "ar_7Hk2Lm9QxZ",
                     *       "enabled": false,
                     *       "current_state": "ok",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "since": "2026-03-14T09:26:53Z",
                     *       "last_evaluated_at": "2026-03-14T09:26:53Z",
                     *       "current_value": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AlertRuleRecord"];
                };
            };
        };
    };
    get_history: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: string | null;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description An alert rule, by its id.
                 * @example ar_7Hk2Lm9QxZ
                 */
                rule_id: string;
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
                     *       "data": [
                     *         {
                     *           "state": "ok",
                     *           "value": 1,
                     *           "since": "2026-03-14T09:26:53Z",
                     *           "until": "2026-03-14T09:26:53Z"
                     *         }
                     *       ],
                     *       "next_cursor": "eyJvIjoxMDB9"
                     *     }
                     */
                    "application/json": components["schemas"]["History"];
                };
            };
        };
    };
    get_series: {
        parameters: {
            query?: {
                /** @description How far back. */
                span?: components["schemas"]["Span"];
            };
            header?: never;
            path: {
                /**
                 * @description An alert rule, by its id.
                 * @example ar_7Hk2Lm9QxZ
                 */
                rule_id: string;
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
                     *       "project_id": "PROJECT-1",
                     *       "metric": "turn_latency_p50",
                     *       "operator": ">",
                     *       "threshold_value": 1,
                     *       "window_duration": "5m",
                     *       "step_seconds": 1,
                     *       "data": [
                     *         {
                     *           "at": "2026-03-14T09:26:53Z",
                     *           "value": 1,
                     *           "state": "ok"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    list_alerts: {
        parameters: {
            query?: {
                metric?: components["schemas"]["Metric"] | null;
                /** @description Slug or id: only rules of this project. */
                project_id?: string | null;
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
                     *       "data": [
                     *         {
                     *           "name": "Opening hours",
                     *           "project_id": "PROJECT-1",
                     *           "metric": "turn_latency_p50",
                     *           "operator": ">",
                     *           "threshold_value": 1,
                     *           "window_duration": "5m",
                     *           "alert_rule_id": "ar_7Hk2Lm9QxZ",
                     *           "since": "2026-03-14T09:26:53Z",
                     *           "last_evaluated_at": "2026-03-14T09:26:53Z",
                     *           "current_value": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ActiveAlertList"];
                };
            };
        };
    };
    list_webhook_endpoints: {
        parameters: {
            query?: {
                enabled?: boolean | null;
                /** @description Only endpoints that want such events. */
                event_type?: components["schemas"]["EventType"] | null;
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
                     *       "data": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "name": "Opening hours",
                     *           "url": "https://example.com/hooks/parley",
                     *           "enabled": false,
                     *           "event_types": [
                     *             "alerts.triggered"
                     *           ],
                     *           "timeout_ms": 1,
                     *           "headers": {
                     *             "x-team": "reservations"
                     *           },
                     *           "created_at": "2026-03-14T09:26:53Z",
                     *           "updated_at": "2026-03-14T09:26:53Z",
                     *           "include_record": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
        };
    };
    create_webhook_endpoint: {
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
                 *       "url": "https://example.com/hooks/parley",
                 *       "event_types": [
                 *         "alerts.triggered"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookEndpoint"];
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
                     *       "url": "https://example.com/hooks/parley",
                     *       "enabled": false,
                     *       "event_types": [
                     *         "alerts.triggered"
                     *       ],
                     *       "timeout_ms": 1,
                     *       "headers": {
                     *         "x-team": "reservations"
                     *       },
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "include_record": false,
                     *       "signing_secret": "whsec_c2VjcmV0"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEndpoint"];
                };
            };
        };
    };
    get_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
                     *       "url": "https://example.com/hooks/parley",
                     *       "enabled": false,
                     *       "event_types": [
                     *         "alerts.triggered"
                     *       ],
                     *       "timeout_ms": 1,
                     *       "headers": {
                     *         "x-team": "reservations"
                     *       },
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "include_record": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointRecord"];
                };
            };
        };
    };
    delete_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
    update_webhook_endpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
                "application/json": components["schemas"]["WebhookEndpointChanges"];
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
                     *       "url": "https://example.com/hooks/parley",
                     *       "enabled": false,
                     *       "event_types": [
                     *         "alerts.triggered"
                     *       ],
                     *       "timeout_ms": 1,
                     *       "headers": {
                     *         "x-team": "reservations"
                     *       },
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "updated_at": "2026-03-14T09:26:53Z",
                     *       "include_record": false
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEndpointRecord"];
                };
            };
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before. */
                cursor?: string | null;
                event_type?: string | null;
                limit?: number;
                status?: components["schemas"]["DeliveryStatus"] | null;
            };
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
                     *       "data": [
                     *         {
                     *           "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *           "event_id": "evt_5dPq1ZbL0wXk",
                     *           "event_type": "alerts.triggered",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "occurred_at": "2026-03-14T09:26:53Z",
                     *           "created_at": "2026-03-14T09:26:53Z",
                     *           "finished_at": "2026-03-14T09:26:53Z",
                     *           "next_attempt_at": "2026-03-14T09:26:53Z",
                     *           "last_attempt": {
                     *             "number": 1,
                     *             "started_at": "2026-03-14T09:26:53Z",
                     *             "duration_ms": 1,
                     *             "status_code": 1,
                     *             "error": "The table is taken."
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "eyJvIjoxMDB9"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    get_delivery: {
        parameters: {
            query?: {
                /** @description Whether to show what is sent; people's words may be in it. */
                payload?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description A delivery, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                delivery_id: string;
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
                     *       "event_id": "evt_5dPq1ZbL0wXk",
                     *       "event_type": "alerts.triggered",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "occurred_at": "2026-03-14T09:26:53Z",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "finished_at": "2026-03-14T09:26:53Z",
                     *       "next_attempt_at": "2026-03-14T09:26:53Z",
                     *       "attempt_log": [
                     *         {
                     *           "number": 1,
                     *           "started_at": "2026-03-14T09:26:53Z",
                     *           "duration_ms": 1,
                     *           "status_code": 1,
                     *           "error": "The table is taken."
                     *         }
                     *       ],
                     *       "payload": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryRecord"];
                };
            };
        };
    };
    replay_delivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A delivery, by its id.
                 * @example 0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13
                 */
                delivery_id: string;
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "event_id": "evt_5dPq1ZbL0wXk",
                     *       "event_type": "alerts.triggered",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "occurred_at": "2026-03-14T09:26:53Z",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "finished_at": "2026-03-14T09:26:53Z",
                     *       "next_attempt_at": "2026-03-14T09:26:53Z",
                     *       "attempt_log": [
                     *         {
                     *           "number": 1,
                     *           "started_at": "2026-03-14T09:26:53Z",
                     *           "duration_ms": 1,
                     *           "status_code": 1,
                     *           "error": "The table is taken."
                     *         }
                     *       ],
                     *       "payload": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryRecord"];
                };
            };
        };
    };
    replay_deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-14T09:26:53Z"
                 *     }
                 */
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 1,
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
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
                     *       "signing_secret": "whsec_c2VjcmV0"
                     *     }
                     */
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
        };
    };
    send_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A webhook endpoint, by its id.
                 * @example whe_4pTn8Wc3Vd
                 */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0195a3b1-6c52-7c11-9f7e-2a4d6c8e0b13",
                     *       "event_id": "evt_5dPq1ZbL0wXk",
                     *       "event_type": "alerts.triggered",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "occurred_at": "2026-03-14T09:26:53Z",
                     *       "created_at": "2026-03-14T09:26:53Z",
                     *       "finished_at": "2026-03-14T09:26:53Z",
                     *       "next_attempt_at": "2026-03-14T09:26:53Z",
                     *       "attempt_log": [
                     *         {
                     *           "number": 1,
                     *           "started_at": "2026-03-14T09:26:53Z",
                     *           "duration_ms": 1,
                     *           "status_code": 1,
                     *           "error": "The table is taken."
                     *         }
                     *       ],
                     *       "payload": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryRecord"];
                };
            };
        };
    };
}
