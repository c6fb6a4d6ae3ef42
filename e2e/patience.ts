import { expect } from 'vitest'

/** How long is waited for what must come: never a proof of speed, but the end of a test that hangs. */
export const PATIENCE_MS = 120_000

/** What a browser shows comes when it comes: a busy machine is given time, and no test waits longer than it must. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS })
