"""What comes of not having understood: help after the second time in a row, a person after the third."""

from __future__ import annotations

from parley.local_responder.context import DialogContext, Reply
from parley.local_responder.phrases import all_ways
from parley.local_responder.policy.capabilities import describe_capabilities
from parley.local_responder.policy.execution import join_texts
from parley.local_responder.policy.people import find_way_to_a_person
from parley.local_responder.slots.yes_no import is_bare_yes_or_no, yes_or_no

OFFER_AT, HAND_OVER_AT = 2, 3
"""Misunderstandings in a row."""
_SAID_SO = ("unclear", "again", "other_language")


def help_out(reply: Reply, context: DialogContext) -> Reply:
    """The reply itself, unless it says once more that the user was not understood."""
    if reply.tool or not _says_so(reply.text, context):
        return reply
    times = 1 + count_misunderstandings(context)
    if times < OFFER_AT:
        return reply
    way = find_way_to_a_person(context)
    if way is None or way.tool is None:
        more = describe_capabilities(context)
        return reply if more in reply.text else Reply(join_texts(reply.text, more))
    if times < HAND_OVER_AT:
        return Reply(join_texts(reply.text, context.phrase("offer_person")))
    return Reply(context.phrase("give_up"), way.tool, way.arguments)


def take_up_offer(context: DialogContext) -> Reply | None:
    """A yes to a person who was offered."""
    is_offered = context.situation.last_agent_text.rstrip().endswith(context.phrase("offer_person"))
    is_accepted = is_bare_yes_or_no(context.user_text) and yes_or_no(context.user_text)
    return find_way_to_a_person(context) if is_offered and is_accepted else None


def count_misunderstandings(context: DialogContext) -> int:
    """In a row, up to the user's newest words, which are not judged yet."""
    count = 0
    for exchange in context.exchanges:
        if not exchange.agent or not _says_so(exchange.agent, context):
            break
        count += 1
    return count


def _says_so(text: str, context: DialogContext) -> bool:
    return any(way in text for name in _SAID_SO for way in all_ways(name, context.situation.language))
