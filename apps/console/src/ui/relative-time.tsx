import type { ReactNode } from 'react'
import { formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'

/** How long ago, with the exact China time on hover: 5分钟前. */
export function RelativeTime({ at }: { at: number | null | undefined }): ReactNode {
  const now = useNow()
  return <time title={formatTime(at)}>{formatRelative(at, now)}</time>
}
