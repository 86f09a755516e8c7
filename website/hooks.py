"""What MkDocs cannot do by itself: pages that are made of files which have their place elsewhere.

- README, CONTRIBUTING and CHANGELOG become pages.
- Each game's rules, with pictures, are those that the web client shows (``npm run rules`` in ``web/``); so are colours,
  font and icon of the whole site.
"""

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
FONT = WEB / "node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2"
LINK = re.compile(r"(?<!!)\[([^]]+)\]\(([^)#\s]+)(#[^)]*)?\)")
DOCUMENTED = re.compile(r"^<!-- (::: [\w.]+(?:\n    options: .+)?) -->\n+- \[.+\n", re.MULTILINE)
OFF_SITE = re.compile(r"^<!-- not on the site -->\n+.+(?:\n.+)*\n", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files that are made of others."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=_from_root((ROOT / source).read_text(encoding="utf-8"))))
    client = _client()
    for game in client["games"]:
        files.append(File.generated(config, f"rules/{game['name']}.md", content=rules_page(game)))
    styles = _colours((WEB / "src/app.css").read_text(encoding="utf-8")) + client["styles"]
    files.append(File.generated(config, "client/client.css", content=styles.replace(':root[data-theme="dark"]', DARK)))
    files.append(File.generated(config, "client/font.woff2", abs_src_path=str(FONT)))
    files.append(File.generated(config, "client/icon.svg", abs_src_path=str(WEB / "src/lib/svg/icon.svg")))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put descriptions in the place of lists of names, and take out links to what the site does not hold."""

    def link(match: re.Match[str]) -> str:
        words, target, anchor = match[1], match[2], match[3] or ""
        if page := PAGES.get(target.removeprefix("../")):
            return f"[{words}]({page}{anchor})"
        outside = "://" not in target and not target.endswith(".md")
        return words if outside else match[0]

    return LINK.sub(link, DOCUMENTED.sub(r"\1\n", OFF_SITE.sub("", markdown)))


DARK = '[data-md-color-scheme="slate"]'


def _client() -> Any:
    """What the web client tells: rules, pictures and their styles."""
    done = subprocess.run(
        [sys.executable, ROOT / "hatch_build.py", "npm", "run", "--silent", "rules"],
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout)


def _colours(styles: str) -> str:
    """The client's colours: of its styles, the blocks that set names and nothing else."""
    return "\n".join(re.findall(r"^:root[^{]*\{[^}]*--paper[^}]*\}", styles, re.MULTILINE))


def _from_root(markdown: str) -> str:
    """A page of the root as one of ``docs``: links to other pages lead there."""

    def link(match: re.Match[str]) -> str:
        target = PAGES.get(match[2], match[2].removeprefix("docs/"))
        return f"{match[1]}({target}{match[3] or ''})"

    return re.sub(r"(\[[^]]*\])\(([^)#\s]+)(#[^)]*)?\)", link, markdown)


def rules_page(game: Any) -> str:
    """The rules of a game, a heading a section; each item has its clauses as anchors."""
    lines = [f"# The rules of {game['title']}", "", game["summary"], ""]
    seen: set[str] = set()
    for section in game["sections"]:
        lines += [f"## {section['heading']}", ""]
        for item in section["items"]:
            clauses = "".join(
                f"<span{'' if clause in seen else f' id={clause!r}'}>{clause}</span> " for clause in item["clauses"]
            )
            seen.update(item["clauses"])
            picture = re.sub(r"\s*\n\s*", " ", item["picture"])
            told = f"<p>{html.escape(item['text'], quote=False)}</p>"
            told += f'<div class="picture">{picture}</div>' if picture else ""
            lines += [f'<div class="rule"><div class="clauses">{clauses}</div><div>{told}</div></div>', ""]
    lines += [
        f"The numbers in the margin are clauses, which refusals name. For programs, see [{game['title']} for "
        f"programs](../games/{_page_of(game['title'])}).",
        "",
    ]
    return "\n".join(lines)


def _page_of(title: str) -> str:
    """The page of a game for programs: it bears the name that Python allows."""
    (found,) = (
        page.name
        for page in (ROOT / "docs/games").glob("*.md")
        if page.read_text(encoding="utf-8").startswith(f"# {title}\n")
    )
    return found
