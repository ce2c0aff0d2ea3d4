"""Variants and their attributes under a branch. Written into `config/variant_attributes.yaml` of the branch."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.branches.file_changes import Change, edit_files
from parley.build_api.branches.lookup import BRANCH, READING, WRITING, check_writable, requested_branch, writable_branch
from parley.domain.branches import variants
from parley.domain.branches.branch_files import read_head
from parley.domain.branches.model import BranchFilesInvalid, BranchSequenceMismatch, Head
from parley.domain.branches.variants import (
    VariantAttributeNotFound,
    VariantNotFound,
    VariantsBadAttributesError,
    VariantsDuplicateNameError,
    VariantsRemoveDefaultError,
)
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import LEFT_OUT
from parley.web.responses import json_response

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^\S(.*\S)?$")]


class AttributeValues(BaseModel):
    values: Annotated[
        dict[Annotated[str, Field(max_length=500)], Annotated[str, Field(max_length=20_000)]], Field(max_length=500)
    ] = Field(description="By the ids of the attributes.")


class NewVariant(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name
    attributeValues: AttributeValues = LEFT_OUT
    isDefault: bool = LEFT_OUT


class VariantChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Name = LEFT_OUT
    attributeValues: AttributeValues = LEFT_OUT
    isDefault: bool = LEFT_OUT


class BranchVariant(BaseModel):
    id: str = Field(description="It stays when its name is another one.")
    name: str
    isDefault: bool
    attributeValues: AttributeValues


class BranchVariants(BaseModel):
    variants: list[BranchVariant]


class BranchAttribute(BaseModel):
    id: str = Field(description="It stays when its name is another one.")
    name: str


class BranchAttributes(BaseModel):
    attributes: list[BranchAttribute]


class NewAttribute(BaseModel):
    name: Name


class GoneRecord(BaseModel):
    id: str


async def list_variants(request: ApiRequest[None, None]) -> Response:
    head = await _head(request)
    return json_response({"variants": await asyncio.to_thread(variants.list_variants, head.files, head.ids)})


async def create_variant(request: ApiRequest[NewVariant, None]) -> Response:
    given = request.body.model_dump(exclude_unset=True)
    return await _edit(request, lambda files, ids: variants.create_variant(files, ids, given), 201)


async def change_variant(request: ApiRequest[VariantChange, None]) -> Response:
    given, variant_id = request.body.model_dump(exclude_unset=True), request.path["variant_id"]
    return await _edit(request, lambda files, ids: variants.change_variant(files, ids, variant_id, given))


async def delete_variant(request: ApiRequest[None, None]) -> Response:
    return await _edit(request, lambda files, ids: variants.delete_variant(files, ids, request.path["variant_id"]))


async def list_attributes(request: ApiRequest[None, None]) -> Response:
    head = await _head(request)
    return json_response({"attributes": await asyncio.to_thread(variants.list_attributes, head.files, head.ids)})


async def create_attribute(request: ApiRequest[NewAttribute, None]) -> Response:
    return await _edit(request, lambda files, ids: variants.create_attribute(files, ids, request.body.name), 201)


async def change_attribute(request: ApiRequest[NewAttribute, None]) -> Response:
    attribute_id, name = request.path["attribute_id"], request.body.name
    return await _edit(request, lambda files, ids: variants.change_attribute(files, ids, attribute_id, name))


async def delete_attribute(request: ApiRequest[None, None]) -> Response:
    return await _edit(request, lambda files, ids: variants.delete_attribute(files, ids, request.path["attribute_id"]))


async def _edit(request: ApiRequest[Any, None], change: Change[Any], status: int = 200) -> Response:
    _, made = await edit_files(request, await writable_branch(request), change)
    return json_response(made, status)


async def _head(request: ApiRequest[Any, None]) -> Head:
    return await read_head(request.resources.db, await requested_branch(request))


VARIANTS, ATTRIBUTES = f"{BRANCH}/variants", f"{BRANCH}/attributes"
CHANGING = (*WRITING, BranchFilesInvalid, BranchSequenceMismatch)

ENDPOINTS = (
    Endpoint(
        "GET",
        VARIANTS,
        list_variants,
        AGENTS,
        "The variants of an agent on a branch",
        description="With the value of every attribute, by the attribute's id.",
        reply=BranchVariants,
        errors=READING,
    ),
    Endpoint(
        "POST",
        VARIANTS,
        create_variant,
        AGENTS,
        "Add a variant on a branch",
        description="The first one is the default. A new default takes that from the one that was it.",
        status=201,
        before=check_writable,
        body=NewVariant,
        reply=BranchVariant,
        errors=(*CHANGING, VariantsDuplicateNameError, VariantsBadAttributesError),
    ),
    Endpoint(
        "PATCH",
        f"{VARIANTS}/{{variant_id}}",
        change_variant,
        AGENTS,
        "Change a variant on a branch",
        description="Values that are not sent stay. Its id stays with another name, which test cases follow.",
        before=check_writable,
        body=VariantChange,
        reply=BranchVariant,
        errors=(
            *CHANGING,
            VariantNotFound,
            VariantsDuplicateNameError,
            VariantsBadAttributesError,
            VariantsRemoveDefaultError,
        ),
    ),
    Endpoint(
        "DELETE",
        f"{VARIANTS}/{{variant_id}}",
        delete_variant,
        AGENTS,
        "Delete a variant on a branch",
        description="With its values. The default one stays: make another the default first.",
        before=check_writable,
        reply=GoneRecord,
        errors=(*CHANGING, VariantNotFound, VariantsRemoveDefaultError),
    ),
    Endpoint(
        "GET",
        ATTRIBUTES,
        list_attributes,
        AGENTS,
        "The attributes of an agent's variants on a branch",
        description="Their values are with the variants.",
        reply=BranchAttributes,
        errors=READING,
    ),
    Endpoint(
        "POST",
        ATTRIBUTES,
        create_attribute,
        AGENTS,
        "Add an attribute on a branch",
        description="Empty in every variant.",
        status=201,
        before=check_writable,
        body=NewAttribute,
        reply=BranchAttribute,
        errors=(*CHANGING, VariantsDuplicateNameError),
    ),
    Endpoint(
        "PATCH",
        f"{ATTRIBUTES}/{{attribute_id}}",
        change_attribute,
        AGENTS,
        "Rename an attribute on a branch",
        description="References in texts get the new name; code that reads it does not. Its id stays.",
        before=check_writable,
        body=NewAttribute,
        reply=BranchAttribute,
        errors=(*CHANGING, VariantAttributeNotFound, VariantsDuplicateNameError),
    ),
    Endpoint(
        "DELETE",
        f"{ATTRIBUTES}/{{attribute_id}}",
        delete_attribute,
        AGENTS,
        "Delete an attribute on a branch",
        description="With its values in all variants.",
        before=check_writable,
        reply=GoneRecord,
        errors=(*CHANGING, VariantAttributeNotFound),
    ),
)
