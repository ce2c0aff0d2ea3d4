"""The door through which work comes that nobody waits for.

registry   every kind of job, and what does it
schedule   every period, and which job it asks for
run        takes due jobs and does them, whatever happens
deliveries sends what is due to webhook endpoints
"""
