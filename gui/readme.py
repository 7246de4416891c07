"""Puts the guide's sections into the README: `python -m gui.readme`, after the guide has changed.

In the README a section stands between <!-- guide: NAME --> and <!-- /guide -->.
"""

from __future__ import annotations

import re
from pathlib import Path

from gui.guide import sections

README = Path(__file__).parents[1] / "README.md"
_QUOTED = re.compile(r"(<!-- guide: ([a-z-]+) -->\n).*?(<!-- /guide -->)", re.S)


def with_guide(readme: str) -> str:
    """The README with every quoted section as the guide has it now."""
    texts = {section.name: section.text for section in sections()}
    return _QUOTED.sub(lambda found: f"{found[1]}{texts[found[2]]}\n{found[3]}", readme)


def main() -> None:
    before = README.read_text(encoding="utf-8")
    README.write_text(with_guide(before), encoding="utf-8")


if __name__ == "__main__":
    main()
