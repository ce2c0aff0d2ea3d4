from _gen import *  # <AUTO GENERATED>
from functions.questions import questions
from functions.utterances import line

LANGUAGES = {"es-ES": ("spanish", "español", "espanol", "castellano", "es-"), "en-GB": ("english", "inglés", "ingles", "en-")}


@func_description("Continue the conversation in another language.")
@func_parameter("language", "The language that the guest asked for: English, Spanish or other")
def language_requested(conv: Conversation, language: str):
    asked = f"{language} ".lower()
    code = next((code for code, words in LANGUAGES.items() if any(word in asked for word in words)), None)
    if code is None:
        return {"utterance": line(conv, "language_unknown")}
    conv.set_language(code)
    questions(conv)
    conv.write_metric("LANGUAGE_SWITCHED", code)
    return {"utterance": line(conv, "language_switched")}
