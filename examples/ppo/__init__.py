"""Proximal policy optimization with masked actions, in plain PyTorch; `train_ppo.py` runs it."""
