"""What agent code imports: `from _gen import *`. At run time the platform has its own."""

from ._conversation import *  # noqa: F403 - all of it is what it is for
from ._project import Entities as Entities
from ._project import FunctionExecutor as FunctionExecutor
from ._project import Variant as Variant
from ._values import *  # noqa: F403 - all of it is what it is for
