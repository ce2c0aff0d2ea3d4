"""The words that endpointing goes by, for each language: what a turn does not end with, what is a whole
        answer, numbers,
and by what the agent's question tells which kind of answer it wants."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    unfinished: frozenset[str]
    """Words that hardly any sentence ends with, and those of people who are looking for the next one."""
    unfinished_ends: tuple[tuple[str, ...], ...]
    """Several words that something must follow."""
    lead_ins: frozenset[str]
    """Whole utterances that only begin an answer."""
    openers: frozenset[str]
    """Words that open a clause which needs another one."""
    refusals: frozenset[str]
    """Who says one of them gives no number."""
    yes: frozenset[str]
    finished: frozenset[str]
    """Whole answers."""
    digits: dict[str, int]
    """How many digits a word stands for."""
    date_parts: frozenset[str]
    """Ends of dates that a year, or a month, may follow."""
    yes_no: re.Pattern[str]
    """The agent's questions, in this order of precedence within `expectations`."""
    offer: re.Pattern[str]
    spelling: re.Pattern[str]
    digits_wanted: re.Pattern[str]
    phone: re.Pattern[str]
    card: re.Pattern[str]
    birth: re.Pattern[str]
    fact: re.Pattern[str]


def _words(
    *,
    unfinished: str,
    ends: str,
    lead_ins: str,
    openers: str,
    refusals: str,
    yes: str,
    finished: str,
    digits: str,
    years: str,
    date_parts: str,
    questions: dict[str, re.Pattern[str]],
) -> Words:
    return Words(
        unfinished=frozenset(unfinished.split()),
        unfinished_ends=tuple(tuple(phrase.split()) for phrase in _phrases(ends)),
        lead_ins=_phrases(lead_ins),
        openers=frozenset(openers.split()),
        refusals=frozenset(refusals.split()),
        yes=_phrases(yes),
        finished=_phrases(finished),
        digits={**dict.fromkeys(digits.split(), 1), **dict.fromkeys(years.split(), 2)},
        date_parts=frozenset(date_parts.split()),
        **questions,
    )


def _phrases(listed: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in listed.split(",") if phrase.strip())


LANGUAGES = {
    "en": _words(
        unfinished="""and or but because so that the a an my your his her our their its of for to from with at by is are
        was were be been it's i'm i'd i'll we're we'd they're you're he's she's if whether when where while
        than as um uh
        uhm er erm hmm mm like maybe probably also plus i we he she they who which whose can could would will should
        shall may might must don't doesn't didn't can't couldn't won't have has had i've we've need want wanted get got
        give bring take make send put tell show very really about into onto until till between without around near under
        over every each another any some something usually actually basically just only even not""",
        ends="""i'd like, would like, i like, do you, did you, could we do, can we do, we do, let me see, let me think,
        looking for, calling about, calling for, tell me, asking for, talk to, that is, there is, there are, the one,
        i think, i guess, i mean, you know, i believe, rest, i was, kind of, sort of, a lot of, thinking of""",
        lead_ins="""sure, well, hi, hello, hey, hi there, good morning, good afternoon, good evening, yes sure,
        yeah sure,
        of course, one second, one moment, just a second, just a moment, a moment, hold on, wait, let me check,
        let me see, let me think, okay so, so, right so, actually, actually yes, yes hi, it depends, i don't know,
        something, certainly""",
        openers="if when whenever while unless although since once",
        refusals="don't can't won't not no haven't rather isn't",
        yes="yes, yeah, yep, yes please, sure, actually yes, yes actually, um yes, okay",
        finished="""yes, no, yeah, yep, nope, yes please, yes it is, yes that's right, no thanks, no thank you,
        that's it,
        that's all, that's right, that is all, no that's all, no that's it, that's correct, thank you, thanks,
        that's it thanks, goodbye, bye, correct, exactly, sure, okay, ok, nothing else, not really, yes thank you,
        yeah that's right, yes that's correct, of course, okay thank you, okay thanks, great thanks, no need""",
        digits="zero oh one two three four five six seven eight nine double triple hundred thousand plus",
        years="""ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty
        forty fifty
        sixty seventy eighty ninety""",
        date_parts="""january february march april may june july august september october november december first second
        third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
        seventeenth eighteenth nineteenth twentieth thirtieth""",
        questions={
            "yes_no": re.compile(
                r"^(?:(?:and|so|okay|great|good)[, ]+)?(?:is|are|was|were|do|does|did|can|could|may|shall|should|"
                r"will|would|have|has)\b(?!.*\byou (?:tell|give|describe|spell|explain)\b)",
                re.IGNORECASE,
            ),
            "offer": re.compile(r"\b(?:anything|something|what) else\b", re.IGNORECASE),
            "spelling": re.compile(r"\bspell|\be-?mail", re.IGNORECASE),
            "digits_wanted": re.compile(
                r"\bnumber\b|\bdigits\b|code\b|\bpin\b|\breference\b|\bexpir|\bzip\b|(?<!mail )\baddress", re.IGNORECASE
            ),
            "phone": re.compile(r"\bphone\b|\bmobile\b", re.IGNORECASE),
            "card": re.compile(r"\bcard\b", re.IGNORECASE),
            "birth": re.compile(r"\bbirth|\bborn\b", re.IGNORECASE),
            "fact": re.compile(
                r"\bhow (?:many|much|long|old)\b|\bwhat (?:time|day|size|date|colou?r)\b|\bwhich\b|\bwhen\b|"
                r"\bwhere\b|\bwho\b|\bname\b|\bprefer\b|\blike to pay\b",
                re.IGNORECASE,
            ),
        },
    ),
    "es": _words(
        unfinished="""y o u e pero porque que el la los las un una unos unas mi mis su sus tu de del para con
        en por a al es
        son era eh este pues si cuando donde como em mmm quiero quisiera necesito tengo puedo podría soy muy sin sobre
        hasta desde entre hacia no me se le nos también más""",
        ends="me gustaría, a ver, o sea, es que, me llamo, mi nombre es, quería, lo que",
        lead_ins="hola, buenas, buenos días, buenas tardes, buenas noches, bueno, pues, claro, sí claro, un momento, "
        "un segundo, espere, a ver, depende, no sé",
        openers="si cuando aunque mientras como",
        refusals="no",
        yes="sí, si, claro, sí por favor, vale",
        finished="""sí, si, no, sí por favor, no gracias, eso es todo, nada más, gracias, muchas gracias,
        adiós, correcto,
        claro, vale, exacto, no eso es todo, sí gracias""",
        digits="cero uno una dos tres cuatro cinco seis siete ocho nueve doble triple cien mil",
        years="""diez once doce trece catorce quince veinte treinta cuarenta cincuenta
        sesenta setenta ochenta noventa""",
        date_parts="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre primero",
        questions={
            "yes_no": re.compile(
                r"^¿?(?:es|está|son|quiere|desea|puede|puedo|podría|tiene|hay|le gustaría)\b"
                r"(?!.*\b(?:decirme|darme|deletrear|explicar)\b)",
                re.IGNORECASE,
            ),
            "offer": re.compile(r"\b(?:algo|alguna cosa) más\b", re.IGNORECASE),
            "spelling": re.compile(r"\bdeletre|\bcorreo", re.IGNORECASE),
            "digits_wanted": re.compile(r"\bnúmero\b|\bcódigo\b|\breferencia\b|\bdirección\b", re.IGNORECASE),
            "phone": re.compile(r"\bteléfono\b|\bmóvil\b|\bcelular\b", re.IGNORECASE),
            "card": re.compile(r"\btarjeta\b", re.IGNORECASE),
            "birth": re.compile(r"\bnacimiento\b|\bnació\b", re.IGNORECASE),
            "fact": re.compile(
                r"\bcuánt[oa]s?\b|\bqué (?:hora|día|fecha|talla)\b|\bcuándo\b|\bdónde\b|"
                r"\bquién\b|\bcuál\b|\bnombre\b",
                re.IGNORECASE,
            ),
        },
    ),
    "de": _words(
        unfinished="""und oder aber weil dass der die das ein eine einen einem einer mein meine meinen ihr ihre
        für mit von
        zu zum zur in im bei am um auf ist sind war bin äh ähm hm also wenn wo wie ich wir er sie es möchte will
        wollte kann könnte muss habe hätte brauche sehr ohne über bis zwischen gegen nicht auch noch vielleicht""",
        ends="ich würde gerne, ich würde gern, mein name ist, ich heiße, ich glaube, ich denke, so was wie",
        lead_ins="hallo, guten tag, guten morgen, guten abend, ja gerne, moment, einen moment, "
        "sekunde, also, naja, ja also, "
        "mal sehen, kommt drauf an, ich weiß nicht",
        openers="wenn als falls obwohl während sobald",
        refusals="nicht nein kein keine",
        yes="ja, ja bitte, ja gerne, gerne, okay",
        finished="""ja, nein, ja bitte, nein danke, das ist alles, das war's, danke, tschüss, genau, richtig, okay, ok,
        stimmt, nein das war's, nein das ist alles, vielen dank, auf wiederhören""",
        digits="null eins ein zwei zwo drei vier fünf sechs sieben acht neun doppel hundert",
        years="""zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig
        fünfzig sechzig siebzig achtzig neunzig""",
        date_parts="""januar februar märz april mai juni juli august september oktober november dezember erste ersten
        zweite zweiten dritte dritten vierte vierten fünfte fünften""",
        questions={
            "yes_no": re.compile(
                r"^(?:ist|sind|war|haben|hat|möchten|wollen|können|kann|darf|soll|dürfen|brauchen)\b"
                r"(?!.*\b(?:sagen|nennen|geben|buchstabieren|beschreiben)\b)",
                re.IGNORECASE,
            ),
            "offer": re.compile(r"\bsonst noch\b|\bnoch etwas\b", re.IGNORECASE),
            "spelling": re.compile(r"\bbuchstabier|\be-?mail", re.IGNORECASE),
            "digits_wanted": re.compile(r"nummer\b|\bcode\b|postleitzahl|referenz|\bpin\b|adresse\b", re.IGNORECASE),
            "phone": re.compile(r"telefon|handy|rückruf", re.IGNORECASE),
            "card": re.compile(r"karte", re.IGNORECASE),
            "birth": re.compile(r"geburt|geboren", re.IGNORECASE),
            "fact": re.compile(
                r"\bwie (?:viele|viel|lange)\b|\bwann\b|\bwelche[rsn]?\b|\bwo\b|\bwer\b|"
                r"\bname\b|\buhrzeit\b|\buhr\b",
                re.IGNORECASE,
            ),
        },
    ),
    "fr": _words(
        unfinished="""et ou mais parce que qui le la les un une des mon ma mes votre vos de du pour avec à au
        aux en dans
        sur est sont était euh hum si donc je j'ai c'est nous il elle on veux voudrais peux pourrais dois très sans
        jusqu'à entre chez ne aussi""",
        ends="j'aimerais, je voudrais, je m'appelle, mon nom est, il y a, je pense, je crois",
        lead_ins="bonjour, bonsoir, salut, alors, bon, bien sûr, un instant, un moment, "
        "une seconde, attendez, ça dépend, "
        "je ne sais pas, oui alors",
        openers="si quand lorsque comme puisque",
        refusals="pas non",
        yes="oui, oui s'il vous plaît, d'accord, bien sûr",
        finished="""oui, non, oui s'il vous plaît, non merci, c'est tout, merci, au revoir, exact, d'accord, ok,
        non c'est tout, c'est ça, merci beaucoup""",
        digits="zéro un deux trois quatre cinq six sept huit neuf double cent",
        years="dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante",
        date_parts="""janvier février mars avril mai juin juillet août septembre octobre novembre décembre premier""",
        questions={
            "yes_no": re.compile(
                r"^(?:est-ce|êtes|avez|voulez|souhaitez|pouvez|puis-je|désirez|y a-t-il)\b"
                r"(?!.*\b(?:dire|donner|épeler|décrire)\b)",
                re.IGNORECASE,
            ),
            "offer": re.compile(r"\bautre chose\b", re.IGNORECASE),
            "spelling": re.compile(r"\bépel|\be-?mail|\bcourriel", re.IGNORECASE),
            "digits_wanted": re.compile(r"\bnuméro\b|\bcode\b|\bréférence\b|\badresse\b", re.IGNORECASE),
            "phone": re.compile(r"\btéléphone\b|\bportable\b", re.IGNORECASE),
            "card": re.compile(r"\bcarte\b", re.IGNORECASE),
            "birth": re.compile(r"\bnaissance\b|\bnée?\b", re.IGNORECASE),
            "fact": re.compile(
                r"\bcombien\b|\bquelle? (?:heure|jour|date|taille)\b|\bquand\b|\boù\b|\bqui\b|"
                r"\bquel(?:le)?s?\b|\bnom\b",
                re.IGNORECASE,
            ),
        },
    ),
}
