"""A spoken conversation, whatever carries it: knows audio, keys and turns, but no SIP.

media leg            what carries the audio of one party: PCM in and out, keys, the end (a SIP call is one)
call control         what a conversation may do with its call besides speaking: hang up, transfer
spoken conversation  one agent and one caller, from the greeting to the end; takes its turns from the runtime
playback             synthesizes a reply while it is still being made, and knows how much of it was heard
segment              a piece of a reply that is synthesized at once: mostly a sentence
answering            who has answered a call that we placed, and what follows when it was no person (`answering`)
call input           feeds what comes from a leg to turn taking, with a real clock
audio ticker         reads the audio of all calls of a process and judges their voice activity together
speech input         the caller's speech in one call: feeds the recogniser, asks it for transcripts
speech activity      pure: when the caller's speech begins and pauses, from probabilities of windows of audio
turn taking          pure: whose turn it is, when the caller's turn is complete, what is a barge-in
turn events          what turn taking is told, and what it says
caller speech        what a caller has said of a turn, as far as it is known
turn end judge       asks a model in each pause whether the turn sounds complete; a hint for endpointing
endpointing          pure: how long a pause must be for a turn to be complete, by what was said and how it sounded
expected answer      pure: what kind of answer the agent's last words ask for
foreseen answer      is begun while the caller may still go on
backchannel          words of somebody who listens ("mhm"): they do not interrupt (`backchannels`)
caller turn          what the caller contributed: words, keys, or silence
simulated caller     a program at the other end of a leg: says lines, interrupts (`simulation`)
latency              the parts of the time from the caller's last word to the agent's first sound
listen settings      endpointing of one turn: timeouts, number of keys, finishing key, whether barge-in is allowed
recording            what is heard of a call by others: its recording, and people who listen in (`recording`)
durable write        a write that is repeated until the database takes it
"""
