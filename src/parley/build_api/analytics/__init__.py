"""How an agent does over time.

overview  the numbers by hour or day, as models says them; peaks: the most conversations at once
metrics   what agent code writes
themes    what was asked, put together by meaning
"""
