// Made by scripts/console-types from the OpenAPI document.
export interface paths {
    "/v1/alert-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The alert rules of the account */
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
        /** An alert rule */
        get: operations["get_alert_rule"];
        put?: never;
        post?: never;
        /** Delete an alert rule */
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
        /** The webhook endpoints of the account */
        get: operations["list_webhook_endpoints"];
        put?: never;
        /** Create a webhook endpoint */
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
        /** A webhook endpoint */
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
        /** Change a webhook endpoint */
        patch: operations["update_webhook_endpoint"];
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
        /** SigningSecret */
        SigningSecret: {
            /**
             * Signing Secret
             * @description Shown this once.
             */
            signing_secret: string;
        };
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
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
                    "application/json": components["schemas"]["AlertRuleRecord"];
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
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
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
                    "application/json": components["schemas"]["WebhookEndpointRecord"];
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
                    "application/json": components["schemas"]["SigningSecret"];
                };
            };
        };
    };
}
