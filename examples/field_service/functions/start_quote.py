from _gen import *  # <AUTO GENERATED>


@func_description("Start working out a price for a new boiler, a bathroom, rewiring or a car charger.")
def start_quote(conv: Conversation):
    conv.write_metric("QUOTE_STARTED")
    conv.goto_flow("Quote Request")
