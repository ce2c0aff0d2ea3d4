"""Saved views: filters of the list of conversations under a name."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool
from starlette.responses import Response

from parley.build_api.conversations.filters import FilterQuery
from parley.domain.accounts.model import Key, Role
from parley.domain.views import actions, store
from parley.domain.views.model import (
    LONGEST_NAME,
    LONGEST_QUERY,
    MOST_VIEWS,
    SharedViewForbidden,
    TooManyViews,
    View,
    ViewNameTaken,
    ViewNotFound,
    may_change,
)
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint, query_values
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT
from parley.web.responses import json_response

MOST_VALUES = 100


def _named(name: str) -> str:
    if not name.strip():
        raise ValueError("is empty")
    return " ".join(name.split())


def _filters(query: str) -> str:
    """As the list takes them, each with a value that it takes."""
    pairs = [pair for pair in parse_qsl(query, max_num_fields=MOST_VALUES) if pair[1]]
    unknown = sorted({name for name, _ in pairs} - set(FilterQuery.model_fields))
    if not pairs or unknown:
        raise ValueError(
            f"has filters of the list of conversations, and nothing else: {', '.join(FilterQuery.model_fields)}"
        )
    if any("\0" in text for pair in pairs for text in pair):
        raise ValueError("contains the character U+0000")
    kept = urlencode(pairs)
    # A problem in it is a problem of the body, told by the name of the filter.
    FilterQuery.model_validate(query_values(kept.encode()))
    return kept


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_named)]
Filtering = Annotated[
    str,
    Field(
        max_length=LONGEST_QUERY,
        description="What the list of conversations is asked with, such as `tag=x&handoff=true`.",
    ),
    AfterValidator(_filters),
]
Shared = Annotated[StrictBool, Field(description="Whether the whole account sees it; else only your key does.")]


class NewView(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    query: Filtering
    shared: Shared = False


class ViewChanges(BaseModel):
    """Only what is given changes."""

    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    query: Filtering = LEFT_OUT
    shared: Shared = LEFT_OUT


class ViewInfo(BaseModel):
    id: str
    name: str
    query: str
    shared: bool
    changeable: bool = Field(description="Whether you may change and delete it.")
    createdAt: str


class ViewList(BaseModel):
    views: list[ViewInfo]


async def list_views(request: ApiRequest[None, None]) -> Response:
    views = await store.list_views(request.resources.db, request.caller.account_id, request.key.id)
    return json_response({"views": [_view_json(view, request.key) for view in views]})


async def save_view(request: ApiRequest[NewView, None]) -> Response:
    sent, now = request.body, request.resources.clock.now()
    async with request.change() as tx:
        view = await actions.save_view(tx, request.key, sent.name, sent.query, sent.shared, now)
    return json_response(_view_json(view, request.key), 201)


async def change_view(request: ApiRequest[ViewChanges, None]) -> Response:
    changes = request.body.model_dump(exclude_unset=True)
    if "shared" in changes:
        changes["is_shared"] = changes.pop("shared")
    async with request.change() as tx:
        view = await actions.change_view(tx, request.key, _view_id(request), changes)
    return json_response(_view_json(view, request.key))


async def delete_view(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        await actions.delete_view(tx, request.key, _view_id(request))
    return Response(status_code=204)


def _view_id(request: ApiRequest[Any, Any]) -> UUID:
    try:
        return UUID(request.path["view_id"])
    except ValueError:
        raise ViewNotFound from None


def _view_json(view: View, key: Key) -> dict[str, Any]:
    return {
        "id": str(view.id),
        "name": view.name,
        "query": view.query,
        "shared": view.is_shared,
        "changeable": may_change(key, view),
        "createdAt": iso(view.created_at),
    }


PATH = "/v1/conversation-views"
ONE = f"{PATH}/{{view_id}}"

ENDPOINTS = (
    Endpoint(
        "GET",
        PATH,
        list_views,
        AGENTS,
        "Saved views of the list of conversations",
        description="Your own, and those that others share.",
        reply=ViewList,
    ),
    Endpoint(
        "POST",
        PATH,
        save_view,
        AGENTS,
        "Save filters of the list of conversations under a name",
        status=201,
        body=NewView,
        reply=ViewInfo,
        errors=(ViewNameTaken, TooManyViews, SharedViewForbidden),
        role=Role.VIEWER,
        description=f"Own views are for everybody, shared ones are an editor's. At most {MOST_VIEWS} of each.",
        unlogged="views are ways of looking",
    ),
    Endpoint(
        "PATCH",
        ONE,
        change_view,
        AGENTS,
        "Change a saved view",
        description="Only what is given changes.",
        body=ViewChanges,
        body_required=False,
        reply=ViewInfo,
        errors=(ViewNotFound, ViewNameTaken, TooManyViews, SharedViewForbidden),
        role=Role.VIEWER,
        unlogged="views are ways of looking",
    ),
    Endpoint(
        "DELETE",
        ONE,
        delete_view,
        AGENTS,
        "Delete a saved view",
        description="A view of others can be deleted by an admin alone.",
        status=204,
        errors=(ViewNotFound, SharedViewForbidden),
        role=Role.VIEWER,
        unlogged="views are ways of looking",
    ),
)
