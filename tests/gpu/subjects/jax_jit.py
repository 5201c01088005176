"""JAX: a jitted function."""

import jax
import jax.numpy as jnp


@jax.jit
def function(a):
    """A product and a reduction."""
    return jnp.tanh(a @ a).sum(axis=0)


print(function(jnp.ones((128, 128)) * 0.01)[:4])
