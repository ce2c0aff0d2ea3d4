"""Branches: drafts of a project, beside what was published.

main      what was published last in the sandbox; no row of its own, its sequence counts what was published there
branch    files that somebody works on, beside those that it began with
head      the files of a branch as they are now, with the sequence that they are known by
base      the files of its parent that it was made from, or last brought together with
parent    what a branch was made from and merges into: main, or another branch
sequence  counts the changes of a branch, from its parent's on; whoever writes says which one they have seen
merge     the changes of both sides since the base, together; or conflicts
document  a file of YAML that is changed over HTTP, and else stays as it was written
archive   where a deleted branch waits, to be restored or forgotten
"""
