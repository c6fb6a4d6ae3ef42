import { NOTICE_READ_STATES } from '@huoqiao/contract/notices/notices.status'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import type { CallInput } from '../../lib/contract.ts'
import { toast } from '../../lib/client.ts'
import { some, useListQuery } from '../../lib/list-query.ts'
import { useAct, useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../ui/list-answer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { SectionHead } from '../../ui/section-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { NoticeItem } from './notice-item.tsx'
import { KIND_OPTIONS } from './notice.words.ts'
import styles from './notices.module.css'

const DEFAULTS = { unread: 'false', kind: '', keyword: '' }
const STATES = [{ key: 'unread', ...NOTICE_READ_STATES.unread }]

/** All notices of the app, newest first. */
export function NoticeSection({ head }: { head: SectionHead }): ReactNode {
  const query = useListQuery('notices', DEFAULTS)
  const { unread, kind, keyword } = query.filters
  const filter = { kind: some(kind) as CallInput<'queryNotices'>['kind'], keyword: some(keyword) }
  const notices = useRead('queryNotices', {
    ...filter,
    unread: unread === 'true' ? 'true' : 'false',
    page: query.page,
    pageSize: query.pageSize,
  })
  const counts = useRead('getNoticeCountByState', filter)
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
      tabs={countedTabs(counts.data, STATES)}
      tab={unread === 'true' ? 'unread' : ''}
      onTab={(next) => query.setFilters({ unread: String(next === 'unread') })}
      filters={
        <>
          <SearchField
            value={keyword}
            placeholder="搜索通知的内容"
            onSearch={(next) => query.setFilters({ keyword: next })}
          />
          <Select
            aria-label="类型"
            placeholder="类型"
            style={{ width: 140 }}
            allowClear
            options={KIND_OPTIONS}
            value={kind || undefined}
            onChange={(chosen: string | undefined) => query.setFilters({ kind: chosen ?? '' })}
          />
        </>
      }
      changedFilters={query.changed}
      onResetFilters={query.reset}
      {...listAnswer(query, notices)}
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
