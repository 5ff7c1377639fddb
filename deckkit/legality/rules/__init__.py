"""The legality rules that games share. A rule is a small frozen object made from a row of a format file."""

from deckkit.legality.rules.base import RowError, Rule, rule_keys
from deckkit.legality.rules.counts import CopyLimit, OpenedPool, Size
from deckkit.legality.rules.identity import IdentityLimit, LeaderMatch
from deckkit.legality.rules.pools import Ban, Bans, Pool
from deckkit.legality.rules.sections import AllowedCards, Condition, DifferentNames, OneOf
from deckkit.legality.rules.teams import TeamDifferent

__all__ = [
    "KERNEL_RULES",
    "AllowedCards",
    "Ban",
    "Bans",
    "Condition",
    "CopyLimit",
    "DifferentNames",
    "IdentityLimit",
    "LeaderMatch",
    "OneOf",
    "OpenedPool",
    "Pool",
    "RowError",
    "Rule",
    "Size",
    "TeamDifferent",
    "rule_keys",
]

KERNEL_RULES: dict[str, type[Rule]] = {
    "size": Size,
    "copies": CopyLimit,
    "identity": IdentityLimit,
    "pool": Pool,
    "bans": Bans,
    "opened": OpenedPool,
    "one": OneOf,
    "different": DifferentNames,
    "allowed": AllowedCards,
    "leader_match": LeaderMatch,
    "team_different": TeamDifferent,
}
