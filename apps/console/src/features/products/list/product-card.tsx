import type { ProductCard as Product } from '@huoqiao/contract/products/products.schema'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import type { ReactNode } from 'react'
import { memo } from 'react'
import { ItemCard } from '../../../ui/item-card.tsx'
import { MoneyRange } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import styles from './product-card.module.css'
import type { RowActions } from './product-actions.tsx'
import { ProductActions } from './product-actions.tsx'
import { HealthMark, MarginText, SourceMark, StoreMarks } from '../product-marks.tsx'

export type ProductItemProps = {
  product: Product
  isSelected: boolean
  onSelect: (id: string, isRange: boolean) => void
  actions: RowActions
}

/** One product as a card: the product, its margin, its supplier, its state (design, "cards"). */
export const ProductItem = memo(function ProductItem(props: ProductItemProps): ReactNode {
  const { product, isSelected, onSelect, actions } = props
  const second = product.titleZh && product.title ? product.title : undefined
  return (
    <ItemCard
      image={product.image}
      title={product.titleZh || product.title || '（还没有标题）'}
      {...(second === undefined ? {} : { subtitle: second })}
      edge="ours"
      isSelected={isSelected}
      onSelect={(isRange) => onSelect(product.id, isRange)}
      onOpen={() => actions.edit(product)}
      badge={<HealthMark health={product.sourceHealth} />}
      figures={
        <>
          <span className={styles.price}>
            <MoneyRange min={product.priceMin} max={product.priceMax} />
          </span>
          <MarginText percent={product.marginPercent} />
          <span className={styles.cost}>
            成本 <MoneyRange min={product.costMin} max={product.costMax} />
          </span>
          <span className={styles.variants}>{product.variantCount} 变体</span>
        </>
      }
      marks={
        <div className={styles.marks}>
          <SourceMark product={product} />
          <StoreMarks listings={product.listings} />
        </div>
      }
      state={<StateOf product={product} />}
      aside={<RelativeTime at={product.updatedAt} says="更新于" />}
      actions={<ProductActions product={product} actions={actions} />}
    />
  )
})

/** The state with what is missing, so that a draft shows why it cannot be pushed. */
export function StateOf({ product }: { product: Pick<Product, 'state' | 'missing' | 'listings'> }): ReactNode {
  const errors = product.listings.flatMap((one) => (one.error ? [`${one.storeName}：${one.error}`] : []))
  const says = [...(product.missing.length > 0 ? [`还缺：${product.missing.join('；')}`] : []), ...errors].join('\n')
  return (
    <span className={styles.state}>
      <TableStateTag table={PRODUCT_STATES} code={product.state} {...(says === '' ? {} : { title: says })} />
      {product.missing.length > 0 ? (
        <span className={styles.missing} title={says}>
          缺 {product.missing.length} 项
        </span>
      ) : null}
    </span>
  )
}
