"""What runs here, and what got stuck.

process      a running part of the installation, as it last said of itself
dead letter  a job that failed too often: of an account, if what it is about belongs to one, else of the installation
telephony    numbers, connectors, reservations and calls of an account, whatever agent they belong to
"""
