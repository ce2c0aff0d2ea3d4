// One more tag that conversations must have, of those in use.
import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "../../api/review";

interface Props {
  agentId: string;
  hint: string;
  chosen: readonly string[];
  onSet: (tags: readonly string[] | string | undefined) => void;
}

export function TagInput({ agentId, hint, chosen, onSet }: Props) {
  const known = useQuery(tagsQuery(agentId));
  const add = (input: HTMLInputElement) => {
    const tag = input.value.trim().toLowerCase();
    input.value = "";
    if (!tag || chosen.includes(tag)) return;
    onSet(chosen.length === 0 ? tag : [...chosen, tag]);
  };
  return (
    <>
      <input
        placeholder={hint}
        list="tags-in-use"
        autoComplete="off"
        onBlur={(event) => add(event.target)}
        onKeyDown={(event) => event.key === "Enter" && add(event.currentTarget)}
      />
      <datalist id="tags-in-use">{known.data?.map((each) => <option key={each.tag} value={each.tag} />)}</datalist>
    </>
  );
}
