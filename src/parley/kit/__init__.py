"""Small tools that know nothing of Parley.

backoff             how long to wait before the next attempt
child_process       a child that runs a module of ours and talks with us over a socket pair
clock               time as a dependency; moments as every response writes them
comma_lists         types of settings that hold several values
dates               dates and times as people say and write them: one grammar
encryption          AES-GCM for what must not be readable in a copy of the database
errors              an error is a class: its name is the code, its docstring the message
files               files that are their owner's alone, written whole or not at all
frames              a kind, a length, and so many bytes: what goes between a process and its child
garbage_collection  the garbage collector of a process that serves
heartbeat           signs of life that an event loop gives to its supervisor
http_limits         how much of a server a client may use before anybody knows who it is
ids                 time-ordered UUIDs, base62 and hexadecimal tokens
json_depth          how deeply JSON is nested
log                 structured logs without conversation text
outbound            HTTP requests to addresses that strangers chose
patterns            regular expressions that strangers wrote
randomness          chance as a dependency
service_manager     what systemd is told
tasks               tasks that neither die silently nor outlive their owner
text                words, sentences and numbers in running text
tls                 the certificate authorities we trust
values              dataclasses that only the type checker keeps frozen
"""
