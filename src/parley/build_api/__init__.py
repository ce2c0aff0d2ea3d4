"""The door of the build and monitoring families.

app          every endpoint of the service
agents       the agents of an account; deployments, test_runs: its versions and runs of its test suite
uploads      a project's files in a request; archives: those that come as a zip
debug_chat   talking to an agent while building it; conversations, traces: what was said and what each turn did
conversation_summaries, conversation_turns, function_events, chat_metadata: the forms that both are read in
outbound_calls  calls that an agent places
real_time    values of an agent that change without a deployment
telephony    phone numbers of an agent; connectors: the trunks of its calls; telephony_batches: many at once
alerts       alert rules, with what they take and give in alert_models; webhooks: the endpoints that hear of alerts
audit_log    who changed what
operations   processes and jobs of the installation; telephony_overview: numbers and calls of the account
toolkit      what command-line toolkits of the hosted service read and write of a project
"""
