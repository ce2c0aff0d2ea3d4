from _gen import *  # <AUTO GENERATED>
import re

SYMPTOMS = {
    "heating": r"boiler|radiator|heating|furnace|thermostat|no heat|water heater|hot water|cold house|pilot light",
    "electrics": r"socket|outlet|switch|breaker|light|fuse|wiring|electric|power|charger|trip",
    "plumbing": r"leak|drip|tap|faucet|toilet|sink|drain|pipe|shower|bath|clog|blocked|water pressure|plumb",
}
ONLY_THE_TRADE = r"^\W*(?:i|need|want|would|like|'d|please|to|book|a|an|the|visit|technician|plumber|electrician|plumbing|electrics?|heating|engineer|for|from|you|can|get|send|someone|somebody|appointment|schedule|make|my|have|\W)+$"
EMERGENCIES = {
    "gas": r"\bgas\b.*\b(?:smell|leak|odou?r)|\b(?:smell|leak|odou?r)\w*\b.*\bgas\b|rotten eggs|carbon monoxide",
    "flood": r"flood|burst|gushing|pouring|water everywhere|water is coming through",
    "electrical": r"spark|burning smell|smoke|electric shock|on fire|smells? burnt",
}
NAMES = {"plumbing": "plumbers", "heating": "heating engineers", "electrics": "electricians"}
VISITS = {"plumbing": "a plumbing visit", "heating": "a heating visit", "electrics": "an electrical visit"}


@func_description("Utility module: what kind of problem a caller describes. Never called by the model.")
def triage(conv: Conversation):
    return "Utility module."


def emergency_in(text):
    return _first_match(EMERGENCIES, text)


def trade_in(text):
    return _first_match(SYMPTOMS, text)


def describes_a_problem(text):
    """'I need a plumber' names a trade but not what is wrong."""
    lowered = (text or "").lower().strip()
    return bool(trade_in(lowered)) and not re.match(ONLY_THE_TRADE, lowered)


def trade_by_model(conv, text):
    """Asks the model when no known word occurs; no model, or an odd answer, means that the caller is asked instead."""
    try:
        answer = conv.utils.prompt_llm(
            f"Which trade fixes this: plumbing, heating or electrics? Answer with one word.\n\n{text}"
        )
    except Exception as error:  # a project cannot know which errors the model's provider has
        conv.log.warning("no model for triage", error=type(error).__name__)
        return None
    word = str(answer).strip().lower().rstrip(".")
    return word if word in NAMES else None


def _first_match(patterns, text):
    lowered = (text or "").lower()
    return next((name for name, pattern in patterns.items() if re.search(pattern, lowered)), None)
