import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'

/**
 * Offers that wait to be sent to the app, in the browser's storage: each under its own key, so that one is written without rewriting the
 * others. They survive the end of the worker and of the browser, and are removed when the app has answered.
 */
const PREFIX = 'queued:'

export type Queued = { readonly key: string; readonly offer: CollectedOffer }

/** The same offer collected again replaces the one that waits. */
export async function enqueue(offer: CollectedOffer): Promise<Queued> {
  const at = String(Date.now()).padStart(15, '0')
  const before = (await queued()).find((one) => one.offer.offerId === offer.offerId)
  const key = before?.key ?? `${PREFIX}${at}:${offer.offerId}`
  await chrome.storage.local.set({ [key]: offer })
  return { key, offer }
}

/** Oldest first. */
export async function queued(): Promise<Queued[]> {
  const everything = await chrome.storage.local.get(null)
  return Object.keys(everything)
    .filter((key) => key.startsWith(PREFIX))
    .toSorted()
    .map((key) => ({ key, offer: everything[key] as CollectedOffer }))
}

export const dequeue = ({ key }: Queued): Promise<void> => chrome.storage.local.remove(key)
