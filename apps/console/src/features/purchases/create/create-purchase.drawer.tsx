import { portionsOf } from '@huoqiao/kit'
import { uuidV7 } from '@huoqiao/kit/ids'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useAct, useRead, useReads } from '../../../lib/use-call.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { AccountSelect, AddressSelect } from '../places.tsx'
import { CreateFoot } from './create-foot.tsx'
import { CreatedView } from './created-view.tsx'
import styles from './create.module.css'
import { HandPicker } from './hand-picker.tsx'
import { PlanCovers } from './plan-covers.tsx'
import { PlanGroup } from './plan-group.tsx'
import type { RequestDraft } from './purchase-request.ts'
import { EMPTY_REQUEST, requestOf, withItem } from './purchase-request.ts'
import { ShortNote } from './short-note.tsx'
import { RequestLines } from './request-lines.tsx'

const DRAWER = { size: 'min(1120px, 94vw)', open: true, destroyOnHidden: true } as const

/** 生成采购单: what the chosen orders need, by supplier, with what is bought by hand; then one purchase order a group. */
export default function CreatePurchaseDrawer({ orderIds, lineIds, onClose }: SlotProps['create-purchase']): ReactNode {
  const [made, setMade] = useState<CallOutput<'createPurchaseOrder'>>()
  const isByHand = orderIds.length === 0 && lineIds.length === 0
  const title = isByHand ? '手工采购' : '生成采购单'
  return (
    <Drawer
      {...DRAWER}
      title={made ? (made.purchases.length > 0 ? '采购单已生成' : '没有生成采购单') : title}
      onClose={onClose}
      styles={{ footer: { padding: 12 } }}
    >
      {made ? (
        <CreatedView made={made} onClose={onClose} />
      ) : (
        <PlanView orderIds={orderIds} lineIds={lineIds} isByHand={isByHand} onMade={setMade} onClose={onClose} />
      )}
    </Drawer>
  )
}

type PlanViewProps = SlotProps['create-purchase'] & {
  isByHand: boolean
  onMade: (made: CallOutput<'createPurchaseOrder'>) => void
}

/** How many orders one reading of their lines takes (contract, getOrderLines). */
const ORDERS_A_READ = 200

/** Which lines are meant, and how much of each is open. */
function useWanted(orderIds: readonly string[], lineIds: readonly string[]) {
  const inputs = useMemo(() => portionsOf(orderIds, ORDERS_A_READ).map((some) => ({ orderIds: some })), [orderIds])
  const read = useReads('getOrderLines', inputs)
  const lines = useMemo(() => {
    if (!read.data) return undefined
    const chosen = new Set(lineIds)
    return read.data.flat().filter((line) => (chosen.size > 0 ? chosen.has(line.id) : line.toBuy > 0))
  }, [read.data, lineIds])
  const ids = useMemo(() => (lineIds.length > 0 ? lineIds : (lines ?? []).map(({ id }) => id)), [lineIds, lines])
  return { lines, ids, isReady: orderIds.length === 0 || lines !== undefined, error: read.error }
}

function PlanView({ orderIds, lineIds, isByHand, onMade, onClose }: PlanViewProps): ReactNode {
  const [draft, setDraft] = useState<RequestDraft>(EMPTY_REQUEST)
  // One key as long as the window lives: pressing twice, or again after a lost answer, makes nothing twice.
  const [key] = useState(() => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))))
  const [texts, setTexts] = useState({ message: '', note: '' })
  const wanted = useWanted(orderIds, lineIds)
  const request = useMemo(() => requestOf(draft, wanted.ids, wanted.lines), [draft, wanted.ids, wanted.lines])
  const resolved = useDebounced(request)
  const isEmpty = request.orderLines.length === 0 && request.items.length === 0
  const isResolved = resolved === request
  const plan = useRead(
    'planPurchase',
    { ...resolved, estimate: true },
    {
      enabled: wanted.isReady && (resolved.orderLines.length > 0 || resolved.items.length > 0),
    },
  )
  const create = useAct('createPurchaseOrder')
  async function make(): Promise<void> {
    const done = await create.run({ ...request, key, ...texts })
    if (done.ok) onMade(done.data)
  }
  const change = (values: Partial<RequestDraft>): void => setDraft((now) => ({ ...now, ...values }))
  const groups = isEmpty ? [] : (plan.data?.groups ?? [])
  const covers = isEmpty ? [] : (plan.data?.covers ?? [])
  const failure = create.error ?? (isEmpty ? null : plan.error) ?? wanted.error
  return (
    <div className={styles.page}>
      <div className={styles.terms}>
        <label>
          1688账号
          <AccountSelect
            value={draft.accountId ?? groups[0]?.accountId ?? undefined}
            placeholder="默认账号"
            onChange={(accountId) => change({ accountId })}
          />
        </label>
        <label>
          收货地址
          <AddressSelect
            value={draft.addressId ?? groups[0]?.addressId ?? undefined}
            placeholder="默认地址"
            onChange={(addressId) => change({ addressId })}
          />
        </label>
      </div>
      {wanted.lines && wanted.lines.length > 0 ? (
        <RequestLines lines={wanted.lines} amounts={draft.amounts} onChange={(amounts) => change({ amounts })} />
      ) : null}
      <HandPicker
        isOpen={isByHand}
        items={draft.items}
        onItem={(item) => change({ items: withItem(draft.items, item) })}
      />
      {failure ? <FailureNote failure={failure} onRetry={() => void plan.refetch()} /> : null}
      {isEmpty && wanted.isReady ? (
        <EmptyState
          text={
            isByHand
              ? '在上面找到1688货源，选规格和数量，这里会按供应商算好。'
              : '选中的订单没有要采购的商品：已全部采购、无需采购，或还没有付款。'
          }
        />
      ) : plan.data ? null : failure ? null : (
        <RowSkeletons count={5} />
      )}
      {!isEmpty && plan.data && plan.data.left.length > 0 ? (
        <OutcomeList
          title={`${plan.data.left.length} 行现在买不了`}
          outcome={{ succeeded: 0, failed: plan.data.left.length, rows: plan.data.left }}
          labelOf={(lineId) => wanted.lines?.find((line) => line.id === lineId)?.title ?? lineId}
        />
      ) : null}
      <PlanCovers covers={covers} />
      <ShortNote groups={groups} amounts={draft.amounts} onChange={(amounts) => change({ amounts })} />
      <div className={styles.groups} data-stale={!isResolved || plan.isPlaceholderData}>
        {groups.map((group) => (
          <PlanGroup
            key={group.key}
            group={group}
            items={draft.items}
            onItem={(item) => change({ items: withItem(draft.items, item) })}
          />
        ))}
      </div>
      <CreateFoot
        groups={groups}
        covered={covers.length}
        isReady={isResolved && !plan.isPlaceholderData && plan.data !== undefined}
        isBusy={create.isPending}
        texts={texts}
        onTexts={setTexts}
        onCreate={() => void make()}
        onClose={onClose}
      />
    </div>
  )
}
