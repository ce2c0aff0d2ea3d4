"""A simulated caller: a program at the other end of a leg, which says lines and interrupts.

simulated caller  says its lines when the agent has finished, or interrupts it (`simulated_caller`)
noise             what is around it, made up (`caller_noise`)
report            what became of its lines (`caller_report`)
"""
