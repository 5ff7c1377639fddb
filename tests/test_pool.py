"""When cards enter and leave a pool (rules digest facts 16 to 19)."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from deckkit.catalogue.model import CardSet, Printing
from deckkit.legality.pool import Rotation, card_dates

D = date.fromisoformat
SETS = {
    "1": CardSet("1", "One", "expansion", 1, D("2023-08-18"), D("2023-09-01"), True),
    "3": CardSet("3", "Three", "expansion", 3, D("2024-02-23"), D("2024-03-08"), True),
    "11": CardSet("11", "Eleven", "expansion", 11, D("2026-02-13"), D("2026-02-20"), True),
    "16": CardSet("16", "Sixteen", "expansion", 16, None, None, False),
    "Q1": CardSet("Q1", "Box", "quest", 1001, D("2024-05-17"), D("2024-05-31"), True),
}
OUT = Rotation(D("2025-09-05"), frozenset({"1", "2", "3", "4"}), "TR 1.6.1")


def dates(*places: tuple[str, str | None]):  # type: ignore[no-untyped-def]
    printings = [Printing(i, str(i), 1, code, "1", None, promo, None) for i, (code, promo) in enumerate(places)]
    return card_dates(printings, SETS, ("expansion",), (OUT,))


def test_a_set_counts_from_its_prerelease_day() -> None:
    known = dates(("1", None))
    assert known.on(D("2023-08-17")).state == "not_yet"
    assert known.on(D("2023-08-17")).starts == D("2023-08-18")
    assert known.on(D("2023-08-18")).state == "legal"


def test_a_card_of_a_rotated_set_is_out_from_that_day_on() -> None:
    known = dates(("1", None))
    assert known.on(D("2025-09-04")).state == "legal"
    status = known.on(D("2025-09-05"))
    assert (status.state, status.left, status.returns) == ("rotated", D("2025-09-05"), None)


def test_between_leaving_and_a_reprint_both_days_are_told() -> None:
    status = dates(("3", None), ("11", None)).on(D("2025-10-15"))
    assert (status.state, status.left, status.returns) == ("rotated", D("2025-09-05"), D("2026-02-13"))
    assert dates(("3", None), ("11", None)).on(D("2026-02-13")).state == "legal"


def test_promos_alone_legalise_nothing() -> None:
    status = dates(("1", "P1")).on(D("2024-01-01"))
    assert (status.state, status.reason) == ("outside", "promo_only")
    # A promo does not keep a rotated card in either.
    assert dates(("1", None), ("11", "P3")).on(D("2026-03-01")).state == "rotated"


def test_cards_of_other_products_are_outside() -> None:
    status = dates(("Q1", None)).on(D("2026-01-01"))
    assert (status.state, status.reason) == ("outside", "kind")


def test_a_set_without_a_day_is_awaited() -> None:
    status = dates(("16", None)).on(D("2030-01-01"))
    assert (status.state, status.starts, status.set_code) == ("not_yet", None, "16")


@given(st.lists(st.sampled_from(["1", "3", "11", "Q1"]), max_size=6), st.integers(0, 1500))
def test_a_card_is_in_the_pool_exactly_when_one_of_its_sets_is(codes: list[str], after: int) -> None:
    day = D("2023-06-01") + timedelta(days=after)

    def open_on(code: str) -> bool:
        found = SETS[code]
        return (
            found.kind == "expansion"
            and found.prerelease is not None
            and found.prerelease <= day
            and not (code in OUT.sets and day >= OUT.on)
        )

    known = dates(*((code, None) for code in codes))
    assert (known.on(day).state == "legal") == any(open_on(code) for code in codes)
    assert [span.start for span in known.spans] == sorted(span.start for span in known.spans)
