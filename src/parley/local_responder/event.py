"""An external event, of which a step may say what to do: "Call x when the payment is reported"."""

from __future__ import annotations

import re

from parley.local_responder.act import carry_out
from parley.local_responder.scene import Reply, Scene

_REPORTED = re.compile(
    r"\b(?:events?|webhooks?|notif(?:y|ied|ication)|reported|arriv(?:es?|ed)|received|comes? (?:in|through|back))\b",
    re.IGNORECASE,
)


def on_event(scene: Scene) -> Reply:
    """What it means is for the step's functions to find out. Where none is named, there is nothing to say."""
    concerned = [one for one in scene.step if _REPORTED.search(one.condition)]
    return carry_out(concerned, scene) or Reply("")
