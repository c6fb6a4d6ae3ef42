/** Time as the connectors need it: asked for and waited for. Given from outside, so that a test owns it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
}
