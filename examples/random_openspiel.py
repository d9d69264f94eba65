"""Random play in OpenSpiel: both seats of a London game, dealt by explicit chance."""

import random

import pyspiel

import caboose.envs.openspiel  # noqa: F401 - registers the game


def main() -> None:
    """Play one game and print how it ended."""
    rng = random.Random(1)
    game = pyspiel.load_game("python_caboose(edition=london,seats=2,reward=score)")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(faces, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    points = [f"{points:.0f}" for points in state.returns()]
    print(f"{state.move_number()} moves, the deal included; points {' and '.join(points)}.")


if __name__ == "__main__":
    main()
