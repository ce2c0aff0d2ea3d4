"""The phrases that the local responder says of its own accord, by language."""

from __future__ import annotations

_PHRASES: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "greeting": ("Hello! How can I help you today?",),
        "still_there": ("Are you still there?", "I can't hear you. Are you still there?"),
        "thanks": ("You're welcome. Is there anything else I can help you with?",),
        "goodbye": ("Goodbye! Have a great day.",),
        "transfer": ("I'll put you through now. One moment, please.",),
        "no_transfer": (
        "I'm sorry, I can't put you through to a person from "
        "here. Can I help you with anything else?",),
        "next_request": ("Now to the other thing that you asked for.",),
        "more": ("Of course. What would you like to know?",),
        "anything_else": ("Is there anything else I can help you with?",),
        "unclear": (
            "Sorry, I didn't quite get that. Could you say it another way?",
            "I'm afraid I don't understand yet. Could you tell me a little more?",
            "I'm sorry, I'm not sure I can help with that.",
        ),
        "again": ("Sorry, I didn't get that.", "Let me ask once more."),
        "other_language": ("I'm sorry, I don't understand {heard}. I can help you in {known}.",),
        "offer_person": ("If you would rather speak to a person, just say so.",),
        "give_up": ("I'm sorry that I can't make out what you need.",),
        "invalid": ("I'm afraid that doesn't work.",),
        "between": ("It has to be between {first} and {last}.",),
        "error": ("I'm sorry, something went wrong on my side.",),
        "machine": ("I'm a virtual assistant.",),
        "can_help": ("I can help with {things}.",),
        "can_do": ("I can help you {things}.",),
        "and_with": (", and with {things}",),
        "how_can_i_help": ("How can I help you?",),
        "well": ("I'm well, thank you.",),
        "praised": ("Thank you, that's kind.",),
        "here": ("Yes, I'm here.",),
        "upset": ("I'm sorry that this isn't going well.",),
        "needed": ("I'm afraid I can't go on without that.",),
        "needed_for": ("I need it for what we are doing here.",),
        "no_matter": ("That's all right.",),
        "too_late": ("I'm afraid I can't change that at this point.",),
        "nothing_to_repeat": ("I haven't said anything yet. How can I help you?",),
        "done": ("All right.",),
    },
    "es": {
        "greeting": ("¡Hola! ¿En qué puedo ayudarle?",),
        "still_there": ("¿Sigue ahí?",),
        "thanks": ("De nada. ¿Puedo ayudarle en algo más?",),
        "goodbye": ("¡Adiós! Que tenga un buen día.",),
        "transfer": ("Le paso ahora mismo. Un momento, por favor.",),
        "anything_else": ("¿Puedo ayudarle en algo más?",),
        "unclear": ("Perdone, no le he entendido. ¿Podría decirlo de otra manera?",),
        "again": ("Perdone, no le he entendido.",),
        "machine": ("Soy un asistente virtual.",),
        "how_can_i_help": ("¿En qué puedo ayudarle?",),
        "upset": ("Siento que esto no vaya bien.",),
        "needed": ("Lo siento, no puedo seguir sin ese dato.",),
        "done": ("De acuerdo.",),
        "error": ("Lo siento, algo ha fallado por mi parte.",),
    },
    "fr": {
        "greeting": ("Bonjour ! Comment puis-je vous aider ?",),
        "still_there": ("Êtes-vous toujours là ?",),
        "thanks": ("Je vous en prie. Puis-je vous aider pour autre chose ?",),
        "goodbye": ("Au revoir et bonne journée !",),
        "transfer": ("Je vous transfère tout de suite. Un instant, s'il vous plaît.",),
        "anything_else": ("Puis-je vous aider pour autre chose ?",),
        "unclear": ("Pardon, je n'ai pas bien compris. Pouvez-vous le dire autrement ?",),
        "again": ("Pardon, je n'ai pas bien compris.",),
        "error": ("Je suis désolé, un problème est survenu de mon côté.",),
    },
    "de": {
        "greeting": ("Guten Tag! Wie kann ich Ihnen helfen?",),
        "still_there": ("Sind Sie noch da?",),
        "thanks": ("Gern geschehen. Kann ich sonst noch etwas für Sie tun?",),
        "goodbye": ("Auf Wiederhören und einen schönen Tag!",),
        "transfer": ("Ich verbinde Sie jetzt. Einen Moment, bitte.",),
        "anything_else": ("Kann ich sonst noch etwas für Sie tun?",),
        "unclear": ("Entschuldigung, das habe ich nicht verstanden. Können Sie es anders sagen?",),
        "again": ("Entschuldigung, das habe ich nicht verstanden.",),
        "error": ("Es tut mir leid, bei mir ist etwas schiefgegangen.",),
    },
    "it": {
        "greeting": ("Buongiorno! Come posso aiutarla?",),
        "still_there": ("È ancora lì?",),
        "thanks": ("Prego. Posso aiutarla con altro?",),
        "goodbye": ("Arrivederci e buona giornata!",),
        "anything_else": ("Posso aiutarla con altro?",),
        "unclear": ("Mi scusi, non ho capito. Può dirlo in un altro modo?",),
        "error": ("Mi dispiace, qualcosa è andato storto.",),
    },
    "pt": {
        "greeting": ("Olá! Como posso ajudar?",),
        "still_there": ("Ainda está aí?",),
        "thanks": ("De nada. Posso ajudar em mais alguma coisa?",),
        "goodbye": ("Adeus e tenha um bom dia!",),
        "anything_else": ("Posso ajudar em mais alguma coisa?",),
        "unclear": ("Desculpe, não entendi. Pode dizer de outra forma?",),
        "error": ("Desculpe, algo correu mal.",),
    },
}  # fmt: skip


def all_ways(name: str, language: str) -> tuple[str, ...]:
    """Every way in which the phrase may have been said: the responder falls back to English."""
    return (*_PHRASES.get(language.split("-")[0].lower(), {}).get(name, ()), *_PHRASES["en"][name])


def find_phrase(name: str, language: str = "en", turn: int = 0) -> str:
    """Which of several ways depends on the turn only, so that the same conversation goes the same way."""
    own = _PHRASES.get(language.split("-")[0].lower(), {})
    ways = own.get(name) or _PHRASES["en"][name]
    return ways[turn % len(ways)]


def join_list(things: list[str], word: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} {word} {things[-1]}"
