import { hashKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeptDraft } from '../../../lib/draft.ts'
import { useDraft } from '../../../lib/draft.ts'

/** `over`: the stored text when typing began; comparing it with the present one shows whether others saved since. */
type Entry = { over: string }
type Typed<T> = Readonly<Record<string, T>>

/** A sheet has no version, so all drafts have the same base; each entry records the stored text that it replaces instead. */
const BASE = 0

/** Unsaved input of a sheet, by field or picture: kept as a draft until it is saved or discarded. */
export function useKeptTyping<T extends Entry>(key: string) {
  const draft = useDraft<Typed<T>>(key, BASE)
  const [typed, setTyped] = useState<Typed<T>>(draft.found?.value ?? {})
  // A callback that waited for a response must see what was typed since; the state of its own rendering is older.
  const latest = useRef(typed)
  function put(next: Typed<T>): void {
    latest.current = next
    setTyped(next)
    if (Object.keys(next).length === 0) draft.drop()
    else draft.keep(next)
  }
  return {
    typed,
    type: (name: string, entry: T): void => put({ ...latest.current, [name]: entry }),
    forget: (name: string): void => put(without(latest.current, name)),
    /** Removes the entries that were saved. An entry that changed since it was sent stays, based on the text that is stored now. */
    saved(sent: Readonly<Record<string, T | undefined>>, storedNow: (name: string) => string): void {
      const left = Object.entries(latest.current).flatMap(([name, entry]): [string, T][] => {
        if (!(name in sent)) return [[name, entry]]
        return hashKey([entry]) === hashKey([sent[name]]) ? [] : [[name, { ...entry, over: storedNow(name) }]]
      })
      put(Object.fromEntries(left))
    },
    /** for `DraftNotes` */
    notes: {
      drafts: draft,
      base: BASE,
      onTake: (other: KeptDraft<Typed<T>>): void => {
        draft.take(other)
        put(other.value)
      },
      onStartAgain: (): void => put({}),
    },
  }
}

const without = <T>(all: Typed<T>, name: string): Typed<T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name))
