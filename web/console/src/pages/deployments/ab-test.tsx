// The A/B test that is running in live, or the beginning of one.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { abTestsKey, activeTestQuery, changeShare, endTest, SHARES, startTest, type AbTest, type Place } from "../../api/ab-tests";
import { activeQuery, deploymentsKey, type Deployment } from "../../api/deployments";
import { may } from "../../api/session";
import { useSession } from "../../api/use-session";
import { Badge } from "../../parts/badge";
import { formatAgo, formatFull } from "../../parts/format";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { AbTestResults } from "./ab-test-results";
import { SOON } from "./environments";

export function AbTestCard({ agentId }: { agentId: string }) {
  const session = useSession();
  const place = { accountId: session.accountId, agentId };
  const running = useQuery({ ...activeTestQuery(place), refetchInterval: SOON });
  const active = useQuery(activeQuery(agentId)).data?.activeDeployments;
  if (running.isPending || !active) return null;
  if (running.isError) return <Problem error={running.error} />;
  if (running.data) return <Running place={place} test={running.data} />;
  const [control, variant] = [active["live"], active["pre-release"]];
  if (!may(session, "editor") || !control || !variant || control.version === variant.version) return null;
  return <Beginning place={place} variant={variant} />;
}

function useChange(place: Place, act: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: abTestsKey(place.agentId) });
      await client.invalidateQueries({ queryKey: deploymentsKey(place.agentId) });
    },
  });
}

function Beginning({ place, variant }: { place: Place; variant: Deployment }) {
  const [name, setName] = useState("");
  const [share, setShare] = useState(50);
  const work = useChange(place, () => startTest(place, name.trim(), variant.id, share));
  return (
    <details className="card block ab-test">
      <summary>Compare pre-release with live</summary>
      <p>
        A share of the new conversations in live begins on <code>{variant.version.slice(0, 10)}</code>. A caller gets the same version each time.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          work.mutate();
        }}
      >
        <label>
          Name
          <input value={name} maxLength={100} required onChange={(event) => setName(event.target.value)} placeholder="Shorter greeting" />
        </label>
        <ShareSelect value={share} onChange={setShare} />
        <button type="submit" className="strong" disabled={work.isPending || !name.trim()}>
          Start the A/B test
        </button>
      </form>
      {work.isError && <Problem error={work.error} />}
    </details>
  );
}

function Running({ place, test }: { place: Place; test: AbTest }) {
  const isEditor = may(useSession(), "editor");
  const [share, setShare] = useState(test.traffic_percentage);
  const [chosen, setChosen] = useState("");
  const sharing = useChange(place, () => changeShare(place, test.id, share));
  const ending = useChange(place, () => endTest(place, test.id, chosen));
  const { agentId } = place;
  return (
    <section className="card block ab-test" aria-label="A/B test">
      <h2>
        A/B test: {test.name} <Badge tone="accent">{test.traffic_percentage} % get the variant</Badge>
      </h2>
      <p className="meta" title={formatFull(test.created_at)}>
        Since {formatAgo(test.created_at)}, by {test.created_by}. Nothing goes live until it has ended.{" "}
        <Link to="/agents/$agentId/deployments/compare" params={{ agentId }} search={{ from: test.control_deployment_id, to: test.variant_deployment_id }}>
          Compare the files
        </Link>
      </p>
      <AbTestResults place={place} testId={test.id} />
      {isEditor && (
        <form onSubmit={(event) => event.preventDefault()}>
          <ShareSelect value={share} onChange={setShare} />
          <button type="button" disabled={sharing.isPending || share === test.traffic_percentage} onClick={() => sharing.mutate()}>
            Change the share
          </button>
          <label>
            What stays
            <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <option value="">Choose…</option>
              <option value={test.control_deployment_id}>Control: what is live</option>
              <option value={test.variant_deployment_id}>Variant: promote it to live</option>
            </select>
          </label>
          {chosen && <Sure label="End the test" isBusy={ending.isPending} onSure={() => ending.mutate()} />}
        </form>
      )}
      {[sharing, ending].map((each, index) => each.isError && <Problem key={index} error={each.error} />)}
    </section>
  );
}

function ShareSelect({ value, onChange }: { value: number; onChange: (share: number) => void }) {
  return (
    <label>
      Share of the variant
      <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {SHARES.map((each) => (
          <option key={each} value={each}>
            {each} %
          </option>
        ))}
      </select>
    </label>
  );
}
