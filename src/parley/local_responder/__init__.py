"""The local responder: answers without a model. It reads a turn as values and decides by rules, English first.

- **local responder**: the model that is used when no endpoint is set (`model`); decides in `processes` of its own.
- **bounds**: how much of a request is looked at, so that no text takes much longer than another.
- **dialog context**: one request as the rules see it: the conversation, the tools, the calls since the user spoke.
- **reply**: words, a tool call, or words and then a call; what a decision gives.
- **prompts**: the author's instructions in prose, parsed into directives.
- **slots**: values to be filled from the user's words, entities and tool parameters alike.
- **policy**: which reply a dialog context gets.
- **phrase**: something that the responder says of its own accord, by language.
- **similarity**: how alike two texts are, by their terms or by an embedder's vectors.
- **cache**: what was found out about a text, for the length of one decision.
"""
