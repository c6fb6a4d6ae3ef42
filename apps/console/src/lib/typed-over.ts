import { useState } from 'react'

type Over<T> = { value: T; version: number }
type Typed<T> = { value: T; over: Over<T>; isSaved: boolean }

export type TypedOver<T> = {
  /** what the field shows */
  value: T
  isTyped: boolean
  /** the row's value and version when typing began */
  over: Over<T>
  type: (value: T) => void
  /** The sent value was saved as this version, and later input is based on it. It is shown until the row has been read again. */
  saved: (sent: T, version: number) => void
  /** The field follows the row again. */
  forget: () => void
}

/**
 * A field whose row may be read again while somebody types. Without input it shows the row's value; input is kept, with the version that it
 * was based on, so that saving detects what others saved meanwhile.
 */
export function useTypedOver<T>(now: T, version: number): TypedOver<T> {
  const [typed, setTyped] = useState<Typed<T>>()
  const isRead = typed?.isSaved === true && version >= typed.over.version
  // Derived while rendering, so that no former value is rendered in between.
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
