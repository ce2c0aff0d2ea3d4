"""Small tools that know nothing of Parley: errors, ids, time, files, logs, background tasks."""
