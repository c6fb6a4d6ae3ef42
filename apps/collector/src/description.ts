import { descriptionIn } from './adapter-1688.ts'

const TIMEOUT_MS = 15_000

/**
 * The supplier's text and pictures, which the page itself loads from another address. Null if it cannot be read: title, prices and SKUs are
 * useful without it.
 */
export async function readDescription(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? descriptionIn(await response.text()) : null
  } catch {
    // Not reachable, or not one of the hosts that the extension may read.
    return null
  }
}
