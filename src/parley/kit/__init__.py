"""Small tools that know nothing of Parley: errors, ids, time, dates, files, logs, background tasks."""
