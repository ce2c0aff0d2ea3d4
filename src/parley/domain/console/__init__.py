"""People in the console.

session   a browser that somebody signed in with a console key: a random secret in a cookie, of which the hash is kept
link      signs somebody in once, within an hour, without showing them a key
csrf token  what a page of ours knows and a page of somebody else's does not: it goes with every request that changes
"""
