"""HTTP and WebSockets as uvicorn serves them, within limits on time, number and size.

connection       an HTTP/1.1 connection within limits (`connection`, `connection_limits`)
protocol error   what a client hears from the server itself, before or instead of an endpoint (`protocol_errors`)
transport        sends the head of an answer with its body (`buffered_transport`)
WebSocket        counted like other connections; what it waits for costs little (`websockets`, `frames`, `waiters`)
"""
