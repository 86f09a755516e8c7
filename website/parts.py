"""Parts of pages that come from sources: ``python website/parts.py`` brings all pages up to date.

- A Python block after a line ``<!-- from FILE: NAME, NAME … -->`` is the code of these top-level names of the file.
- A list item after a comment ``<!-- ::: IDENTIFIER -->`` links to the source of this module, class or function and
  lists its public names: what a reader outside the site gets in place of mkdocstrings' output (see ``hooks.py``).
"""

import ast
import itertools
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
INCLUDED = re.compile(r"^<!-- from (\S+\.py): (.+) -->\n+```python\n(?:.*\n)*?```$", re.MULTILINE)

DOCUMENTED = re.compile(r"^(<!-- ::: ([\w.]+)(?:\n    options: (.+))? -->)\n+(?:- \[.+\n+)?", re.MULTILINE)


def up_to_date(markdown: str) -> str:
    """The page with the code and the names that its files have now."""

    def item(match: re.Match[str]) -> str:
        return f"{match[1]}\n\n{listed(match[2], match[3] or '')}\n\n"

    return DOCUMENTED.sub(item, _with_code(markdown)).rstrip() + "\n"


def listed(identifier: str, options: str) -> str:
    """The list item of a module, class or function; ``options`` are mkdocstrings', which may choose members."""
    file, node = _found(identifier)
    link = f"- [`{identifier}`](../../{file.relative_to(ROOT).as_posix()})"
    chosen = re.search(r"\bmembers: \[(.+?)\]", options)
    names = chosen[1].split(", ") if chosen else _public(node)
    if lost := set(names) - {name for part in getattr(node, "body", ()) for name in _named(part)}:
        raise ValueError(f"{identifier} has no {', '.join(sorted(lost))}.")
    return f"{link}: {', '.join(f'`{name}`' for name in names)}" if names else link


def _found(identifier: str) -> tuple[Path, ast.AST]:
    """The file that an identifier is defined in, and its node there."""
    *path, last = identifier.split(".")
    place = ROOT / "src" / Path(*path, last)
    for file in (place.with_suffix(".py"), place / "__init__.py"):
        if file.exists():
            return file, ast.parse(file.read_text(encoding="utf-8"))
    file, module = _found(".".join(path))
    for node in getattr(module, "body", ()):
        if isinstance(node, ast.ImportFrom) and last in [alias.name for alias in node.names]:
            return _found(f"{node.module}.{last}")
        if last in _named(node):
            return file, node
    raise ValueError(f"There is no {identifier}.")


def _public(node: ast.AST) -> list[str]:
    """Public names of a module or class, in the order of the source; of constants those that are documented."""
    body = node.body if isinstance(node, ast.Module | ast.ClassDef) else []
    names = []
    for part, after in itertools.zip_longest(body, body[1:]):
        documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            names.append(part.name)
        elif isinstance(part, ast.Assign | ast.AnnAssign):
            field = isinstance(node, ast.ClassDef) and isinstance(part, ast.AnnAssign)
            names += [name for name in _named(part) if documented or field or name.islower()]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def _with_code(markdown: str) -> str:

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
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [name for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
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
