"""The door of clients that stay connected: the HTTP calls that open a session, and its WebSocket.

app         every endpoint of the service, and its WebSocket
access      access tokens, sessions, verified context
handshake   who may connect to a session, from which page
socket      one WebSocket of a session: what comes in, what goes out, in order and within limits
desk        people take sessions over
desk_page   the page on which a person does; its files are in desk_files
desk_reader one request of theirs that waits for news
widget      the script of the chat widget, its configuration, the SDK, and a page to look at it
"""
