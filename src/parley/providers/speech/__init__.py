"""Speech synthesis (text to audio). `recognition` is the other way round.

synthesizer         says a text, piece by piece, as PCM that a phone call carries (`protocol`, `synthesizer`)
engine              a library that turns one sentence into audio; blocks while it does (`hibari`, `flite`, `espeak`)
voice settings      what our engines take from a project's voice: an engine by name, a voice of its own, the speed
text normalization  a text made ready to be spoken: sentences and pauses, no markup, addresses in words
resample            from an engine's sample rate to that of a phone call
"""
