import type { SpareCover, SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { OrderLink } from '../bought-for.tsx'
import styles from './spares.module.css'

/** The orders that took spare pieces, each with a button to undo it. */
export function SpareCovers({ line }: { line: SpareLine }): ReactNode {
  return (
    <ul className={styles.covers} aria-label="用了余货的订单">
      {line.covers.map((cover) => (
        <Cover key={cover.demandId} cover={cover} />
      ))}
    </ul>
  )
}

function Cover({ cover }: { cover: SpareCover }): ReactNode {
  const may = useMay('giveBackSpare')
  const back = useAct('giveBackSpare')
  async function giveBack(): Promise<void> {
    const done = await back.run({ demandId: cover.demandId })
    if (done.ok) toast.success(`${cover.orderName} 用的余货已退回，订单要重新采购`)
  }
  return (
    <li>
      <OrderLink order={cover} />
      <span>
        用了 {formatCount(cover.pieces)} 件
        {cover.pieces === cover.saleQuantity ? '' : `（订单 ${formatCount(cover.saleQuantity)} 件）`}
      </span>
      <RelativeTime at={cover.at} />
      <CanButton
        size="small"
        allowed={may ? true : NO_RIGHT}
        loading={back.isPending}
        aria-label={`退回 ${cover.orderName} 用的余货`}
        onClick={() => void giveBack()}
      >
        退回余货
      </CanButton>
      {back.error ? <FailureNote failure={back.error} /> : null}
    </li>
  )
}
