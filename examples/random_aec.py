"""Random play in PettingZoo: all four seats of a USA game."""

from caboose.envs import aec


def main() -> None:
    """Play one game and print the rewards."""
    env = aec.env(edition="usa", seats=4, reward="score")
    env.reset(seed=1)
    rewards = {}
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    print(", ".join(f"{agent} {reward:.0f}" for agent, reward in sorted(rewards.items())))


if __name__ == "__main__":
    main()
