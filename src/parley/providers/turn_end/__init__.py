"""Whether a caller's turn is complete, by the sound of it: how a sentence falls or hangs is in no transcript.

model       is given the audio of a turn so far; says how probable it is that nothing follows (`protocol`, `selection`)
smart-turn  the model on this machine (`worker`); its file comes from a package at install (`weights`)
worker      the process that it runs in, with the protocol of recognition's (`selection`; its main program is `worker`)
"""
