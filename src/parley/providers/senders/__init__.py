"""Text messages and mails: what sends them. Without a configured sender they are recorded and go nowhere."""
