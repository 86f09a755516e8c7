"""A tournament kept in a folder, so that a long measurement can be stopped and goes on where it was."""

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from abaculus.arena.folder import opened
from abaculus.arena.tournament import Played, Tournament, play


def results(folder: Path, tournament: Tournament, jobs: int) -> list[Played]:
    """The games of a tournament: all that the folder has, and those that it lacks played now."""
    checked = tournament.checked()
    numbers = {fixture.number for fixture in checked.fixtures()}
    with opened(folder, checked, resume=True) as kept, Progress(console=Console(stderr=True)) as progress:
        played = list(kept.played)
        lacking = numbers - {game.number for game in played}
        title = f"{tournament.game}: {' '.join(tournament.bots)}"
        task = progress.add_task(title, total=len(numbers), completed=len(numbers) - len(lacking))
        for game in play(checked, [game.number for game in played], jobs):
            kept.add(game)
            played.append(game)
            progress.advance(task)
    return sorted(played, key=lambda game: game.number)
