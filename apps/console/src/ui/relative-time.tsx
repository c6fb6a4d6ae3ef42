import type { ReactNode } from 'react'
import { formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

type RelativeTimeProps = {
  at: number | null | undefined
  /** what happened then, before the exact time on hover: 更新于 */
  says?: string
}

/** How long ago, with the exact China time on hover: 5分钟前. */
export function RelativeTime({ at, says }: RelativeTimeProps): ReactNode {
  const looked = useNow()
  // What happened since the clock was last looked at lies ahead of it by seconds: it is past, not coming.
  const now = at && at > looked && at - looked < 60_000 ? at : looked
  return <time title={says ? `${says} ${formatTime(at)}` : formatTime(at)}>{formatRelative(at, now)}</time>
}
