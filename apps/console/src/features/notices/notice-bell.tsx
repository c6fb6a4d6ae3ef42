import { BellOutlined } from '@ant-design/icons'
import type { Notice } from '@huoqiao/contract/notices/notices.endpoints'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '../../lib/client.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { BarIcon } from '../../ui/bar-icon.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { byKind, NoticeGroup } from './notice-group.tsx'
import { NoticeItem } from './notice-item.tsx'
import styles from './notices.module.css'

/** 100 are read, because many notices of one kind become one entry: a price change at 1688 may send dozens. */
const LATEST = { unread: 'false', page: 1, pageSize: 100 } as const
/** Maximum number of entries that are shown. */
const SHOWN = 10
const LOOK_MS = 60_000
const MOST = 99

/** The bell in the head of the console: the number of unread notices, and the latest of them. */
export default function NoticeBell(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const notices = useRead('queryNotices', LATEST, { refetchInterval: LOOK_MS })
  const unread = notices.data?.unreadCount ?? 0
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open)
        if (open) void notices.refetch()
      }}
      content={
        <Latest
          notices={notices.data?.list}
          failure={notices.error}
          unread={unread}
          onRetry={() => void notices.refetch()}
          onLeave={() => setOpen(false)}
        />
      }
    >
      <BarIcon aria-label={unread > 0 ? `通知，${unread} 条未读` : '通知'} title="通知">
        <BellOutlined />
        {unread > 0 ? <span className={styles.badge}>{unread > MOST ? `${MOST}+` : unread}</span> : null}
      </BarIcon>
    </Popover>
  )
}

type LatestProps = {
  notices: readonly Notice[] | undefined
  failure: unknown
  unread: number
  onRetry: () => void
  onLeave: () => void
}

function Latest({ notices, failure, unread, onRetry, onLeave }: LatestProps): ReactNode {
  const read = useAct('readNotices')
  async function readAll(): Promise<void> {
    if ((await read.run({ all: true })).ok) toast.success('通知已全部标为已读')
  }
  return (
    <section className={styles.latest} aria-label="通知">
      <header className={styles.latestHead}>
        <b>通知</b>
        {unread > 0 ? (
          <button type="button" className={styles.plain} onClick={() => void readAll()}>
            全部标为已读
          </button>
        ) : null}
      </header>
      {failure ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {notices === undefined ? (
        failure ? null : (
          <p className={styles.none}>正在读取通知…</p>
        )
      ) : notices.length === 0 ? (
        <p className={styles.none}>没有通知。涨价、缺货、同步失败等会在这里提醒。</p>
      ) : (
        <ul>
          {byKind(notices)
            .slice(0, SHOWN)
            .map((group) => {
              const [notice, ...others] = group
              if (notice === undefined) return null
              return others.length > 0 ? (
                <NoticeGroup
                  key={`${notice.kind} ${String(notice.read)}`}
                  notices={group}
                  onRead={(some) => void read.run({ ids: some.map(({ id }) => id) })}
                  onLeave={onLeave}
                />
              ) : (
                <NoticeItem
                  key={notice.id}
                  notice={notice}
                  onRead={({ id }) => void read.run({ ids: [id] })}
                  onLeave={onLeave}
                />
              )
            })}
        </ul>
      )}
      <footer className={styles.latestFoot}>
        <Link to="/system/warning?tab=notices" onClick={onLeave}>
          全部通知
        </Link>
        <Link to="/system/warning" onClick={onLeave}>
          预警配置
        </Link>
      </footer>
    </section>
  )
}
