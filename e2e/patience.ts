import { expect } from 'vitest'

/** How long a test waits for something that must happen: not a measure of speed, but the end of a test that hangs. */
export const PATIENCE_MS = 300_000

/** Polls for what a browser will show: a busy machine is given time, and no test waits longer than needed. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS })
