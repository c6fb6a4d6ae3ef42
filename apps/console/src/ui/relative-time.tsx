import type { ReactNode } from 'react'
import { formatRelative, formatTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import styles from './relative-time.module.css'

type RelativeTimeProps = {
  at: number | null | undefined
  /** what happened then, before the time on hover: 更新于 */
  says?: string
  /** how long ago stands beside it as well, where there is room for it; else it is told on hover */
  ago?: boolean
}

/** A time as YYYY-MM-DD HH:mm:ss in China time (specification, section 5), with how long ago that was: 5分钟前. */
export function RelativeTime({ at, says, ago = false }: RelativeTimeProps): ReactNode {
  const looked = useNow()
  // What happened since the clock was last looked at lies ahead of it by seconds: it is past, not coming.
  const now = at && at > looked && at - looked < 60_000 ? at : looked
  const full = formatTime(at)
  const gone = formatRelative(at, now)
  // After a week it is said in days of the calendar, which stand there already.
  const isShown = ago && !full.startsWith(gone)
  return (
    <time className={styles.time} title={[says, full, `（${gone}）`].filter((text) => text !== undefined).join(' ')}>
      {full}
      {isShown ? <small className={styles.ago}>{gone}</small> : null}
    </time>
  )
}
