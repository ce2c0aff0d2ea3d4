from _gen import *  # <AUTO GENERATED>
from typing import Any

from .instructions import put_into_state


@func_description("Utility module: small things that several functions need. Never called by the model.")
def helpers(conv: Conversation):
    return "Utility module."


def last_user_text(conv):
    return (conv.transcript_alternatives or [""])[0]


def collected(conv, name) -> Any:
    """The value of an entity as text, or None."""
    entity = getattr(conv.entities, name, None)
    return str(entity.value) if entity and entity.value else None


def knows_caller(conv):
    return conv.state.customer is not None


def remember_customer(conv, customer):
    conv.state.customer = customer
    conv.state.account_number = customer.account
    conv.state.contact_phone = customer.phone
    if customer.region != conv.variant_name:
        conv.set_variant(customer.region)
        put_into_state(conv)


def ask_who(conv, next_flow, next_step=None):
    """Sends the caller through identification first; find_customer brings them back."""
    conv.state.after_identification = {"goto_flow": next_flow, **({"goto_step": next_step} if next_step else {})}
    return {
        "utterance": "I can help with that. What is your Brightway account number or phone number, or are you new to us?",
        "transition": {"goto_flow": "Identify Customer", "goto_step": "Ask For Account"},
    }
