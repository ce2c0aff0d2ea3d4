"""A spoken conversation, whatever carries it: knows audio, keys and turns, but no SIP.

media leg            what carries the audio of one party: PCM in and out, keys, the end (a SIP call is one)
call control         what a conversation may do with its call besides speaking: hang up, transfer
spoken conversation  one agent and one caller, from the greeting to the end; takes its turns from the runtime
playback             synthesizes a reply while it is still being made, and knows how much of it was heard
segment              a piece of a reply that is synthesized at once: mostly a sentence
call input           feeds what comes from a leg to turn taking, with a real clock
speech activity      pure: when the caller's speech begins and pauses, from probabilities of windows of audio
turn taking          pure: whose turn it is, when the caller's turn is complete (endpointing), what is a barge-in
caller turn          what the caller contributed: keys, or silence
listen settings      endpointing of one turn: timeouts, number of keys, finishing key, whether barge-in is allowed
durable write        a write that is repeated until the database takes it
"""
