import type { OrderLine } from '@huoqiao/contract/orders/orders.schema'
import { Radio } from 'antd'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount, formatMoney } from '../../../lib/format.ts'
import { CountField } from '../../../ui/count-field.tsx'
import { MOST_PIECES } from '../goods/goods.rules.ts'
import type { ChosenSku } from './source-skus.tsx'
import styles from './source.module.css'

export type Scope = 'this-order' | 'remember'
export type Terms = { saleQuantity: number | null; sourceQuantity: number | null; scope: Scope }
/** A ratio of more than this many source pieces for one sold piece, or the reverse, must be confirmed (beyond, item 15). */
const UNLIKELY = 100

type SourceTermsProps = {
  terms: Terms
  line: OrderLine
  sku: ChosenSku | undefined
  preview: CallOutput<'previewRelation'> | undefined
  onChange: (terms: Terms) => void
}

/** The ratio, and the orders that it is used for, with the result in words. */
export function SourceTerms({ terms, line, sku, preview, onChange }: SourceTermsProps): ReactNode {
  const { saleQuantity, sourceQuantity, scope } = terms
  const pieces = saleQuantity && sourceQuantity ? Math.ceil((line.current * sourceQuantity) / saleQuantity) : undefined
  const isUnlikely = Math.max(saleQuantity ?? 1, sourceQuantity ?? 1) > UNLIKELY
  const following = preview?.others.filter((other) => !other.purchased) ?? []
  return (
    <div className={styles.terms}>
      <div className={styles.ratio}>
        <span>店铺卖</span>
        <Count
          label="销售件数"
          value={saleQuantity}
          onChange={(count) => onChange({ ...terms, saleQuantity: count })}
        />
        <span>件 = 采购</span>
        <Count
          label="货源件数"
          value={sourceQuantity}
          onChange={(count) => onChange({ ...terms, sourceQuantity: count })}
        />
        <span>件货源</span>
        {pieces === undefined ? null : (
          <span className={styles.hint}>
            本行 {line.current} 件，需采购 {formatCount(pieces)} 件
            {sku && sku.unitCostMinor !== null
              ? `，约 ${formatMoney({ minor: sku.unitCostMinor * pieces, currency: 'CNY' })}`
              : ''}
          </span>
        )}
      </div>
      {isUnlikely ? <p className={styles.doubt}>比例很大，请核对：真的要这么多件货源配这么多件商品吗？</p> : null}
      <Radio.Group
        value={scope}
        onChange={(event) => onChange({ ...terms, scope: event.target.value as Scope })}
        options={[
          { value: 'remember', label: '记住，以后同款的订单也用它' },
          { value: 'this-order', label: '只用于这张订单' },
        ]}
      />
      {scope === 'remember' && preview ? (
        <p className={styles.hint}>
          {following.length === 0
            ? '没有其他未完成的订单用到这一款。'
            : `另有 ${following.length}${preview.total > preview.others.length ? '+' : ''} 行未采购的同款会跟着改：${following
                .slice(0, 6)
                .map((other) => `${other.number}（${formatCount(other.quantity)}件）`)
                .join('、')}${following.length > 6 ? ' 等' : ''}。`}
          {preview.others.some((other) => other.purchased) ? '已采购的保持不变。' : ''}
        </p>
      ) : null}
    </div>
  )
}

type CountProps = { label: string; value: number | null; onChange: (count: number | null) => void }

const Count = ({ label, value, onChange }: CountProps): ReactNode => (
  <CountField label={label} least={1} most={MOST_PIECES} style={{ width: 72 }} value={value} onChange={onChange} />
)
