/** The only source of time inside the server, so that tests can move it. Epoch milliseconds, UTC. */
export type Clock = { now(): number }
export const systemClock: Clock = { now: () => Date.now() }
