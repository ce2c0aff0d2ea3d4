from _gen import *  # <AUTO GENERATED>
from flows.book_visit.functions.problem_described import take_job
from functions.helpers import collected


def take_trade(conv: Conversation, flow: Flow):
    return take_job(conv, flow, collected(conv, "trade"), conv.state.problem_words)
