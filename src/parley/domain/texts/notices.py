"""What we say ourselves, in the user's language where we have it, else in English."""

from __future__ import annotations

from enum import StrEnum


class Notice(StrEnum):
    STOPPED = "stopped"
    STARTED = "started"
    HELP = "help"
    WARNING = "warning"
    CLOSED = "closed"


_WORDS = {
    "en": {
        Notice.STOPPED: "You will get no more messages from this number. Reply START to get them again.",
        Notice.STARTED: "You will get messages from this number again. Reply STOP to stop them, HELP for help.",
        Notice.HELP: "You are texting with an automated assistant. Reply STOP to get no more messages, START to get "
        "them again. Message and data rates may apply.",
        Notice.WARNING: "Are you still there? This conversation ends in 10 minutes unless you reply.",
        Notice.CLOSED: "This conversation has ended. Write again whenever you like to begin a new one.",
    },
    "de": {
        Notice.STOPPED: "Sie erhalten von dieser Nummer keine Nachrichten mehr. Mit START erhalten Sie sie wieder.",
        Notice.STARTED: "Sie erhalten von dieser Nummer wieder Nachrichten. STOP beendet sie, HELP zeigt Hilfe.",
        Notice.HELP: "Hier antwortet ein automatischer Assistent. Mit STOP erhalten Sie keine Nachrichten mehr, mit "
        "START wieder. Es können Kosten für Nachrichten und Daten anfallen.",
        Notice.WARNING: "Sind Sie noch da? Dieses Gespräch endet in 10 Minuten, wenn Sie nicht antworten.",
        Notice.CLOSED: "Dieses Gespräch ist beendet. Schreiben Sie jederzeit, um ein neues zu beginnen.",
    },
    "es": {
        Notice.STOPPED: "No recibirá más mensajes de este número. Responda START para volver a recibirlos.",
        Notice.STARTED: "Volverá a recibir mensajes de este número. Responda STOP para dejar de recibirlos.",
        Notice.HELP: "Le responde un asistente automático. Responda STOP para no recibir más mensajes y START para "
        "volver a recibirlos. Pueden aplicarse tarifas de mensajes y datos.",
        Notice.WARNING: "¿Sigue ahí? Esta conversación termina en 10 minutos si no responde.",
        Notice.CLOSED: "Esta conversación ha terminado. Escriba cuando quiera para empezar otra.",
    },
    "fr": {
        Notice.STOPPED: "Vous ne recevrez plus de messages de ce numéro. Répondez START pour en recevoir à nouveau.",
        Notice.STARTED: "Vous recevrez à nouveau des messages de ce numéro. Répondez STOP pour les arrêter.",
        Notice.HELP: "Un assistant automatique vous répond. Répondez STOP pour ne plus recevoir de messages, START "
        "pour en recevoir à nouveau. Des frais de messages et de données peuvent s'appliquer.",
        Notice.WARNING: "Êtes-vous toujours là ? Cette conversation se termine dans 10 minutes sans réponse.",
        Notice.CLOSED: "Cette conversation est terminée. Écrivez quand vous voulez pour en commencer une autre.",
    },
}


def words(notice: Notice, language: str) -> str:
    return _WORDS.get(language.partition("-")[0].lower(), _WORDS["en"])[notice]
