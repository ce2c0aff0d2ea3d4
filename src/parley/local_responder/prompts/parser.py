"""Prose that was written for a language model, as directives: what to say, what to ask, what to call, and when."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from parley.kit.text.sentences import sentences
from parley.local_responder import bounds
from parley.local_responder.prompts.directives import (
    Directive,
    DirectiveKind,
    introduces_speech,
    parse_speech_clause,
    speech_directive,
    without_paraphrases,
)

CACHE_SIZE = 128
"""Texts: an author's instructions come back with every turn."""

_VERBS = (
    r"call|ask|tell|say|use|run|invoke|trigger|execute|go|do|proceed|transfer|inform|let|thank|offer|apologi[sz]e|confirm|"
    r"explain|repeat|respond|reply|answer|end|hang|move|continue|collect|check|send|read|greet|wish|mention|advise|remind|"
    r"notify|give|provide|request|get|obtain|find|verify|acknowledge|suggest|direct|return|wait|start|begin|hand|escalate|"
    r"put|help|encourage|assure|reassure"
)
_ADVERB = (
    r"(?:then |please |politely |simply |just |immediately |always |also |first |next |now |briefly |kindly |"
    r"you (?:must|should|can|need to|may|will) )*"
)
_IMPERATIVE = rf"{_ADVERB}(?:{_VERBS})\b"
_WHEN = r"if|when|whenever|once|after|as soon as|in case|unless|should|only if|only when|upon|only once|until|before"
_PREFIX = re.compile(
    rf"^(?:and |but |then |else |otherwise,? )?(?P<word>{_WHEN})\b (?P<condition>.+?)"
    rf"(?:,? then |,\s*(?={_IMPERATIVE}|\x00|don't|do not|never)|\s*(?:->|→|=>|–>)\s*|:\s+)(?P<rest>.+)$",
    re.IGNORECASE,
)
_LOOSE_PREFIX = re.compile(rf"^(?P<word>{_WHEN})\b (?P<condition>[^,]+), (?P<rest>.+)$", re.IGNORECASE)
_ARROW = re.compile(r"^(?P<condition>[^→]{1,80}?)\s*(?:->|→|=>|–>)\s*(?P<rest>.+)$")
_LABEL = re.compile(
    rf"^(?!(?:{_IMPERATIVE}|note|important|remember|first|finally|last|next|step|example|rule|task|goal)\b)"
    r"(?P<condition>[\w'’ ,/-]{4,60}):\s+(?P<rest>(?:call|use|run|invoke|trigger)\b.+)$",
    re.IGNORECASE,
)
"""A case and what to do then: "Moving or cancelling a visit: call …"."""
_TOPIC = re.compile(rf"^[\w'’ -]{{1,40}}:\s+(?=(?:{_WHEN})\b)", re.IGNORECASE)
"""What a condition is about, named before it: "Dogs: if they bring one, …"."""
_FOR = re.compile(
    r"^for (?P<condition>[\w '’-]{1,40}?),? (?P<rest>(?:ask|say|call|use|invoke|transfer to|hand over to)\b.+)$",
    re.IGNORECASE,
)
_TO = re.compile(
    r"^to (?P<condition>(?:cancel|change|move|reschedule|arrange|report|remove|return|leave|speak|talk)\b[^,]{0,60})"
    rf",\s*(?P<rest>{_IMPERATIVE}.+)$",
    re.IGNORECASE,
)
"""What the user may want: "To cancel, ask …". Purposes of the agent's ("to confirm, read back …") are no conditions."""
_OTHERWISE = re.compile(
    r"^(?:otherwise|else|in all other cases|if not|in any other case)\b[,:]?\s*(?P<rest>.+)$", re.IGNORECASE
)
_SUFFIX = re.compile(rf"^(?P<rest>.+?),? (?P<word>{_WHEN}) (?P<condition>.+)$", re.IGNORECASE)
_HEADING = re.compile(rf"^(?:{_WHEN})\b (?P<condition>.+):$", re.IGNORECASE)
_AND_WHEN = r"(?:if|when|once|as soon as) (?:they|he or she|the \w+) (?:agree|confirm|accept|say|decline|refuse|do)s?\b"
"""What comes of the answer to the question before it: "ask …, and if they agree call …"."""
_SPLIT = re.compile(
    rf"(?:,? (?:and )?then |; ?|,? and (?={_IMPERATIVE})|, (?={_IMPERATIVE})|,? (?:and|but) (?={_AND_WHEN}))",
    re.IGNORECASE,
)
_INNER = re.compile(
    rf"^(?={_AND_WHEN})\w+(?: soon as)? (?P<condition>.+?)(?:,? (?P<rest>(?:{_VERBS})\b.+))?$", re.IGNORECASE
)
_QUOTE = re.compile(r"\"([^\"]+)\"|“([^”]+)”|«([^»]+)»|(?<!\w)'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)|‘([^’]+)’")
_BULLET = re.compile(r"^\s*(?:[-*•‣–]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s+")
_NEGATIVE = re.compile(
    rf"^{_ADVERB}(?:do not|don't|never|avoid|without|no need|not to|you must not|you should not|must not)\b", re.I
)
_IS_UNSET = re.compile(r"\s*(?:is|are) (?:still )?(?:empty|missing|blank|unknown|not (?:yet )?(?:set|known|given))\s*")
"""What is left of "if {{vrbl:name}} is empty" when it is."""
_PLACEHOLDER = re.compile(r"\x00(\d+)\x00")


def parse_directives(text: str, tools: Collection[str] = ()) -> list[Directive]:
    """Of an author's instructions, in the order of the text. `tools` are the names that make a clause a call."""
    return list(_parse_cached(text, tuple(tools)))


def parse_result(text: str, tools: Collection[str]) -> list[Directive]:
    """Of what a function gave back. It is not remembered: it belongs to one conversation."""
    return list(_parse(text, tuple(tools)))


def _parse(text: str, tools: tuple[str, ...]) -> tuple[Directive, ...]:
    mention = _compile_tool_names(tools)
    directives: list[Directive] = []
    inherited, depth = "", 0
    for line in bounds.bounded_lines(text):
        indent, bulleted, content = _split_line(line)
        heading = _HEADING.match(content)
        if heading:
            inherited, depth = heading["condition"], indent
            continue
        if not line.strip() or (indent <= depth and not bulleted):
            inherited = ""
        if content:
            found = _parse_line(content, mention)
            directives.extend(replace(one, condition=one.condition or inherited) for one in found)
    return tuple(without_paraphrases(directives))


_parse_cached = lru_cache(maxsize=CACHE_SIZE)(_parse)


def _compile_tool_names(tools: Collection[str]) -> re.Pattern[str] | None:
    names = "|".join(re.escape(name) for name in sorted(tools, key=len, reverse=True))
    return re.compile(rf"(?<![\w.])(?:{names})(?!\w)") if names else None


def _split_line(line: str) -> tuple[int, bool, str]:
    """Indentation, whether it is an item of a list, and the words without marks; a heading has none."""
    indent = len(line) - len(line.lstrip())
    bullet = _BULLET.match(line)
    content = line[bullet.end() :] if bullet else line
    if content.lstrip().startswith("#"):
        return indent, bool(bullet), ""
    return indent, bool(bullet), re.sub(r"\*\*|__|`", "", content).strip()


def _parse_line(line: str, mention: re.Pattern[str] | None) -> Iterator[Directive]:
    hidden, quotes = _hide_quotes(_TOPIC.sub("", line))
    condition = ""
    for sentence in sentences(hidden):
        condition, rest = _split_condition(sentence, condition)
        for clause in _split_clauses(rest):
            if inner := _INNER.match(clause):
                condition, clause = inner["condition"], inner["rest"] or ""
            if clause:
                yield from _parse_clause(clause, _restore_quotes(condition, quotes), quotes, mention)


def _hide_quotes(line: str) -> tuple[str, list[str]]:
    """Quoted speech is taken out before anything is split: it may contain any word."""
    quotes: list[str] = []

    def hide(match: re.Match[str]) -> str:
        quotes.append(next(group for group in match.groups() if group).strip())
        return f"\x00{len(quotes) - 1}\x00"

    # A text must not bring marks of its own: they would point to quotes that do not exist.
    return _QUOTE.sub(hide, line.replace("\x00", "")), quotes


def _split_condition(sentence: str, previous: str) -> tuple[str, str]:
    """A sentence's condition and what remains; "then …" goes on under the condition before it."""
    for pattern in (_OTHERWISE, _PREFIX, _LABEL, _FOR, _TO, _ARROW, _LOOSE_PREFIX):
        match = pattern.match(sentence)
        if match:
            found = match.groupdict(default="")
            condition = found.get("condition", "otherwise")
            is_order = found.get("word", "").lower() == "before" or _IS_UNSET.fullmatch(condition) is not None
            return ("" if is_order else condition), match["rest"]
    goes_on = re.match(r"^(?:then|and|also|after that|do this)\b", sentence, re.IGNORECASE)
    return (previous if goes_on else ""), sentence


def _split_clauses(text: str) -> list[str]:
    return [clause.strip(" ,") for clause in _SPLIT.split(text) if clause.strip(" ,.")]


def _parse_clause(
    clause: str, condition: str, quotes: list[str], mention: re.Pattern[str] | None
) -> Iterator[Directive]:
    tool = mention.search(clause) if mention else None
    allowed = re.search(r"\b(?:until|unless|before) (?P<condition>.+)$", clause, re.IGNORECASE)
    if _NEGATIVE.match(clause) and tool and allowed:
        yield Directive(DirectiveKind.CALL, tool[0], _restore_quotes(allowed["condition"], quotes).rstrip("."))
    elif _NEGATIVE.match(clause):
        yield (
            Directive(DirectiveKind.AVOID, tool[0], condition)
            if tool
            else Directive(DirectiveKind.NOTE, _restore_quotes(clause, quotes), condition)
        )
    elif tool:
        suffix = None if condition else _SUFFIX.match(clause)
        when = _restore_quotes(suffix["condition"], quotes).rstrip(".") if suffix else condition
        yield Directive(DirectiveKind.CALL, tool[0], when, _restore_quotes(clause[tool.end() :], quotes).rstrip("."))
    else:
        plain = re.sub(rf"^{_ADVERB}", "", clause, flags=re.IGNORECASE)
        yield from (replace(one, condition=condition) for one in _parse_speech(plain, quotes))


def _parse_speech(clause: str, quotes: list[str]) -> Iterator[Directive]:
    quoted = [quotes[int(number)] for number in _PLACEHOLDER.findall(clause)]
    is_bare = not re.sub(r"\W", "", _PLACEHOLDER.sub("", clause))
    if quoted and (is_bare or introduces_speech(clause)):
        yield from (speech_directive(text, is_quoted=True) for text in quoted)
        return
    yield parse_speech_clause(_restore_quotes(clause, quotes)) or Directive(
        DirectiveKind.NOTE, _restore_quotes(clause, quotes)
    )


def _restore_quotes(text: str, quotes: list[str]) -> str:
    return _PLACEHOLDER.sub(lambda match: f'"{quotes[int(match[1])]}"', text).strip()
