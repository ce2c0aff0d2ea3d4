from _gen import *  # <AUTO GENERATED>
from functions.branches import last_user_text
from functions.menu import DISHES, allergen_in, dish_in


@func_description("Find out whether a dish contains something, or which dishes are free of it.")
@func_parameter("dish", "The dish that the guest asked about, or NA for the whole menu")
@func_parameter("allergen", "What the guest must avoid, for example gluten, milk or nuts; NA if they did not say")
def check_allergens(conv: Conversation, dish: str, allergen: str):
    found, avoid = dish_in(dish), allergen_in(allergen) or allergen_in(last_user_text(conv))
    conv.write_metric("ALLERGEN_ASKED", avoid or "any")
    if avoid:
        conv.state.allergen = avoid
    return {"utterance": f"{_answer(found, avoid)} Please tell your waiter about any allergy as well."}


def _answer(dish, allergen):
    if dish and allergen:
        return f"Our {dish.name} {'contains' if allergen in dish.contains else 'does not contain'} {allergen}."
    if dish:
        return f"Our {dish.name} contains {_listed(dish.contains) or 'none of the common allergens'}."
    if allergen:
        return f"Without {allergen} we have {_listed([d.name for d in DISHES if allergen not in d.contains])}."
    return "Every dish is marked with its allergens on the menu."


def _listed(names):
    *start, last = names or [""]
    return f"{', '.join(start)} and {last}" if start else last
