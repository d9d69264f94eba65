"""A batch plays the engine's own games, and is never left half played."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import caboose
from caboose.engine.numbering import ACTIONS, CLAIM
from caboose.envs.batch import Batch
from caboose.envs.observation import observation_of
from tests.support.games.editions import EDITIONS_AND_SEATS


def choices(batch: Batch, step: int) -> Any:
    """One legal action for each lane, different ones as the steps go by."""
    actions = []
    for lane in range(batch.n):
        legal = np.flatnonzero(batch.masks[lane])
        claims = legal[legal >= CLAIM]
        liked = claims if len(claims) and step % 2 else legal
        actions.append(liked[(step * 7 + lane) % len(liked)])
    return np.array(actions)


def play(batch: Batch, steps: int) -> int:
    """Play so many steps; how many games ended."""
    return sum(int(batch.step(choices(batch, step))[2].sum()) for step in range(steps))


@pytest.mark.parametrize(("edition", "seats"), EDITIONS_AND_SEATS)
def test_every_lane_is_a_game_of_the_engine(edition: str, seats: int) -> None:
    batch = Batch(edition, seats, 2, seed=5)
    batch.reset()
    states = [batch.state(lane) for lane in range(2)]
    for step in range(120):
        actions = choices(batch, step)
        observations, rewards, ended, _, infos = batch.step(actions)
        for lane, state in enumerate(states):
            legal = {action.number: action for action in state.legal_actions()}
            state.apply(legal[int(actions[lane])])
            assert bool(ended[lane]) == state.is_over
            if state.is_over:
                score = state.score().to_dict()
                assert batch.state(lane, final=True) == state
                assert batch.totals[lane].tolist() == [s["total"] for s in score["seats"]]
                assert batch.ranks[lane].tolist() == [s["rank"] for s in score["seats"]]
                assert infos["points"][lane].tolist() == batch.totals[lane].tolist()
                states[lane] = batch.state(lane)
            else:
                assert batch.state(lane) == state
                assert not rewards[lane].any()
            assert int(infos["seat"][lane]) == int(batch.seats[lane]) == states[lane].seat
            numbers = [action.number for action in states[lane].legal_actions()]
            assert np.flatnonzero(infos["action_mask"][lane]).tolist() == sorted(numbers)
            assert np.array_equal(
                observations[lane], observation_of(states[lane], states[lane].seat)
            )


@pytest.mark.parametrize("opponents", [None, "racer", ["tourist", "random"]])
def test_the_same_seed_plays_the_same_games(opponents: Any) -> None:
    batches = [Batch("london", 3, 4, seed=9, opponents=opponents) for _ in range(2)]
    for batch in batches:
        batch.reset()
        assert play(batch, 150) > 0
    assert np.array_equal(batches[0].observations, batches[1].observations)
    assert np.array_equal(batches[0].masks, batches[1].masks)


def test_a_lane_with_its_own_seed_does_not_depend_on_the_others() -> None:
    alone, among = Batch("london", 2, 1, seed=[7]), Batch("london", 2, 3, seed=[1, 7, 2])
    alone.reset()
    among.reset()
    for step in range(120):
        action = np.flatnonzero(alone.masks[0])[step % alone.masks[0].sum()]
        actions = choices(among, step)
        actions[1] = action
        alone.step(np.array([action]))
        among.step(actions)
        assert np.array_equal(alone.observations[0], among.observations[1])


def test_other_seeds_are_other_games() -> None:
    observations = [Batch("usa", 2, 2, seed=seed).reset() for seed in (1, 2)]
    assert not np.array_equal(observations[0], observations[1])
    assert not np.array_equal(observations[0][0], observations[0][1])


@pytest.mark.parametrize("bad", [-1, ACTIONS, ACTIONS + 1000, CLAIM])
def test_a_masked_action_changes_nothing_in_any_lane(bad: int) -> None:
    batch = Batch("usa", 2, 3, seed=1)
    batch.reset()
    before = [batch.state(lane).to_bytes() for lane in range(3)]
    masks = batch.masks.copy()
    actions = choices(batch, 0)
    actions[1] = bad
    with pytest.raises(ValueError, match=f"action {bad} of env 1 is masked") as caught:
        batch.step(actions)
    assert "Nothing was played" in str(caught.value)
    assert [batch.state(lane).to_bytes() for lane in range(3)] == before
    assert np.array_equal(batch.masks, masks)


def test_masks_cannot_be_written_to() -> None:
    batch = Batch("usa", 2, 1)
    batch.reset()
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (np.zeros(2, np.int64), "step takes 3 whole numbers"),
        (np.zeros((3, 1), np.int64), "step takes 3 whole numbers"),
        (np.zeros(3), "step takes 3 whole numbers"),
    ],
)
def test_actions_of_another_shape_are_refused(actions: Any, said: str) -> None:
    batch = Batch("usa", 2, 3)
    batch.reset()
    with pytest.raises(ValueError, match=said):
        batch.step(actions)


def test_a_step_before_the_first_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="call reset"):
        Batch("usa", 2, 1).step(np.zeros(1, np.int64))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"reward": "money"}, "there is no reward 'money'"),
        ({"opponents": "chancer"}, "there is no compiled bot 'chancer'"),
        ({"opponents": ["racer"] * 3}, "with 3 seats there are 2 opponents, not 3"),
        ({"n": 0}, "n is a whole number from 1"),
        ({"seats": 9}, "is for 2 to 5 seats, not 9"),
        ({"seed": [1, 2, 3]}, "give one seed, or 1 of them"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Batch("usa", **{"seats": 3, "n": 1, **options})


@pytest.mark.parametrize("rotate", [True, False])
def test_the_learner_rotates_or_stays(rotate: bool) -> None:
    batch = Batch("london", 3, 2, seed=2, opponents="random", rotate=rotate)
    batch.reset()
    met: list[set[int]] = [set(), set()]
    for step in range(400):
        for lane in range(2):
            met[lane].add(int(batch.seats[lane]))
            assert batch.state(lane).seat == batch.seats[lane]
        batch.step(choices(batch, step))
    assert met == ([{0, 1, 2}] * 2 if rotate else [{0}] * 2)


def test_opponents_choose_as_the_bots_of_that_name() -> None:
    batch = Batch("london", 2, 1, seed=4, opponents="racer", rotate=False)
    batch.reset()
    from caboose.players import make_player

    for step in range(60):
        before, actions = batch.state(0), choices(batch, step)
        racer = make_player("racer", int(batch._yard.lanes["bots_seed"][0]))
        _, _, ended, *_ = batch.step(actions)
        if ended[0]:
            return
        before.apply(next(a for a in before.legal_actions() if a.number == int(actions[0])), seat=0)
        while before.seat != 0:
            before.apply(racer.choose(before.view(1), before.legal_actions()))
        assert before == batch.state(0)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("reward", ["rank", "margin", "score"])
def test_rewards_follow_the_final_score(reward: str, seats: int) -> None:
    batch = Batch("london", seats, 4, seed=3, reward=reward)
    batch.reset()
    ends = 0
    for step in range(300):
        _, rewards, ended, truncated, _ = batch.step(choices(batch, step))
        assert not truncated.any()
        for lane in np.flatnonzero(ended):
            ends += 1
            totals = batch.totals[lane].astype(float)
            expected = {
                "score": totals,
                "margin": [totals[s] - max(np.delete(totals, s)) for s in range(seats)],
                "rank": by_rank(batch.ranks[lane].tolist()),
            }[reward]
            assert rewards[lane].tolist() == pytest.approx(list(expected))
        assert not rewards[~ended].any()
    assert ends > 0


def by_rank(ranks: list[int]) -> list[float]:
    places = [rank - 1 + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * place / (len(ranks) - 1) for place in places]


def test_rewards_by_rank_sum_to_nothing() -> None:
    for ranks in ([1, 2], [1, 1], [1, 2, 2, 4], [1, 1, 1, 1, 5]):
        assert sum(by_rank(ranks)) == pytest.approx(0)


def test_with_opponents_the_learner_gets_its_own_reward() -> None:
    batch = Batch("london", 2, 4, seed=6, opponents="racer")
    batch.reset()
    for step in range(200):
        seats = batch.seats.copy()
        _, rewards, ended, *_ = batch.step(choices(batch, step))
        for lane in np.flatnonzero(ended):
            assert rewards[lane] == batch.all_rewards[lane, seats[lane]]
            assert batch.final_observations[lane][0] == seats[lane]


def test_the_oracle_shows_every_seat_and_the_decks() -> None:
    batch = Batch("usa", 3, 2, seed=1)
    batch.reset()
    play(batch, 40)
    observations, hidden = batch.oracle()
    for lane in range(2):
        state = batch.state(lane)
        for place in range(3):
            seat = (state.seat + place) % 3
            assert np.array_equal(observations[lane, place], observation_of(state, seat))
        tickets = state.to_dict()["ticket_deck"]
        assert hidden[lane, :11].sum() == state.fields["deck_size"]
        assert hidden[lane, 11 : 11 + len(tickets)].tolist() == tickets
        assert (hidden[lane, 11 + len(tickets) :] == -1).all()


def test_a_batch_pickles_and_goes_on_the_same() -> None:
    batch = Batch("london", 2, 3, seed=8, opponents="tourist")
    batch.reset()
    play(batch, 30)
    other = pickle.loads(pickle.dumps(batch))
    assert play(batch, 100) == play(other, 100)
    assert np.array_equal(batch.observations, other.observations)


def test_without_observations_the_games_are_the_same() -> None:
    one, other = (Batch("london", 2, 2, seed=1, observations=seen) for seen in (True, False))
    one.reset()
    other.reset()
    assert play(one, 60) == play(other, 60)
    assert np.array_equal(one.masks, other.masks)
    assert other.observations.shape == (2, 0)


def test_a_game_can_be_handed_in() -> None:
    assert Batch(caboose.Game("new_york", 2), n=2).reset().shape[0] == 2
