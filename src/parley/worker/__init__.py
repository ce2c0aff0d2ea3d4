"""The door through which work comes that nobody waits for.

registry   every kind of job: what does it, how often it is tried, and its period if it has one
run        defers jobs whose period has come, takes due jobs and does them, whatever happens
deliveries sends what is due to webhook endpoints
"""
