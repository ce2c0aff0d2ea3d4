"""Alert rules, and the endpoints that hear of them.

alerts    rules, as alert_models says them; alert_history: what they saw
webhooks  endpoints; webhook_deliveries: what was sent to them
"""
