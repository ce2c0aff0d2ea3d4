"""Speech: from words to sound. (From sound to words follows.)

- **speaker**: says a text, piece by piece, as PCM that a phone line takes (`protocol`).
- **engine**: a library that turns one sentence into sound; blocks while it does (`espeak`, `flite`).
- **script**: a text made ready to be spoken: sentences and pauses, no markup (`script`).
- **manner**: what we take from a project's voice: a voice of the engine's own, and the speed.
"""
