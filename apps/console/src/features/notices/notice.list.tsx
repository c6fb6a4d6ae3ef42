import { Button, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import type { CallInput } from '../../lib/contract.ts'
import { toast } from '../../lib/client.ts'
import { useListQuery } from '../../lib/list-query.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { ListPageProps } from '../../ui/list-page.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { NoticeItem } from './notice-item.tsx'
import { KIND_OPTIONS } from './notice.words.ts'
import styles from './notices.module.css'

const DEFAULTS = { unread: 'false', kind: '' }

/** All notices of the app, newest first. */
export function NoticeList({ head }: { head: Omit<ListPageProps, 'children'> }): ReactNode {
  const query = useListQuery('notices', DEFAULTS)
  const notices = useRead('queryNotices', query.input as CallInput<'queryNotices'>)
  const read = useAct('readNotices')
  const rows = notices.data?.list
  async function readAll(): Promise<void> {
    if ((await read.run({ all: true })).ok) toast.success('通知已全部标为已读')
  }
  return (
    <ListPage
      {...head}
      subtitle="涨价、缺货、下架、同步失败、订单停滞和授权到期"
      action={
        notices.data && notices.data.unreadCount > 0 ? (
          <Button onClick={() => void readAll()}>全部标为已读</Button>
        ) : null
      }
      filters={
        <>
          <Select
            aria-label="类型"
            placeholder="类型"
            style={{ width: 140 }}
            allowClear
            options={KIND_OPTIONS}
            value={query.filters.kind || undefined}
            onChange={(kind: string | undefined) => query.setFilters({ kind: kind ?? '' })}
          />
          <label>
            <Switch
              checked={query.filters.unread === 'true'}
              onChange={(isOn) => query.setFilters({ unread: String(isOn) })}
            />{' '}
            只看未读
          </label>
        </>
      }
      changedFilters={query.changed}
      onResetFilters={query.reset}
      note={notices.isError ? <FailureNote failure={notices.error} onRetry={() => void notices.refetch()} /> : null}
      isStale={notices.isPlaceholderData}
      {...(notices.data && notices.data.total > 0
        ? {
            pager: {
              page: query.page,
              pageSize: query.pageSize,
              sizes: query.sizes,
              total: notices.data.total,
              isCapped: notices.data.totalCapped,
              onChange: query.setPage,
            },
          }
        : {})}
    >
      {rows === undefined ? (
        notices.isError ? null : (
          <RowSkeletons count={6} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          text={
            query.changed > 0
              ? '没有符合条件的通知'
              : '还没有通知。有需要您处理的情况时会在这里，也会在右上角的铃铛里。'
          }
          action={query.changed > 0 ? <Button onClick={query.reset}>清空筛选</Button> : null}
        />
      ) : (
        <ul className={styles.list}>
          {rows.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onRead={({ id }) => void read.run({ ids: [id] })} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}
