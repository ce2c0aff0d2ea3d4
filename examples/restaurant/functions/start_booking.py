from _gen import *  # <AUTO GENERATED>
from functions.branches import branch_in, last_user_text, switch_to
from functions.utterances import line


@func_description("Start booking a table. Call it as soon as the guest wants to book, whatever else they have said.")
@func_parameter("branch", "The restaurant that the guest named: harbour, old_town or riverside. NA if none was named.")
def start_booking(conv: Conversation, branch: str):
    switch_to(conv, branch_in(branch) or branch_in(last_user_text(conv)))
    conv.write_metric("BOOKING_STARTED", conv.variant_name)
    if not conv.real_time_config.get("bookings_open", True):
        return {"utterance": line(conv, "bookings_paused", phone=conv.variant.phone)}
    conv.goto_flow("Table Booking")
