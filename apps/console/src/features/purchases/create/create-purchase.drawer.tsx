import type { PlannedCover, PlannedGroup } from '@huoqiao/contract/purchases/purchases.schema'
import { portionsOf } from '@huoqiao/kit'
import { uuidV7 } from '@huoqiao/kit/ids'
import { Drawer, Button } from 'antd'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import type { SlotProps } from '../../../lib/slots.tsx'
import { useAct, useRead, useReads } from '../../../lib/use-call.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { OrderLink } from '../bought-for.tsx'
import { AccountSelect, AddressSelect } from '../places.tsx'
import { purchaseAddress } from '../purchase.addresses.ts'
import { CreateFoot } from './create-foot.tsx'
import styles from './create.module.css'
import { CreatedView } from './created-view.tsx'
import { HandPicker } from './hand-picker.tsx'
import { PlanGroup } from './plan-group.tsx'
import type { RequestDraft } from './purchase-request.ts'
import { EMPTY_REQUEST, requestOf, withItem, wrongAmount } from './purchase-request.ts'
import { RequestLines } from './request-lines.tsx'
import { isShort, leftOut, withAll, withoutShort } from './short-lines.ts'

const NO_TEXTS = { message: '', note: '' }
const DRAWER = { size: 'min(1120px, 94vw)', open: true, destroyOnHidden: true } as const

/** 生成采购单: what the chosen orders need, by supplier, and SKUs added by hand; then one purchase order per group is created. */
export default function CreatePurchaseDrawer({ orderIds, lineIds, onClose }: SlotProps['create-purchase']): ReactNode {
  const [made, setMade] = useState<CallOutput<'createPurchaseOrder'>>()
  const [draft, setDraft] = useState<RequestDraft>(EMPTY_REQUEST)
  const [texts, setTexts] = useState(NO_TEXTS)
  const isByHand = orderIds.length === 0 && lineIds.length === 0
  const title = isByHand ? '手工采购' : '生成采购单'
  return (
    <Drawer
      {...DRAWER}
      title={made ? (made.purchases.length > 0 ? '采购单已生成' : '没有生成采购单') : title}
      {...guardTyped(made === undefined && (draft !== EMPTY_REQUEST || texts.message + texts.note !== ''))}
      onClose={onClose}
      styles={{ footer: { padding: 12 } }}
    >
      {made ? (
        <CreatedView made={made} onClose={onClose} />
      ) : (
        <PlanView
          orderIds={orderIds}
          lineIds={lineIds}
          isByHand={isByHand}
          draft={draft}
          setDraft={setDraft}
          texts={texts}
          setTexts={setTexts}
          onMade={setMade}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}

type PlanViewProps = SlotProps['create-purchase'] & {
  isByHand: boolean
  draft: RequestDraft
  setDraft: Dispatch<SetStateAction<RequestDraft>>
  texts: typeof NO_TEXTS
  setTexts: (texts: typeof NO_TEXTS) => void
  onMade: (made: CallOutput<'createPurchaseOrder'>) => void
}

/** Maximum number of orders in one read of their lines (contract, getOrderLines). */
const ORDERS_A_READ = 200

/** The requested lines, and the open need of each. */
function useWanted(orderIds: readonly string[], lineIds: readonly string[]) {
  const inputs = useMemo(() => portionsOf(orderIds, ORDERS_A_READ).map((some) => ({ orderIds: some })), [orderIds])
  const read = useReads('getOrderLines', inputs)
  const lines = useMemo(() => {
    if (!read.data) return undefined
    const chosen = new Set(lineIds)
    return read.data.flat().filter((line) => (chosen.size > 0 ? chosen.has(line.id) : line.toBuy > 0))
  }, [read.data, lineIds])
  const ids = useMemo(() => (lineIds.length > 0 ? lineIds : (lines ?? []).map(({ id }) => id)), [lineIds, lines])
  return { lines, ids, isReady: orderIds.length === 0 || lines !== undefined, error: read.error, refetch: read.refetch }
}

function PlanView(props: PlanViewProps): ReactNode {
  const { orderIds, lineIds, isByHand, draft, setDraft, texts, setTexts, onMade, onClose } = props
  // One key for the life of the drawer: clicking twice, or again after a lost answer, creates nothing twice.
  const [key] = useState(() => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))))
  const wanted = useWanted(orderIds, lineIds)
  const request = useMemo(() => requestOf(draft, wanted.ids, wanted.lines), [draft, wanted.ids, wanted.lines])
  const resolved = useDebounced(request)
  const wrong = wrongAmount(draft, wanted.lines)
  const isEmpty = request.orderLines.length === 0 && request.items.length === 0
  const isResolved = resolved === request
  const plan = useRead(
    'planPurchase',
    { ...resolved, estimate: true },
    {
      enabled: wanted.isReady && wrong === undefined && (resolved.orderLines.length > 0 || resolved.items.length > 0),
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
  const isReady = isResolved && !plan.isPlaceholderData && plan.data !== undefined
  // Only the first failed step is shown: the later ones depend on it.
  const failed = [
    { failure: wanted.error, retry: wanted.refetch },
    { failure: isEmpty ? null : plan.error, retry: () => void plan.refetch() },
    { failure: create.error, retry: isReady && wrong === undefined ? () => void make() : undefined },
  ].find(({ failure }) => failure !== null)
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
      {failed ? <FailureNote failure={failed.failure} onRetry={failed.retry} /> : null}
      {isEmpty && wanted.isReady ? (
        <EmptyState
          text={
            isByHand
              ? '在上面找到1688货源，选规格和数量，这里会按供应商算好。'
              : '选中的订单没有要采购的商品：已全部采购、无需采购，或还没有付款。'
          }
        />
      ) : plan.data || failed ? null : (
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
            suppliers={groups.flatMap(({ supplier }) => supplier.id ?? [])}
            items={draft.items}
            onItem={(item) => change({ items: withItem(draft.items, item) })}
          />
        ))}
      </div>
      <CreateFoot
        groups={groups}
        covered={covers.length}
        wrong={wrong}
        isReady={isReady}
        isBusy={create.isPending}
        texts={texts}
        onTexts={setTexts}
        onCreate={() => void make()}
        onClose={onClose}
      />
    </div>
  )
}

/** 用余货: pieces that exist already and are not bought again, shown before what is bought. */
function PlanCovers({ covers }: { covers: readonly PlannedCover[] }): ReactNode {
  if (covers.length === 0) return null
  const pieces = covers.reduce((sum, cover) => sum + cover.pieces, 0)
  return (
    <section className={styles.section} aria-label="用余货">
      <header>
        <h3>用余货 {formatCount(pieces)} 件</h3>
        <small className={styles.hint}>多买的、取消的订单留下的或退回来的，先给这些订单用，不再购买</small>
      </header>
      <ul className={styles.covers}>
        {covers.map((cover) => (
          <li key={`${cover.orderLineId} ${cover.purchaseId}`}>
            <Picture src={cover.image} alt="" size={32} />
            <span className={styles.clip} title={cover.title}>
              {cover.title}
              <small>{cover.specText || '默认规格'}</small>
            </span>
            <OrderLink order={cover} />
            <span>
              用 <Link to={purchaseAddress(cover.purchaseId)}>{cover.purchaseNumber}</Link> 的余货
            </span>
            <StateTag
              bare
              hue={cover.arrived ? 'done' : 'moving'}
              label={`${cover.arrived ? '在库' : '在途'}${cover.place === '' ? '' : ` · 库位 ${cover.place}`}`}
            />
            <b className="hq-num">{formatCount(cover.pieces)} 件</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ShortNoteProps = {
  groups: readonly PlannedGroup[]
  amounts: ReadonlyMap<string, number>
  onChange: (amounts: ReadonlyMap<string, number>) => void
}

/**
 * 1688 refuses the whole purchase if the supplier has too few pieces of one SKU. Offers to buy only what is available; the rest waits for
 * another source.
 */
function ShortNote({ groups, amounts, onChange }: ShortNoteProps): ReactNode {
  const lines = groups.flatMap((group) => group.lines)
  const short = lines.filter(isShort).length
  const left = leftOut(amounts)
  const isHelped = leftOut(withoutShort(amounts, lines)) > left
  if (short === 0 && left === 0) return null
  return (
    <section className={styles.section} aria-label="货源缺货">
      {short > 0 ? (
        <header>
          <StateTag bare hue="attention" label={`${short} 个规格的货源库存不够，1688会拒绝整张采购单`} />
          {isHelped ? (
            <Button size="small" onClick={() => onChange(withoutShort(amounts, lines))}>
              只买有货的
            </Button>
          ) : null}
        </header>
      ) : null}
      {left > 0 ? (
        <header>
          <span>{left} 行订单需求这次不买，留在待采购，可以换货源再买</span>
          <Button size="small" onClick={() => onChange(withAll(amounts))}>
            全部买回
          </Button>
        </header>
      ) : null}
    </section>
  )
}
