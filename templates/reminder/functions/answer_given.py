from _gen import *  # <AUTO GENERATED>


@func_description("The customer has said whether they will come to their appointment.")
@func_parameter("coming", "true if they will come, false if they will not")
def answer_given(conv: Conversation, coming: bool):
    conv.state.coming = coming
    conv.write_metric("REMINDER", "coming" if coming else "not coming")
    if coming:
        return {"utterance": "Wonderful, we look forward to seeing you. Goodbye.", "hangup": True}
    return {"utterance": "I have cancelled it. Please call us for another time. Goodbye.", "hangup": True}
