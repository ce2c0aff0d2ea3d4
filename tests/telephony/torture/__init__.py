"""The messages of RFC 4475, which are made to confuse whoever reads SIP, each with how it is to be taken.

Their points are those of the RFC; names, numbers and session descriptions are our own where they are not the point.
"""

from tests.telephony.torture.message import Torture
from tests.telephony.torture.parsing import VALID_MESSAGES
from tests.telephony.torture.parsing_invalid import INVALID_MESSAGES
from tests.telephony.torture.semantics import APPLICATION_MESSAGES

TORTURES: tuple[Torture, ...] = (*VALID_MESSAGES, *INVALID_MESSAGES, *APPLICATION_MESSAGES)
