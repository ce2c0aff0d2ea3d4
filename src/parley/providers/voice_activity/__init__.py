"""Voice activity: whether somebody speaks in a piece of audio.

window     the audio that is judged at once: `WINDOW` samples
detector   judges the newest window of many calls together, which costs a quarter of judging each alone (`silero`)
"""
