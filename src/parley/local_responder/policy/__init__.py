"""The dialog policy: which reply a dialog context gets.

- **decision**: asks the rules below in their order; the first that has a reply wins.
- **default step**: collects entities, then chooses a path; **entity questions** ask for what is missing.
- **refusal**: a reply to a question that gives no value on purpose ("I'd rather not say").
- **advanced step**: a prompt in prose that says what to ask, what to say and what to call.
- **execution**: from directives to words and calls; **conditions** score whether a directive applies now.
- **arguments**: the arguments of a call, from the user's newest words and the last exchanges.
- **topics**: answers from retrieved passages, and tools that the rules mention.
- **answer extraction**: the sentences of a passage that answer the question.
- **tool results**: what a function gave back, in words.
- **dialog acts**: greeting, thanks, "what?", silence, and words that nothing matched.
- **people**: a wish to speak to somebody; **farewell**: an unmistakable goodbye.
- **misunderstandings**: what comes of several in a row.
- **wishes**: which rule or tool the user's words mean.
- **requests**: several in one sentence; **language**: the caller's, where the project has it.
- **smalltalk**: insults, praise, "how are you?"; **capabilities**: what the agent can help with.
"""
