from _gen import *  # <AUTO GENERATED>
import datetime as dt
from dataclasses import dataclass, replace
from typing import Any

from .calendar_words import local_now

# The mock back end: three customers with their visits. What a conversation books, moves or cancels stays in its own
# state, so that a demonstration can be repeated.


@dataclass(frozen=True)
class Customer:
    account: str
    name: str
    phone: str
    address: str
    region: str

    @property
    def first_name(self):
        return self.name.split()[0]


@dataclass(frozen=True)
class Visit:
    reference: str
    account: str
    job: str
    start: dt.datetime
    end: dt.datetime
    address: str
    status: str = "booked"


CUSTOMERS = (
    Customer("BW204817", "Dana Whitfield", "+13125550142", "14 Alder Court", "lakeside"),
    Customer("BW318845", "Marcus Oyelaran", "+12075550163", "8 Lantern Street", "coastal"),
    Customer("BW377120", "Ines Petrov", "+13125550188", "220 Maple Grove Road", "lakeside"),
)
# reference, account, job, working days from now, start hour
_STANDING = (
    ("V1204", "BW204817", "boiler service", 4, 10),
    ("V1377", "BW377120", "kitchen tap repair", 3, 8),
    ("V1378", "BW377120", "socket installation", 6, 13),
)


@func_description("Utility module: customers and visits. Never called by the model.")
def people(conv: Conversation):
    return "Utility module."


def customer_by_account(account) -> Any:
    wanted = "".join(filter(str.isalnum, account or "")).upper()
    return next((customer for customer in CUSTOMERS if customer.account == wanted), None)


def customer_by_phone(phone):
    digits = "".join(filter(str.isdigit, phone or ""))[-10:]
    return next((c for c in CUSTOMERS if len(digits) == 10 and c.phone.endswith(digits)), None)


def visits_of(conv, customer):
    """What is still to come for a customer, soonest first."""
    known = {visit.reference: visit for visit in _standing(conv)} | (conv.state.changed_visits or {})
    mine = [visit for visit in known.values() if visit.account == customer.account and visit.status == "booked"]
    return sorted(mine, key=lambda visit: visit.start)


def keep_visit(conv, visit):
    conv.state.changed_visits = {**(conv.state.changed_visits or {}), visit.reference: visit}
    return visit


def moved(visit, slot):
    return replace(visit, start=slot.start, end=slot.end)


def cancelled(visit):
    return replace(visit, status="cancelled")


def _standing(conv):
    for reference, account, job, days, hour in _STANDING:
        day = _working_day(local_now(conv), days)
        start = day.replace(hour=hour, minute=0, second=0, microsecond=0)
        address = customer_by_account(account).address
        yield Visit(reference, account, job, start, start + dt.timedelta(hours=2), address)


def _working_day(day, count):
    while count:
        day += dt.timedelta(days=1)
        count -= day.weekday() < 5
    return day
