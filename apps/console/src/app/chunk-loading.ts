import { openSessionStorage } from '../lib/local-storage.ts'
import type { KeyValue } from '../lib/local-storage.ts'
import { RELOAD_DELAY_MS } from '@huoqiao/contract/specification'
import type { ComponentType } from 'react'

const RELOADED = 'huoqiao:reloaded-for-chunk'

/** A page's code could not be loaded, even after one reload. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super('页面没有加载成功，可能系统刚刚更新过，或网络断开了', { cause })
    this.name = 'PageLoadError'
  }
}

/** Error messages of Chromium, Firefox and Safari for code that could not be fetched. */
const CHUNK_FAULT = /dynamically imported module|Importing a module script failed/i

/**
 * The code of a drawer or a dialog that no longer exists after an update is reported like that of a page: trying again does not help,
 * because the browser caches the failure, and the page may not be reloaded without asking the person.
 */
export const asLoadError = (error: Error): Error =>
  error instanceof TypeError && CHUNK_FAULT.test(error.message) ? new PageLoadError(error) : error

export type ChunkDeps = {
  storage: KeyValue
  reload: () => void
  after: (ms: number, run: () => void) => void
}

const browser: ChunkDeps = {
  get storage() {
    return openSessionStorage()
  },
  reload: () => window.location.reload(),
  after: (ms, run) => void setTimeout(run, ms),
}

/**
 * Loads a page's code. When that fails (after an update the old chunks are gone), the console reloads after 500 ms, once. A second failure
 * is thrown, so that the page does not reload for ever. The mark in the storage names the page and only that page clears it: another page
 * that loads in between proves nothing about this one.
 */
export async function loadPage<Page extends { default: ComponentType }>(
  name: string,
  load: () => Promise<Page>,
  deps: ChunkDeps = browser,
): Promise<Page> {
  try {
    const page = await load()
    if (deps.storage.getItem(RELOADED) === name) deps.storage.removeItem(RELOADED)
    return page
  } catch (error) {
    console.error('a page did not load', error)
    if (deps.storage.getItem(RELOADED) === name) {
      deps.storage.removeItem(RELOADED)
      throw new PageLoadError(error)
    }
    deps.storage.setItem(RELOADED, name)
    deps.after(RELOAD_DELAY_MS, deps.reload)
    return new Promise<Page>(() => undefined)
  }
}
