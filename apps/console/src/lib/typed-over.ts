import { useState } from 'react'

type Over<T> = { value: T; version: number }
type Typed<T> = { value: T; over: Over<T>; isSaved: boolean }

export type TypedOver<T> = {
  /** what the field shows */
  value: T
  isTyped: boolean
  /** what it was typed over */
  over: Over<T>
  type: (value: T) => void
  /** What was sent stands in the row as this version; what was typed meanwhile goes on from there. It is shown until the row has been read anew. */
  saved: (sent: T, version: number) => void
  /** The field follows the row again. */
  forget: () => void
}

/**
 * A field over a row that is read anew while somebody types. Untouched it follows the row; what is typed stays, with the version that it was
 * typed over, so that the save tells what others wrote meanwhile.
 */
export function useTypedOver<T>(now: T, version: number): TypedOver<T> {
  const [typed, setTyped] = useState<Typed<T>>()
  const isRead = typed?.isSaved === true && version >= typed.over.version
  // Derived while rendering, so that no former value is drawn in between.
  if (isRead) setTyped(undefined)
  const here = isRead ? undefined : typed
  return {
    value: here ? here.value : now,
    isTyped: here !== undefined && !here.isSaved,
    over: here?.over ?? { value: now, version },
    type: (value) => setTyped({ value, over: here?.over ?? { value: now, version }, isSaved: false }),
    saved: (sent, next) =>
      setTyped(
        (before) =>
          before && {
            ...before,
            over: { value: sent, version: next },
            isSaved: Object.is(before.value, sent),
          },
      ),
    forget: () => setTyped(undefined),
  }
}
