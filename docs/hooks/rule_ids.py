"""Gives every rule of the rules page an anchor, so that a link can name it: ``rules.html#B4``."""

import re
from typing import Any

RULE = re.compile(r"\*\*([BHG]\d+[a-e]?)\*\*")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Adds the anchors to the source of the rules page."""
    if page.file.src_path != "rules.md":
        return markdown
    return RULE.sub(r'<a id="\1"></a>**\1**', markdown)
