"""How long to measure."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Plan:
    rounds: int         # of the operations, in turn with the bare server and dynalite
    rounds_peer: int    # in how many of them dynalite has its turn
    seconds: int        # of each operation; wrk counts whole seconds
    rounds_small: int   # of everything else
    seconds_small: int
    items: int          # of the large table
    is_quick: bool = False


QUICK = Plan(rounds=2, rounds_peer=1, seconds=1, rounds_small=1, seconds_small=1, items=100_000,
             is_quick=True)
FULL = Plan(rounds=5, rounds_peer=5, seconds=2, rounds_small=5, seconds_small=1, items=1_000_000)
