from _gen import *  # <AUTO GENERATED>
import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
MONTHS = {
    "en": (
        "January", "February", "March", "April", "May", "June",
        "July", "August", "September", "October", "November", "December",
    ),
    "es": (
        "enero", "febrero", "marzo", "abril", "mayo", "junio",
        "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
    ),
}  # fmt: skip
DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d %B %Y", "%B %d %Y")
TIME_FORMATS = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p", "%H")


@func_description("Utility module: reading and saying dates and times. Never called by the model.")
def dates(conv: Conversation):
    return "Utility module."


def local_now(conv):
    return dt.datetime.now(ZoneInfo(conv.variant.timezone or "Europe/London"))


def parse_date(text) -> Any:
    cleaned = str(text or "").strip().split("T")[0]
    for form in DATE_FORMATS:
        if parsed := _try(cleaned, form):
            return parsed.date()
    return None


def parse_time(text):
    cleaned = str(text or "").strip().lower().replace(".", "")
    for form in TIME_FORMATS:
        if parsed := _try(cleaned, form):
            return parsed.time()
    return None


def say_date(conv, day):
    language = _language(conv)
    weekday, month = WEEKDAYS[language][day.weekday()], MONTHS[language][day.month - 1]
    return f"{weekday} {day.day} de {month}" if language == "es" else f"{weekday} {day.day} {month}"


def say_time(conv, moment):
    if _language(conv) == "es":
        return f"{moment:%H:%M}"
    hour = moment.hour % 12 or 12
    half = "am" if moment.hour < 12 else "pm"
    return f"{hour} {half}" if moment.minute == 0 else f"{hour}:{moment.minute:02d} {half}"


def _language(conv):
    return "es" if (conv.language or "").startswith("es") else "en"


def _try(text, form):
    try:
        return dt.datetime.strptime(text, form)
    except ValueError:
        return None
