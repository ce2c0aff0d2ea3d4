from _gen import *  # <AUTO GENERATED>
from concurrent.futures import ThreadPoolExecutor

QUESTIONS = {
    "summary": "Summarize this conversation with a home service company in one sentence.",
    "mood": "How did the caller feel at the end? Answer with one word: pleased, neutral or upset.",
}


@func_description("Utility module: a summary after the conversation. Never called by the model.")
def summaries(conv: Conversation):
    return "Utility module."


def summarize(conv):
    """Both questions at once, since nobody wants to wait for the second; without a model the facts have to do."""
    with ThreadPoolExecutor(max_workers=len(QUESTIONS)) as pool:
        answers = {name: pool.submit(_ask, conv, question) for name, question in QUESTIONS.items()}
        found = {name: answer.result() for name, answer in answers.items()}
    return {"summary": found["summary"] or _facts(conv), "mood": _mood(found["mood"])}


def _ask(conv, question):
    try:
        return str(conv.utils.prompt_llm(question, show_history=True) or "").strip()
    except Exception as error:  # a project cannot know which errors the model's provider has
        conv.log.warning("no model for the summary", error=type(error).__name__)
        return ""


def _facts(conv):
    parts = [conv.state.outcome or "no request completed", conv.state.job_summary, conv.state.visit_reference]
    return ", ".join(str(part) for part in parts if part)


def _mood(answer):
    word = (answer or "").lower().strip(" .")
    return word if word in ("pleased", "neutral", "upset") else "unknown"
