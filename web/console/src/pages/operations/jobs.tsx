import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { discard, jobsQuery, runAgain, type DeadLetter, type Queue } from "../../api/operations";
import { formatAgo, formatCount, formatDuration, formatFull } from "../../parts/format";
import { Problem } from "../../parts/states";
import { Sure } from "../../parts/sure";
import { Listing } from "./listing";

export function Jobs() {
  const jobs = useQuery(jobsQuery);
  return (
    <>
      <Listing
        title="Jobs"
        heads={["Kind", "Ready", "Running", "Delayed", "Dead letters", "Oldest is due for"]}
        rows={jobs.data?.queues.map((queue) => <QueueRow key={queue.kind} queue={queue} />)}
        error={jobs.error}
        nothing="No job waits."
      />
      <Listing
        title="Dead letters"
        heads={["Job", "Failed", "Attempts", "Error", "Actions"]}
        rows={jobs.data?.deadLetters.map((letter) => <LetterRow key={letter.id} letter={letter} />)}
        nothing="No job failed too often."
      />
    </>
  );
}

function QueueRow({ queue }: { queue: Queue }) {
  const counts = [queue.ready, queue.running, queue.delayed, queue.failed];
  return (
    <tr>
      <td>
        <code>{queue.kind}</code>
      </td>
      {counts.map((count, index) => (
        <td key={index} className="number">
          {formatCount(count)}
        </td>
      ))}
      <td className="number">{queue.oldestSeconds >= 1 ? formatDuration(queue.oldestSeconds) : "–"}</td>
    </tr>
  );
}

function LetterRow({ letter }: { letter: DeadLetter }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: jobsQuery.queryKey });
  const again = useMutation({ mutationFn: () => runAgain(letter.id), onSettled: refresh });
  const forget = useMutation({ mutationFn: () => discard(letter.id), onSettled: refresh });
  const error = again.error ?? forget.error;
  return (
    <tr>
      <td title={letter.id}>
        <code>{letter.kind}</code>
      </td>
      <td title={formatFull(letter.failedAt)}>{formatAgo(letter.failedAt)}</td>
      <td className="number">{letter.attempts}</td>
      <td>
        <code>{letter.error}</code>
      </td>
      <td>
        {letter.own ? (
          <>
            <button type="button" className="quiet" disabled={again.isPending} onClick={() => again.mutate()}>
              Run again
            </button>
            <Sure label="Discard" isBusy={forget.isPending} onSure={() => forget.mutate()} />
          </>
        ) : (
          "For the operator: parley jobs"
        )}
        {error && <Problem error={error} />}
      </td>
    </tr>
  );
}
