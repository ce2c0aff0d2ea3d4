from __future__ import annotations

from datetime import UTC, datetime

from parley.storage.backup.signature import Credentials, encoded_query, signed_headers

# The example of AWS's documentation: "GET Bucket (List Objects)".
EXAMPLE = Credentials("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
MOMENT = datetime(2013, 5, 24, tzinfo=UTC)


def test_the_example_of_the_specification_is_signed_as_it_says() -> None:
    query = {"max-keys": "2", "prefix": "J"}
    headers = signed_headers("GET", "examplebucket.s3.amazonaws.com", "/", query, b"", EXAMPLE, MOMENT)
    assert headers["x-amz-date"] == "20130524T000000Z"
    assert headers["authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        "SignedHeaders=host;x-amz-content-sha256;x-amz-date, "
        "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
    )


def test_a_query_is_encoded_in_the_order_of_its_names() -> None:
    assert encoded_query({"prefix": "a b/ü", "list-type": "2"}) == "list-type=2&prefix=a%20b%2F%C3%BC"
