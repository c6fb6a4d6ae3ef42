import type { Notice } from '@huoqiao/contract/notices/notices.endpoints'
import { NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './notices.module.css'

type NoticeItemProps = { notice: Notice; onRead: (notice: Notice) => void; onLeave?: () => void }

/** One notice; opening its link marks it as read. */
export function NoticeItem({ notice, onRead, onLeave }: NoticeItemProps): ReactNode {
  const { label, hue } = NOTICE_LEVELS[notice.level]
  return (
    <li className={styles.item} data-read={notice.read}>
      <header>
        <StateTag hue={hue} label={label} bare />
        <b>{notice.title}</b>
        {notice.count > 1 ? <span className={styles.count}>{notice.count} 次</span> : null}
        <span className={styles.when}>
          <RelativeTime at={notice.at} ago />
        </span>
      </header>
      <p>{notice.text}</p>
      <footer>
        {notice.to === null ? null : (
          <Link
            to={notice.to}
            onClick={() => {
              onRead(notice)
              onLeave?.()
            }}
          >
            去处理
          </Link>
        )}
        {notice.read ? null : (
          <button type="button" className={styles.plain} onClick={() => onRead(notice)}>
            标为已读
          </button>
        )}
      </footer>
    </li>
  )
}
