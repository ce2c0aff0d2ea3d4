"""The local responder: reads the turn as structured values instead of prose, and decides by rules. English first.

- **scene**: the request as it is seen here: who said what, what may be called, what was called since the user spoke.
- **directive**: one thing that an instruction wants done: say, ask, call, avoid (`instructions` finds them in prose,
  `directives` and `speech` put them into words for the user).
- **condition**: when a directive applies, judged against what the user said (`conditions`).
- **want**: a value to be found out, an entity or a parameter (`wants`); its **kind** says how to recognise it in a
  reply (`fill`, with `kit.dates`, `numbers`, `names`, `codes`, `contacts`, `choices`, `yesno`) and how to ask for it
  (`questions`).
- **reply**: words, a call, or both. `decide` takes the first that applies: what a function gave back (`results`), the
  step (`step`, `collect`), a topic (`topic`, `answer`), a courtesy (`courtesy`); `smalltalk` comes before all of it.
- **similarity**: how alike two texts are, by words or by an embedder's vectors.
"""
