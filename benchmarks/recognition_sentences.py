"""What people say to agents on the phone, a hundred sentences. Without numbers, which can be written in two ways."""

from __future__ import annotations

ENGLISH = tuple(
    line.strip()
    for line in """
    I would like to book a table for tomorrow evening.
    Could you please tell me what time you open on Saturday?
    I want to speak to a human agent about my bill.
    Yes, that is correct, thank you very much.
    What is the price of the larger room?
    Please cancel my appointment on Monday morning.
    I have lost my credit card and need a new one.
    How long does it take to get to the airport?
    My internet connection has been down since yesterday.
    Can I change the delivery address for my order?
    The package arrived but the box was damaged.
    I never received a confirmation email.
    Is there parking close to the restaurant?
    We would prefer a table outside if the weather is good.
    Do you have any vegetarian dishes on the menu?
    My daughter is allergic to peanuts and shellfish.
    I am calling because I forgot my password.
    The website says my account has been locked.
    Could you send me a copy of the invoice?
    I think there is a mistake on my last statement.
    How much would it cost to upgrade my plan?
    I would like to cancel my subscription.
    When will the technician come to my house?
    Nobody has called me back about this problem.
    Can you repeat the last part, please?
    I did not understand what you just said.
    Let me check my calendar for a moment.
    That does not work for me, I am afraid.
    Is it possible to come a little later?
    My flight was delayed and I missed my connection.
    I need a taxi to the central station.
    Is breakfast included in the price?
    We would like to stay for another night.
    The air conditioning in my room is not working.
    Could somebody bring fresh towels, please?
    I left my jacket in the hotel lobby.
    What time is the latest check out?
    Are pets allowed in the apartment?
    I would like to make a payment over the phone.
    Please transfer the money to my savings account.
    Somebody used my card without my permission.
    What documents do I need to open an account?
    My doctor told me to schedule a follow up visit.
    I need to refill my prescription before the weekend.
    Is the doctor available on Friday afternoon?
    My son has had a fever since last night.
    Do you accept my insurance?
    The pharmacy said they are still waiting for you.
    I would like to know the results of my blood test.
    Can I see a different dentist this time?
    The engine makes a strange noise when I brake.
    How soon can you repair the windshield?
    I want to rent a small car for the weekend.
    Does the price include insurance and fuel?
    Where can I return the car after closing time?
    The battery was dead again this morning.
    I would like to return these shoes.
    Do you have this jacket in a larger size?
    The color looks different from the picture.
    How long does standard shipping usually take?
    Could you wrap it as a gift, please?
    I used the wrong coupon when I paid.
    Can you match the price of another store?
    Is this product still in stock?
    Please leave the parcel with my neighbor.
    The driver could not find our building.
    Turn left at the church and then go straight on.
    We live above the bakery on the corner.
    My name is Sarah Thompson.
    I am calling on behalf of my mother.
    She does not speak much English.
    Please write that down for me.
    No, not on Tuesday, I meant Thursday.
    Actually, make that the week after.
    Sorry, I changed my mind about the dessert.
    That sounds great, let us do that.
    I have been waiting for almost an hour.
    This is the third time I have called about it.
    I would like to speak to your manager.
    You have been very helpful, goodbye.
    The water heater started leaking this morning.
    Please turn off the main valve first.
    When does the new contract start?
    How do I reset the device to factory settings?
    The screen stays black after the update.
    Have you tried turning it off and on again?
    There is no light on the front of the modem.
    Can I keep my old phone number?
    I am moving to another city next month.
    What is the cheapest way to call abroad?
    I would like to report a broken street light.
    The trash has not been collected this week.
    Where do I apply for a parking permit?
    My passport expires before the summer.
    Is the library open on public holidays?
    I want to sign up for the evening class.
    How many students are in each group?
    Do beginners need to bring their own equipment?
    We are looking for a venue for our wedding.
    Could we taste the menu before we decide?
    """.strip().splitlines()
)
