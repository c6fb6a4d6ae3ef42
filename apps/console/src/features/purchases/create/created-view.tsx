import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallOutput } from '../../../lib/contract.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Slot } from '../../../lib/slots.tsx'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { purchaseAddress } from '../purchase.addresses.ts'
import { formatCount, yuan } from '../../../lib/format.ts'
import styles from './create.module.css'

const TOUCHED = ['approvals', 'purchases'] as const

type CreatedViewProps = { made: CallOutput<'createPurchaseOrder'>; onClose: () => void }

/** The purchase orders that were created, and what to do next. */
export function CreatedView({ made, onClose }: CreatedViewProps): ReactNode {
  const navigate = useNavigate()
  const review = useAct('completeReviewOrder')
  const [reviewed, setReviewed] = useState<BulkOutcome>()
  const [isAsking, ask] = useState(false)
  const acts = useBulkActs(TOUCHED)
  const isReviewed = reviewed?.failed === 0
  // The purchase orders above show which lines are bought: only lines that were left out are listed one by one.
  const isAllTaken = made.rows.rows.every(({ ok, partly }) => ok && partly !== true)
  // For spare pieces nothing is bought: they are in none of the purchase orders above.
  const spares = made.rows.rows.filter(({ ok, message }) => ok && message.startsWith('用余货'))
  const isAllSpare = made.purchases.length === 0
  // The person who reviews may not be the one who places: then the link opens the list.
  const mayPlace = useMay('createAlibabaOrder')
  const mayAsk = useMay('requestApproval') && !mayPlace
  const numbers = new Map(made.purchases.map(({ id, number }) => [id, number]))
  const numberOf = (key: string): string => {
    const taken = made.rows.rows.find((row) => row.key === key)
    return (taken?.id === undefined ? undefined : numbers.get(taken.id)) ?? numbers.get(key) ?? key
  }
  async function reviewAll(): Promise<void> {
    const done = await review.run({ purchaseIds: made.purchases.map(({ id }) => id) })
    if (!done.ok) return
    setReviewed(done.data)
    // A person who may not place the orders requests the approval at once.
    if (mayAsk && done.data.succeeded > 0) ask(true)
  }
  const passed = new Set(reviewed?.rows.filter(({ ok }) => ok).map(({ key }) => key))
  return (
    <div className={styles.page}>
      {made.repeated ? <p>这一次提交之前已经处理过，没有重复生成。</p> : null}
      <ul className={styles.made}>
        {made.purchases.map((row) => (
          <li key={row.id}>
            <Button type="link" onClick={() => void navigate(purchaseAddress(row.id))}>
              {row.number}
            </Button>
            <span>{row.supplierName}</span>
            <span>
              {row.lineCount} 种 {formatCount(row.quantity)} 件
            </span>
            {/* The freight of a new purchase is read after it was created: until then its sum is of the goods alone. */}
            <span>
              货款 <MoneyText strong amount={yuan(row.goodsMinor)} /> + 运费{' '}
              {row.freightMinor === null ? '正在查' : <MoneyText amount={yuan(row.freightMinor)} />}
            </span>
            {row.supplierRating === 'blacklisted' ? <StateTag hue="failed" label="黑名单供应商" /> : null}
          </li>
        ))}
      </ul>
      {spares.length > 0 ? (
        <p>
          {isAllTaken && isAllSpare ? '全部用余货，没有要购买的：' : '先用了余货：'}
          {spares.map(({ message }) => message).join('；')}。
        </p>
      ) : null}
      <OutcomeList outcome={isAllTaken ? { ...made.rows, rows: [] } : made.rows} labelOf={numberOf} />
      {reviewed ? <OutcomeList outcome={reviewed} labelOf={numberOf} /> : null}
      <div className={styles.next}>
        {isReviewed || isAllSpare ? null : (
          <CanButton
            type="primary"
            allowed={reviewed ? '已经审核过了' : true}
            loading={review.isPending}
            onClick={() => void reviewAll()}
          >
            {mayAsk ? '审核通过并申请下单' : '全部审核通过'}
          </CanButton>
        )}
        <Button
          type={isReviewed ? 'primary' : 'default'}
          onClick={() => {
            onClose()
            void navigate(`/purchase/list?state=${isReviewed ? 'to-place' : 'reviewing'}`)
          }}
        >
          {isReviewed && mayPlace ? '去下单' : '去采购单列表'}
        </Button>
        <Button onClick={onClose}>完成</Button>
        {isAsking ? (
          <Slot
            name="request-approval"
            kind="place"
            rows={made.purchases
              .filter(({ id }) => passed.has(id))
              .map((row) => ({ ...row, state: 'to-place' as const }))}
            perform={(title, rows, act) =>
              acts.perform(
                title,
                rows.map(({ id, number }) => ({ id, name: number })),
                act,
              )
            }
            isBusy={acts.isBusy}
            onClose={() => ask(false)}
          />
        ) : null}
        <ReportedOutcome acts={acts} />
      </div>
    </div>
  )
}
