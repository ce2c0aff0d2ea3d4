"""The widget in a page, as its user sees it."""

from __future__ import annotations

from typing import Any

from tests.browser.chromium import Page

HOST = "document.querySelector('parley-widget')"
ROOT = f"{HOST}?.shadowRoot"


class Window:
    def __init__(self, page: Page) -> None:
        self.page = page

    async def ready(self) -> None:
        await self.page.until(f"{ROOT}?.querySelector('.launcher')")

    async def open(self) -> None:
        await self.ready()
        await self.click(".launcher")
        await self.online()

    async def online(self) -> None:
        await self.page.until(f"{HOST}.client.status === 'online' && {HOST}.client.transcript.entries.length > 0")

    async def click(self, selector: str) -> None:
        await self.page.until(f"{ROOT}?.querySelector({selector!r})")
        await self.page.run(f"{ROOT}.querySelector({selector!r}).click()")

    async def say(self, text: str) -> None:
        """Written and sent with the keyboard."""
        await self.page.run(f"{ROOT}.querySelector('textarea').focus()")
        await self.page.write(text)
        await self.page.key("Enter")

    async def count(self, selector: str) -> int:
        found: int = await self.page.run(f"{ROOT}.querySelectorAll({selector!r}).length")
        return found

    async def texts(self, selector: str = ".row .bubble:not(.dots)") -> list[str]:
        found: list[str] = await self.page.run(
            f"[...{ROOT}.querySelectorAll({selector!r})].map((each) => each.textContent)"
        )
        return found

    async def until_texts(self, count: int) -> list[str]:
        """So many messages, all complete and acknowledged."""
        entries = f"{HOST}.client.transcript.entries.filter((each) => each.kind !== 'notice')"
        settled = f"{entries}.every((each) => each.isComplete && each.delivery !== 'sending')"
        await self.page.until(f"{entries}.length >= {count} && {settled}")
        return await self.texts()

    async def until_shows(self, selector: str) -> None:
        await self.page.until(f"{ROOT}?.querySelector({selector!r})?.checkVisibility()")

    async def value(self, expression: str) -> Any:
        return await self.page.run(f"{HOST}.{expression}")
