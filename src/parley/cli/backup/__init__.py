"""`parley backup` and `parley restore`, and the backups that `parley up` makes by itself.

command   what one asks for by hand
restore   a folder or a database made again from a backup
sources   which database is backed up, and where to
archiver  the process of `parley up` that copies the log and makes base backups by itself
"""
