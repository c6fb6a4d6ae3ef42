import type { CallName } from '../../../../lib/contract.ts'
import { callRecord } from '../../../../lib/contract.ts'
import { queryClient } from '../../../../lib/query-client.ts'

/** What the console reads before it shows a page. */
const READS: readonly CallName[] = ['safe_userMession', 'queryMenuByRoleId']
const SESSION: readonly CallName[] = ['login', 'logout']

/** Parts that are opened without a network, too, but have not been yet. Only a device with a touch screen is carried to where it has none. */
const AHEAD: readonly (() => Promise<unknown>)[] = [
  () => import('./unsent-receipts.tsx'),
  ...(window.matchMedia('(pointer: coarse)').matches
    ? [() => import('../camera/camera.dialog.tsx'), () => import('../camera/decode-pixels.ts')]
    : []),
]

let isAsked = false

/**
 * From now on the console opens on this device without a network, at what was open when it was there (public/service-worker.js). Browsers
 * allow it only over https, or on the machine itself.
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
    // It was not there when the console began: it keeps what was loaded by then, and what is read once more now.
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
