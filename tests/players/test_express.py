"""Express looks only at routes that are worth a turn; it must choose as if it looked at all."""

from caboose.engine.fields import SECOND_CARD, TURN
from caboose.players.bots.express import weigh_turn
from caboose.players.tools.kit import new_kit
from caboose.players.tools.route_worth import refresh_worth
from tests.support.games.positions import positions

ALL = -1  # every bit of a word


def test_routes_that_are_not_worth_a_turn_change_nothing():
    asked, spared = 0, 0
    for state in positions(400, "worthy"):
        if state.fields.phase not in (TURN, SECOND_CARD):
            continue
        kit, seat = new_kit(state.game), state.seat
        game, scratch = kit.games[0], kit.scratches[0]
        refresh_worth(game, kit.atlases[0], state.fields, seat, scratch)
        chosen = weigh_turn(game, state.fields, seat, scratch)
        asked += 1
        spared += int((state.fields.open[seat] & ~scratch.worthy).any())
        scratch.worthy[:] = ALL
        assert weigh_turn(game, state.fields, seat, scratch) == chosen
    assert asked > 200
    assert spared > 100
