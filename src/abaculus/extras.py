"""Packages that only some parts of abaculus need, and what to install for them."""


def how_to_install(package: str, extra: str) -> str:
    """What to do where a package of one of the extras is missing."""
    return (
        f'This needs the package {package}: pip install "abaculus[{extra}]", '
        f'or pip install ".[{extra}]" in the folder of the sources.'
    )
