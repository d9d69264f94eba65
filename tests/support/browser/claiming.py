"""Becoming a member in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.browser.visitor import Visitor


def claim(ann: Visitor, name: str) -> list[str]:
    """Claim a name on the account's page; the recovery codes that are shown."""
    ann.go("/me")
    ann.page.get_by_label("Name", exact=True).fill(name)
    ann.button("Claim this name").click()
    expect(ann.page.get_by_role("heading", name="Your recovery codes")).to_be_visible()
    codes = ann.page.locator("ol li").all_inner_texts()
    ann.button("I’ve saved them").click()
    expect(ann.page.get_by_role("heading", name=name)).to_be_visible()
    return codes
