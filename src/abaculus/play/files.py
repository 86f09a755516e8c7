"""Files that are written whole or not at all, and what to say where that fails."""

from pathlib import Path


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file in one step: whoever reads it finds the old content or the new. Text is UTF-8.

    Raises ``OSError``, which names the file.
    """
    draft = file.with_name(file.name + ".new")
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        draft.replace(file)
    except OSError as error:
        error.filename, error.filename2 = str(file), None
        raise


def describe(error: OSError) -> str:
    """The file and what is wrong with it, as in ``game.txt: Permission denied``."""
    if not error.strerror:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
