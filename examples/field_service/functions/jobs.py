from _gen import *  # <AUTO GENERATED>
from pydantic import BaseModel, ConfigDict, Field


class JobRequest(BaseModel):
    """What a caller needs done. It is kept in the state as it is."""

    model_config = ConfigDict(frozen=True)

    trade: str = Field(pattern="^(plumbing|heating|electrics)$")
    summary: str = Field(min_length=1, max_length=300)
    urgency: str = "flexible"


@func_description("Utility module: a job as a checked value. Never called by the model.")
def jobs(conv: Conversation):
    return "Utility module."


def job_from(trade, summary, **more):
    return JobRequest.model_validate({"trade": trade, "summary": (summary or trade).strip()[:300] or trade, **more})
