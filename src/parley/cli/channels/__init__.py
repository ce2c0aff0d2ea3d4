"""How users reach agents: `parley numbers`, `connectors`, `calls`, `texts`, `desk`, and a carrier of texts to try."""
