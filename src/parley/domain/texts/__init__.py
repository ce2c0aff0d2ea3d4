"""Text messages, both ways: SMS and WhatsApp.

thread      all messages between a number of ours and one of a user on one channel: which conversation runs, whether the
            user wants none (`model`, `thread_store`)
message     one of them, on its way, and what became of it (`model`, `message_store`)
keyword     a word that is a request to us and not to the agent: STOP, START, HELP (`keywords`)
notice      words of ours and not of the agent: that STOP was understood, that a conversation will end (`notices`)
part        what of a long reply goes into one message (`message_parts`)
receipt     the carrier's word on a message that it took (`model`, `actions`)
"""
