"""`parley test`: runs a project's test suite on this machine, with no server.

command   the options, and what the exit status is
plan      what is to be run, as the options say
running   the cases in writing, some at a time, and each as often as wanted
voice     the cases as phone calls
report    what is printed: a line for each case, and why one did not pass
junit     the same for programs that read JUnit's XML
"""
