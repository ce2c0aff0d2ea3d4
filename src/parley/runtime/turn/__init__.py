"""One turn: a dialog state and an input in, words and a new dialog state out. No database, no process, no socket.

run            what a turn can be: opening, user input, silence, external event, failed transfer, end
loop           ask the model, deliver its words, run its tool calls, until nothing is left to do
state          a turn under way
dialog         what a conversation knows between two turns; bounded_log keeps its history small
output         what a turn hands out: speech while it runs, one result at its end
ports          what a turn reaches the world through; it opens nothing itself

To the model   prompt, with the topics that retrieval finds and the entities and paths of default_steps
Its words      model_text filters and checks them (safety), transcript delivers and keeps them; phrases are ours, delays
               fill silence, interruption cuts what was not heard, fixed_utterances are known before anybody calls
Its calls      function_calls and built_in_tools; host_services are what a function may ask for, effects what it did;
               flows moves on, messages go out with the end of the turn, commitment says from when it counts
The end        opening and conclusion are its first and last step; trace, exchanges and api_calls are kept of it;
               handoff_state is what others see, apologies tell what was not understood
"""
