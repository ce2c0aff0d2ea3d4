"""config/: what everything else names."""

from __future__ import annotations

from parley.domain.projects.format.keys import (
    FormatFile,
    Key,
    choice,
    each,
    flag,
    mapping,
    named,
    number,
    text,
    texts,
)
from parley.domain.projects.loading.config import (
    API_INTEGRATIONS,
    AUTH_TYPES,
    ENCRYPTIONS,
    ENTITIES,
    ENTITY_TYPES,
    HANDOFFS,
    HTTP_METHODS,
    SIP_METHODS,
    SMS_TEMPLATES,
    TRANSLATIONS,
)
from parley.domain.projects.loading.confirmations import CONFIRMATIONS
from parley.domain.projects.loading.variants import VARIANTS

ENTITIES_FILE = FormatFile(
    "entities",
    (ENTITIES,),
    "What default steps collect, validated by type.",
    (
        each(
            "entities",
            "All of them.",
            text("name", "What steps, texts (`{{entity:…}}`) and `conv.entities` call it.").needed(),
            text("description", "What the model is told about it."),
            choice("entity_type", ENTITY_TYPES, "What a value must be.").needed(),
            mapping(
                "config",
                "More about valid values, by type.",
                flag("has_decimal", "numeric: fractions are valid."),
                flag("has_range", "numeric: `min` and `max` hold."),
                number("min", "numeric: the least."),
                number("max", "numeric: the most."),
                flag("enabled", "alphanumeric, time, phone_number: whether the rest of `config` holds."),
                text("validation_type", "alphanumeric: `zip`, `postal` or `custom`."),
                text("regular_expression", "alphanumeric with `custom`: a pattern for the whole value."),
                texts("options", "enum: the valid values."),
                flag("relative_date", "date: words such as `tomorrow` are understood."),
                texts("country_codes", "phone_number: of which countries, as `GB` or `+44`."),
                text("start_time", "time: from when, as `09:00`."),
                text("end_time", "time: until when."),
                is_open=True,
            ),
        ),
    ),
    r"""
entities:
  - name: days
    description: For how many days
    entity_type: numeric
    config: {has_decimal: false, has_range: true, min: 1, max: 28}
  - name: card
    description: Number of the library card
    entity_type: alphanumeric
    config: {enabled: true, validation_type: custom, regular_expression: '[A-Z]\d{6}'}
  - name: branch
    description: Which branch
    entity_type: enum
    config: {options: [Centre, Harbour]}
  - name: day
    description: On which day
    entity_type: date
    config: {relative_date: true}
  - name: phone
    description: Telephone number
    entity_type: phone_number
    config: {enabled: true, country_codes: [GB]}
  - name: moment
    description: At what time
    entity_type: time
    config: {enabled: true, start_time: "10:00", end_time: "18:00"}
""".lstrip(),
    "entities",
)
VARIANTS_FILE = FormatFile(
    "variant_attributes",
    (VARIANTS,),
    "Versions of one agent (branches, brands) and the texts in which they differ.",
    (
        each(
            "variants",
            "The versions; exactly one is the default.",
            text("name", "What `conv.set_variant` and requests call it.").needed(),
            flag("is_default", "Conversations begin with this one."),
        ),
        each(
            "attributes",
            "The texts: `{{attr:…}}`, `${variant_…}` and `conv.variant`.",
            text("name", "What texts and code call it.").needed(),
            named("values", "By variant; empty where a variant has none.", text("", "The text. May hold references.")),
        ),
    ),
    """\
variants:
  - {name: Centre, is_default: true}
  - {name: Harbour, is_default: false}
attributes:
  - name: street
    values: {Centre: 1 High Street, Harbour: 2 Quay Street}
""",
)
HANDOFFS_FILE = FormatFile(
    "handoffs",
    (HANDOFFS,),
    "Where a conversation can be handed over to: `{{ho:…}}`, `conv.call_handoff`.",
    (
        each(
            "handoffs",
            "All destinations; exactly one should be the default.",
            text("name", "What texts and code call it.").needed(),
            text("description", "What the model is told about it."),
            flag("is_default", "Meant by `default`, and where no destination is named."),
            mapping(
                "sip_config",
                "How a phone call is transferred.",
                choice(
                    "method",
                    SIP_METHODS,
                    "`refer` gives the call away, `invite` calls and joins, `bye` ends it.",
                    "bye",
                ),
                text("phone_number", "Whom to call."),
                text("outbound_endpoint", "invite: the SIP server that takes it."),
                choice("outbound_encryption", ENCRYPTIONS, "invite: how it is carried."),
            ),
            each(
                "sip_headers",
                "Headers that go with it.",
                text("key", "Its name; a header without one is left out."),
                text("value", "May name variables as `$name`; a header without a value is not sent."),
            ),
        ),
    ),
    """\
handoffs:
  - name: Front desk
    description: Somebody at the desk
    is_default: true
    sip_config:
      method: invite
      phone_number: "+442079460123"
      outbound_endpoint: sip.example.com
      outbound_encryption: TLS/SRTP
    sip_headers:
      - {key: X-Card, value: $card}
""",
    "handoffs",
)
SMS_FILE = FormatFile(
    "sms_templates",
    (SMS_TEMPLATES,),
    "Text messages by name: `{{twilio_sms:…}}`, `conv.send_sms_template`.",
    (
        each(
            "sms_templates",
            "All of them.",
            text("name", "What texts and code call it.").needed(),
            text("text", "May hold `{{vrbl:…}}`, `{{tn:…}}`, `${variant_…}` and `$name`."),
            named(
                "env_phone_numbers",
                "The sender by environment: `sandbox`, `pre_release`, `live`.",
                text("", "A telephone number."),
            ),
        ),
    ),
    """\
sms_templates:
  - name: Reservation
    text: "Your book waits until {{vrbl:until}}."
    env_phone_numbers: {sandbox: "+15005550006", pre_release: "+15005550006", live: "+442079460100"}
""",
    "sms_templates",
)
TRANSLATIONS_FILE = FormatFile(
    "translations",
    (TRANSLATIONS, "voice/translations.yaml"),
    "Texts by language: `{{tn:…}}`, `conv.translations`.",
    (
        each(
            "translations",
            "All of them.",
            text("name", "What texts and code call it.").needed(),
            named(
                "translations",
                "By language code; the default language stands in for what is missing.",
                text("", "The text."),
            ),
        ),
    ),
    """\
translations:
  - name: goodbye
    translations: {en-GB: Goodbye!, es-ES: ¡Adiós!}
""",
    "translations",
)
API_FILE = FormatFile(
    "api_integrations",
    (API_INTEGRATIONS,),
    "APIs that functions call as `conv.api.<name>.<operation>(…)`, with credentials that they never see.",
    (
        each(
            "api_integrations",
            "All of them.",
            text("name", "Small letters, digits and `_`, so that code can write it.").needed(),
            text("description", "For people."),
            named(
                "environments",
                "Where it is, by environment: `sandbox`, `pre-release`, `live`.",
                mapping(
                    "",
                    "",
                    text("base_url", "What its addresses begin with."),
                    choice(
                        "auth_type",
                        AUTH_TYPES,
                        "How requests prove who they are; the credentials are a secret.",
                        "none",
                    ),
                ),
            ),
            each(
                "operations",
                "What can be asked of it.",
                text("name", "What code calls it.").needed(),
                choice("method", HTTP_METHODS, "Of the request.", "GET"),
                text("resource", "The rest of the address; `{names}` in braces are filled in by the call."),
            ),
        ),
    ),
    """\
api_integrations:
  - name: catalogue
    description: The catalogue of all branches
    environments:
      live: {base_url: "https://catalogue.example.com", auth_type: apiKey}
    operations:
      - {name: find_copy, method: GET, resource: "/copies/{book}"}
""",
    "api_integrations",
)
CONFIRMATIONS_FILE = FormatFile(
    "confirmations",
    (CONFIRMATIONS,),
    "Parley's addition, which other readers of the format leave alone: functions that run only when the user has "
    "agreed, in a later turn, to the very arguments ([how](agents.md#confirmation)).",
    (
        each(
            "confirmations",
            "All of them; a text stands for `function` alone.",
            text("function", "A global function, or one of a flow.").needed(),
            text(
                "ask",
                "What the user is asked; `{names}` of parameters in braces are filled in.",
                "a sentence with the function's name and all arguments",
            ),
            text_key="function",
        ),
        texts(
            "agree", "Words that agree in a language that Parley knows none of. A whole answer has to be made of them."
        ),
    ),
    """\
confirmations:
  - function: cancel_loan
    ask: Shall I cancel the loan of {title}?
  - delete_account
agree: [tak, oczywiście]
""",
    "confirmations",
)

FILES: tuple[FormatFile, ...] = (
    ENTITIES_FILE,
    VARIANTS_FILE,
    HANDOFFS_FILE,
    SMS_FILE,
    TRANSLATIONS_FILE,
    API_FILE,
    CONFIRMATIONS_FILE,
)
ENTITY_CONFIG: Key = ENTITIES_FILE.keys[0].keys[3]
