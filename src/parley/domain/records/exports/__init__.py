"""Exports: finished records in the order in which they were finished, for whoever copies them elsewhere.

position   where an export is: behind the moment and the id of a record
horizon    up to here nothing can be added any more: whoever writes earlier than that has committed
"""
