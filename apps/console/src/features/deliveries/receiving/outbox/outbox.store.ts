import { useSyncExternalStore } from 'react'
import { explain, isCallError } from '../../../../lib/call-error.ts'
import { call, failureSeries, session, toast } from '../../../../lib/client.ts'
import { callRecord } from '../../../../lib/contract.ts'
import { personNow } from '../../../../lib/preferences.ts'
import { invalidateLists } from '../../../../lib/query-client.ts'
import { forgetPhotos } from '../line-photos.ts'
import { forgetPurchases, receiptsOf, removeReceipt, saveReceipt } from './device.store.ts'
import { inputOf, isUndecided } from './receipt.rules.ts'
import type { KeptReceipt } from './receipt.rules.ts'

/** `rows`: receipts of the logged-in person that were not booked yet, the oldest first. `isSending`: one of them is under way. */
export type Outbox = { rows: readonly KeptReceipt[]; isSending: boolean }

const AGAIN_MS = 15_000
/** Only one window of the browser sends at a time. */
const LOCK = 'huoqiao-receipts'

let outbox: Outbox = { rows: [], isSending: false }
const listeners = new Set<() => void>()

function publish(next: Partial<Outbox>): void {
  outbox = { ...outbox, ...next }
  for (const listener of listeners) listener()
}

async function reload(): Promise<void> {
  const person = personNow()
  publish({ rows: person === null ? [] : await receiptsOf(person) })
}

const isWaiting = (row: KeptReceipt): boolean => row.refusal === null

/**
 * Sends one receipt: its photos, the receipt, then the places of the spare pieces. Each step may be repeated. `save` stores the addresses
 * of uploaded photos, because the server compares a repeated receipt with the first one.
 */
async function send(
  receipt: KeptReceipt,
  save: (receipt: KeptReceipt) => Promise<void>,
  options: { series?: string } = {},
): Promise<void> {
  let now = receipt
  for (const photo of receipt.photos) {
    if (photo.url !== null) continue
    const file = new File([photo.content], photo.name)
    const { url } = await call('upload', { purpose: 'rich-text' }, { ...options, file })
    now = { ...now, photos: now.photos.map((one) => (one.key === photo.key ? { ...one, url } : one)) }
    await save(now)
  }
  await call('receiveGoods', inputOf(now), options)
  for (const { lineId, place } of now.places) {
    try {
      await call('setSparePlaces', { lineIds: [lineId], place }, options)
    } catch (error) {
      // The goods are booked. A refused place is shown in the toast of its call; it must not look like a refused receipt, which a person
      // would count and book again.
      if (!isCallError(error) || isUndecided(error)) throw error
    }
  }
  forgetPhotos(receipt.photos)
  await invalidateLists(callRecord('receiveGoods').lists)
}

/** Repeated failures of one receipt are shown once, until a person sends it again. */
const seriesOf = ({ key }: KeptReceipt): string => `${LOCK} ${key}`

/** Returns whether the next one may be tried. */
async function sendKept(row: KeptReceipt): Promise<boolean> {
  try {
    await send(row, saveReceipt, { series: seriesOf(row) })
  } catch (error) {
    if (isUndecided(error)) return false
    const [now] = (await receiptsOf(row.person)).filter(({ key }) => key === row.key)
    await saveReceipt({ ...(now ?? row), refusal: explain(error) })
    return true
  }
  await removeReceipt(row.key)
  toast.success(`${row.number} 已发出：${row.words}`)
  return true
}

let flushing: Promise<void> | undefined

/** Sends what is kept, in the order of confirmation, until the server cannot be reached. */
function flush(): Promise<void> {
  flushing ??= alone(async () => {
    const person = personNow()
    if (person === null) return
    const open = (await receiptsOf(person)).filter(isWaiting)
    if (open.length === 0) return
    publish({ isSending: true })
    for (const row of open) {
      if (personNow() !== person || !(await sendKept(row))) break
      await reload()
    }
  }).finally(async () => {
    flushing = undefined
    publish({ isSending: false })
    await reload()
  })
  return flushing
}

const alone = (act: () => Promise<void>): Promise<void> =>
  // `locks` is missing without https; the request key prevents booking twice in any case.
  'locks' in navigator ? navigator.locks.request(LOCK, act) : act()

/**
 * Books a confirmed receipt at once. Without a network, or while others still wait (to preserve the order), it is kept on the device
 * instead. Throws when the server refuses it.
 */
export async function handOver(receipt: KeptReceipt): Promise<'booked' | 'kept'> {
  const keep = async (now: KeptReceipt): Promise<'kept'> => {
    await saveReceipt(now)
    await reload()
    return 'kept'
  }
  if (outbox.rows.some(isWaiting)) {
    await keep(receipt)
    void flush()
    return 'kept'
  }
  if (!navigator.onLine) return keep(receipt)
  let latest = receipt
  try {
    await send(receipt, (now) => Promise.resolve(void (latest = now)))
    return 'booked'
  } catch (error) {
    if (!isUndecided(error)) throw error
    return keep(latest)
  }
}

/** Sends a refused receipt once more. */
export async function sendAgain(row: KeptReceipt): Promise<void> {
  failureSeries.restart(seriesOf(row))
  await saveReceipt({ ...row, refusal: null })
  await reload()
  await flush()
}

/** Discards a refused receipt. */
export async function dropReceipt(row: KeptReceipt): Promise<void> {
  await removeReceipt(row.key)
  forgetPhotos(row.photos)
  await reload()
}

let isFollowing = false

/** From now on, until the window is closed, kept receipts are sent as soon as the server can be reached. */
function follow(): void {
  if (isFollowing) return
  isFollowing = true
  const look = (): void => void flush()
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  setInterval(() => {
    if (outbox.rows.some(isWaiting)) look()
  }, AGAIN_MS)
  let person = personNow()
  session.subscribe(() => {
    if (personNow() === person) return
    person = personNow()
    void forgetPurchases(person, Date.now())
    void reload().then(look)
  })
  void forgetPurchases(person, Date.now())
  void reload().then(look)
}

function subscribe(listener: () => void): () => void {
  follow()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOutbox = (): Outbox => useSyncExternalStore(subscribe, () => outbox)
