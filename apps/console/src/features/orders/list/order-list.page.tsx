import type { OrderRow } from '@huoqiao/contract/orders/orders.schema'
import type { OrderState } from '@huoqiao/contract/orders/orders.status'
import { ORDER_STATES } from '@huoqiao/contract/orders/orders.status'
import { groupBy } from '@huoqiao/kit'
import type { ReactNode, RefObject } from 'react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { useKeys } from '../../../lib/page-keys.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { rowWalk } from '../../../lib/row-walk.ts'
import { useRead } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { useWholeSelection } from '../../../ui/whole-selection.ts'
import { ALL_GOODS, FORMER_SETTINGS_FIELD, GOODS_FIELD, SETTINGS_FIELD } from '../order.addresses.ts'
import type { OrderActs } from '../use-order-acts.tsx'
import { useOrderActs } from '../use-order-acts.tsx'
import { BatchBar } from './order-batch.bar.tsx'
import { MainFilters } from './order-list.filters.tsx'
import type { Open } from './order-list.overlay.tsx'
import { OrderOverlay } from './order-list.overlay.tsx'
import { LinesSwitch, ListActions, NothingHere, Pulled, ReportedOutcome } from './order-list.parts.tsx'
import type { OrderFilters } from './order-list.query.ts'
import { asked, askedBeside, askedWhole, countChanged, resetFilters, useOrderFilters } from './order-list.query.ts'
import { OrderRows } from './order-list.rows.tsx'
import type { RowActions } from './order-row.actions.tsx'
import { unsourcedOf } from './order-row.actions.tsx'

const MoreFilters = lazy(() => import('./order-list.more-filters.tsx'))

const keyOf = (row: OrderRow): string => row.id
/** New orders arrive automatically; the list is read again so that a person sees them. */
const LOOK_AGAIN_MS = 15_000

/** /order/list: the orders of all stores. */
export default function OrderListPage(): ReactNode {
  const list = useOrderFilters()
  const read = useRead('getOrdersByCondition', asked(list), { refetchInterval: LOOK_AGAIN_MS })
  const rows = read.data?.list
  const { lines, ...linesRead } = useLines(rows)
  const selection = useWholeSelection({ name: 'getOrdersByCondition', asked: askedWhole(list), page: read.data, keyOf })
  const acts = useOrderActs()
  const [open, setOpen] = useState<Open>()
  const [hasLines, showLines] = usePreference('orders:lines', true)
  const [, openOrder] = useAddressField('order')
  const [, openTasks] = useAddressField('task')
  const [, openSettings] = useAddressField(SETTINGS_FIELD, FORMER_SETTINGS_FIELD)
  const [, openGoods] = useAddressField(GOODS_FIELD)
  const box = useRef<HTMLDivElement>(null)
  const actions = useRowActions(acts, { open: setOpen, openOrder })
  const rowOf = (orderId: string | undefined): OrderRow | undefined => rows?.find(({ id }) => id === orderId)
  useOrderKeys({
    box,
    onPick: (orderId) => selection.toggle(orderId),
    onRelate: (orderId) => actions.relate(unsourcedOf(lines?.get(orderId)).slice(0, 1)),
    onBuy(orderId) {
      const chosen = selection.rows.length > 0 ? selection.rows : [rowOf(orderId)].filter((row) => row !== undefined)
      if (chosen.length > 0) actions.buy(chosen)
    },
  })
  const recover = (): void => setOpen({ kind: 'recover' })
  return (
    <ListPage
      name="orders"
      title="订单列表"
      subtitle={<Pulled at={read.data?.pulledAt} />}
      action={
        <ListActions
          onRecover={recover}
          onExport={() => setOpen({ kind: 'export', orders: [] })}
          onTasks={() => openTasks('all')}
          onSettings={() => openSettings('feeds')}
          onGoods={() => openGoods(ALL_GOODS)}
        />
      }
      {...useStateTabs(list)}
      filters={<MainFilters list={list} />}
      moreFilters={
        <Suspense fallback={null}>
          <MoreFilters list={list} />
        </Suspense>
      }
      view={<LinesSwitch isOn={hasLines} onChange={showLines} />}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        whole: selection.whole,
        actions: read.data ? (
          <BatchBar
            rows={selection.rows}
            cans={Object.assign({}, ...[read.data, ...selection.answers].map(({ cans }) => cans))}
            pageCount={read.data.list.length}
            isAll={selection.isAll}
            isBusy={acts.isBusy}
            onSelectPage={selection.toggleAll}
            actions={actions}
          />
        ) : null,
      }}
      {...listAnswer(list, read, {
        note: (
          <>
            {linesRead.error ? (
              <FailureNote failure={linesRead.error} onRetry={() => void linesRead.refetch()} />
            ) : null}
            {acts.reported ? <ReportedOutcome reported={acts.reported} onClose={acts.forget} /> : null}
          </>
        ),
      })}
    >
      <div ref={box}>
        {read.error && !rows ? null : (
          <OrderRows
            page={read.data}
            hasLines={hasLines}
            lines={lines}
            areLinesLost={linesRead.error !== null && !lines}
            selection={selection}
            actions={actions}
            empty={<NothingHere list={list} onRecover={recover} />}
          />
        )}
      </div>
      {acts.question}
      <OrderOverlay
        open={open}
        filter={askedWhole(list)}
        total={read.data ? { count: read.data.total, isCapped: read.data.totalCapped ?? false } : undefined}
        onOpen={setOpen}
      />
    </ListPage>
  )
}

/** The lines of the orders on the page, by order: read separately from the rows, so that the page is shown first. */
function useLines(rows: readonly OrderRow[] | undefined) {
  const orderIds = useMemo(() => (rows ?? []).map(keyOf), [rows])
  const { data, error, refetch } = useRead('getOrderLines', { orderIds }, { enabled: orderIds.length > 0 })
  const lines = useMemo(() => (data ? groupBy(data, (line) => line.orderId) : undefined), [data])
  return { lines, error, refetch }
}

type Openers = { open: (what: Open) => void; openOrder: (orderId: string) => void }

function useRowActions(acts: OrderActs, { open, openOrder }: Openers): RowActions {
  const { askHold, release, confirm, note, ignore, refresh } = acts
  return useMemo(
    () => ({
      open: openOrder,
      relate(of) {
        if (of.length > 0) open({ kind: 'source', lines: of })
      },
      relateAll: (orders) => open({ kind: 'goods', orderIds: orders.map(({ id }) => id) }),
      buy: (orders) => open({ kind: 'purchase', orderIds: orders.map(({ id }) => id) }),
      ship: (orders) => open({ kind: 'ship', orderIds: orders.map(({ id }) => id) }),
      hold: askHold,
      release: (orders) => void release(orders),
      confirm: (orders) => void confirm(orders),
      note: (orders) => void note(orders),
      ignore: (orders, isIgnored) => void ignore(orders, isIgnored),
      refresh: (order) => void refresh(order),
      exportOf: (orders) => open({ kind: 'export', orders }),
    }),
    [open, openOrder, askHold, release, confirm, note, ignore, refresh],
  )
}

const STATES = (Object.keys(ORDER_STATES) as OrderState[]).map((key) => ({ key, ...ORDER_STATES[key] }))

/** The state tabs with their counts, under the same filters except the state. */
function useStateTabs(list: OrderFilters) {
  const { data } = useRead('getOrderCountByState', askedBeside(list), { refetchInterval: LOOK_AGAIN_MS })
  return {
    tabs: countedTabs(data, STATES),
    tab: list.filters.state,
    onTab: (state: string) => list.setFilters({ state }),
  }
}

type OrderKeys = {
  box: RefObject<HTMLElement | null>
  onPick: (orderId: string) => void
  onRelate: (orderId: string) => void
  onBuy: (orderId: string | undefined) => void
}

/**
 * j and k move through the orders with real focus, on the number: Enter opens it. x selects, l links a source, p buys the selected orders,
 * or the focused one.
 */
function useOrderKeys({ box, onPick, onRelate, onBuy }: OrderKeys): void {
  const { focused, step } = rowWalk(box, 'order', 'button')
  const atFocus = (run: (orderId: string) => void) => (): void => {
    const orderId = focused()
    if (orderId !== undefined) run(orderId)
  }
  useKeys([
    { key: 'j', label: '下一张订单', run: () => step(1) },
    { key: 'k', label: '上一张订单', run: () => step(-1) },
    { key: 'x', label: '选中或取消这张订单', run: atFocus(onPick) },
    { key: 'l', label: '给这张订单关联货源', run: atFocus(onRelate) },
    { key: 'p', label: '给选中的或这张订单生成采购单', run: () => onBuy(focused()) },
  ])
}
