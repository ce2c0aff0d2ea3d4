"""Every endpoint of the build service."""

from __future__ import annotations

from parley.build_api import (
    ab_test_results,
    ab_tests,
    agent_creation,
    agents,
    alert_history,
    alerts,
    analytics,
    analytics_metrics,
    audit_log,
    browser_calls,
    connectors,
    console,
    console_keys,
    conversation_annotations,
    conversation_list,
    conversation_views,
    conversations,
    debug_chat,
    deployment_files,
    deployment_needs,
    deployments,
    listening,
    live_conversations,
    operations,
    outbound_calls,
    real_time,
    recordings,
    replays,
    reviews,
    telephony,
    telephony_batches,
    telephony_overview,
    test_cases,
    test_runs,
    themes,
    traces,
    webhook_deliveries,
    webhooks,
)
from parley.build_api.branches import lifecycle as branches
from parley.build_api.branches import merging as branch_merging
from parley.build_api.toolkit import deployments as toolkit_deployments
from parley.build_api.toolkit import projections
from parley.web.endpoint import Endpoint
from parley.web.groups import AGENTS, CONSOLE, MONITORING, Group

ENDPOINTS: tuple[Endpoint, ...] = (
    *agents.ENDPOINTS,
    *agent_creation.ENDPOINTS,
    *branches.ENDPOINTS,
    *branch_merging.ENDPOINTS,
    *deployments.ENDPOINTS,
    *deployment_files.ENDPOINTS,
    *deployment_needs.ENDPOINTS,
    *real_time.ENDPOINTS,
    *test_runs.ENDPOINTS,
    *telephony.ENDPOINTS,
    *telephony_batches.ENDPOINTS,  # before those whose path ends in a name: `batch` is none
    *connectors.ENDPOINTS,
    *telephony_overview.ENDPOINTS,
    *outbound_calls.ENDPOINTS,
    *live_conversations.ENDPOINTS,
    *conversation_list.ENDPOINTS,  # before the one whose path ends in a name
    *conversation_views.ENDPOINTS,
    *conversations.ENDPOINTS,
    *reviews.ENDPOINTS,
    *conversation_annotations.ENDPOINTS,
    *analytics.ENDPOINTS,
    *analytics_metrics.ENDPOINTS,
    *themes.ENDPOINTS,
    *traces.ENDPOINTS,
    *recordings.ENDPOINTS,
    *replays.ENDPOINTS,
    *test_cases.ENDPOINTS,
    *browser_calls.ENDPOINTS,
    *listening.ENDPOINTS,
    *debug_chat.ENDPOINTS,
    *toolkit_deployments.ENDPOINTS,
    *projections.ENDPOINTS,
    *ab_tests.ENDPOINTS,
    *ab_test_results.ENDPOINTS,
    *webhooks.ENDPOINTS,
    *webhook_deliveries.ENDPOINTS,
    *alerts.ENDPOINTS,
    *alert_history.ENDPOINTS,
    *audit_log.ENDPOINTS,
    *console.ENDPOINTS,
    *console_keys.ENDPOINTS,
    *operations.ENDPOINTS,
)


def group_of(path: str) -> Group:
    """Whose envelope an error gets where no endpoint is."""
    if path.startswith("/console/"):
        return CONSOLE
    return MONITORING if path.startswith(("/v1/alert", "/v1/webhook-endpoints")) else AGENTS
