"""What an operator watches and sets up: `parley jobs`, `alerts`, `webhooks`, `audit`, `models`."""
