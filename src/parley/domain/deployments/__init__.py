"""Deployments: which version of an agent answers in which environment.

artifact     a project's files, stored under the hash of their content; never changed
deployment   an artifact put into an environment at some moment, by someone
active       the deployment that new conversations of an environment start on; the others keep theirs
promotion    the same version in the next environment; rollback: an earlier version again in its own
A/B test     a share of the new conversations in live goes to another deployment, until one of the two is chosen
diff         what two versions differ in, file by file
"""
