import { isCallError } from './call-error.ts'
import type { KeyValue } from './local-storage.ts'

export type PreferenceChange = { key: string; value?: string }
export type KeptPreference = { key: string; value: string }

export type PreferenceDeps = {
  storage: KeyValue
  /** id of the person who is logged in; null: nobody */
  person: () => string | null
  ask: () => Promise<readonly KeptPreference[]>
  send: (changes: readonly PreferenceChange[], options: { isLast: boolean }) => Promise<unknown>
  after: (ms: number, run: () => void) => () => void
}

/** `here`: the server refused it, so it is kept in this browser only. */
type Mark = 'sent' | 'unsent' | 'here'
type Marks = Readonly<Record<string, Mark>>

/** Changes within this time are sent together. */
const PUSH_DELAY_MS = 1_000
const BATCH = { rows: 100, size: 1_000_000 }

/**
 * A person's settings: kept in this browser, so that they are available at once and without a network, and on the server, so that they are
 * available on another machine (beyond, item 14). Values are JSON text. A value that was not sent yet is kept; otherwise the server's value
 * is taken. The mark is stored beside the values, because it must survive a crash.
 */
export function createPreferenceStore(deps: PreferenceDeps) {
  const { storage } = deps
  const listeners = new Set<() => void>()
  /** counts local writes, so that an answer to an earlier read does not undo a write */
  let written = 0
  const writtenAt = new Map<string, number>()
  let cancel: (() => void) | undefined
  let pushing: Promise<void> = Promise.resolve()

  const at = (key: string, person = deps.person()): string => `huoqiao:${person ?? 'nobody'}:${key}`
  const marks = (person = deps.person()): Marks => readMarks(storage.getItem(at('@marks', person)))
  function mark(changes: Record<string, Mark | undefined>, person = deps.person()): void {
    const next = Object.entries({ ...marks(person), ...changes }).filter(([, value]) => value !== undefined)
    storage.setItem(at('@marks', person), JSON.stringify(Object.fromEntries(next)))
  }
  const publish = (): void => {
    for (const listener of listeners) listener()
  }

  /** When the person is no longer logged in, it is sent after their next login. */
  function keepFor(person: string | null, key: string, text: string): void {
    if (person === deps.person()) return change(key, text)
    storage.setItem(at(key, person), text)
    mark({ [key]: 'unsent' }, person)
  }

  function removeFor(person: string | null, key: string): void {
    if (person === deps.person()) return change(key, null)
    storage.removeItem(at(key, person))
    mark({ [key]: 'unsent' }, person)
  }

  function change(key: string, text: string | null): void {
    if (storage.getItem(at(key)) === text) return
    if (text === null) storage.removeItem(at(key))
    else storage.setItem(at(key), text)
    writtenAt.set(key, (written += 1))
    mark({ [key]: 'unsent' })
    publish()
    cancel?.()
    cancel = deps.after(PUSH_DELAY_MS, () => void push())
  }

  /** Sends what was not sent yet. Never throws: what the network refuses is sent the next time. */
  function push(options: { isLast: boolean } = { isLast: false }): Promise<void> {
    cancel?.()
    cancel = undefined
    const run = (): Promise<void> => sendUnsent(options)
    // The last write of a closing page does not wait for another request that may never end.
    pushing = options.isLast ? run() : pushing.then(run)
    return pushing
  }

  async function sendUnsent(options: { isLast: boolean }): Promise<void> {
    const person = deps.person()
    if (person === null) return
    const unsent = Object.entries(marks()).flatMap(([key, value]) => (value === 'unsent' ? [key] : []))
    for (const batch of batches(unsent.map((key) => changeOf(key, storage.getItem(at(key)))))) {
      await sendBatch(person, batch, options)
    }
  }

  async function sendBatch(person: string, batch: PreferenceChange[], options: { isLast: boolean }): Promise<void> {
    try {
      await deps.send(batch, options)
      resolve(person, batch, 'sent')
    } catch (error) {
      const isRefused = isCallError(error) && error.failure === 'refused'
      if (isRefused && batch.length > 1) for (const one of batch) await sendBatch(person, [one], options)
      else if (isRefused) resolve(person, batch, 'here')
      else console.warn('what a person set was not sent yet', error)
    }
  }

  /** Marks the sent values, except those that changed since they were sent. */
  function resolve(person: string, batch: readonly PreferenceChange[], as: 'sent' | 'here'): void {
    if (deps.person() !== person) return
    const same = batch.filter(({ key, value }) => storage.getItem(at(key)) === (value ?? null))
    mark(Object.fromEntries(same.map(({ key, value }) => [key, value === undefined ? undefined : as])))
  }

  /** Reads what was set elsewhere. Throws what the call throws. */
  async function pull(): Promise<void> {
    const person = deps.person()
    if (person === null) return
    const asked = written
    const kept = await deps.ask()
    if (deps.person() !== person) return
    const known = marks()
    const isOurs = (key: string): boolean => known[key] === 'unsent' || (writtenAt.get(key) ?? 0) > asked
    const next: Record<string, Mark | undefined> = {}
    for (const { key, value } of kept) {
      if (isOurs(key)) continue
      next[key] = 'sent'
      if (storage.getItem(at(key)) !== value) storage.setItem(at(key), value)
    }
    const there = new Set(kept.map(({ key }) => key))
    for (const [key, value] of Object.entries(known)) {
      if (value !== 'sent' || there.has(key) || isOurs(key)) continue
      storage.removeItem(at(key))
      next[key] = undefined
    }
    mark(next)
    publish()
    if (Object.values(marks()).includes('unsent')) await push()
  }

  return {
    read: (key: string): string | null => storage.getItem(at(key)),
    /** `person`: the owner, when they may have logged out already; by default whoever is logged in */
    write: (key: string, value: unknown, person = deps.person()): void => keepFor(person, key, JSON.stringify(value)),
    /** `person` as of `write` */
    remove: (key: string, person = deps.person()): void => removeFor(person, key),
    /** the keys of what is set, those that were set last at the end */
    keys: (): string[] => Object.keys(marks()).filter((key) => storage.getItem(at(key)) !== null),
    at,
    push,
    pull,
    publish,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const changeOf = (key: string, text: string | null): PreferenceChange =>
  text === null ? { key } : { key, value: text }

function batches(changes: readonly PreferenceChange[]): PreferenceChange[][] {
  const all: PreferenceChange[][] = []
  let size = 0
  for (const change of changes) {
    const own = change.value?.length ?? 0
    const last = all.at(-1)
    if (!last || last.length >= BATCH.rows || size + own > BATCH.size) {
      all.push([change])
      size = own
    } else {
      last.push(change)
      size += own
    }
  }
  return all
}

function readMarks(text: string | null): Marks {
  if (text === null) return {}
  try {
    return JSON.parse(text) as Marks
  } catch (error) {
    console.error('the marks of kept preferences are not readable', error)
    return {}
  }
}
