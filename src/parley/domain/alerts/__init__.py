"""Alerts: rules about what agents do, looked at every half minute.

rule           a metric of a project, or of all projects of an account, and the threshold that it must not cross
window         the minutes before a moment that a rule looks at; whoever asks at another moment sees another window
activity       the turns, starts and crashes of conversations that a window is measured from
start          when a conversation began; it comes to be with its opening turn, in one transaction
crash          a conversation that ended for the reason `crash` or `error`
reading        what a metric is in a window, or why there is none: nothing happened, or it could not be measured
judgement      the state that follows from a reading, and what has to be told about it
incident       from `alerts.triggered` to `alerts.resolved`; a rule has at most one open
measured       minutes that are over, whose activity is packed so that the whole of it is read at once
look           measuring a minute: some time after its end, and again later for turns that were written late
"""
