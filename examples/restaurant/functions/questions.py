from _gen import *  # <AUTO GENERATED>


@func_description("Utility: what steps ask, in the language that is spoken now. Prompts of steps may hold variables, but no translations.")
def questions(conv: Conversation):
    conv.state.ask_party_size = conv.translations.ask_party_size
    conv.state.ask_date = conv.translations.ask_date
    conv.state.ask_time = conv.translations.ask_time
    conv.state.ask_other_time = conv.translations.ask_other_time
    conv.state.ask_name = conv.translations.ask_name
    conv.state.ask_phone = conv.translations.ask_phone
    conv.state.ask_confirm_booking = conv.translations.ask_confirm_booking
    conv.state.ask_what_to_change = conv.translations.ask_what_to_change
    conv.state.ask_reference = conv.translations.ask_reference
    conv.state.ask_change_or_cancel = conv.translations.ask_change_or_cancel
    conv.state.ask_confirm_cancel = conv.translations.ask_confirm_cancel
    conv.state.ask_new_details = conv.translations.ask_new_details
    conv.state.ask_new_party_size = conv.translations.ask_new_party_size
    conv.state.ask_confirm_change = conv.translations.ask_confirm_change
    conv.state.ask_event_size = conv.translations.ask_event_size
    conv.state.ask_event_date = conv.translations.ask_event_date
    conv.state.ask_occasion = conv.translations.ask_occasion
    conv.state.ask_transfer_events = conv.translations.ask_transfer_events
