import type { Notice } from '@huoqiao/contract/notices/notices.endpoints'
import { NOTICE_KINDS, NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { NoticeItem } from './notice-item.tsx'
import styles from './notices.module.css'

/** This many notices of one kind, or more, become one entry. */
const GROUPED_FROM = 3

/** Groups notices by kind and level, newest first. Unread and read ones are not mixed, so that each entry is one or the other. */
export function byKind(notices: readonly Notice[]): readonly Notice[][] {
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) {
    const key = `${notice.kind} ${notice.level} ${String(notice.read)}`
    groups.set(key, [...(groups.get(key) ?? []), notice])
  }
  return [...groups.values()]
    .flatMap((group) => (group.length >= GROUPED_FROM ? [group] : group.map((one) => [one])))
    .toSorted(([a], [b]) => (b?.at ?? 0) - (a?.at ?? 0))
}

type NoticeGroupProps = {
  notices: readonly Notice[]
  onRead: (notices: readonly Notice[]) => void
  onLeave: () => void
}

/** Many notices of one kind: their number and the latest of them; the others one click away. */
export function NoticeGroup({ notices, onRead, onLeave }: NoticeGroupProps): ReactNode {
  const [isOpen, open] = useState(false)
  const latest = notices[0]!
  const { label, hue } = NOTICE_LEVELS[latest.level]
  return (
    <li className={styles.item} data-read={latest.read}>
      <header>
        <StateTag hue={hue} label={label} bare />
        <b>{NOTICE_KINDS[latest.kind]}</b>
        <span className={styles.count}>{notices.length} 条</span>
        <span className={styles.when}>
          <RelativeTime at={latest.at} ago />
        </span>
      </header>
      {isOpen ? null : <p>{latest.text}</p>}
      <footer>
        <Link to={`/system/warning?tab=notices&kind=${latest.kind}`} onClick={onLeave}>
          看全部
        </Link>
        <button type="button" className={styles.plain} aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </button>
        {latest.read ? null : (
          <button type="button" className={styles.plain} onClick={() => onRead(notices)}>
            都标为已读
          </button>
        )}
      </footer>
      {isOpen ? (
        <ul className={styles.grouped}>
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onRead={(one) => onRead([one])} onLeave={onLeave} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
