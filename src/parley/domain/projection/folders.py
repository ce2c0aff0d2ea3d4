"""What has a file of its own: topics, functions, test cases, documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parley.domain.projection import variants
from parley.domain.projection.code import read_function, state_variables, write_function
from parley.domain.projection.files import Files, flag, mapping, mappings, text, texts
from parley.domain.projection.records import Json, at, case, collection, record_id, records_at
from parley.domain.projects.loading.source import slug

CHANNELS = {"voice": "chat.polyai", "webchat": "webchat.polyai"}
TEST_CASE = "TEST-CASE"
SPECIAL = {"start_function": "startFunction", "end_function": "endFunction"}

_CHANNEL_NAMES = {internal: channel for channel, internal in CHANNELS.items()}


def read(files: Files) -> Json:
    functions: list[Json] = []
    special: Json = {}
    variables: list[str] = []
    for path, name, code in files.codes("functions"):
        variables += state_variables(code)
        record = {"id": record_id("FUNCTION", name), **read_function(code, name)}
        files.places[record["id"]] = path
        if name in SPECIAL:
            special[SPECIAL[name]] = record
        else:
            functions.append(record)
    for path in files.source.paths("flows", ".py"):
        if path.count("/") == 3 and path.split("/")[2] in ("functions", "function_steps"):
            variables += state_variables(files.text(path) or "")
    return {
        "functions": {"functions": collection(functions)},
        "specialFunctions": special,
        "variables": {
            "variables": collection(
                {"id": record_id("VARIABLE", name), "name": name} for name in dict.fromkeys(variables)
            )
        },
        "knowledgeBase": {"topics": _read_topics(files)},
        "testing": {"testCases": _read_cases(files)},
        "documents": {"documents": _read_documents(files)},
    }


def write(tree: Json, places: dict[str, str]) -> Iterator[tuple[str, Any]]:
    special = [at(tree, "specialFunctions", each) for each in SPECIAL.values()]
    for record in [*records_at(tree, "functions", "functions"), *filter(None, special)]:
        if not record.get("archived"):
            yield place(places, record, f"functions/{record['name']}.py"), write_function(record)
    for record in records_at(tree, "knowledgeBase", "topics"):
        yield place(places, record, f"topics/{slug(record['name'])}.yaml"), _write_topic(record)
    known = variants.names(tree)
    for record in records_at(tree, "testing", "testCases"):
        yield place(places, record, f"test_suite/{slug(record['name'])}.yaml"), _write_case(record, known)
    for record in records_at(tree, "documents", "documents"):
        yield f"context/{record['path']}", str(record.get("content") or "")


def place(places: dict[str, str], record: Json, otherwise: str) -> str:
    """Where the file of a record is; where it belongs when it is new, or has got another name."""
    known = places.get(record["id"])
    stem = otherwise.rpartition("/")[2].rpartition(".")[0]
    if known is not None and slug(known.rpartition("/")[2].rpartition(".")[0]) == slug(stem):
        return known
    return otherwise


def _read_topics(files: Files) -> Json:
    topics = []
    for path, document in files.documents("topics"):
        name = text(document, "name") or path.rpartition("/")[2].rpartition(".")[0]
        record: Json = {
            "id": record_id("TOPIC", name),
            "name": name,
            "content": text(document, "content"),
            "actions": text(document, "actions"),
            "exampleQueries": [
                {"id": record_id("QUERY", name, str(index)), "query": query}
                for index, query in enumerate(texts(document, "example_queries"))
            ],
            "isActive": flag(document, "enabled", otherwise=True),
            "tags": texts(document, "tags"),
        }
        files.places[record["id"]] = path
        topics.append(record)
    return collection(topics)


def _write_topic(record: Json) -> Json:
    return {
        "name": record["name"],
        "enabled": bool(record.get("isActive", True)),
        **({"tags": record["tags"]} if record.get("tags") else {}),
        "actions": record.get("actions", ""),
        "content": record.get("content", ""),
        "example_queries": [each["query"] for each in mappings(record.get("exampleQueries"))],
    }


def _read_cases(files: Files) -> Json:
    ids = {name: variant_id for variant_id, name in variants.names(variants.read(files)).items()}
    cases = []
    for path, document in files.documents("test_suite"):
        name = text(document, "name") or path.rpartition("/")[2].rpartition(".")[0]
        channel, variant = text(document, "channel"), text(document, "variant")
        record: Json = {
            "id": record_id(TEST_CASE, name),
            "name": name,
            "scenario": text(document, "scenario"),
            "channel": CHANNELS.get(channel, channel),
            "language": text(document, "language"),
            "variantId": ids.get(variant, variant),
            "callerNumber": text(document, "caller_number"),
            "simulatedAt": text(document, "simulated_at"),
            "tags": texts(document, "tags"),
            "sipHeaders": mapping(document.get("sip_headers")),
            "integrationAttributes": mapping(document.get("integration_attributes")),
            "assertions": _read_assertions(document),
        }
        files.places[record["id"]] = path
        cases.append(record)
    return collection(cases)


def _read_assertions(document: Json) -> list[Json]:
    prompts = [case("prompt", {"value": each}) for each in texts(document, "prompt_assertions")]
    calls = [
        case(
            "functionCall",
            {
                "name": text(each, "name"),
                "arguments": {
                    text(argument, "parameter_name"): {
                        "expectedValue": text(argument, "expected_value"),
                        "valueType": text(argument, "value_type", "string"),
                    }
                    for argument in mappings(each.get("arguments"))
                },
            },
        )
        for each in mappings(document.get("function_call_assertions"))
    ]
    return [{"payload": each} for each in [*prompts, *calls]]


def _write_case(record: Json, known: dict[str, str]) -> Json:
    payloads = [at(each, "payload") for each in mappings(record.get("assertions"))]
    prompts = [at(each, "value").get("value", "") for each in payloads if each.get("$case") == "prompt"]
    calls = [_write_call(at(each, "value")) for each in payloads if each.get("$case") == "functionCall"]
    channel, variant = record.get("channel", ""), record.get("variantId") or ""
    optional: dict[str, Any] = {
        "variant": known.get(variant, variant),
        "caller_number": record.get("callerNumber"),
        "simulated_at": record.get("simulatedAt"),
        "tags": record.get("tags"),
        "sip_headers": record.get("sipHeaders"),
        "integration_attributes": record.get("integrationAttributes"),
        "prompt_assertions": prompts,
        "function_call_assertions": calls,
    }
    return {
        "name": record["name"],
        "scenario": record.get("scenario", ""),
        "channel": _CHANNEL_NAMES.get(channel, channel),
        "language": record.get("language", ""),
        **{key: value for key, value in optional.items() if value},
    }


def _write_call(call: Json) -> Json:
    return {
        "name": call.get("name", ""),
        "arguments": [
            {"parameter_name": name, "expected_value": each.get("expectedValue"), "value_type": each.get("valueType")}
            for name, each in at(call, "arguments").items()
        ],
    }


def _read_documents(files: Files) -> Json:
    return collection(
        {"id": record_id("DOCUMENT", path), "path": path.removeprefix("context/"), "content": files.text(path) or ""}
        for path in files.source.direct("context", ".md", ".MD")
    )
