from _gen import *  # <AUTO GENERATED>

LINES = {
    "welcome_back": {
        "en": "Welcome back, {name}. Would you like to book a table at {branch}, or can I help with something else?",
        "es": "Me alegra saludarle de nuevo, {name}. ¿Desea reservar en {branch}, o puedo ayudarle en otra cosa?",
    },
    "bookings_paused": {
        "en": "We are not taking bookings through me at the moment. Please call {phone}.",
        "es": "En este momento no puedo tomar reservas. Por favor, llame al {phone}.",
    },
    "table_free": {
        "en": "I have a table for {party_size} at {branch} on {day} at {time}. What name should I put the booking under?",
        "es": "Tengo una mesa para {party_size} en {branch} el {day} a las {time}. ¿A qué nombre hago la reserva?",
    },
    "table_full": {
        "en": "I'm sorry, {time} on {day} is fully booked. I could offer you {others}. Which time would you prefer?",
        "es": "Lo siento, el {day} a las {time} está completo. Puedo ofrecerle {others}. ¿Qué hora prefiere?",
    },
    "nothing_near": {
        "en": "I'm sorry, we have nothing around {time} on {day}. What other day or time would suit you?",
        "es": "Lo siento, no queda nada cerca de las {time} el {day}. ¿Qué otro día u hora le vendría bien?",
    },
    "closed_day": {
        "en": "I'm sorry, {branch} is closed on {day}. What other day would suit you?",
        "es": "Lo siento, {branch} cierra el {day}. ¿Qué otro día le vendría bien?",
    },
    "outside_hours": {
        "en": "On {day} we seat guests from {opens} until {last}. What time in between would suit you?",
        "es": "El {day} recibimos desde las {opens} hasta las {last}. ¿Qué hora entre esas le vendría bien?",
    },
    "in_the_past": {
        "en": "I'm afraid {time} on {day} has already passed. What other day or time would suit you?",
        "es": "El {day} a las {time} ya ha pasado. ¿Qué otro día u hora le vendría bien?",
    },
    "summary": {
        "en": "That is a table for {party_size} at {branch} on {day} at {time}, for {name}, and I can reach you on {phone}. "
        "Shall I confirm the booking?",
        "es": "Es una mesa para {party_size} en {branch} el {day} a las {time}, a nombre de {name}, teléfono {phone}. "
        "¿Confirmo la reserva?",
    },
    "booked": {
        "en": "Your table is booked, {name}. Your reference is {reference}.{texted} Is there anything else I can do for you?",
        "es": "Su mesa está reservada, {name}. Su referencia es {reference}.{texted} ¿Puedo ayudarle en algo más?",
    },
    "texted": {
        "en": " I have sent the details to your phone.",
        "es": " Le he enviado los datos al móvil.",
    },
    "what_to_change": {
        "en": "Of course. What would you like to change, the table or your contact details?",
        "es": "Por supuesto. ¿Qué desea cambiar, la mesa o sus datos de contacto?",
    },
    "again_table": {
        "en": "No problem. Tell me the new number of people, the day or the time.",
        "es": "No hay problema. Dígame el nuevo número de personas, el día o la hora.",
    },
    "again_contact": {
        "en": "No problem. What name or telephone number should I put instead?",
        "es": "No hay problema. ¿Qué nombre o teléfono pongo en su lugar?",
    },
    "dropped": {
        "en": "All right, I have not booked anything. Is there anything else I can do for you?",
        "es": "De acuerdo, no he reservado nada. ¿Puedo ayudarle en algo más?",
    },
    "found_booking": {
        "en": "I have found it: a table for {party_size} at {branch} on {day} at {time}, for {name}. "
        "Would you like to change it or cancel it?",
        "es": "La he encontrado: una mesa para {party_size} en {branch} el {day} a las {time}, a nombre de {name}. "
        "¿Desea cambiarla o cancelarla?",
    },
    "not_found": {
        "en": "I can't find a booking with that. Could you give me the reference again, or the telephone number?",
        "es": "No encuentro ninguna reserva con eso. ¿Me repite la referencia, o el teléfono?",
    },
    "not_found_handoff": {
        "en": "I still can't find your booking, so I'll pass you to the manager, who can look it up by name.",
        "es": "Sigo sin encontrar su reserva, así que le paso con el encargado, que puede buscarla por nombre.",
    },
    "already_cancelled": {
        "en": "That booking has already been cancelled. Is there anything else I can do for you?",
        "es": "Esa reserva ya está cancelada. ¿Puedo ayudarle en algo más?",
    },
    "confirm_cancel_free": {
        "en": "You can cancel your table on {day} at {time} free of charge. Shall I cancel the booking?",
        "es": "Puede cancelar su mesa del {day} a las {time} sin coste. ¿Cancelo la reserva?",
    },
    "confirm_cancel_fee": {
        "en": "Your table is on {day} at {time}, which is very soon, so there is a charge of £{fee}. "
        "Shall I cancel the booking?",
        "es": "Su mesa es el {day} a las {time}, dentro de muy poco, y por eso se cobran £{fee}. ¿Cancelo la reserva?",
    },
    "cancelled": {
        "en": "Your booking {reference} is cancelled. Is there anything else I can do for you?",
        "es": "Su reserva {reference} está cancelada. ¿Puedo ayudarle en algo más?",
    },
    "kept": {
        "en": "All right, your booking stays as it is. Is there anything else I can do for you?",
        "es": "De acuerdo, su reserva queda como está. ¿Puedo ayudarle en algo más?",
    },
    "ask_new_details": {
        "en": "Of course. What day and time would you like instead?",
        "es": "Por supuesto. ¿Qué día y a qué hora prefiere?",
    },
    "new_table_free": {
        "en": "I can move it to {day} at {time} for {party_size}. Shall I make the change?",
        "es": "Puedo pasarla al {day} a las {time} para {party_size}. ¿Hago el cambio?",
    },
    "new_table_full": {
        "en": "I'm sorry, I can't seat {party_size} on {day} at {time}.{others} What other day or time would suit you?",
        "es": "Lo siento, no tengo sitio para {party_size} el {day} a las {time}.{others} ¿Qué otro día u hora prefiere?",
    },
    "could_offer": {
        "en": " That day I could offer you {others}.",
        "es": " Ese día puedo ofrecerle {others}.",
    },
    "changed": {
        "en": "Done. Your booking {reference} is now for {party_size} on {day} at {time}. "
        "Is there anything else I can do for you?",
        "es": "Hecho. Su reserva {reference} es ahora para {party_size} el {day} a las {time}. "
        "¿Puedo ayudarle en algo más?",
    },
    "large_party": {
        "en": "For {party_size} people our events team will look after you. "
        "What is the occasion, a birthday, a wedding, business, a family meal or something else?",
        "es": "Para {party_size} personas le atiende nuestro equipo de eventos. "
        "¿Cuál es la ocasión, un cumpleaños, una boda, empresa, una comida familiar u otra cosa?",
    },
    "enquiry_noted": {
        "en": "Thank you. I have noted {party_size} people on {day} for a {occasion} occasion. "
        "Shall I put you through to our events team now?",
        "es": "Gracias. He anotado {party_size} personas el {day}, ocasión: {occasion}. "
        "¿Le paso ahora con nuestro equipo de eventos?",
    },
    "to_events": {
        "en": "I'm putting you through to our events team now.",
        "es": "Le paso ahora con nuestro equipo de eventos.",
    },
    "events_will_call": {
        "en": "All right, our events team will get in touch with you. Is there anything else I can do for you?",
        "es": "De acuerdo, nuestro equipo de eventos se pondrá en contacto con usted. ¿Puedo ayudarle en algo más?",
    },
    "open_on": {
        "en": "On {day}, {branch} is open from {opens} to {closes}.",
        "es": "El {day}, {branch} abre de {opens} a {closes}.",
    },
    "not_open_on": {
        "en": "{branch} is closed on {day}.",
        "es": "{branch} cierra el {day}.",
    },
    "branch_switched": {
        "en": "Of course, let's talk about {branch}, at {address}. What would you like to know?",
        "es": "Por supuesto, hablemos de {branch}, en {address}. ¿Qué desea saber?",
    },
    "directions_sent": {
        "en": "I have sent the address and a map of {branch} to your phone. Is there anything else I can do for you?",
        "es": "Le he enviado la dirección y un plano de {branch} al móvil. ¿Puedo ayudarle en algo más?",
    },
    "directions_spoken": {
        "en": "{branch} is at {address}. The nearest stop is {station}.",
        "es": "{branch} está en {address}. La parada más cercana es {station}.",
    },
    "to_manager": {
        "en": "Of course. I'm putting you through to the manager of {branch} now.",
        "es": "Por supuesto. Le paso ahora con el encargado de {branch}.",
    },
    "language_switched": {
        "en": "Of course, let's continue in English. How can I help you?",
        "es": "Por supuesto, seguimos en español. ¿En qué puedo ayudarle?",
    },
    "language_unknown": {
        "en": "I'm sorry, I only speak English and Spanish. How can I help you?",
        "es": "Lo siento, solo hablo español e inglés. ¿En qué puedo ayudarle?",
    },
    "take_your_time": {"en": "Take your time.", "es": "Tómese su tiempo."},
    "no_discount": {
        "en": "Our prices are the same for everybody, but the manager can tell you about current offers.",
        "es": "Nuestros precios son iguales para todos, pero el encargado puede contarle las ofertas del momento.",
    },
}


@func_description("Utility module: what the agent says word for word, by language. Never called by the model.")
def utterances(conv: Conversation):
    return "Utility module."


def line(conv, key, **values):
    language = "es" if (conv.language or "").startswith("es") else "en"
    return LINES[key][language].format(**values)


def one_of(conv, options):
    """'seven or eight', in the language of the conversation."""
    joiner = " o " if (conv.language or "").startswith("es") else " or "
    return joiner.join(options)
