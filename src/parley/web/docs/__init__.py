"""The OpenAPI documents, made from the endpoints, and the page on which people read them.

document   the OpenAPI description of one service (`openapi`)
example    a body made from its schema (`examples`, `example_values`)
page       everything that can be asked of a service, to read and to try (`pages`, `operation`, `fields`)
"""
