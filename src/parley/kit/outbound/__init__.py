"""HTTP requests to addresses that strangers chose, without being led into one's own network.

addresses   which addresses may be connected to
target      a URL, taken apart
names       from host names to addresses
connection  a request out, an answer back, as far as it came
guarded     the same check beneath httpx, for those who want answers whole
client      sends requests, over connections that stay open; checks every address that it connects to
"""
