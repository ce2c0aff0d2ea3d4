"""What the model is asked (`composition`), with the topics that fit what the user said (`retrieval`)."""
