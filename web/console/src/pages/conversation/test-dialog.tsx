// "Make this a test": the case as a file of the project's test suite.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { testCaseQuery, type CaseQuery, type TestCase } from "../../api/test-cases";
import { Copy } from "../../parts/copy";
import { Dialog } from "../../parts/dialog";
import { Json } from "../../parts/json";
import { Loading, Problem } from "../../parts/states";

interface Props {
  agentId: string;
  conversationId: string;
  onClose: () => void;
}

export function TestDialog({ agentId, conversationId, onClose }: Props) {
  const [wanted, setWanted] = useState<CaseQuery>({ answers: "recorded", personalData: "replace" });
  const written = useQuery(testCaseQuery(agentId, conversationId, wanted));
  return (
    <Dialog title="Make this a test" isWide onClose={onClose}>
      <form className="replay-choice" onSubmit={(event) => event.preventDefault()}>
        <label>
          Answers
          <select value={wanted.answers} onChange={(event) => setWanted({ ...wanted, answers: event.target.value as CaseQuery["answers"] })}>
            <option value="recorded">as they were: needs no model</option>
            <option value="own">the agent’s own model’s</option>
          </select>
        </label>
        <label>
          Phone, card and mail
          <select value={wanted.personalData} onChange={(event) => setWanted({ ...wanted, personalData: event.target.value as CaseQuery["personalData"] })}>
            <option value="replace">replaced by nobody’s</option>
            <option value="keep">kept</option>
          </select>
        </label>
      </form>
      {written.isPending && <Loading />}
      {written.isError && <Problem error={written.error} retry={() => void written.refetch()} />}
      {written.data && <Written case={written.data} />}
    </Dialog>
  );
}

function Written({ case: { path, yaml, remarks } }: { case: TestCase }) {
  return (
    <>
      <p className="secret">
        <span>
          Save it as <code>{path}</code> in the project, then run <code>parley test</code>. Names, and numbers in words, are not replaced: read it before
          you share it.
        </span>
        <Copy text={yaml} label="Copy the test case" />
        <a className="button" download={path.split("/").at(-1)} href={`data:text/yaml;charset=utf-8,${encodeURIComponent(yaml)}`}>
          Download
        </a>
      </p>
      {remarks.length > 0 && (
        <ul className="remarks">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <Json value={yaml} />
    </>
  );
}
