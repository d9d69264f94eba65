"""Features say what observations say, in a form that a network can learn from."""

from __future__ import annotations

import numpy as np
import pytest

from caboose import Game
from caboose.envs import Batch, Encoder, Net, actions_of
from caboose.envs.observation_layout import cut_to_compact
from tests.support.games.nets import some_net

EDITIONS = ["london", "usa", "usa_mega"]


def played(edition: str, steps: int) -> Batch:
    batch = Batch(edition, 2, 16, seed=1, compact=True, opponents="racer")
    batch.reset()
    rng = np.random.default_rng(1)
    for _ in range(steps):
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(1))
    return batch


@pytest.mark.parametrize("edition", EDITIONS)
def test_features_are_near_one_and_tell_positions_apart(edition: str) -> None:
    batch = played(edition, 40)
    features = Encoder(batch.game)(batch.observations)
    assert features.dtype == np.float32
    assert features.shape == (16, Encoder(batch.game).width)
    assert np.abs(features).max() < 12
    assert len(np.unique(features, axis=0)) == 16


def test_a_route_is_a_class_and_not_a_number() -> None:
    batch = Batch("london", 2, 1, compact=True)
    observation = batch.reset().copy()
    place = next(each for each in batch.layout.fields if each.name == "routes").offset
    encoder, lines = Encoder(batch.game), []
    for owner in range(4):  # closed, open, its own, the next seat's
        observation[0, place] = owner
        lines.append(encoder(observation)[0])
    changed = [int((line != lines[0]).sum()) for line in lines[1:]]
    assert changed == [1, 1, 1]
    assert set(np.unique(np.array(lines[1:]) - lines[0])) == {0.0, 1.0}


def test_only_compact_observations_have_features() -> None:
    batch = Batch("london", 2, 2)
    with pytest.raises(ValueError, match="make the batch with compact=True"):
        Encoder(batch.game)(batch.reset())


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_offers_no_other_actions_than_its_own(edition: str) -> None:
    numbers = actions_of(Game(edition, 2))
    assert len(set(numbers.tolist())) == len(numbers)
    batch = Batch(edition, 2, 16, seed=1)
    batch.reset()
    rng = np.random.default_rng(1)
    for _ in range(300):
        assert not np.delete(batch.masks, numbers, axis=1).any()
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(1))


def test_a_net_chooses_legal_actions_and_comes_back_from_its_file(tmp_path) -> None:
    batch = played("london", 30)
    net = some_net(batch.game)
    chosen = net(batch.observations, batch.masks)
    assert batch.masks[np.arange(16), chosen].all()
    net.save(tmp_path / "net.npz")
    again = Net.load(tmp_path / "net.npz", batch.game)
    assert np.array_equal(again(batch.observations, batch.masks), chosen)


def test_a_net_reads_full_observations_as_compact_ones() -> None:
    full, compact = Batch("london", 2, 8, seed=4), Batch("london", 2, 8, seed=4, compact=True)
    net = some_net(full.game)
    for batch in (full, compact):
        batch.reset()
    for _ in range(30):
        chosen = net(full.observations, full.masks)
        assert np.array_equal(cut_to_compact(full.game, full.observations), compact.observations)
        assert np.array_equal(chosen, net(compact.observations, compact.masks))
        full.step(chosen)
        compact.step(chosen)


def test_a_file_that_is_no_net_for_this_game_is_refused(tmp_path) -> None:
    london, usa = Game("london", 2), Game("usa", 2)
    some_net(london).save(tmp_path / "net.npz")
    with pytest.raises(ValueError, match="another board or number of seats"):
        Net.load(tmp_path / "net.npz", usa)
    with pytest.raises(ValueError, match="does not exist"):
        Net.load(tmp_path / "gone.npz", london)
    (tmp_path / "text.npz").write_text("no net", "utf-8")
    with pytest.raises(ValueError, match="is not a net of Caboose"):
        Net.load(tmp_path / "text.npz", london)
    with pytest.raises(ValueError, match=r"takes .* features and rates"):
        Net(usa, some_net(london).layers)
