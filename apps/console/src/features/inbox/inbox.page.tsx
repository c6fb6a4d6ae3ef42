import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import type { InboxState } from '@huoqiao/contract/inbox/inbox.status'
import { Button, Table } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { SELECT_PAGE } from '../../ui/select-page.ts'
import { useAddressField } from '../../lib/address-field.ts'
import { call } from '../../lib/client.ts'
import { formatCount } from '../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import type { Acted } from '../../ui/bulk-acts.tsx'
import { ReportedOutcome, useBulkActs } from '../../ui/bulk-acts.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../ui/list-answer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useSelection } from '../../ui/selection.ts'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import { inboxColumns } from './inbox.columns.tsx'
import { InboxFilterRow } from './inbox.filters.tsx'
import type { InboxFilters } from './inbox.query.ts'
import { asked, askedBeside, countChanged, resetFilters, useInboxFilters } from './inbox.query.ts'

const MessageDrawer = lazy(() => import('./message.drawer.tsx'))

const keyOf = (message: InboxMessage): string => message.id
const NONE: readonly InboxMessage[] = []
const LOOK_AGAIN_MS = 5_000

/** /system/inbox: every message from the shops and from 1688, its outcome, and replaying those that failed. */
export default function InboxPage(): ReactNode {
  const list = useInboxFilters()
  const read = useRead('queryInbox', asked(list), { refetchInterval: LOOK_AGAIN_MS })
  const rows = read.data?.list
  const selection = useSelection(rows ?? NONE, keyOf)
  const [messageId, open] = useAddressField('message')
  const replay = useReplay(list, rows ?? NONE)
  const columns = useMemo(() => inboxColumns(open), [open])
  const view = useTableView('inbox', columns, 1000)
  const tabs = useStateTabs(list)
  return (
    <ListPage
      name="inbox"
      title="消息收件箱"
      subtitle="店铺和1688发来的消息：先存下，再处理；重复的只处理一次，失败的可以重放"
      action={
        tabs.failed > 0 ? (
          <CanButton
            loading={replay.isPending}
            allowed={replay.may ? true : NO_RIGHT}
            onClick={() => void replay.allFailed(tabs.failed)}
          >
            重放全部失败的（{formatCount(tabs.failed)}）
          </CanButton>
        ) : null
      }
      tabs={tabs.tabs}
      tab={list.filters.state}
      onTab={(state) => list.setFilters({ state })}
      filters={<InboxFilterRow list={list} />}
      view={view.control}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: (
          <CanButton
            type="primary"
            loading={replay.isPending}
            allowed={replay.may ? true : NO_RIGHT}
            title="再处理一次；处理过的重复处理没有坏处"
            onClick={() => void replay.some(selection.rows)}
          >
            重放
          </CanButton>
        ),
      }}
      {...listAnswer(list, read)}
    >
      {rows === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : rows.length === 0 ? (
        <NothingHere list={list} />
      ) : (
        <Table<InboxMessage>
          rowKey="id"
          {...view.table}
          tableLayout="fixed"
          pagination={false}
          dataSource={rows}
          rowSelection={{
            ...SELECT_PAGE,
            columnWidth: 36,
            selectedRowKeys: [...selection.keys],
            onSelect: (message, _isOn, _rows, event) =>
              selection.toggle(message.id, 'shiftKey' in event && event.shiftKey === true),
            onSelectAll: selection.toggleAll,
          }}
        />
      )}
      {messageId === undefined ? null : (
        <Suspense fallback={null}>
          <MessageDrawer key={messageId} messageId={messageId} onClose={() => open(undefined)} />
        </Suspense>
      )}
      <ReportedOutcome acts={replay} />
    </ListPage>
  )
}

function NothingHere({ list }: { list: InboxFilters }): ReactNode {
  const navigate = useNavigate()
  if (countChanged(list) > 0)
    return (
      <EmptyState text="没有符合条件的消息。" action={<Button onClick={() => resetFilters(list)}>清空筛选</Button>} />
    )
  if (list.filters.state === 'failed') return <EmptyState text="没有处理失败的消息。" />
  if (list.filters.state !== '') return <EmptyState text="这一类里没有消息。" />
  return (
    <EmptyState
      text="还没有消息。店铺里有人下单，或1688订单有变动时，这里就会出现一条。"
      action={<Button onClick={() => void navigate('/system/systemconfig')}>检查店铺和1688的连接</Button>}
    />
  )
}

const TOUCHED = ['inbox', 'orders'] as const
const named = (messages: readonly InboxMessage[]): Acted[] => messages.map(({ id, eventId }) => ({ id, name: eventId }))

/** Replays messages and shows the outcome of each; a toast when all succeeded. */
function useReplay(list: InboxFilters, shown: readonly InboxMessage[]) {
  const { perform, reported, forget, isBusy } = useBulkActs(TOUCHED)
  const may = useMay('replayInbox')
  return {
    isPending: isBusy,
    may,
    reported,
    forget,
    some: (messages: readonly InboxMessage[]) =>
      perform('重放', named(messages), (ids) => call('replayInbox', { ids })),
    async allFailed(count: number): Promise<void> {
      const isSure = await askConfirm({
        title: `重放 ${formatCount(count)} 条失败的消息？`,
        content: '符合当前筛选的失败消息都放回队列，按先后再处理一次。',
        okText: '重放',
      })
      if (!isSure) return
      await perform('重放', named(shown), () => call('replayInbox', { filter: askedBeside(list) }))
    },
  }
}

const STATES = (Object.keys(INBOX_STATES) as InboxState[]).map((key) => ({ key, ...INBOX_STATES[key] }))

function useStateTabs(list: InboxFilters) {
  const { data } = useRead('getInboxCountByState', askedBeside(list), { refetchInterval: LOOK_AGAIN_MS })
  return { tabs: countedTabs(data, STATES), failed: data?.counts.failed ?? 0 }
}
