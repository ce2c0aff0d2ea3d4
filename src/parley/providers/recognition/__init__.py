"""Speech recognition: from a caller's audio to words.

recognizer          one engine or service; opens a stream for each call (`protocol`; `embedded`; chosen by `selection`)
recognition stream  the audio of one call: takes audio, gives transcripts of what was said since it was last reset
chain               several recognisers in order of preference: the next is asked when one fails (`chain`)
service             a recogniser on another machine that the operator has set up (`services`)
transcript          the words, and other hearings of the same audio
Moonshine           the model on this machine: English (`moonshine`)
Whisper             the model for other languages; need not be installed (`whisper`, `log_mel`, `languages`)
weights             the files of a model; they come from packages at install, checked by hash (`weights`)
token               a piece of text that a model writes in one step (`tokens`)
audio               what a model is given: at its own rate, without long silence in front, loud enough (`audio`)
recognition worker  a process that decodes: media never waits for it (`workers`; its main program is `worker`)
session             a model in ONNX, loaded (`onnx`)
wire                what goes between a process and its workers
"""
