import type { PlannedCover } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { OrderLink } from '../bought-for.tsx'
import { purchaseAddress } from '../purchase.addresses.ts'
import styles from './create.module.css'

/** 用余货: what is there already and is not bought again, before what is. */
export function PlanCovers({ covers }: { covers: readonly PlannedCover[] }): ReactNode {
  if (covers.length === 0) return null
  const pieces = covers.reduce((sum, cover) => sum + cover.pieces, 0)
  return (
    <section className={styles.section} aria-label="用余货">
      <header>
        <h3>用余货 {pieces} 件</h3>
        <small className={styles.hint}>以前的采购单多买的，先给这些订单用，不再购买</small>
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
            <StateTag bare hue={cover.arrived ? 'done' : 'moving'} label={cover.arrived ? '在库' : '在途'} />
            <b className="hq-num">{cover.pieces} 件</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
