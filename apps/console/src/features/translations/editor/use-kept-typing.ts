import { hashKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeptDraft } from '../../../lib/draft.ts'
import { useDraft } from '../../../lib/draft.ts'

/** `over`: the stored text when typing began, so that what others saved meanwhile is seen. */
type Entry = { over: string }
type Typed<T> = Readonly<Record<string, T>>

/** A sheet has no version: each entry of a draft has the text that it was typed over. */
const BASE = 0

/** What a person typed of a sheet and has not saved, by field or picture: kept as a draft until it is saved or discarded. */
export function useKeptTyping<T extends Entry>(key: string) {
  const draft = useDraft<Typed<T>>(key, BASE)
  const [typed, setTyped] = useState<Typed<T>>(draft.found?.value ?? {})
  // What is typed while an answer is on its way is not in the render that asked.
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
    /** Forgets what was sent. What was typed since stays, over what is stored now. */
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
