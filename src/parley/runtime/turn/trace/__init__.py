"""What is kept of a turn for whoever looks at it later: requests and function calls (`turn_trace`), prompts and answers
where the operator lets them be kept (`exchanges`), what functions asked of APIs (`api_calls`)."""
