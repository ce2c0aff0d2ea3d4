"""Traces: how the time of a request was spent, from the door through model and function.

span        one piece of work with a beginning, an end, and what is known of it (`spans`)
tracer      what makes spans of it; without one nothing is made, which costs a comparison (`spans`, `open_telemetry`)
traceparent the header in which a caller says which trace its request belongs to, and we say it to others
"""
