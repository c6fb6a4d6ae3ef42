import { expect, test } from 'vitest'
import { memoryStorage } from '../lib/local-storage.ts'
import { asLoadError, loadPage, PageLoadError } from './chunk-loading.ts'

const PAGE = { default: () => null }
const broken = (): Promise<typeof PAGE> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A browser that counts its reloads and keeps its session storage over them. */
function browser() {
  const seen = { reloads: 0, delays: [] as number[] }
  const deps = {
    storage: memoryStorage(),
    reload: () => void (seen.reloads += 1),
    after(ms: number, run: () => void) {
      seen.delays.push(ms)
      run()
    },
  }
  return { seen, deps }
}
/** The result or the error of the promise; 'waits' if it is still pending after 10 ms. */
const resolved = async (promise: Promise<unknown>): Promise<unknown> =>
  Promise.race([promise.catch((error: unknown) => error), new Promise((resolve) => setTimeout(resolve, 10, 'waits'))])

test('a page that does not load reloads the console after 500 ms, once, and then shows an error', async () => {
  const { seen, deps } = browser()
  expect(await resolved(loadPage('orders', broken, deps))).toBe('waits')
  expect(seen).toEqual({ reloads: 1, delays: [500] })
  // After the reload the shell loads successfully, before the page is tried again.
  await loadPage('shell', () => Promise.resolve(PAGE), deps)
  expect(await resolved(loadPage('orders', broken, deps))).toBeInstanceOf(PageLoadError)
  expect(seen.reloads).toBe(1)
})

test('a page that loaded may cause a reload again after the next update', async () => {
  const { seen, deps } = browser()
  await resolved(loadPage('orders', broken, deps))
  await loadPage('orders', () => Promise.resolve(PAGE), deps)
  await resolved(loadPage('orders', broken, deps))
  expect(seen.reloads).toBe(2)
})

test('missing code of a drawer after an update is handled like that of a page; any other error is passed on', async () => {
  const gone = await broken().catch((error: unknown) => error as Error)
  expect(asLoadError(gone as Error)).toBeInstanceOf(PageLoadError)
  const fault = new TypeError('rows is undefined')
  expect(asLoadError(fault)).toBe(fault)
})
