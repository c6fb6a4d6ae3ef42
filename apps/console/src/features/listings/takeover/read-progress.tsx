import type { TakeoverRead } from '@huoqiao/contract/listings/takeover.schema'
import { TAKEOVER_READ_STATES } from '@huoqiao/contract/listings/takeover.status'
import type { ReactNode } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './takeover.module.css'

/** How far the last reading of the shop is. It continues without this page. */
export function ReadProgress({ read }: { read: TakeoverRead }): ReactNode {
  return (
    <p className={styles.progress} role="status">
      <TableStateTag table={TAKEOVER_READ_STATES} code={read.state} />
      <span>
        读了 {formatCount(read.seen)} 件，其中 {formatCount(read.known)} 件已经关联
      </span>
      <small>
        {read.startedBy} · <RelativeTime at={read.startedAt} ago />
        {read.state === 'reading' ? ' · 可以离开这一页，读取不会停' : ''}
      </small>
      {read.message === '' ? null : <span className={styles.ill}>{read.message}</span>}
    </p>
  )
}
