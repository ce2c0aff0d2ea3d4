from _gen import *  # <AUTO GENERATED>

TAKEN = {"12:00"}


@func_description("Looks into the calendar of this example: an hour that is taken stays taken. Put calls to your own system here.")
@func_parameter("time", "The hour of the visit, as 14:30.")
def is_free(conv: Conversation, time: str):
    return time not in TAKEN
