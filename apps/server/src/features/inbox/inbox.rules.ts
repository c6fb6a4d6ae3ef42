/** After this many tries a message waits for a person. */
export const MAX_ATTEMPTS = 8

/** The pause after the n-th failure (1-based): 2 s, 4 s, … at most ten minutes. */
export const retryAfterMs = (attempts: number): number => Math.min(1_000 * 2 ** attempts, 600_000)
