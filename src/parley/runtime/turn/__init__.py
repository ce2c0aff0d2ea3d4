"""One turn: a dialog state and an input in, words and a new dialog state out. No database, no process, no socket.

run            what a turn can be: opening, user input, silence, external event, failed transfer, end
loop           ask the model, deliver its words, run its tool calls, until nothing is left to do
state          a turn under way
dialog         what a conversation knows between two turns; bounded_log keeps its history small
output         what a turn hands out: speech while it runs, one result at its end
ports          what a turn reaches the world through; it opens nothing itself
"""
