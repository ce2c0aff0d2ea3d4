"""The names of a project. This is what is known of one whose names are not written out."""

from typing import Any, TypeAlias

from ._values import Attributes

FlowName: TypeAlias = str
StepName: TypeAlias = str
VariantName: TypeAlias = str
HandoffName: TypeAlias = str
TemplateName: TypeAlias = str
TopicName: TypeAlias = str
LanguageCode: TypeAlias = str

class Entities(Attributes):
    """What was collected, by entity name; what was not is missing."""

class Variant(Attributes):
    """The attributes of one variant: texts. One that the project does not have is None."""

class FunctionExecutor:
    """The project's functions, called with what stands behind `conv`."""

    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, name: str) -> Any: ...
    def __contains__(self, name: str) -> bool: ...
