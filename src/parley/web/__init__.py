"""The frame around HTTP doors: regions, keys, bodies, errors, documents, health. It knows no endpoint by name.

endpoint   one method of one path: what it takes, who may call it, what it answers
group      endpoints that share one kind of key and one form of error
call       one request to an endpoint, already authenticated and validated
"""
