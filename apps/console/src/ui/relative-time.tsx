import type { ReactNode } from 'react'
import { formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import styles from './relative-time.module.css'

type RelativeTimeProps = {
  at: number | null | undefined
  /** what happened then, shown before the time in the tooltip: 更新于 */
  says?: string
  /** show also how long ago, where there is room; otherwise it is in the tooltip */
  ago?: boolean
}

/** A time as YYYY-MM-DD HH:mm:ss in China time (specification, section 5), with how long ago that was: 5分钟前. */
export function RelativeTime({ at, says, ago = false }: RelativeTimeProps): ReactNode {
  const looked = useNow()
  // An event after the clock's last update is up to some seconds ahead of the clock: it is in the past, not in the future.
  const now = at && at > looked && at - looked < 60_000 ? at : looked
  const full = formatTime(at)
  const gone = formatRelative(at, now)
  // After a week the relative time is a date, which is shown already.
  const isShown = ago && !full.startsWith(gone)
  return (
    <time className={styles.time} title={[says, full, `（${gone}）`].filter((text) => text !== undefined).join(' ')}>
      {full}
      {isShown ? <small className={styles.ago}>{gone}</small> : null}
    </time>
  )
}
