"""Every endpoint of the build service."""

from __future__ import annotations

from parley.build_api import test_runs
from parley.build_api.agents import (
    ab_test_results,
    ab_tests,
    creation,
    deployment_files,
    deployment_needs,
    deployments,
    real_time,
    voice_library,
)
from parley.build_api.agents import listing as agents
from parley.build_api.analytics import metrics as analytics_metrics
from parley.build_api.analytics import overview as analytics
from parley.build_api.analytics import themes
from parley.build_api.branches import content, drafts
from parley.build_api.branches import lifecycle as branches
from parley.build_api.branches import merging as branch_merging
from parley.build_api.branches import variants as branch_variants
from parley.build_api.chat import browser_calls, debug_chat
from parley.build_api.console import audit_log, operations
from parley.build_api.console import keys as console_keys
from parley.build_api.console import sessions as console_sessions
from parley.build_api.conversations import annotations as conversation_annotations
from parley.build_api.conversations import (
    detail,
    listening,
    live,
    neighbours,
    recordings,
    replays,
    reviews,
    test_cases,
    traces,
    views,
)
from parley.build_api.conversations import listing as conversation_list
from parley.build_api.monitoring import alert_history, alerts, webhook_deliveries, webhooks
from parley.build_api.telephony import audio_cache, connector_batches, connectors, numbers, outbound_calls
from parley.build_api.telephony import overview as telephony_overview
from parley.build_api.toolkit import deployments as toolkit_deployments
from parley.build_api.toolkit import projections, pushes, templates
from parley.web.endpoint import Endpoint
from parley.web.groups import AGENTS, CONSOLE, MONITORING, Group

ENDPOINTS: tuple[Endpoint, ...] = (
    *agents.ENDPOINTS,
    *creation.ENDPOINTS,
    *branches.ENDPOINTS,
    *branch_merging.ENDPOINTS,
    *drafts.ENDPOINTS,
    *content.ENDPOINTS,
    *branch_variants.ENDPOINTS,
    *deployments.ENDPOINTS,
    *deployment_files.ENDPOINTS,
    *deployment_needs.ENDPOINTS,
    *real_time.ENDPOINTS,
    *test_runs.ENDPOINTS,
    *numbers.ENDPOINTS,
    *connector_batches.ENDPOINTS,  # before those whose path ends in a name: `batch` is none
    *connectors.ENDPOINTS,
    *telephony_overview.ENDPOINTS,
    *outbound_calls.ENDPOINTS,
    *live.ENDPOINTS,
    *conversation_list.ENDPOINTS,  # before the one whose path ends in a name
    *views.ENDPOINTS,
    *detail.ENDPOINTS,
    *neighbours.ENDPOINTS,
    *reviews.ENDPOINTS,
    *conversation_annotations.ENDPOINTS,
    *analytics.ENDPOINTS,
    *analytics_metrics.ENDPOINTS,
    *themes.ENDPOINTS,
    *traces.ENDPOINTS,
    *recordings.ENDPOINTS,
    *replays.ENDPOINTS,
    *test_cases.ENDPOINTS,
    *voice_library.ENDPOINTS,
    *audio_cache.ENDPOINTS,
    *browser_calls.ENDPOINTS,
    *listening.ENDPOINTS,
    *debug_chat.ENDPOINTS,
    *toolkit_deployments.ENDPOINTS,
    *projections.ENDPOINTS,
    *templates.ENDPOINTS,
    *pushes.ENDPOINTS,
    *ab_tests.ENDPOINTS,
    *ab_test_results.ENDPOINTS,
    *webhooks.ENDPOINTS,
    *webhook_deliveries.ENDPOINTS,
    *alerts.ENDPOINTS,
    *alert_history.ENDPOINTS,
    *audit_log.ENDPOINTS,
    *console_sessions.ENDPOINTS,
    *console_keys.ENDPOINTS,
    *operations.ENDPOINTS,
)


def group_of(path: str) -> Group:
    """Whose envelope an error gets where no endpoint is."""
    if path.startswith("/console/"):
        return CONSOLE
    return MONITORING if path.startswith(("/v1/alert", "/v1/webhook-endpoints")) else AGENTS
