from _gen import *  # <AUTO GENERATED>


@func_description("The caller has said whether the technician should come to the address on the account.")
@func_parameter("is_right", "true if the address is right, false if the work is somewhere else")
def address_checked(conv: Conversation, flow: Flow, is_right: bool):
    if not is_right:
        flow.goto_step("Other Address", "somewhere else")
        return {"utterance": "What is the address for the visit?"}
    conv.state.visit_address = conv.state.customer.address
    flow.goto_step("read_back_visit", "address known")
