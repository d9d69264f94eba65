"""Random play in Gymnasium: one game of New York against two bots."""

import gymnasium

import caboose.envs  # noqa: F401 - makes Gymnasium know the names


def main() -> None:
    """Play one game and print how it ended."""
    env = gymnasium.make("caboose/NewYork-v0", seats=3, opponents=["tourist", "racer"])
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    is_over = False
    while not is_over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, is_over, _, info = env.step(action)
    points = info["points"].tolist()
    print(f"seat {observation[0]} played at random: reward {reward}, points {points}.")


if __name__ == "__main__":
    main()
