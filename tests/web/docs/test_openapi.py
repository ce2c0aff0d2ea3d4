from __future__ import annotations

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from openapi_spec_validator.validation.exceptions import OpenAPIValidationError

from parley.web.docs.openapi import TITLES
from tests.contract import SERVICES, ContractClient, documents


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_the_documents_are_valid_openapi(service: str) -> None:
    for content in documents(service):
        OpenAPIV31SpecValidator(content).validate()


@pytest.mark.slow
def test_a_document_that_is_not_valid_is_noticed() -> None:
    content = documents("build")[0]
    with pytest.raises(OpenAPIValidationError):
        OpenAPIV31SpecValidator({**content, "paths": {"/x": {"get": {"responses": {"200": {}}}}}}).validate()


@pytest.mark.slow
@pytest.mark.parametrize("service", SERVICES)
def test_every_endpoint_is_in_exactly_one_document(service: str) -> None:
    endpoints, _regions = SERVICES[service]
    described = [
        (method.upper(), path)
        for content in documents(service)
        for path, methods in content["paths"].items()
        for method in methods
    ]
    assert len(described) == len(set(described)) == len(endpoints)


@pytest.mark.slow
def test_operation_ids_are_unique() -> None:
    names = [
        operation["operationId"]
        for service in SERVICES
        for content in documents(service)
        for methods in content["paths"].values()
        for operation in methods.values()
    ]
    assert len(names) == len(set(names))


async def test_documents_and_page_are_served(build: ContractClient) -> None:
    assert (await build.get("/openapi.json")).json()["info"]["title"] == f"Parley: {TITLES['build']}"
    page = await build.get("/docs")
    assert page.status_code == 200
    assert "/v1/accounts/{account_id}/agents" in page.text
    assert "default-src 'none'; script-src 'self'; style-src 'self'" in page.headers["content-security-policy"]
    assert page.text.count("<script") == 1
    assert 'src="http' not in page.text
    for name in ("docs.js", "docs.css"):
        assert (await build.get(f"/docs/{name}")).status_code == 200
