"""A random loop over a batch of a pgx game, for a Python that has pgx 2 or newer: prints plies, seconds and games.

python pgx_loop.py GAME SECONDS BATCH
"""

import json
import sys
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

STEPS = 32
"""Steps in one compiled call."""


def main(name: str, seconds: float, n: int) -> None:
    """Plays for about so many seconds."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry, key):  # type: ignore[no-untyped-def]
        state, ended, total = carry
        odds = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        draw, anew = jax.random.split(key)
        after = step(state, jax.random.categorical(draw, odds, axis=-1), jax.random.split(anew, n))
        done = after.terminated | after.truncated
        # Who wins, the other loses.
        balance = jnp.abs(after.rewards.sum(axis=-1)).max()
        return (after, ended + done.sum(), jnp.maximum(total, balance)), None

    @jax.jit
    def many(carry, key):  # type: ignore[no-untyped-def]
        return jax.lax.scan(once, carry, jax.random.split(key, STEPS))[0]

    key = jax.random.PRNGKey(0)
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(key, n)), jnp.int32(0), jnp.float32(0))
    # Compiles, and brings the games out of step with each other.
    for number in range(8):
        carry = many(carry, jax.random.fold_in(key, number))
    jax.block_until_ready(carry)
    before, plies, number = int(carry[1]), 0, 8
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        carry = jax.block_until_ready(many(carry, jax.random.fold_in(key, number)))
        plies, number = plies + n * STEPS, number + 1
    spent = time.perf_counter() - started
    games = int(carry[1]) - before
    assert float(carry[2]) < 1e-6, "not zero-sum"
    print(json.dumps({"plies": plies, "seconds": spent, "length": plies / max(games, 1), "games": games}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
