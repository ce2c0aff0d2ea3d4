from _gen import *  # <AUTO GENERATED>


@func_description("Start booking an appointment. Call it as soon as the user wants one, whatever else they have said.")
def start_booking(conv: Conversation):
    conv.goto_flow("Appointment")
