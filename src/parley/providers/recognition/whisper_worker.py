"""The main program of a recognition worker for other languages. Not in `worker`: its engine need not be installed."""

from __future__ import annotations

import sys

from parley.providers.recognition.whisper import WhisperDecoder
from parley.providers.recognition.worker import main

if __name__ == "__main__":
    main(int(sys.argv[1]), WhisperDecoder)
