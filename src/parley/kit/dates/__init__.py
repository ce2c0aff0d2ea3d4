"""Dates and times as people say and write them. One grammar for two uses: **parse** reads a text that is a date or time
as a whole (what a model collected), **find** takes the first one from a longer text (what a user said). What parse
accepts, find reads in the same way. English words; numbers in any language.

- **rule**: a pattern and what reads its match (`grammar`). In a longer text a match wins over its own parts, then the
  rule that comes first: a day and a month, a day counted from today, a day alone, a period.
- **reading**: what settles a date that can be read in two ways (`reading`): today, the order of day and month, whether
  it is a date of birth, whether the text answers the question for a date.
- **hours**: what settles a time that can be read in two ways: opening hours (`times`).

Days counted from today (`relative_dates`). A week begins on Monday.

- "friday", "on friday", "coming friday": the next Friday. On a Friday that is in a week: who means today says so.
- "this friday": the next Friday, or today. "Last friday": the one before today.
- "next friday", "friday next week": the Friday of next week, even if this week's is still to come. "Friday after next":
  a week later.
- "in two weeks", "two weeks from friday", "ten days ago": counted in days; months and years keep the day of the month,
  or take the last one. "Friday in two weeks" is the Friday of that week.
- "this weekend", "next week", "next month": in a longer text the first day, or today if it has begun. As a whole text
  no date, because somebody has still to say which day.

Dates by the calendar (`calendar_dates`).

- 2026-05-03 is year, month, day, whatever the mark. A time behind it is left out.
- 3/5: by the language's region, month first in the United States, the Philippines, Puerto Rico and in English without a
  region, otherwise day first. With dots (3.5.2026) always day first. A number over twelve is the day.
- 3-5 and 3.5 without a year may be anything: they are a date as a whole text, as the answer to the question for a date,
  and right behind "on". Only there may a weekday stand before them: "friday 7.30" in a longer text is a time.
- Without a year ("3 May", "3/5", "Christmas") or without a month ("the third"): the next such day, today included.
- Two digits of a year: at most ten years ahead. 1/2/99 is 1999, 1/2/30 is 2030 (today being in the 2020s).
- A date of birth lies behind us: without a year it is the last such day, and 1/2/30 is 1930.
- A weekday in front of any of these ("Sunday, March 9") changes nothing.

Times of day (`times`).

- am, pm and parts of the day decide: "seven in the evening", "tomorrow morning at ten", "one at night" (01:00).
- Two digits for the hour (07:30, 10:30), an h (7h30), seconds, and hours from 13 on are of 24 hours, as written. 24:00
  is 00:00. "15:00 pm" is 15:00; "15 pm" is no time.
- Other hours from 1 to 12 ("7", "7:30", "half past seven"): the half of the day that lies within the opening hours, if
  only one does. Otherwise 8 to 11 is in the morning, and 12 to 7 from noon to the evening.
- "Noon" is 12:00, "midnight" 00:00, "half seven" 07:30 or 19:30, "quarter to eight" a quarter before it.
- A bare number is a time as a whole text, behind "at" and the like, and as the answer to the question for a time.
- "In an hour" needs to know what time it is: only `find_time` is told.
"""
