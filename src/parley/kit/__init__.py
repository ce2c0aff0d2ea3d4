"""Small tools that know nothing of Parley: errors, ids, time, logs, background tasks."""
