"""Code that stands in a page as it stands in a file: ``python website/included.py`` brings all pages up to date.

A Python block after a line ``<!-- from FILE: NAME, NAME … -->`` is the code of these top-level names of the file.
"""

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
INCLUDED = re.compile(r"^<!-- from (\S+\.py): (.+) -->\n+```python\n(?:.*\n)*?```$", re.MULTILINE)


def up_to_date(markdown: str) -> str:
    """The page with the code that its files have now."""

    def block(match: re.Match[str]) -> str:
        file, names = match[1], match[2]
        return f"<!-- from {file}: {names} -->\n\n```python\n{code_of(ROOT / file, names.split(', '))}```"

    return INCLUDED.sub(block, markdown)


def code_of(file: Path, names: list[str]) -> str:
    """The source of top-level names of a file, with the comments that lead to them, as far apart as they are there.

    A class is given without its methods; these are named ``Class.method``. Raises ``KeyError`` for a name that is not
    there.
    """
    source = file.read_text(encoding="utf-8")
    lines = source.splitlines()
    found: dict[str, tuple[int, int]] = {}
    for node in ast.parse(source).body:
        for name, (first, last) in _named(node).items():
            while lines[first - 2].lstrip().startswith("#"):
                first -= 1
            found[name] = (first, last)
    parts = []
    for first, last in dict.fromkeys(found[name] for name in names):  # one statement may bind several names
        above = next(i for i in range(first - 1, -1, -1) if i == 0 or lines[i - 1].strip())
        parts.append("\n" * (first - 1 - above) + "\n".join(lines[first - 1 : last]).rstrip() + "\n")
    return textwrap.dedent("".join(parts).lstrip("\n"))


def names_in(file: Path) -> list[str]:
    """The top-level names of a file."""
    return [name for node in ast.parse(file.read_text(encoding="utf-8")).body for name in _named(node)]


def _named(node: ast.stmt) -> dict[str, tuple[int, int]]:
    """The names that a statement binds, with the lines it has."""
    last = node.end_lineno or node.lineno
    if isinstance(node, ast.Assign):
        names = [name for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        return {name.id: (node.lineno, last) for name in names}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name: (node.lineno, last) for alias in node.names}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        if isinstance(node, ast.ClassDef) and methods:
            named = {f"{node.name}.{name}": span for part in methods for name, span in _named(part).items()}
            return {node.name: (first, methods[0].lineno - 1), **named}
        return {node.name: (first, last)}
    return {}


def main() -> None:
    for page in sorted((ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (now := up_to_date(text)) != text:
            page.write_text(now, encoding="utf-8")
            print(page.relative_to(ROOT))


if __name__ == "__main__":
    main()
