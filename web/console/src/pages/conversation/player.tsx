// The recording, on the clock of the record: its second 0 is the conversation's start.
import { useRef, useState, type RefObject } from "react";
import { formatDuration } from "../../parts/format";
import { Icon } from "../../parts/icon";
import { Lanes } from "./lanes";
import { useShortcuts } from "../../app/shortcuts";

const SPEEDS = [1, 1.25, 1.5, 2];

interface Props {
  source: string;
  audio: RefObject<HTMLAudioElement | null>;
  /** Where turns begin, in seconds. */
  marks: readonly number[];
  length: number;
  onTime: (seconds: number) => void;
}

export function Player({ source, audio, marks, length, onTime }: Props) {
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [total, setTotal] = useState(length);
  const speed = useRef<HTMLSelectElement>(null);
  const turn = () => void (audio.current?.paused ? audio.current.play() : audio.current?.pause());
  useShortcuts({ " ": turn });
  const show = () => {
    const now = audio.current?.currentTime ?? 0;
    setAt(now);
    onTime(now);
  };
  return (
    <div className="player" role="group" aria-label="Recording">
      <audio
        ref={audio}
        src={source}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={show}
        onLoadedMetadata={(event) => setTotal(event.currentTarget.duration || length)}
      />
      <button type="button" className="strong" onClick={turn} aria-label={isPlaying ? "Pause" : "Play"}>
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <span className="number">{formatDuration(at)}</span>
      <div className="line">
        <Lanes source={source} length={length} />
        {marks.map((mark, index) => (
          <i key={index} aria-hidden="true" style={{ left: `${(100 * mark) / (total || 1)}%` }} />
        ))}
        <input
          type="range"
          min={0}
          max={total}
          step={0.1}
          value={at}
          aria-label="Position"
          aria-valuetext={formatDuration(at)}
          onChange={(event) => {
            if (audio.current) audio.current.currentTime = Number(event.target.value);
            show();
          }}
        />
      </div>
      <span className="number">{formatDuration(total)}</span>
      <select
        ref={speed}
        aria-label="Speed"
        onChange={(event) => {
          if (audio.current) audio.current.playbackRate = Number(event.target.value);
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
    </div>
  );
}
