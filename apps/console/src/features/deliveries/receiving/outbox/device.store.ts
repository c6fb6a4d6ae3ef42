import type { Receiving } from '@huoqiao/contract/deliveries/deliveries.schema'
import { asScanned, codesOf } from './receipt.rules.ts'
import type { KeptReceipt } from './receipt.rules.ts'

/** What this device keeps in IndexedDB: receipts that were not sent yet, with their photos, and the purchases that were read. */
const NAME = 'huoqiao-receiving'
const RECEIPTS = 'receipts'
const PURCHASES = 'purchases'
/** A purchase that was not read for this long has arrived or never will: it is deleted. */
const FORGOTTEN_AFTER_MS = 14 * 86_400_000

type KeptPurchase = { id: string; person: string; codes: string[]; readAt: number; receiving: Receiving }

const REFUSED = 'the storage of the browser refused'

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error(REFUSED)))
  })

let opening: Promise<IDBDatabase> | undefined

function opened(): Promise<IDBDatabase> {
  opening ??= (async () => {
    const request = indexedDB.open(NAME, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(RECEIPTS, { keyPath: 'key' })
      const purchases = request.result.createObjectStore(PURCHASES, { keyPath: 'id' })
      purchases.createIndex('codes', 'codes', { multiEntry: true })
    })
    return answered(request)
  })()
  // After a failure the next access tries again, because the browser may allow it then.
  opening.catch(() => (opening = undefined))
  return opening
}

/** Resolves when the change is on the disk. */
async function change(name: string, act: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await opened()).transaction(name, 'readwrite', { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(REFUSED)))
  })
  act(transaction.objectStore(name))
  return done
}

async function all<T>(name: string): Promise<T[]> {
  const store = (await opened()).transaction(name).objectStore(name)
  return answered(store.getAll() as IDBRequest<T[]>)
}

export const saveReceipt = (receipt: KeptReceipt): Promise<void> => change(RECEIPTS, (store) => store.put(receipt))
export const removeReceipt = (key: string): Promise<void> => change(RECEIPTS, (store) => store.delete(key))

/** In the order of their confirmation. */
export async function receiptsOf(person: string): Promise<KeptReceipt[]> {
  const kept = await all<KeptReceipt>(RECEIPTS)
  return kept.filter((one) => one.person === person).toSorted((a, b) => a.confirmedAt - b.confirmedAt)
}

/** Keeps purchases as they were read, so that their parcels can be opened without a network. */
export async function keepPurchases(person: string, found: readonly Receiving[], now: number): Promise<void> {
  await change(PURCHASES, (store) => {
    for (const receiving of found)
      store.put({
        id: `${person} ${receiving.purchaseId}`,
        person,
        codes: codesOf(receiving),
        readAt: now,
        receiving,
      } satisfies KeptPurchase)
  })
}

export async function purchasesAt(person: string, code: string): Promise<Receiving[]> {
  const wanted = code.toUpperCase()
  const store = (await opened()).transaction(PURCHASES).objectStore(PURCHASES)
  const found = await answered(store.index('codes').getAll(wanted) as IDBRequest<KeptPurchase[]>)
  return found.filter((one) => one.person === person).map(({ receiving }) => asScanned(receiving, wanted))
}

/** Deletes the purchases that other people read, and old ones; `person` null deletes all. */
export async function forgetPurchases(person: string | null, now: number): Promise<void> {
  const kept = await all<KeptPurchase>(PURCHASES)
  const gone = kept.filter((one) => one.person !== person || one.readAt < now - FORGOTTEN_AFTER_MS)
  await change(PURCHASES, (store) => {
    for (const { id } of gone) store.delete(id)
  })
}
