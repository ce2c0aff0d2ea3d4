"""Calls that we placed: who has answered, and what the agent does when it was no person.

detection       pure: person, machine, screening, tone, by what is said and how long it takes (`detection`, `phrases`)
listener        the same with real audio, a real recogniser and a real clock (`listener`)
tone detection  pure: beeps and signal tones in the audio (`tone_detection`)
handling        hangs up, leaves a message, or waits, as the project wants it (`handling`, `settings`)
"""
