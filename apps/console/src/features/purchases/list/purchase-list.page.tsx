import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { PurchaseState } from '@huoqiao/contract/purchases/purchases.status'
import { PURCHASE_STATES } from '@huoqiao/contract/purchases/purchases.status'
import type { ReactNode, RefObject } from 'react'
import { useMemo, useRef, useState } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { useKeys } from '../../../lib/page-keys.ts'
import { rowWalk } from '../../../lib/row-walk.ts'
import { useRead } from '../../../lib/use-call.ts'
import { useLinger } from '../../../lib/use-linger.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { useSelection } from '../../../ui/selection.ts'
import type { RowActions } from '../purchase-steps.ts'
import type { PurchaseActs } from '../use-purchase-acts.tsx'
import { usePurchaseActs } from '../use-purchase-acts.tsx'
import { BatchBar } from './purchase-batch.bar.tsx'
import { MainFilters, MoreFilters } from './purchase-list.filters.tsx'
import type { Open } from './purchase-list.overlay.tsx'
import { PurchaseOverlay } from './purchase-list.overlay.tsx'
import { ListActions, NothingHere } from './purchase-list.parts.tsx'
import type { PurchaseFilters } from './purchase-list.query.ts'
import { ALARM_TAB, asked, askedBeside, countChanged, resetFilters, usePurchaseFilters } from './purchase-list.query.ts'
import { PurchaseRows } from './purchase-list.rows.tsx'

const keyOf = (row: PurchaseCard): string => row.id
const NONE: readonly PurchaseCard[] = []
/** Purchases change automatically; those being placed change within seconds. */
const CALM_MS = 15_000
const LIVE_MS = 2_000

/** /purchase/list: purchase orders from review to receipt. */
export default function PurchaseListPage(): ReactNode {
  const list = usePurchaseFilters()
  const read = useRead('getPurchaseOrdersByCondition', asked(list), { refetchInterval: CALM_MS })
  const rows = read.data?.list
  const counts = useRead('getOrderCountByStatus', askedBeside(list), { refetchInterval: CALM_MS })
  // Also counts purchases of other tabs, because they may move into this one.
  const isPlacing = (counts.data?.counts.placing ?? 0) > 0 || (rows?.some((row) => row.state === 'placing') ?? false)
  const live = { enabled: useLinger(isPlacing, 2 * LIVE_MS), refetchInterval: LIVE_MS }
  useRead('getPurchaseOrdersByCondition', asked(list), live)
  useRead('getOrderCountByStatus', askedBeside(list), live)
  const selection = useSelection(rows ?? NONE, keyOf)
  const acts = usePurchaseActs()
  const [open, setOpen] = useState<Open>()
  const [purchaseId, setPurchase] = useAddressField('purchase')
  const actions = useRowActions(acts, setOpen, setPurchase)
  const box = useRef<HTMLDivElement>(null)
  usePurchaseKeys({
    box,
    onPick: (id) => selection.toggle(id),
    onReview(id) {
      const row = rows?.find((one) => one.id === id)
      if (row?.can['completeReviewOrder'] === true) actions.review([row])
    },
  })
  return (
    <ListPage
      name="purchases"
      title="采购单列表"
      subtitle="审核、合并、向1688下单、付款；每张采购单最多下一次单"
      action={
        <ListActions
          list={list}
          onOneClick={() => setOpen({ kind: 'merge', numbers: [] })}
          onCreate={() => setOpen({ kind: 'create' })}
          onDeleted={() => setOpen({ kind: 'deleted', keyword: '' })}
        />
      }
      {...stateTabs(list, counts.data)}
      filters={<MainFilters list={list} />}
      moreFilters={<MoreFilters list={list} />}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: (
          <BatchBar
            rows={selection.rows}
            pageCount={rows?.length ?? 0}
            isAll={selection.isAll}
            isBusy={acts.isBusy}
            onSelectPage={selection.toggleAll}
            onModify={() => setOpen({ kind: 'modify', rows: selection.rows })}
            actions={actions}
          />
        ),
      }}
      {...listAnswer(list, read)}
    >
      <div ref={box}>
        {read.error && !rows ? null : (
          <PurchaseRows
            rows={rows}
            selection={selection}
            actions={actions}
            empty={
              <NothingHere
                list={list}
                toPay={counts.data?.counts['to-pay'] ?? 0}
                onDeleted={(keyword) => setOpen({ kind: 'deleted', keyword })}
              />
            }
          />
        )}
      </div>
      <PurchaseOverlay
        open={open}
        purchaseId={purchaseId}
        acts={acts}
        actions={actions}
        onOpen={setOpen}
        onPurchase={setPurchase}
      />
      <ReportedOutcome acts={acts} />
    </ListPage>
  )
}

function useRowActions(
  acts: PurchaseActs,
  setOpen: (what: Open) => void,
  openPurchase: (purchaseId: string) => void,
): RowActions {
  const { review, sendBack, remove, copy, resolve, refresh } = acts
  return useMemo(
    () => ({
      open: openPurchase,
      review: (rows) => void review(rows),
      sendBack: (rows) => void sendBack(rows),
      remove: (rows) => void remove(rows),
      copy: (rows) => void copy(rows),
      merge: (rows) => setOpen({ kind: 'merge', numbers: rows.map(({ number }) => number) }),
      place: (rows) => setOpen({ kind: 'place', rows }),
      accept: (rows) => setOpen({ kind: 'accept', rows }),
      resolve: (rows) => void resolve(rows),
      refresh: (rows) => void refresh(rows),
      pay: (rows) => setOpen({ kind: 'pay', rows }),
      payByProtocol: (rows) => setOpen({ kind: 'pay-at-once', rows }),
      cancel: (rows) => setOpen({ kind: 'cancel', rows }),
      ask: (asked, rows) => setOpen({ kind: 'ask', asked, rows }),
    }),
    [openPurchase, setOpen, review, sendBack, remove, copy, resolve, refresh],
  )
}

const STATES = (Object.keys(PURCHASE_STATES) as PurchaseState[]).map((key) => ({ key, ...PURCHASE_STATES[key] }))

/** The state tabs with their counts, under the same filters except the state. */
function stateTabs(list: PurchaseFilters, data: CallOutput<'getOrderCountByStatus'> | undefined) {
  const alarms = {
    key: ALARM_TAB,
    label: '截单提醒',
    count: data?.alarms,
    isCapped: data?.capped.includes('alarms') ?? false,
    ...(data?.alarms ? { hue: 'failed' as const } : {}),
  }
  // Placed before the states, because a narrow window does not show all of these.
  const tabs = countedTabs(data && { ...data, all: data.total }, STATES).toSpliced(1, 0, alarms)
  return { tabs, tab: list.filters.state, onTab: (state: string) => list.setFilters({ state }) }
}

type PurchaseKeys = {
  box: RefObject<HTMLElement | null>
  onPick: (purchaseId: string) => void
  onReview: (purchaseId: string) => void
}

/** j and k move through the rows with real focus, on the number: Enter opens it. x selects, a reviews. */
function usePurchaseKeys({ box, onPick, onReview }: PurchaseKeys): void {
  const { focused, step } = rowWalk(box, 'purchase', 'button')
  const atFocus = (run: (purchaseId: string) => void) => (): void => {
    const purchaseId = focused()
    if (purchaseId !== undefined) run(purchaseId)
  }
  useKeys([
    { key: 'j', label: '下一张采购单', run: () => step(1) },
    { key: 'k', label: '上一张采购单', run: () => step(-1) },
    { key: 'x', label: '选中或取消这张采购单', run: atFocus(onPick) },
    { key: 'a', label: '审核通过这张采购单', run: atFocus(onReview) },
  ])
}
