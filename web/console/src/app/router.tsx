// Every page and its address. What is chosen on a page is in its address too.
import { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { agentsQuery } from "../api/agents";
import { ApiError, onSignedOut } from "../api/client";
import { sessionQuery } from "../api/session";
import { readFilters, readPlace } from "../pages/conversations/filters";
import { readView } from "../pages/overview/period";
import { readSetting } from "../pages/playground/setting";
import { readComparison } from "../pages/comparison/view";
import { readDeploymentView } from "../pages/deployment/view";
import { readRuleView } from "../pages/alert-rule/view";
import { readAuditFilters } from "../pages/audit/view";
import { readDeliveryFilters } from "../pages/webhook/view";
import { SignInPage } from "../pages/sign-in/sign-in-page";
import { Empty, Problem } from "../parts/states";
import { Frame } from "./frame";

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => <Empty icon="search" title="There is no such page" />,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search): { to?: string } => (typeof search["to"] === "string" ? { to: search["to"] } : {}),
  component: SignInPage,
});

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: async ({ context, location }) => {
    const session = await context.client.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { to: location.href } });
    return { session };
  },
});

const first = createRoute({
  getParentRoute: () => inside,
  path: "/",
  beforeLoad: async ({ context }) => {
    const [agent] = await context.client.ensureQueryData(agentsQuery(context.session.accountId));
    if (agent) throw redirect({ to: "/agents/$agentId/overview", params: { agentId: agent.agentId } });
  },
  component: () => (
    <Empty icon="agents" title="This account has no agent yet">
      <p>
        Make one with <code>parley projects create</code> and deploy it with <code>parley push</code>.
      </p>
    </Empty>
  ),
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: "/agents/$agentId",
  component: function Agent() {
    return <Frame session={agent.useRouteContext().session} agentId={agent.useParams().agentId} />;
  },
});

const agentFirst = createRoute({
  getParentRoute: () => agent,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/agents/$agentId/overview", params });
  },
});

const conversations = createRoute({
  getParentRoute: () => agent,
  path: "conversations",
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import("../pages/conversations/conversations-page"), "ConversationsPage"),
});

const conversation = createRoute({
  getParentRoute: () => agent,
  path: "conversations/$conversationId",
  validateSearch: readPlace,
  component: lazyRouteComponent(() => import("../pages/conversation/conversation-page"), "ConversationPage"),
});

const overview = createRoute({
  getParentRoute: () => agent,
  path: "overview",
  validateSearch: readView,
  component: lazyRouteComponent(() => import("../pages/overview/overview-page"), "OverviewPage"),
});

const playground = createRoute({
  getParentRoute: () => agent,
  path: "playground",
  validateSearch: readSetting,
  component: lazyRouteComponent(() => import("../pages/playground/playground-page"), "PlaygroundPage"),
});

const deployments = createRoute({
  getParentRoute: () => agent,
  path: "deployments",
  component: lazyRouteComponent(() => import("../pages/deployments/deployments-page"), "DeploymentsPage"),
});

const comparison = createRoute({
  getParentRoute: () => agent,
  path: "deployments/compare",
  validateSearch: readComparison,
  component: lazyRouteComponent(() => import("../pages/comparison/comparison-page"), "ComparisonPage"),
});

const deployment = createRoute({
  getParentRoute: () => agent,
  path: "deployments/$deploymentId",
  validateSearch: readDeploymentView,
  component: lazyRouteComponent(() => import("../pages/deployment/deployment-page"), "DeploymentPage"),
});

const monitoring = createRoute({
  getParentRoute: () => agent,
  path: "monitoring",
  component: lazyRouteComponent(() => import("../pages/monitoring/monitoring-page"), "MonitoringPage"),
});

const alertRule = createRoute({
  getParentRoute: () => agent,
  path: "monitoring/rules/$ruleId",
  validateSearch: readRuleView,
  component: lazyRouteComponent(() => import("../pages/alert-rule/alert-rule-page"), "AlertRulePage"),
});

const webhook = createRoute({
  getParentRoute: () => agent,
  path: "monitoring/webhooks/$endpointId",
  validateSearch: readDeliveryFilters,
  component: lazyRouteComponent(() => import("../pages/webhook/webhook-page"), "WebhookPage"),
});

const delivery = createRoute({
  getParentRoute: () => agent,
  path: "monitoring/webhooks/$endpointId/deliveries/$deliveryId",
  component: lazyRouteComponent(() => import("../pages/webhook/delivery-page"), "DeliveryPage"),
});

const access = createRoute({
  getParentRoute: () => agent,
  path: "access",
  component: lazyRouteComponent(() => import("../pages/access/access-page"), "AccessPage"),
});

const operations = createRoute({
  getParentRoute: () => agent,
  path: "operations",
  component: lazyRouteComponent(() => import("../pages/operations/operations-page"), "OperationsPage"),
});

const audit = createRoute({
  getParentRoute: () => agent,
  path: "audit",
  validateSearch: readAuditFilters,
  component: lazyRouteComponent(() => import("../pages/audit/audit-page"), "AuditPage"),
});

const pages = agent.addChildren([
  agentFirst,
  overview,
  conversations,
  conversation,
  playground,
  deployments,
  comparison,
  deployment,
  monitoring,
  alertRule,
  webhook,
  delivery,
  operations,
  access,
  audit,
]);
const tree = root.addChildren([signIn, inside.addChildren([first, pages])]);

const REFUSED = 400;
const BROKEN = 500;

function isWorthAnother(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= REFUSED && error.status < BROKEN;
  return !isRefused && failures < 2;
}

export const client = new QueryClient({ defaultOptions: { queries: { retry: isWorthAnother, staleTime: 2_000 } } });

export const router = createRouter({
  routeTree: tree,
  context: { client },
  defaultPreload: "intent",
  scrollRestoration: false,
  defaultErrorComponent: ({ error, reset }) => <Problem error={error} retry={reset} />,
});

/** A session that ran out or was revoked: whoever it was comes back to the same page. */
onSignedOut(() => {
  client.clear();
  const { href, pathname } = router.state.location;
  if (pathname !== "/sign-in") void router.navigate({ to: "/sign-in", search: { to: href } });
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
