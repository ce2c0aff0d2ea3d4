"""A project's files as the one JSON tree that command-line toolkits read, and changes of the tree as changed files.

records     collections, ids, tagged unions
files       a bundle's texts and documents
code        functions: code and decorators
names       references in texts: names in files, ids in the tree
settings    what a project has one of: its agent, its languages, its channels
lists       what stands in lists in one file: entities, handoffs, variants, ...
folders     what has a file of its own: topics, test cases, documents, functions
flows       flows with their steps and functions
merging     a changed document written over the one that is there
tree        all of it together
"""
