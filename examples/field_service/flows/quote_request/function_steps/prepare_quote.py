from _gen import *  # <AUTO GENERATED>
from functions.helpers import collected

BASE = {"boiler": 3200, "bathroom": 7500, "rewiring": 1800, "charger": 900}
PER_ROOM = {"boiler": 150, "bathroom": 0, "rewiring": 650, "charger": 0}


@func_latency_control(
    delay_before_responses_start=1,
    silence_after_each_response=2,
    delay_responses=[("I'm working that out.", 2)],
)
def prepare_quote(conv: Conversation, flow: Flow):
    kind, rooms = collected(conv, "quote_kind"), int(float(collected(conv, "rooms")))
    price = BASE[kind] + PER_ROOM[kind] * rooms
    share = conv.real_time_config.get("deposit_percent", 10)
    conv.state.quote_low, conv.state.quote_high = price, round(price * 1.2)
    conv.state.deposit = round(price * share / 100)
    conv.write_metric("QUOTE", price)
    flow.goto_step("Deposit Decision", kind)
    return {
        "utterance": f"For a home with {rooms} rooms, the {kind} work comes to between ${price:,} and "
        f"${conv.state.quote_high:,}. A deposit of ${conv.state.deposit:,} holds that price for thirty days. "
        "Would you like the payment link?"
    }
