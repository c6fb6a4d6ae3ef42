import type { KeyValue } from '../../../../lib/local-storage.ts'
import type { Draft } from '../edit-form.rules.ts'

/** A stored draft; `isHere`: it is only in this browser, the server does not have it yet. */
export type KeptDraft = { version: number; savedAt: number; draft: Draft; isHere?: boolean }

/**
 * A draft that is not on the server yet, because the session ended, the network or the server failed, or the tab was closed at once. It is
 * kept in this browser until the server has it. `person` is the person who typed it: nobody else in this browser sees it.
 */
export function spareDraft(storage: KeyValue, person: string, productId: string) {
  const at = `huoqiao:${person}:product-draft:${productId}`
  return {
    put(version: number, draft: Draft, savedAt: number): void {
      try {
        storage.setItem(at, JSON.stringify({ version, savedAt, draft }))
      } catch (error) {
        // The storage is full: the server's copy, half a second later, is then the only one.
        console.warn('a draft does not fit into this browser', error)
      }
    },
    remove: (): void => storage.removeItem(at),
    read(): KeptDraft | null {
      const text = storage.getItem(at)
      if (text === null) return null
      try {
        const { version, savedAt, draft } = JSON.parse(text) as KeptDraft
        return { version, savedAt, draft, isHere: true }
      } catch (error) {
        console.error('a kept draft is not readable', error)
        return null
      }
    },
  }
}

/** The newer one of the two. */
export const newerDraft = (server: KeptDraft | null, here: KeptDraft | null): KeptDraft | null =>
  here && (!server || here.savedAt > server.savedAt) ? here : server
