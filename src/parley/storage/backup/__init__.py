"""Backups that are more than a copy: base backups and all that was written since, to be restored to any moment.

repository    where backups are kept: objects under names, in a folder or an S3-compatible store (`repository`)
object store  keeps bytes under names (`object_store`, `s3`)
object        compressed, with a checksum, and encrypted where there is a key (`object_format`)
base backup   all files of a cluster, as a stream in chunks; whole once its description is there (`base`, `model`)
segment       16 MB of the write-ahead log; `part`: what is known of one that is not full yet (`segments`)
archiver      receives the log from the server and keeps it in the repository, seconds behind (`archiver`)
gap           segments that are missing: nothing after them can be restored (`segments`)
restore       files, log, recovery up to a moment, and only then a cluster in the data folder (`restore`)
server        the PostgreSQL that is backed up: by its address, over the replication protocol (`server`)
"""
