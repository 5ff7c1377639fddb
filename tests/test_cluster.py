"""Goldfish on a Dask cluster: the same bytes as here, also when a worker dies; clear errors where nobody answers."""

from __future__ import annotations

import builtins
import json
import os
import signal
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from engine_support import catalogue
from test_goldfish import DECKS, GAME, Run, alone, bench

from deckkit.errors import InputError, UsageError
from deckkit.goldfish import cluster
from deckkit.goldfish.run import BLOCK, prepare

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Any]:
    """Two workers, each a process of its own with one thread, on this machine."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as found:
        yield found


def test_a_cluster_gives_the_same_bytes(scheduler: Any) -> None:
    told: list[int] = []
    there = alone(
        bench(),
        games=2 * BLOCK + 7,
        seed=4,
        cluster=scheduler.scheduler_address,
        progress=lambda done, _most: told.append(done),
    )
    here = alone(bench(), games=2 * BLOCK + 7, seed=4)
    assert json.dumps(there.to_json()) == json.dumps(here.to_json())
    assert told == [BLOCK, 2 * BLOCK, 2 * BLOCK + 7]


def test_a_precision_ends_it_at_the_same_block(scheduler: Any) -> None:
    there = alone(bench(), precision=0.15, seed=3, cluster=scheduler.scheduler_address)
    assert there == alone(bench(), precision=0.15, seed=3)


def test_a_worker_that_dies_changes_nothing(scheduler: Any) -> None:
    """One of the two is killed in the middle: the other plays its games."""
    with distributed.Client(scheduler.scheduler_address, set_as_default=False) as client:
        victim = next(iter(client.run(os.getpid).values()))

    def kill(done: int, _most: int) -> None:
        if done == BLOCK:
            os.kill(victim, signal.SIGKILL)

    there = alone(bench(), games=6 * BLOCK, seed=8, cluster=scheduler.scheduler_address, progress=kill)
    assert there == alone(bench(), games=6 * BLOCK, seed=8)


def test_a_worker_with_another_version_is_refused(scheduler: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "version", lambda _: "2.0")
    with pytest.raises(InputError, match=r"a worker has deckkit .*, not 2\.0"):
        alone(bench(), games=1, cluster=scheduler.scheduler_address)


def test_a_cluster_that_loses_all_workers_is_told(scheduler: Any) -> None:
    """The last test with this cluster: nobody is left."""
    assert GAME.table is not None and GAME.pilot is not None
    plan, _ = prepare(bench(), GAME.table, GAME.pilot, catalogue())
    found = cluster.blocks_on(scheduler.scheduler_address, plan, [(at, at + 20) for at in range(40)], answer=0.5)
    assert next(found).games == 20
    scheduler.scale(0)
    with pytest.raises(InputError, match="has no workers"):
        list(found)
    with pytest.raises(InputError, match="has no workers"):
        list(cluster.blocks_on(scheduler.scheduler_address, plan, [(0, 1)], answer=0.5))


# -- nobody there ----------------------------------------------------------------------------------------------------


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_nobody_answers() -> None:
    with pytest.raises(InputError, match="no scheduler answers at 127") as told:
        alone(bench(), games=1, cluster=f"127.0.0.1:{_free_port()}")
    assert "dask scheduler" in str(told.value.do)


@pytest.mark.parametrize("address", ["", "here", "carrier://pigeon:1", "127.0.0.1:"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="is no address of a scheduler"):
        alone(bench(), games=1, cluster=address)


def test_somebody_else_answers() -> None:
    """A port on which something listens that is no scheduler."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        plan: Any = None
        with pytest.raises(InputError, match="no scheduler answers"):
            list(cluster.blocks_on(f"127.0.0.1:{server.getsockname()[1]}", plan, [(0, 1)], answer=0.5))


def test_workers_here_and_there_are_refused() -> None:
    with pytest.raises(UsageError, match="workers of its own"):
        alone(bench(), games=1, workers=2, cluster="127.0.0.1:8786")


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("distributed"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(UsageError, match="is not installed") as told:
        alone(bench(), games=1, cluster="127.0.0.1:8786")
    assert "cluster" in str(told.value.do)


def test_the_command_says_who_does_not_answer(run_cli: Run) -> None:
    code, out, err = run_cli("goldfish", str(DECKS / "goldfish.txt"), "--cluster", f"127.0.0.1:{_free_port()}")
    assert (code, out) == (3, b"") and "no scheduler answers" in err
