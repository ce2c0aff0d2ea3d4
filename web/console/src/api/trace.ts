// What the trace of a turn holds. The document calls it an object: it grows with what a turn can do.

export interface StateChanges {
  added?: Record<string, unknown>;
  updated?: Record<string, unknown>;
  removed?: string[];
}

export interface LogLine {
  level: string;
  message: string;
}

export interface FunctionCall {
  name: string;
  arguments: Record<string, unknown>;
  result?: string | null;
  utterance?: string | null;
  error?: string | null;
  logs?: LogLine[];
  stdout?: string;
  hangup?: boolean;
  handoff?: { destination: string; reason: string } | null;
  transition?: { goto_flow?: string | null; goto_step?: string | null; exit_flow?: boolean } | null;
  state_changes?: StateChanges;
  duration_ms?: number;
  in_flow?: string | null;
  in_step?: string | null;
}

export interface ModelCall {
  id: string;
  name: string;
  arguments: string;
}

export interface ModelMessage {
  role: string;
  content: string;
  tool_calls?: ModelCall[];
  tool_call_id?: string;
}

export interface ModelRequest {
  model?: string | null;
  messages?: number;
  prompt_characters?: number;
  tools?: string[];
  flow?: string | null;
  step?: string | null;
  first_piece_ms?: number | null;
  duration_ms?: number;
  characters?: number;
  calls?: string[];
  error?: string | null;
  /** Where the operator lets it be kept. */
  prompt?: ModelMessage[];
  answer?: { content: string; tool_calls: ModelCall[] };
}

export interface Timings {
  first_speech_ms?: number | null;
  total_ms?: number | null;
  endpointing_ms?: number | null;
  recognition_ms?: number | null;
  synthesis_before_ms?: number | null;
  playout_before_ms?: number | null;
}

export interface Trace {
  in_flow?: string | null;
  in_step?: string | null;
  out_flow?: string | null;
  out_step?: string | null;
  functions?: FunctionCall[];
  model_requests?: ModelRequest[];
  topics?: { name: string; distance: number }[];
  caps?: string[];
  notes?: string[];
  timings?: Timings;
}

/** A turn as the record has it. */
export interface Turn {
  user_input: string | null;
  user_input_datetime: string;
  user_input_dtmf?: string | null;
  barge_in?: boolean;
  agent_response: string | null;
  agent_response_datetime: string;
  intents?: string[];
  entities?: Record<string, unknown>;
  is_ood?: boolean;
  is_silence?: boolean;
  translated_user_input?: string | null;
  english_agent_response?: string | null;
  latency?: { perceived_latency: number | null } | null;
}
