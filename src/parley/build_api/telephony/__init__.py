"""Phone numbers, the trunks that calls come through, and calls that agents place.

numbers     phone numbers of an agent
connectors  its trunks; connector_batches: many at once
overview    numbers and calls of the account
outbound_calls  calls that an agent places
"""
