"""Any program as a bot: it is asked in lines on its standard input and answers on its standard output.

The protocol is described in ``docs/bots.md``.
"""

import contextlib
import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
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
"""In bytes."""


class ProgramBot(Bot):
    """A program of this machine, started at its first decision and ended with its game.

    ``choose`` raises ``GiveUp`` where the program has ended, takes too long or answers too much, and ``IllegalAction``
    where its answer is no legal action.
    """

    def __init__(self, command: list[str], budget: Budget | None = None) -> None:
        """Raises ``OptionError`` where there is no such program."""
        self.command = command
        self.budget = budget or Budget()
        if os.name != "posix":
            raise OptionError("Programs can be bots on Linux and macOS only.")
        if not command or shutil.which(command[0]) is None:
            name = command[0] if command else ""
            raise OptionError(f'There is no program {name!r}; a bot that is a program is written "{PREFIX}COMMAND".')
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        self._received = bytearray()
        self._lost = False

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
        try:
            answer = self._ask(self._process, text, seconds)
        except GiveUp:
            self._lost = True
            raise
        return state.string_to_action(seat, answer)

    def close(self) -> None:
        """Tell the program by the end of its input that it is over; kill it if it does not end by itself.

        What it has started is killed with it. A program that gave no answer is not waited for.
        """
        self._errors.close()
        if self._process is None:
            return
        stdin, stdout = self._pipes(self._process)
        stdin.close()
        if not self._lost:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING_SECONDS)
        self._kill(self._process)
        self._process.wait()
        stdout.close()
        self._process = None

    def _start(self) -> "subprocess.Popen[bytes]":
        try:
            process = subprocess.Popen(
                self.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,  # so that what it starts can be ended with it
            )
        except OSError as error:
            raise GiveUp(f"cannot be started: {error}") from error
        for pipe in self._pipes(process):
            os.set_blocking(pipe.fileno(), False)
        return process

    def _ask(self, process: "subprocess.Popen[bytes]", question: str, seconds: float) -> str:
        """Write a line and read one; neither blocks for longer than this, whoever else holds the pipes."""
        stdin, stdout = self._pipes(process)
        unsent = memoryview(question.encode() + b"\n")
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stdin, selectors.EVENT_WRITE)
            while (end := self._received.find(b"\n", 0, LONGEST_ANSWER) + 1) == 0:
                if len(self._received) >= LONGEST_ANSWER:
                    raise GiveUp(f"answered more than {LONGEST_ANSWER} bytes")
                ready = {key.fileobj for key, _ in selector.select(max(0.0, deadline - time.monotonic()))}
                if not ready:
                    raise GiveUp(f"gave no answer within {seconds:g} s")
                if stdin in ready:
                    unsent = unsent[self._write(stdin, unsent) :]
                    if not unsent:
                        selector.unregister(stdin)
                if stdout in ready:
                    part = stdout.read(LONGEST_ANSWER)
                    if part == b"":
                        end = len(self._received)
                        break
                    self._received += part or b""
        if end == 0:
            raise GiveUp(f"ended {self._why(process)}")
        answer = self._received[:end].decode(errors="replace")
        del self._received[:end]
        return answer

    @staticmethod
    def _write(pipe: IO[bytes], text: memoryview) -> int:
        try:
            return pipe.write(text) or 0
        except BrokenPipeError:
            return len(text)  # it reads no more, but may have answered all the same

    def _why(self, process: "subprocess.Popen[bytes]") -> str:
        """Its status and the last of what it wrote on its standard error."""
        try:
            status = f"with status {process.wait(ENDING_SECONDS)}"
        except subprocess.TimeoutExpired:
            status = "its output"
        self._errors.seek(0)
        words = [line.strip() for line in self._errors if line.strip()]
        return f"{status}: {words[-1]}" if words else status

    @staticmethod
    def _pipes(process: "subprocess.Popen[bytes]") -> tuple[IO[bytes], IO[bytes]]:
        assert process.stdin is not None
        assert process.stdout is not None
        return process.stdin, process.stdout

    @staticmethod
    def _kill(process: "subprocess.Popen[bytes]") -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
