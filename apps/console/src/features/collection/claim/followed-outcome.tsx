import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Slot } from '../../../lib/slots.tsx'
import { OutcomeList, ProgressLine } from '../../../ui/index.ts'
import { BOX, editAddress, PRODUCT_LIST } from '../collection.addresses.ts'
import type { LineRow, Sent } from './claiming.ts'
import { followedIds, lineRows } from './claiming.ts'
import { useFollowedItems } from '../box/collect-item.ts'
import styles from './followed-outcome.module.css'

/** Every row with its outcome so far; rows that are being fetched are polled until they have finished. */
export function useSentRows(sent: Sent | undefined): { rows: readonly LineRow[]; titles: ReadonlyMap<string, string> } {
  const ids = useMemo(() => (sent ? followedIds(sent.lines) : []), [sent])
  const items = useFollowedItems(ids)
  const rows = useMemo(() => (sent ? lineRows(sent, items) : []), [sent, items])
  const titles = useMemo(
    () => new Map([...items.values()].flatMap((item) => (item.card ? [[item.offerId, item.card.title] as const] : []))),
    [items],
  )
  return { rows, titles }
}

type FollowedOutcomeProps = {
  sent: Sent
  rows: readonly LineRow[]
  titleOf: (row: LineRow) => string
}

/** The outcome of a claim while it runs and after it, and what to do next. */
export function FollowedOutcome({ sent, rows, titleOf }: FollowedOutcomeProps): ReactNode {
  const moving = rows.filter(({ isMoving }) => isMoving)
  const resolved = rows.filter(({ isMoving }) => !isMoving)
  const failed = resolved.filter(({ ok }) => !ok).length
  const byKey = new Map(rows.map((row) => [row.key, row]))
  // The heading of the group shows the failure's sentence already.
  const labelOf = (key: string): ReactNode => {
    const row = byKey.get(key)!
    return <RowLabel row={row.ok ? row : { ...row, message: '' }} titleOf={titleOf} />
  }
  return (
    <div className={styles.followed}>
      {moving.length > 0 ? (
        <>
          <ProgressLine
            label={sent.storeIds.length > 0 ? '正在采集，完成后自动认领' : '正在采集'}
            done={resolved.length}
            total={rows.length}
            failed={failed}
          />
          <p className={styles.hint}>
            可以关闭这个窗口，采集会继续；之后在 <Link to={BOX}>采集箱</Link> 里查看。
          </p>
          <ul className={styles.soFar}>
            {resolved.slice(-SO_FAR).map((row) => (
              <li key={row.key} data-ok={row.ok}>
                <RowLabel row={row} titleOf={titleOf} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <OutcomeList outcome={{ succeeded: rows.length - failed, failed, rows: [...rows] }} labelOf={labelOf} />
          <NextSteps sent={sent} rows={rows} titleOf={titleOf} />
        </>
      )}
    </div>
  )
}

/** While it runs, only the latest rows are shown; the full list is shown at the end, when it is clear whether it succeeded. */
const SO_FAR = 6

function RowLabel({ row, titleOf }: { row: LineRow; titleOf: (row: LineRow) => string }): ReactNode {
  return (
    <span className={styles.label}>
      <span className={styles.title}>{titleOf(row)}</span>
      <span className={styles.message}>{row.message}</span>
      {row.productId === null ? null : <Link to={editAddress(row.productId)}>去编辑</Link>}
    </span>
  )
}

/** A product that two rows led to is listed once. */
function NextSteps({ sent, rows, titleOf }: FollowedOutcomeProps): ReactNode {
  const [isPreviewing, preview] = useState(false)
  const titles = new Map(
    rows.flatMap((row) => (row.productId === null ? [] : [[row.productId, titleOf(row)] as const])),
  )
  const productIds = [...titles.keys()]
  // When no row succeeded, nothing in the box can be claimed.
  if (sent.storeIds.length === 0) return rows.some(({ ok }) => ok) ? <Link to={BOX}>到采集箱认领</Link> : null
  if (productIds.length === 0) return null
  return (
    <div className={styles.next}>
      <Button type="primary" onClick={() => preview(true)}>
        {productIds.length === 1 ? '去预演同步' : `全部去预演同步（${productIds.length}）`}
      </Button>
      <Link to={productIds.length === 1 ? editAddress(productIds[0]!) : PRODUCT_LIST}>
        {productIds.length === 1 ? '去编辑' : '到商品列表编辑'}
      </Link>
      {isPreviewing ? (
        <Slot
          name="sync-preview"
          products={productIds.map((id) => ({ id, title: titles.get(id)!, storeIds: sent.storeIds }))}
          onClose={() => preview(false)}
        />
      ) : null}
    </div>
  )
}
