"""Sentences that users hear when nobody wrote one: by language, English for all others."""

from __future__ import annotations

TROUBLE = "trouble"
BLOCKED = "blocked"
SELF_HARM = "self_harm"
GOODBYE = "goodbye"
TRANSFER = "transfer"
NOT_TRANSFERRED = "not_transferred"
GIVEN_BACK = "given_back"
CONFIRM = "confirm"
YES_OR_NO = "yes_or_no"
NOT_DONE = "not_done"

_SENTENCES: dict[str, dict[str, str]] = {
    TROUBLE: {
        "en": "I'm sorry, I'm having trouble with that right now. Could you say it again, please?",
        "es": "Lo siento, ahora mismo tengo un problema. ¿Podría repetirlo, por favor?",
        "fr": "Je suis désolé, je rencontre un problème en ce moment. Pourriez-vous répéter, s'il vous plaît ?",
        "de": "Es tut mir leid, gerade gibt es ein Problem. Könnten Sie das bitte wiederholen?",
        "it": "Mi dispiace, al momento ho un problema. Potrebbe ripetere, per favore?",
        "pt": "Desculpe, estou com um problema neste momento. Poderia repetir, por favor?",
        "nl": "Sorry, er gaat nu iets mis. Kunt u dat nog eens zeggen?",
    },
    BLOCKED: {
        "en": "I'm sorry, I can't help with that. Is there something else I can do for you?",
        "es": "Lo siento, no puedo ayudarle con eso. ¿Hay algo más que pueda hacer por usted?",
        "fr": "Je suis désolé, je ne peux pas vous aider sur ce point. Puis-je faire autre chose pour vous ?",
        "de": "Es tut mir leid, dabei kann ich nicht helfen. Kann ich sonst etwas für Sie tun?",
        "it": "Mi dispiace, non posso aiutarla in questo. Posso fare altro per lei?",
        "pt": "Desculpe, não posso ajudar com isso. Posso ajudar em mais alguma coisa?",
        "nl": "Sorry, daar kan ik niet mee helpen. Kan ik iets anders voor u doen?",
    },
    SELF_HARM: {
        "en": "I'm really sorry you're going through this. I can't help with it here, but please talk to someone now: "
        "your local emergency number or a crisis line can help at any hour.",
        "es": "Siento mucho lo que está pasando. Aquí no puedo ayudarle, pero hable con alguien ahora: el número de "
        "emergencias o una línea de crisis pueden ayudarle a cualquier hora.",
        "fr": "Je suis vraiment désolé de ce que vous traversez. Je ne peux pas vous aider ici, mais parlez à "
        "quelqu'un maintenant : les urgences ou une ligne d'écoute peuvent vous aider à toute heure.",
        "de": "Es tut mir sehr leid, was Sie durchmachen. Hier kann ich nicht helfen, aber bitte sprechen Sie jetzt "
        "mit jemandem: der Notruf oder ein Krisentelefon ist jederzeit erreichbar.",
    },
    GOODBYE: {
        "en": "It seems you're no longer there, so I'll end this conversation. Goodbye.",
        "es": "Parece que ya no está ahí, así que voy a terminar la conversación. Adiós.",
        "fr": "Il semble que vous ne soyez plus là, je mets donc fin à la conversation. Au revoir.",
        "de": "Sie scheinen nicht mehr da zu sein, deshalb beende ich das Gespräch. Auf Wiederhören.",
        "it": "Sembra che non ci sia più, quindi termino la conversazione. Arrivederci.",
        "pt": "Parece que já não está aí, por isso vou terminar a conversa. Até logo.",
        "nl": "Het lijkt erop dat u er niet meer bent, dus ik beëindig het gesprek. Tot ziens.",
    },
    TRANSFER: {
        "en": "I'll put you through now.",
        "es": "Le transfiero ahora.",
        "fr": "Je vous transfère maintenant.",
        "de": "Ich verbinde Sie jetzt.",
        "it": "La trasferisco subito.",
        "pt": "Vou transferir agora.",
        "nl": "Ik verbind u nu door.",
    },
    NOT_TRANSFERRED: {
        "en": "I'm sorry, I could not put you through. Is there anything else I can do for you?",
        "es": "Lo siento, no he podido transferirle. ¿Puedo ayudarle en algo más?",
        "fr": "Je suis désolé, je n'ai pas pu vous transférer. Puis-je faire autre chose pour vous ?",
        "de": "Es tut mir leid, ich konnte Sie nicht verbinden. Kann ich sonst etwas für Sie tun?",
        "it": "Mi dispiace, non sono riuscito a trasferirla. Posso fare altro per lei?",
        "pt": "Desculpe, não consegui transferir a chamada. Posso ajudar em mais alguma coisa?",
        "nl": "Sorry, ik kon u niet doorverbinden. Kan ik iets anders voor u doen?",
    },
    GIVEN_BACK: {
        "en": "You are talking to me again. Is there anything else I can do for you?",
        "es": "Vuelve a hablar conmigo. ¿Puedo ayudarle en algo más?",
        "fr": "Vous êtes de nouveau avec moi. Puis-je faire autre chose pour vous ?",
        "de": "Sie sprechen wieder mit mir. Kann ich sonst noch etwas für Sie tun?",
        "it": "Sta parlando di nuovo con me. Posso fare altro per lei?",
        "pt": "Está novamente a falar comigo. Posso ajudar em mais alguma coisa?",
        "nl": "U spreekt weer met mij. Kan ik nog iets voor u doen?",
    },
    CONFIRM: {
        "en": "Before I do this, I need your agreement:",
        "es": "Antes de hacer esto, necesito su conformidad:",
        "fr": "Avant de faire cela, j'ai besoin de votre accord :",
        "de": "Bevor ich das tue, brauche ich Ihre Zustimmung:",
        "it": "Prima di procedere, mi serve il suo consenso:",
        "pt": "Antes de fazer isto, preciso da sua concordância:",
        "nl": "Voordat ik dit doe, heb ik uw akkoord nodig:",
    },
    YES_OR_NO: {
        "en": "Please answer yes or no.",
        "es": "Por favor, responda sí o no.",
        "fr": "Répondez par oui ou par non, s'il vous plaît.",
        "de": "Bitte antworten Sie mit Ja oder Nein.",
        "it": "Risponda sì o no, per favore.",
        "pt": "Por favor, responda sim ou não.",
        "nl": "Antwoord alstublieft met ja of nee.",
    },
    NOT_DONE: {
        "en": "All right, I have not done it. What would you like instead?",
        "es": "De acuerdo, no lo he hecho. ¿Qué desea en su lugar?",
        "fr": "Très bien, je ne l'ai pas fait. Que souhaitez-vous à la place ?",
        "de": "In Ordnung, ich habe es nicht getan. Was möchten Sie stattdessen?",
        "it": "Va bene, non l'ho fatto. Che cosa desidera invece?",
        "pt": "Está bem, não o fiz. O que deseja em vez disso?",
        "nl": "Goed, ik heb het niet gedaan. Wat wilt u in plaats daarvan?",
    },
}


def sentence(key: str, language: str) -> str:
    by_language = _SENTENCES[key]
    return by_language.get(language.partition("-")[0].lower(), by_language["en"])
