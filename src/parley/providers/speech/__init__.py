"""Speech synthesis (text to audio). `recognition` is the other way round.

synthesizer         says a text, piece by piece, as PCM that a phone call carries (`protocol`, `synthesizer`)
engine              a library that turns one sentence into audio; blocks while it does (`hibari`, `flite`, `espeak`)
service             an engine somewhere else, whose audio comes while it is made (`elevenlabs`, `cartesia`, `openai`)
vendor              a service that the optional library Pipecat has, in a process of its own (`vendors`)
speaker             an engine or a service in the order of preference; what fails is left out for a while (`speakers`)
spoken word         where in the audio a word ends, from services that say it (`word_times`)
prompt store        audio of texts that agents are known to say, on disk (`prompt_store`, `spoken_cache`)
voice settings      what an engine takes from a project's voice: its own name, a voice, the speed, further options
text normalization  a text made ready to be spoken: sentences and pauses, no markup, addresses in words
resample            from an engine's sample rate to that of a phone call
"""
