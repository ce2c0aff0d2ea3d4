import { useQuery } from "@tanstack/react-query";
import { loudness, outline } from "./waveform";

const PARTS = 600;
const HEIGHT = 44;
/** Longer calls are too much to fetch for a picture. */
const LONGEST = 30 * 60;

/** Both sides of a call, one above the other. */
export function Lanes({ source, length }: { source: string; length: number }) {
  const sound = useQuery({
    queryKey: ["loudness", source, length],
    queryFn: async () => loudness(await (await fetch(source)).arrayBuffer(), PARTS),
    enabled: length < LONGEST,
    staleTime: Infinity,
  });
  if (!sound.data) return null;
  return (
    <svg className="lanes" viewBox={`0 0 ${PARTS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="caller" d={outline(sound.data.caller, HEIGHT / 4, HEIGHT / 2)} />
      <path className="agent" d={outline(sound.data.agent, (3 * HEIGHT) / 4, HEIGHT / 2)} />
    </svg>
  );
}
