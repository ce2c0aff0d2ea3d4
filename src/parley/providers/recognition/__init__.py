"""Speech recognition: from a caller's audio to words.

recognizer          one engine or service; opens a stream for each call
recognition stream  the audio of one call: takes audio, gives transcripts of what was said since it was last reset
chain               several recognisers in order of preference: the next is asked when one fails (`chain`)
service             a recogniser on another machine that the operator has set up (`services`)
transcript          the words, and other hearings of the same audio
weights             the files of a model; they come from packages at install, checked by hash (`weights`)
recognition worker  a process that decodes: media never waits for it (`workers`)
"""
