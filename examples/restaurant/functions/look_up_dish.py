from _gen import *  # <AUTO GENERATED>
from functions.menu import dish_in


@func_description("Look up the price and description of one dish on the menu.")
@func_parameter("dish", "The dish in the guest's own words")
def look_up_dish(conv: Conversation, dish: str):
    found = dish_in(dish)
    if found is None:
        return "That dish is not on the current menu. Offer to describe what is."
    kind = "It is vegan." if found.vegan else ""
    return {"content": f"The {found.name} is {found.price}. {kind}".strip()}
