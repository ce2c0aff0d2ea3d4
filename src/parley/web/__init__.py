"""HTTP as all doors share it: it knows no endpoint by name.

endpoint    one method of one path: what it takes, who may call it, what it answers (`endpoint`)
group       endpoints that share one kind of key and one form of error (`groups`, `auth`)
request     one request to an endpoint, already authenticated and validated (`endpoint`, `router`)
envelope    the JSON around an error, different for each family (`errors`)
middleware  the outermost layer: correlation id, region, CORS, health (`middleware`, `regions`)
server      HTTP/1.1 and WebSockets within limits on time, number and size (`serve`, `serve_websockets`, `server`)
rate limit  requests of one key in a minute (`rate_limits`)
fairness    an account that floods waits in a queue of its own (`fairness`)
document    the OpenAPI description, made from the endpoints, and its page (`docs`)
ops         health, readiness and metrics on a port of their own (`ops`)
"""
