"""From a bundle to a project; ``projects.loader`` puts the parts together.

- tree: a YAML or JSON file as nodes that know their line; scalars keep the text that the author wrote.
- fields: one mapping of such a tree, read by key with the type that the format wants.
- source: the bundle's files as texts and fields.
- findings: what loading notes down on the way: problems, mentions (a name that must exist elsewhere) and texts that may
  contain references; ``projects.check`` judges the last two when the whole project is known.
- every other module reads one kind of resource.
"""
