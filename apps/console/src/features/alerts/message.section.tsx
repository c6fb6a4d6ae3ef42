import type { AlertMessage } from '@huoqiao/contract/alerts/alerts.schema'
import { ALERT_STATES } from '@huoqiao/contract/alerts/alerts.status'
import type { AlertState } from '@huoqiao/contract/alerts/alerts.status'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useMemo } from 'react'
import { useAddressField } from '../../lib/address-field.ts'
import type { CallInput } from '../../lib/contract.ts'
import { formatCount } from '../../lib/format.ts'
import type { ListQuery } from '../../lib/list-query.ts'
import { known, NO_NUMBER, some, TABLE_PAGING, useListQuery } from '../../lib/list-query.ts'
import { useMay } from '../../lib/permission.tsx'
import { useRead } from '../../lib/use-call.ts'
import { countedTabs } from '../../ui/list-answer.tsx'
import { QuickDateRange } from '../../ui/quick-date-range.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TablePage } from '../../ui/table-page.tsx'
import { useTableView } from '../../ui/table-view.tsx'
import type { SectionHead } from '../../ui/section-page.tsx'
import { messageColumns } from './message.columns.tsx'

const MessageDrawer = lazy(() => import('./message.drawer.tsx'))

type Values = { state: string; keyword: string; channelId: string; from: number; to: number }
const DEFAULTS: Values = { state: '', keyword: '', channelId: '', from: NO_NUMBER, to: NO_NUMBER }
const STATES = (Object.keys(ALERT_STATES) as AlertState[]).map((key) => ({ key, ...ALERT_STATES[key] }))
const LOOK_AGAIN_MS = 5_000

const askedBeside = ({ filters }: ListQuery<Values>): CallInput<'getAlertMessageCountByState'> => ({
  keyword: some(filters.keyword),
  channelId: some(filters.channelId),
  from: known(filters.from),
  to: known(filters.to),
})

/** What was sent, what was not, and why. */
export default function MessageSection({ head }: { head: SectionHead }): ReactNode {
  const query = useListQuery<Values>('alert-messages', DEFAULTS, { paging: TABLE_PAGING })
  const { page, pageSize } = query
  const answer = useRead(
    'queryAlertMessages',
    { ...askedBeside(query), state: some(query.filters.state) as AlertState | undefined, page, pageSize },
    { refetchInterval: LOOK_AGAIN_MS },
  )
  const counts = useRead('getAlertMessageCountByState', askedBeside(query), { refetchInterval: LOOK_AGAIN_MS })
  const mayChannels = useMay('queryAlertChannels')
  const channels = useRead('queryAlertChannels', {}, { enabled: mayChannels })
  const [messageId, open] = useAddressField('message')
  const columns = useMemo(() => messageColumns(open), [open])
  const view = useTableView('alert-messages', columns, 1000)
  const waiting = answer.data?.waiting ?? 0
  return (
    <TablePage<AlertMessage>
      {...head}
      name="alert-messages"
      subtitle="保留 90 天"
      filters={
        <>
          <SearchField
            value={query.filters.keyword}
            placeholder="告警内容或渠道"
            onSearch={(keyword) => query.setFilters({ keyword })}
          />
          <Select
            aria-label="渠道"
            placeholder="渠道"
            style={{ width: 160 }}
            allowClear
            value={query.filters.channelId || undefined}
            options={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(channelId: string | undefined) => query.setFilters({ channelId: channelId ?? '' })}
          />
          <QuickDateRange
            value={Number.isFinite(query.filters.from) ? { from: query.filters.from, to: query.filters.to } : {}}
            placeholder={['创建时间从', '到']}
            width={300}
            onChange={({ from = Number.NaN, to = Number.NaN }) => query.setFilters({ from, to })}
          />
        </>
      }
      tabs={countedTabs(counts.data, STATES)}
      tab={query.filters.state}
      onTab={(state) => query.setFilters({ state })}
      note={waiting > 0 ? <p>另有 {formatCount(waiting)} 条在等静默时段结束，或等着合并后一起发。</p> : null}
      query={query}
      answer={answer}
      view={view}
      none={{
        text: '还没有发过告警。有规则的通知出现后，发送的结果会在这里。',
        filtered: '没有符合条件的告警',
      }}
    >
      {messageId === undefined ? null : (
        <Suspense fallback={null}>
          <MessageDrawer key={messageId} messageId={messageId} onClose={() => open(undefined)} />
        </Suspense>
      )}
    </TablePage>
  )
}
