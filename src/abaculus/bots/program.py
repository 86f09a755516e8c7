"""Any program as a bot: it is asked in lines on its standard input and answers on its standard output.

The protocol is described in ``docs/bots.md``.
"""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from typing import IO

from abaculus.bots.bot import Bot, Budget, read_budget
from abaculus.kernel.luck import Luck
from abaculus.kernel.reasons import OptionError
from abaculus.kernel.state import State
from abaculus.play.match import GiveUp

PREFIX = "program:"
UNBOUNDED_SECONDS = 60.0
"""So long a program may take for a decision without a budget of time."""
GRACE_SECONDS = 2.0
"""So much longer than its budget an answer may take."""
STARTING_SECONDS = 10.0
"""So much longer than that the first one may take, as the program has to start."""
ENDING_SECONDS = 1.0
"""So long a program may take to end when its input has ended."""
LONGEST_ANSWER = 10_000


class ProgramBot(Bot):
    """A program of this machine, started at its first decision and ended with its game.

    ``choose`` raises ``GiveUp`` where the program has ended, takes too long or answers too much, and ``IllegalAction``
    where its answer is no legal action.
    """

    def __init__(self, command: list[str], budget: Budget | None = None) -> None:
        """Raises ``OptionError`` where there is no such program."""
        self.command = command
        self.budget = budget or Budget()
        if not command or shutil.which(command[0]) is None:
            name = command[0] if command else ""
            raise OptionError(f'There is no program {name!r}; a bot that is a program is written "{PREFIX}COMMAND".')
        self._process: subprocess.Popen[str] | None = None
        self._errors: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        # Reading and writing may block: a thread waits, until the process answers or is killed.
        self._thread = ThreadPoolExecutor(1)
        self._answer: Future[str] | None = None

    @classmethod
    def written(cls, text: str) -> "ProgramBot":
        """The bot as written: ``program:COMMAND``, or ``program:500ms:COMMAND`` with a budget. Raises ``OptionError``.

        The command is split into words as a shell would, but no shell runs it.
        """
        rest = text.removeprefix(PREFIX)
        first, _, others = rest.partition(":")
        budget = read_budget(first)
        text = others if budget else rest
        try:
            command = shlex.split(text)
        except ValueError as error:
            raise OptionError(f"The command {text!r} cannot be read: {error}.") from error
        return cls(command, budget)

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """The action that the program answers."""
        bounds = self.budget.or_else(budget)
        milliseconds = bounds.milliseconds
        seconds = UNBOUNDED_SECONDS if milliseconds is None else milliseconds / 1000 + GRACE_SECONDS
        if self._process is None:
            self._process = self._start()
            seconds += STARTING_SECONDS
        actions = state.legal_actions(seat)
        question = {
            "seat": seat,
            "view": state.view(seat),
            "legal": [state.action_to_string(seat, action) for action in actions],
            "numbers": actions,
            "budget": {"milliseconds": milliseconds, "iterations": bounds.iterations},
            "seed": luck.below(2**53),
        }
        text = json.dumps(question, ensure_ascii=False, separators=(",", ":"))
        self._answer = self._thread.submit(self._ask, self._process, text)
        try:
            return state.string_to_action(seat, self._answer.result(timeout=seconds))
        except Late:
            raise GiveUp(f"gave no answer within {seconds:g} s") from None

    def close(self) -> None:
        """Tell the program by the end of its input that it is over; kill it if it does not end by itself."""
        if self._process is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                if self._answer is None or self._answer.done():
                    self._pipe(self._process.stdin).close()
                    self._process.wait(ENDING_SECONDS)
            self._kill(self._process)
            self._process.wait()
        self._thread.shutdown()
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stdout):
                with contextlib.suppress(OSError):  # what was not written, nobody will read
                    self._pipe(pipe).close()
        self._errors.close()

    def _start(self) -> "subprocess.Popen[str]":
        try:
            return subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # so that what it starts can be ended with it
            )
        except OSError as error:
            raise GiveUp(f"cannot be started: {error}") from error

    def _ask(self, process: "subprocess.Popen[str]", question: str) -> str:
        with contextlib.suppress(BrokenPipeError):  # it may have answered all the same
            stdin = self._pipe(process.stdin)
            stdin.write(question + "\n")
            stdin.flush()
        answer = self._pipe(process.stdout).readline(LONGEST_ANSWER)
        if not answer:
            raise GiveUp(f"ended {self._why(process)}")
        if len(answer) == LONGEST_ANSWER:
            raise GiveUp(f"answered more than {LONGEST_ANSWER} characters")
        return answer

    def _why(self, process: "subprocess.Popen[str]") -> str:
        """Its status and the last of what it wrote on its standard error."""
        try:
            status = f"with status {process.wait(ENDING_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "its output"
        self._errors.seek(0)
        words = [line.strip() for line in self._errors if line.strip()]
        return f"{status}: {words[-1]}" if words else status

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe

    @staticmethod
    def _kill(process: "subprocess.Popen[str]") -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
