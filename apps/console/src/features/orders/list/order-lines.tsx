import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import { LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { OriginDot } from '../../../ui/origin-dot.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { offerAddress } from '../order.addresses.ts'
import { SOURCE_ORIGINS } from '../order.words.ts'
import styles from './order-lines.module.css'

/** More lines than this are folded, so that a long order does not push the others off the screen. */
const SHOWN = 4
/** In the order's own drawer: with more lines, its purchases, parcels and timeline would be too far down. */
const SHOWN_WHOLE = 30

type OrderLinesProps = {
  lines: readonly OrderLine[]
  onRelate: (lines: readonly OrderLine[]) => void
  isWhole?: boolean
}

/** What was ordered, the progress of each line, and where it is bought. */
export function OrderLines({ lines, onRelate, isWhole = false }: OrderLinesProps): ReactNode {
  const [isOpen, open] = useState(false)
  const shown = isOpen ? lines : lines.slice(0, isWhole ? SHOWN_WHOLE : SHOWN)
  return (
    <div>
      <ul className={styles.lines}>
        {shown.map((line) => (
          <Line key={line.id} line={line} onRelate={onRelate} />
        ))}
      </ul>
      {lines.length > shown.length ? (
        <Button type="link" onClick={() => open(true)}>
          展开其余 {lines.length - shown.length} 种商品
        </Button>
      ) : null}
    </div>
  )
}

/** Keeps the space for lines that are still loading. */
export function LinePlaces({ count, areLost }: { count: number; areLost: boolean }): ReactNode {
  return (
    <div aria-busy={!areLost} style={{ height: Math.min(Math.max(1, count), SHOWN) * 49 }}>
      {areLost ? <small>商品没有读到，在列表上方重试。</small> : null}
    </div>
  )
}

function Line({ line, onRelate }: { line: OrderLine; onRelate: OrderLinesProps['onRelate'] }): ReactNode {
  const isGone = line.current === 0
  return (
    <li className={styles.line} data-gone={isGone}>
      <Picture src={line.image} alt="" size={36} />
      <div className={styles.what}>
        <span className={styles.title} title={line.title}>
          {line.title}
        </span>
        <small title={`${line.variantTitle} ${line.sku}`}>
          {[line.variantTitle, line.sku === '' ? '没有SKU' : line.sku].filter((text) => text !== '').join(' · ')}
        </small>
      </div>
      <div className={styles.price}>
        <span>
          {formatMoney({ minor: line.unitPriceMinor, currency: line.currency })} × <b>{line.current}</b>
        </span>
        {line.current === line.quantity ? null : (
          <small title="改单或退款后变成现在的件数">原 {formatCount(line.quantity)} 件</small>
        )}
        <LineSum line={line} />
      </div>
      <Progress line={line} />
      <SourceCell line={line} onRelate={onRelate} />
    </li>
  )
}

/** The price of one piece after discounts is rounded: when piece price × quantity is not the paid amount, this is shown. */
function LineSum({
  line: { totalMinor, discountMinor, unitPriceMinor, quantity, currency },
}: {
  line: OrderLine
}): ReactNode {
  if (totalMinor === null || !discountMinor) return null
  const discount = formatMoney({ minor: discountMinor, currency })
  const isRounded = unitPriceMinor * quantity !== totalMinor
  return (
    <small title={`下单的 ${formatCount(quantity)} 件共优惠 ${discount}${isRounded ? '；单价是四舍五入后的' : ''}`}>
      优惠后共 {formatMoney({ minor: totalMinor, currency })}
    </small>
  )
}

/** Needed, bought, received, shipped: in the order in which goods move. */
function Progress({ line }: { line: OrderLine }): ReactNode {
  if (line.current === 0) return <span className={styles.faint}>已移除或退款</span>
  if (line.ignored) return <StateTag bare hue="waiting" label="无需采购" />
  if (!line.requiresShipping) return <StateTag bare hue="waiting" label="不需发货" />
  // Returned pieces were sent too: they are counted together with the remaining ones.
  const needed = line.current + line.returned
  const sent = Math.max(line.fulfilled, line.shipped)
  const steps: [label: string, done: number, says: string][] = [
    ['购', line.purchased, `已列入采购单 ${line.purchased} 件，其中已向1688下单 ${line.placed} 件`],
    ['到', line.received, `已收货 ${formatCount(line.received)} 件`],
    ['发', Math.min(sent, needed), `已发货 ${sent} 件${line.returned > 0 ? `，其中退回 ${line.returned} 件` : ''}`],
  ]
  return (
    <span className={styles.progress}>
      {steps.map(([label, done, says]) => (
        <span key={label} data-full={done >= needed} data-some={done > 0} title={`需要 ${needed} 件，${says}`}>
          {label} {done}/{needed}
        </span>
      ))}
    </span>
  )
}

function SourceCell({ line, onRelate }: { line: OrderLine; onRelate: OrderLinesProps['onRelate'] }): ReactNode {
  const may = useMay('relateShopifyOrder')
  const allowed = may ? line.can['relateShopifyOrder'] : NO_RIGHT
  const { source } = line
  if (!source) {
    if (line.current === 0 || line.ignored || !line.requiresShipping) return <span className={styles.faint}>–</span>
    return (
      <span className={styles.source}>
        <CanButton
          type="primary"
          ghost
          icon={<LinkOutlined />}
          allowed={allowed}
          aria-label={`给 ${line.title} 关联货源`}
          onClick={() => onRelate([line])}
        >
          关联货源
        </CanButton>
      </span>
    )
  }
  const isPlain = source.saleQuantity === source.sourceQuantity
  return (
    <span className={styles.source}>
      <span className={styles.sourceText}>
        <Link to={offerAddress(source.offerId)} title={source.title || source.offerId}>
          <OriginDot origin="1688" label={source.title || source.offerId} />
        </Link>
        <small title={SOURCE_ORIGINS[source.origin].says}>
          {isPlain ? '1:1' : `${formatCount(source.saleQuantity)} 件 = 货源 ${formatCount(source.sourceQuantity)} 件`}
          {source.unitCostMinor === null ? '' : ` · ${formatMoney({ minor: source.unitCostMinor, currency: 'CNY' })}`}
          {` · ${SOURCE_ORIGINS[source.origin].label}`}
          {source.supplierName === null ? '' : ` · ${source.supplierName}`}
        </small>
      </span>
      <CanButton
        type="text"
        allowed={allowed}
        aria-label={`更换 ${line.title} 的货源`}
        onClick={() => onRelate([line])}
      >
        更换
      </CanButton>
    </span>
  )
}
