"""Models in ONNX, for worker processes: one processor each."""

from __future__ import annotations

from typing import Any

import onnxruntime  # type: ignore[import-untyped]


def load_session(path: str) -> Any:
    options = onnxruntime.SessionOptions()
    # One processor for one decoding. Those who speak at the same moment have workers of their own.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
