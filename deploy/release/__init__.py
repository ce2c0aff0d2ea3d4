"""What belongs to a release besides the program: a list of all that is in it, and a look at where that came from.

lock     every package by name, version, hashes and licence, as the lock files of Python and npm name them (`locks`)
bill     the same as a CycloneDX document (`bill`)
audit    what no lock file may contain, found without a network (`audit`)
"""
