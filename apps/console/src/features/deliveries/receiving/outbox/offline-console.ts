import type { CallName } from '../../../../lib/contract.ts'
import { callRecord } from '../../../../lib/contract.ts'
import { queryClient } from '../../../../lib/query-client.ts'

/** What the console reads before it shows a page. */
const READS: readonly CallName[] = ['safe_userMession', 'queryMenuByRoleId']
const SESSION: readonly CallName[] = ['login', 'logout']

/** Code that must work without a network, but may not be loaded yet. The camera only on touch devices: only those leave the network. */
const AHEAD: readonly (() => Promise<unknown>)[] = [
  () => import('./unsent-receipts.tsx'),
  ...(window.matchMedia('(pointer: coarse)').matches
    ? [() => import('../camera/camera.dialog.tsx'), () => import('../camera/decode-pixels.ts')]
    : []),
]

let isAsked = false

/**
 * From now on this device can open the console without a network, with the code that was loaded while it had one
 * (public/service-worker.js). Browsers allow this only over https or on localhost.
 */
export async function keepConsoleOffline(): Promise<void> {
  if (isAsked || !('serviceWorker' in navigator)) return
  isAsked = true
  const paths = new URLSearchParams()
  for (const name of READS) paths.append('read', callRecord(name).path)
  for (const name of SESSION) paths.append('session', callRecord(name).path)
  try {
    await navigator.serviceWorker.register(`/service-worker.js?${paths}`)
    await controlled(navigator.serviceWorker)
    await Promise.all(AHEAD.map((load) => load()))
    // The worker starts later than the console: it caches the files that were loaded before, and the answers of these repeated reads.
    navigator.serviceWorker.controller?.postMessage({ keep: loadedAssets() })
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => READS.some((name) => name === queryKey[0]) })
  } catch (error) {
    console.warn('the console cannot be opened without a network', error)
  }
}

const loadedAssets = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'))

const controlled = async (workers: ServiceWorkerContainer): Promise<void> => {
  if (workers.controller) return
  await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
}
