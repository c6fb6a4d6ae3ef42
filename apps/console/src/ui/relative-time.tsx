import type { ReactNode } from 'react'
import { formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** How long ago, with the exact China time on hover: 5分钟前. */
export function RelativeTime({ at }: { at: number | null | undefined }): ReactNode {
  const looked = useNow()
  // What happened since the clock was last looked at lies ahead of it by seconds: it is past, not coming.
  const now = at && at > looked && at - looked < 60_000 ? at : looked
  return <time title={formatTime(at)}>{formatRelative(at, now)}</time>
}
