"""Alerts: rules about what agents do, evaluated every half minute.

rule           a metric of a project, or of all projects of an account, and the threshold that it must not cross
window         the minutes before a moment that a rule is about
activity       turns, starts and crashes of conversations: what a window is measured from
start          when a conversation began; it comes to be with its opening turn, in one transaction
crash          a conversation that ended for the reason `crash` or `error`
rollup         a minute that is over, whose activity is packed into one value for each project
pass           rolling up a minute: some time after its end, and again later for turns that were written late
reading        the value of a metric in a window, or why there is none: nothing happened, or it could not be measured
judgement      the state that follows from a reading, and the event to publish, if there is one
incident       from `alerts.triggered` to `alerts.resolved`; a rule has at most one open
"""
