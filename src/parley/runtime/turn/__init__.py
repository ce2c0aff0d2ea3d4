"""One turn: a dialog state and an input in, words and a new dialog state out. No database, no process, no socket.

run            what a turn can be: opening, user input, silence, external event, failed transfer, end
loop           ask the model, deliver its words, run its tool calls, until nothing is left to do
state          a turn under way; `opening` and `conclusion` are its first and last step
dialog         what a conversation knows between two turns; `bounded_log` keeps its history small
output         what a turn hands out: speech while it runs, one result at its end
ports          what a turn reaches the world through; `commitment` says from when it counts

Rooms, each above the next: `prompt` and `functions`, `flows`, `reply`, `trace`. Beside them `spans` (for tracing),
`handoff_state` (what others see), `fixed_utterances` (known before anybody calls).
"""
