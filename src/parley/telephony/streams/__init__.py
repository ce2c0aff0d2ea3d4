"""Phone calls that a provider carries: it asks over HTTP what to do with a call, and sends the audio over a WebSocket.

provider        one carrier's protocol, pure: signatures, documents, messages, requests (`twilio`, `telnyx`, `plivo`)
webhook         a request of the carrier's: a call comes in, was answered, goes on, has ended; signed
document        the XML that answers a webhook and says what happens to the call next
stream          the WebSocket that carries a call's audio, in messages of JSON
ticket          what a stream's address ends in: good for one connection to one call, within seconds
mark            a message that comes back when all audio before it was played
chunk order     puts audio that arrives out of order right
stream call     a call whose leg is a stream, which may be replaced by another
call registry   the calls that this process has, and the tickets for their streams
carrier API     requests to the carrier: place a call, end it, send it elsewhere
"""
