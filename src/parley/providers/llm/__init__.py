"""Language models. `protocol` is what the runtime knows; everything else is one way to be it.

- **piece**: a bit of text or one whole tool call; a reply is a stream of them.
- **endpoint**: a server that speaks chat completions (`openai`). `wire` writes requests, `sse` reads the stream,
  `chunks` assembles pieces and leaves private reasoning out, `error_details` reduces errors to what may be
  kept.
- **chain**: models tried one after the other, with a **circuit** each that remembers failures (`fallback`).
- **script**: answers written beforehand, for tests (`scripted`).
- **vendor**: a model behind the optional library any-llm (`vendors`).
- **local responder**: the model that needs no model (`parley.local_responder`).
"""
