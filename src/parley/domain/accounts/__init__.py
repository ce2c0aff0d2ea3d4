"""Accounts and their keys.

account   a tenant; everything else belongs to one, and none can see another's
key       a secret that opens one family of endpoints, for a whole account or one project; only its hash is kept
api key   one that opens several families, each a permission, for all projects of an account or a list of them
keyring   the keys as a serving process knows them: in memory, fresh within two seconds
"""
