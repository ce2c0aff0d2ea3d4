"""Reservations: numbers of a pool, each lent to one caller for a while.

pool           the dynamic numbers of an agent in one environment
reservation    a number, until when it is held, and what the caller's call brings along
"""
