"""What answering machines and call screeners say, and what people do, in the languages that we know. Pure.

Patterns are looked for in lower-case words without punctuation.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Phrase(StrEnum):
    MACHINE = "machine"
    """Only a machine says this."""
    LIKELY_MACHINE = "likely machine"
    """Machines say this, and receptionists."""
    SCREENING = "screening"
    HOLD = "hold"
    """Whoever says this comes back."""
    PERSON = "person"
    """It is said to be answered."""


MACHINE = {
    "en": (
        r"leave (me |us )?(a |an |your )?(\w+ ){0,3}(message|name and)",
        r"your message|(after|at|hear) the (tone|beep|signal)",
        r"voice ?mail|mail ?box|answering machine",
        r"(can ?not|can't|could ?n't|unable to) (come to|take|answer|get to)",
        r"(is|are|am|'m|i'm|currently) (not|un) ?available",
        r"not available|unavailable|get back to you|return your call",
        r"(you are|you're) (calling|trying to reach) (is|has|can)",
        r"(call you|ring you|phone you) (right )?back|not in service",
        r"(has|have) been (forwarded|disconnected)",
        r"(is|are|we're|we are) (currently |now )?closed|miss(ed)? your call",
        r"away from (my|the|his|her) (phone|desk)|no one (is|can)",
        r"please (hang up|try again|call back)|press (one|1|pound)",
    ),
    "es": (
        r"(deje|deja|dejar|grabe|graba) (su |tu |un |me )*(mensaje|recado|nombre)",
        r"(después|despues|tras|al oír) (de(l)?|la|el) "
        r"(tono|señal|pitido)",
        r"buzón|buzon|contestador|no (puedo|podemos|puede) (atender|contestar|responder)",
        r"no está disponible|fuera de servicio",
        r"(le|te) (devolver|llamar)(é|e|emos)",
    ),
    "de": (
        r"(hinterlass\w+|sprech\w+|nachricht) .{0,40}(nachricht|signalton|piep\w*|ton\b)",
        r"nach dem (signal)?ton|mailbox",
        r"anrufbeantworter|(nicht|momentan|gerade) (erreichbar|zu erreichen|da\b|verfügbar)",
        r"rufe?n? (sie|dich) zurück",
    ),
    "fr": (
        r"(laiss\w+|enregistr\w+) .{0,30}message",
        r"après le (bip|signal|bip sonore)|messagerie|répondeur|boîte vocale",
        r"(ne (peux|peut|suis|sommes)|pas) .{0,20}(disponible|répondre|joignable)|(vous|te) rappeler",
    ),
    "it": (
        r"lascia\w* .{0,20}messaggio|dopo il (segnale|bip)",
        r"segreteria|casella vocale|non (è|sono) (al momento )?"
        r"(raggiungibile|disponibile)|non posso rispondere|(la|ti) richiam",
    ),
    "pt": (
        r"(deix\w+|grav\w+) .{0,20}(mensagem|recado)",
        r"(após|depois d[oe]|ao ouvir) o? ?(sinal|bip|tom)|caixa postal|correio de voz",
        r"não (posso|podemos|está) .{0,15}(atender|disponível)",
        r"(retorn\w+|ligo|ligamos) .{0,20}(ligação|de volta)",
    ),
    "nl": (
        r"(laat|spreek|inspreken) .{0,30}(bericht|boodschap)",
        r"na de (toon|piep|pieptoon)|voicemail|antwoordapparaat",
        r"(niet|even niet) (bereikbaar|beschikbaar|aanwezig)|(bel|bellen) (ik )?(u|je|we) .{0,10}terug",
    ),
}
LIKELY_MACHINE = {
    "en": (r"you ?('?ve| have) reached|thank you for calling|thanks for calling|(our|opening|office) hours",),
    "es": (r"ha(s)? llamado a|gracias por llamar",),
    "de": (r"(sie|du) (haben|hast) .{0,30}gewählt|anschluss von|vielen dank für ihren anruf",),
    "fr": (r"vous êtes bien (chez|sur)|merci (de votre|d') appel",),
    "it": (r"(ha|hai|avete) chiamato|risponde (il|la)",),
    "pt": (r"você ligou para|ligou para",),
    "nl": (r"u bent verbonden|dit is de voicemail",),
}
SCREENING = {
    "en": (
        r"(state|say|record|give|tell \w+|tell me|with) (your|you're) name",
        r"reason (for|of) (your|the|you're)? ?(call|calling)",
        r"(why|what) (you're|you are|your|this is|it's) (calling|calling about|regarding)",
        r"(call|calls) screening|screening",
        r"if (this|the|that) person is available|google assistant",
        r"call assist|copy of this conversation|who('s| is) calling and",
        r"virtual assistant|what it's about|what this call is",
    ),
    "es": (r"(diga|di|grabe|indique|decir) (su|tu) nombre|(motivo|razón) de (su|la|tu) llamada|filtr\w+ de llamadas",),
    "de": (r"(ihren|deinen) namen|grund (ihres|deines|des|für ihren) anruf|anruffilter|worum es geht",),
    "fr": (r"(votre|ton) nom|(motif|raison|objet) de (votre|l')? ?appel|filtrage",),
    "it": (r"(il suo|il tuo|suo) nome|motivo della (chiamata|sua)",),
    "pt": (r"(seu|o seu) nome|motivo da (sua )?(ligação|chamada)",),
    "nl": (r"(uw|je) naam|reden van (uw|je|het) (telefoontje|gesprek)|waarvoor u belt",),
}
HOLD = {
    "en": (
        r"(stay|hold|remain) on|hold the line|please (hold|wait|stay)",
        r"one moment|just a (moment|second|minute)|connect\w*|"
        r"transferr\w+|checking",
    ),
    "es": (r"(un|espere un) momento|no cuelgue|manténgase|espere",),
    "de": (r"(einen|eine) (augenblick|moment)|bleiben sie|bitte warten|verbinde",),
    "fr": (r"(un instant|un moment|ne quittez pas|patientez|restez en ligne)",),
    "it": (r"(un attimo|un momento|attenda|resti in linea)",),
    "pt": (r"(um momento|aguarde|só um|não desligue)",),
    "nl": (r"(een moment|ogenblik|blijf aan de lijn|even geduld)",),
}
PERSON = {
    "en": (
        r"(how|what) (can|may|could) (i|we) (help|do|assist|direct)",
        r"speaking\b|who('s| is) (this|that|calling|speaking)|"
        r"how are you|can i help",
    ),
    "es": (r"(dígame|diga|en qué puedo|quién (es|habla)|qué desea|cómo puedo)",),
    "de": (r"(was kann ich|wie kann ich|am apparat|wer ist da|wer spricht)",),
    "fr": (r"(que puis-je|comment puis-je|qui est|à l'appareil|j'écoute)",),
    "it": (r"(come posso|chi parla|chi è|mi dica|desidera)",),
    "pt": (r"(em que posso|como posso|quem (é|fala)|pois não)",),
    "nl": (r"(waarmee kan|wat kan ik|met wie|spreekt u mee|hoe kan ik)",),
}
_NO_WORD = re.compile(r"[^\w' ]+")
_GROUPS = (
    (Phrase.SCREENING, SCREENING),
    (Phrase.MACHINE, MACHINE),
    (Phrase.HOLD, HOLD),
    (Phrase.PERSON, PERSON),
    (Phrase.LIKELY_MACHINE, LIKELY_MACHINE),
)
"""In the order of what weighs more."""
_PATTERNS = {
    (phrase, language): re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    for phrase, by_language in _GROUPS
    for language, patterns in by_language.items()
}


def find_phrase(text: str, language: str) -> Phrase | None:
    """The most telling of the known phrases in what was said. In languages that we do not know English is looked for:
    networks announce in it."""
    words = " ".join(_NO_WORD.sub(" ", text.lower().replace("’", "'")).split())
    spoken = language.partition("-")[0].lower()
    for phrase, by_language in _GROUPS:
        for each in dict.fromkeys((spoken, "en")):
            if each in by_language and _PATTERNS[phrase, each].search(words):
                return phrase
    return None
