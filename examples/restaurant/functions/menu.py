from _gen import *  # <AUTO GENERATED>
from dataclasses import dataclass


@dataclass(frozen=True)
class Dish:
    name: str
    price: str
    contains: tuple
    vegan: bool = False
    words: tuple = ()


DISHES = (
    Dish("burrata with roast peaches", "£12", ("milk",), words=("burrata", "peach")),
    Dish("charred octopus", "£16", ("molluscs",), words=("octopus",)),
    Dish("ember-baked aubergine", "£15", ("sesame",), vegan=True, words=("aubergine", "eggplant")),
    Dish("wood-fired mushroom pizza", "£14", ("gluten", "milk"), words=("mushroom", "pizza")),
    Dish("lamb shoulder for two", "£42", ("celery",), words=("lamb",)),
    Dish("catch of the day", "£24", ("fish",), words=("catch", "fish")),
    Dish("chickpea and squash stew", "£13", (), vegan=True, words=("chickpea", "squash", "stew")),
    Dish("olive oil cake", "£8", ("gluten", "eggs"), words=("cake",)),
    Dish("almond and orange torte", "£8", ("nuts", "eggs"), words=("almond", "torte", "orange")),
    Dish("lemon sorbet", "£6", (), vegan=True, words=("sorbet", "lemon")),
)
ALLERGENS = {
    "gluten": ("gluten", "wheat", "coeliac", "celiac", "flour"),
    "milk": ("milk", "dairy", "lactose", "cheese", "cream"),
    "eggs": ("egg",),
    "nuts": ("nut", "almond"),
    "fish": ("fish",),
    "molluscs": ("mollusc", "shellfish", "octopus", "squid"),
    "celery": ("celery",),
    "sesame": ("sesame", "tahini"),
}


@func_description("Utility module: the menu. Never called by the model.")
def menu(conv: Conversation):
    return "Utility module."


def dish_in(text):
    lowered = (text or "").lower()
    return next((dish for dish in DISHES if any(word in lowered for word in dish.words)), None)


def allergen_in(text):
    lowered = (text or "").lower()
    return next((name for name, words in ALLERGENS.items() if any(word in lowered for word in words)), None)
