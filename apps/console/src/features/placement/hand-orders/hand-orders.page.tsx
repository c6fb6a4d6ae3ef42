import type { HandOrder } from '@huoqiao/contract/placement/hand-orders.endpoints'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useListQuery } from '../../../lib/list-query.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { countedTabs } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { QuickDateRange } from '../../../ui/quick-date-range.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { HandOrderRow } from './hand-order-row.tsx'
import { countKinds, HAND_ORDER_KINDS, kindOf, searchOrders } from './hand-orders.rules.ts'
import type { HandOrderKind } from './hand-orders.rules.ts'
import styles from './hand-orders.module.css'
import { useHandOrderActs } from './use-hand-order-acts.ts'
import { useHandOrderKeys } from './use-hand-order-keys.ts'

const DAY = 86_400_000
const DAYS_FIRST = 7
type Values = { accountId: string; kind: string; keyword: string; from: number; to: number }
const DEFAULTS: Values = { accountId: '', kind: '', keyword: '', from: 0, to: 0 }
const WORDS = { kind: Object.keys(HAND_ORDER_KINDS) }
const KINDS = (Object.keys(HAND_ORDER_KINDS) as HandOrderKind[]).map((key) => ({ key, ...HAND_ORDER_KINDS[key] }))
const NONE: readonly HandOrder[] = []

/** /purchase/takeover: orders that somebody placed at 1688 by hand, and the purchases that they were meant for. */
export default function HandOrdersPage(): ReactNode {
  const accounts = useRead('queryMarketplaceAccountNames', {}, { staleTime: 60_000 })
  if (accounts.error && !accounts.data) return <FailureNote failure={accounts.error} />
  if (!accounts.data) return <ListPage title="接管1688订单">{null}</ListPage>
  if (accounts.data.length === 0)
    return (
      <ListPage title="接管1688订单">
        <EmptyState text="还没有1688账号。先在“连接与参数”里连接账号。" />
      </ListPage>
    )
  return <OfAccount accounts={accounts.data} />
}

function OfAccount({ accounts }: { accounts: readonly { id: string; name: string }[] }): ReactNode {
  const list = useListQuery<Values>('hand-orders', DEFAULTS, { words: WORDS })
  const [openedAt] = useState(() => Date.now())
  const { kind, keyword, from, to } = list.filters
  const accountId = accounts.find(({ id }) => id === list.filters.accountId)?.id ?? accounts[0]!.id
  const span = from && to ? { from, to } : { from: openedAt - DAYS_FIRST * DAY, to: openedAt + DAY }
  const read = useRead('getHandPlacedOrders', { accountId, ...span }, { staleTime: 30_000 })
  const acts = useHandOrderActs(accountId)
  const box = useRef<HTMLUListElement>(null)
  // The answer has all orders of the period: they are searched here.
  const searched = read.data && searchOrders(read.data.list, keyword)
  const orders = searched?.filter((order) => kind === '' || kindOf(order) === kind)
  useHandOrderKeys({ box, orders: orders ?? NONE, acts })
  const mayTake = useMay('takeOverAlibabaOrders')
  const fitting = (orders ?? NONE).filter((order) => kindOf(order) === 'ready')
  const changed = list.changed - (kind === '' ? 0 : 1)
  return (
    <ListPage
      name="hand-orders"
      title="接管1688订单"
      subtitle="在1688手工下的订单归到采购单，不会再下单或付款。J / K 上下移动，A 接管，P 另填采购单"
      action={
        fitting.length > 0 ? (
          <CanButton
            type="primary"
            loading={acts.isBusy}
            allowed={mayTake || NO_RIGHT}
            onClick={() => void acts.takeAll(fitting)}
          >
            接管货品相同的 {formatCount(fitting.length)} 单
          </CanButton>
        ) : null
      }
      tabs={countedTabs(searched && countKinds(searched), KINDS)}
      tab={kind}
      onTab={(next) => list.setFilters({ kind: next })}
      filters={
        <>
          <SearchField
            value={keyword}
            placeholder="订单号、卖家、货品、采购单号"
            width={260}
            onSearch={(next) => list.setFilters({ keyword: next })}
          />
          <Select
            aria-label="1688账号"
            style={{ width: 190 }}
            value={accountId}
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(chosen: string) => list.setFilters({ accountId: chosen })}
          />
          <QuickDateRange
            value={from && to ? span : {}}
            placeholder={['最近 7 天，或下单从', '到']}
            onChange={({ from: first = 0, to: last = 0 }) => list.setFilters({ from: first, to: last })}
          />
        </>
      }
      changedFilters={changed}
      onResetFilters={() => list.setFilters({ ...DEFAULTS, kind })}
      note={
        <>
          {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
          {read.data?.isCut ? <p role="status">这段时间的订单太多，只读了最前面的 500 个，请缩短时间。</p> : null}
        </>
      }
      isStale={read.isPlaceholderData}
    >
      {orders === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : orders.length === 0 ? (
        read.data?.list.length === 0 ? (
          <EmptyState text="这段时间没有手工下的1688订单。" />
        ) : (
          <EmptyState text="没有这样的1688订单。" action={<Button onClick={list.reset}>看这段时间的全部</Button>} />
        )
      ) : (
        <ul ref={box} className={styles.orders}>
          {orders.map((order) => (
            <HandOrderRow key={order.orderId} order={order} accountId={accountId} acts={acts} mayTake={mayTake} />
          ))}
        </ul>
      )}
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}
