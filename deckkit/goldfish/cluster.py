"""Playing blocks of games on a Dask cluster (extra ``cluster``), with the same result as on one process.

A block goes to a worker whole and is a function of its games alone: a worker that dies costs time, never a result,
since the scheduler gives its blocks to the others. A cluster runs what it is sent: name only one that is trusted.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from deckkit.errors import InputError, UsageError
from deckkit.i18n import Text

if TYPE_CHECKING:
    from deckkit.goldfish.run import Goldfishing
    from deckkit.goldfish.tally import Tally

__all__ = ["ANSWER", "blocks_on"]

#: So many seconds a scheduler has to answer, and a cluster may be without any worker.
ANSWER = 10.0
# So many blocks for each thread of the workers are under way at once.
_AHEAD = 3
_OPTION = "--cluster"
_SAME = Text("install the same deckkit on every worker")


class _OtherVersionError(Exception):
    """A worker has another version of this library: its games might be others."""


def _play(plan: Goldfishing, first: int, last: int, wanted: str) -> Tally:
    """What a worker does."""
    mine = version("deckkit")
    if mine != wanted:
        raise _OtherVersionError(mine)
    return plan.block(first, last)


def blocks_on(
    address: str, plan: Goldfishing, parts: Sequence[tuple[int, int]], answer: float = ANSWER
) -> Iterator[Tally]:
    """The tallies of blocks of games, in order, played by the workers of the scheduler at this address.

    ``parts``: (first game, one after the last game) of each block; what has not been played when the iterator is
    closed is given up. Raises :class:`~deckkit.errors.UsageError` without the extra and for what is no address,
    :class:`~deckkit.errors.InputError` where nobody answers or the workers cannot play.
    """
    try:
        import distributed
    except ImportError:
        what = Text("playing on a cluster needs the library distributed, which is not installed")
        do = Text("install deckkit with its extra 'cluster'; from a checkout: pip install '.[cluster]'")
        raise UsageError(what, _OPTION, do) from None
    _reach(address, answer)
    client: Any = distributed.Client.__new__(distributed.Client)
    try:
        client.__init__(address, timeout=answer, set_as_default=False)
    except (OSError, ValueError) as error:
        # One that was never connected would wait again to be closed.
        client.status = "closed"
        raise _silent(address, str(error)) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=answer)
        except TimeoutError:
            raise _empty(address) from None
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        wanted, waiting = version("deckkit"), deque[Any]()
        for part in parts:
            waiting.append(client.submit(_play, plan, *part, wanted, pure=False))
            if len(waiting) == ahead:
                yield _result(waiting.popleft(), client, address, answer)
        while waiting:
            yield _result(waiting.popleft(), client, address, answer)


def _reach(address: str, answer: float) -> None:
    """Refuses what is no address, and one where nobody listens, before a client waits for it."""
    from distributed.comm.addressing import get_address_host_port, parse_address

    if address.startswith("inproc://"):
        return
    try:
        host, port = get_address_host_port(address)
        scheme = parse_address(address)[0]
    except ValueError:
        scheme, host, port = "", "", 0
    if scheme not in ("tcp", "tls") or not host or not port:
        what = Text("'{address}' is no address of a scheduler", {"address": address})
        raise UsageError(what, _OPTION, Text("write it like tcp://192.168.1.20:8786"))
    try:
        with socket.create_connection((host, port), timeout=answer) as line:
            # A scheduler greets first, but with TLS. A client would wait for long for one who does not.
            greeted = scheme == "tls" or bool(line.recv(1))
    except OSError as error:
        raise _silent(address, error.strerror or str(error)) from None
    if not greeted:
        raise _silent(address, "the connection was closed")


def _silent(address: str, reason: str) -> InputError:
    what = Text("no scheduler answers at {address}: {reason}", {"address": address, "reason": reason})
    return InputError(what, _OPTION, Text("start one with 'dask scheduler', or leave --cluster out"))


def _empty(address: str) -> InputError:
    what = Text("the cluster at {address} has no workers", {"address": address})
    return InputError(what, _OPTION, Text("start some with 'dask worker {address}'", {"address": address}))


def _result(future: Any, client: Any, address: str, answer: float) -> Tally:
    """What a block gave. A cluster that has lost all its workers is waited for as long as a scheduler."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    empty = False
    while True:
        try:
            found: Tally = future.result(timeout=answer)
            return found
        except TimeoutError:
            if client.status != "running":
                raise _silent(address, client.status) from None
            # Twice in a row: a worker that is started anew has the time between.
            before, empty = empty, not client.nthreads()
            if before and empty:
                raise _empty(address) from None
        except _OtherVersionError as error:
            values = {"theirs": str(error), "ours": version("deckkit")}
            what = Text("a worker has deckkit {theirs}, not {ours}: its games may be others", values)
            raise InputError(what, _OPTION, _SAME) from None
        except ModuleNotFoundError as error:
            what = Text("a worker of the cluster cannot play: {reason}", {"reason": str(error)})
            raise InputError(what, _OPTION, _SAME) from None
        except KilledWorker:
            what = Text("several workers of the cluster died over the same games")
            raise InputError(
                what, _OPTION, Text("see the logs of the workers: there may be too little memory")
            ) from None
        except (CancelledError, CommClosedError) as error:
            raise _silent(address, str(error)) from None
