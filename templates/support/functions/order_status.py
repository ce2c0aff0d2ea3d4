from _gen import *  # <AUTO GENERATED>


ORDERS = {"10023": "on its way and arrives tomorrow", "10024": "being packed"}
"""In the place of your own system."""


@func_description("Say where an order is.")
@func_parameter("number", "The number of the order, five digits")
def order_status(conv: Conversation, number: str):
    digits = "".join(character for character in number if character.isdigit())
    status = ORDERS.get(digits)
    conv.write_metric("ORDER_FOUND", status is not None)
    if status is None:
        return {"utterance": "I'm sorry, I cannot find that order. Would you like to speak to a person?"}
    conv.state.order = digits
    return {"utterance": f"Your order {digits} is {status}. Can I help with anything else?"}
