"""The rules keep to the little Markdown that the browser's own reader knows (decision 17)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

PAGES = [
    page
    for page in sorted((Path(__file__).parents[2] / "docs" / "rules").glob("*.md"))
    if page.name != "README.md"  # for those who read the handbook
]
BLOCKS = {"heading", "paragraph", "bullet_list", "ordered_list", "list_item", "fence", "html_block"}
TABLES = {"table", "thead", "tbody", "tr", "th", "td"}
WORDS = {"text", "softbreak", "strong", "em", "link", "code_inline"}
DEEPEST = 2  # a paragraph in an item of a list


def beyond(text: str) -> Iterator[str]:
    """What a CommonMark parser finds in a page that the browser's reader does not know."""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        name = _name(token)
        if token.type == "inline":
            yield from (_name(word) for word in token.children or [] if not _is_word(word))
        elif name not in BLOCKS | TABLES:
            yield name
        elif name in BLOCKS and token.level > DEEPEST:
            yield f"{name} in a list"
        elif name == "html_block" and not token.content.startswith("<!--"):
            yield name


def _name(token: Token) -> str:
    return token.type.removesuffix("_open").removesuffix("_close")


def _is_word(token: Token) -> bool:
    """Within bold, italics and links the reader knows plain text alone."""
    return _name(token) in WORDS and (token.level == 0 or token.type == "text")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_needs_no_other_markdown(page: Path) -> None:
    assert list(beyond(page.read_text("utf-8"))) == []


def test_all_pages_are_looked_at() -> None:
    assert len(PAGES) == 8


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("> quoted", "blockquote"),
        ("- one\n  - two", "list_item in a list"),
        ("**bold `code`**", "code_inline"),
        ("![picture](map.png)", "image"),
        ("<b>HTML</b> in words", "html_inline"),
        ("<div>HTML</div>", "html_block"),
        ("***", "hr"),
    ],
)
def test_other_markdown_is_found(text: str, found: str) -> None:
    assert found in list(beyond(text))
