import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { parseMinor } from '@huoqiao/kit/money'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatMoneyRange } from '../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { ItemCard } from '../../ui/item-card.tsx'
import { OriginDot } from '../../ui/origin-dot.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './store-direct.module.css'

type StoreProductCardProps = {
  product: StoreProduct
  /** absent: a sample without actions */
  storeId?: string
  /** of the shop; null: it was not read yet */
  currency?: string | null
  onVariants?: (product: StoreProduct) => void
  onDelete?: (product: StoreProduct) => void
}

const STATUS: Readonly<Record<string, { hue: 'done' | 'waiting' | 'attention'; label: string }>> = {
  ACTIVE: { hue: 'done', label: '在售' },
  DRAFT: { hue: 'waiting', label: '草稿' },
  ARCHIVED: { hue: 'waiting', label: '已归档' },
}

/** The lowest and the highest price with the shop's currency; the shop's own text when the currency is unknown. */
export function priceText(product: Pick<StoreProduct, 'variants'>, currency: string | null): string {
  const prices = product.variants.map(({ price }) => price).sort((a, b) => Number(a) - Number(b))
  const [first] = prices
  const last = prices.at(-1)
  if (first === undefined || last === undefined) return ''
  if (currency !== null) {
    const [min, max] = [first, last].map((price) => ({ minor: parseMinor(price, currency), currency }))
    return formatMoneyRange(min, max)
  }
  return first === last ? first : `${first} – ${last}`
}

/** One product as it is in the shop now. */
export function StoreProductCard({
  product,
  storeId,
  currency = null,
  onVariants,
  onDelete,
}: StoreProductCardProps): ReactNode {
  const mayDelete = useMay('deleteStoreProduct')
  const status = STATUS[product.status] ?? { hue: 'attention' as const, label: product.status }
  const mark =
    product.listingOf === null ? (
      <OriginDot origin="store" label={product.vendor || '店铺自建'} />
    ) : (
      <Link to={`/shop/product/edit?id=${product.listingOf}`}>
        <OriginDot origin="manual" label="我们的商品" />
      </Link>
    )
  return (
    <ItemCard
      image={product.image}
      title={product.title}
      edge="store"
      figures={
        <>
          <span className={styles.price}>{priceText(product, currency)}</span>
          <span className={styles.small}>
            库存 {product.totalInventory === null ? '–' : formatCount(product.totalInventory)}
          </span>
        </>
      }
      marks={mark}
      state={<StateTag hue={status.hue} label={status.label} />}
      aside={`${product.variants.length} 变体`}
      {...(storeId === undefined
        ? {}
        : {
            actions: (
              <>
                {product.storefrontUrl ? (
                  <Button href={product.storefrontUrl} target="_blank" rel="noreferrer">
                    查看
                  </Button>
                ) : null}
                <Button onClick={() => onVariants?.(product)}>变体</Button>
                <CanButton danger allowed={mayDelete ? true : NO_RIGHT} onClick={() => onDelete?.(product)}>
                  删除
                </CanButton>
              </>
            ),
          })}
    />
  )
}
