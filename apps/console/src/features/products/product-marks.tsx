import type { ListingSummary, ProductCard } from '@huoqiao/contract/products/products.schema'
import { LISTING_STATES, SOURCE_HEALTH } from '@huoqiao/contract/products/products.status'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { formatPercent, formatTime } from '../../lib/format.ts'
import { OriginDot } from '../../ui/origin-dot.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './product-marks.module.css'

/** A margin below this is thin, in percent; below 0 it is a loss. */
const THIN_PERCENT = 10

/** The margin as text and colour; a loss is named as such. */
export function MarginText({ percent }: { percent: number | null | undefined }): ReactNode {
  if (percent === null || percent === undefined) return <span className={styles.margin}>毛利 –</span>
  const hue = percent < 0 ? 'loss' : percent < THIN_PERCENT ? 'thin' : 'fine'
  return (
    <span className={styles.margin} data-hue={hue} title="各变体、各店铺里最低的毛利率">
      {percent < 0 ? '亏 ' : '毛利 '}
      {formatPercent(percent)}
    </span>
  )
}

/** The origin of a product: the supplier at 1688, or made by hand. */
export function SourceMark({ product }: { product: Pick<ProductCard, 'origin' | 'supplierName'> }): ReactNode {
  return (
    <span className={styles.source} title={product.supplierName ?? undefined}>
      {product.origin === '1688' ? (
        <OriginDot origin="1688" label={product.supplierName ?? '1688'} />
      ) : (
        <OriginDot origin="manual" label="手工新建" />
      )}
    </span>
  )
}

export function HealthMark({ health }: { health: ProductCard['sourceHealth'] }): ReactNode {
  if (health === 'normal') return null
  const { label, hue, next } = SOURCE_HEALTH[health]
  return <StateTag hue={hue} label={label} title={`货源：${label}；${next}`} />
}

const SHOWN = 2

/** The stores of a product with their states; beyond two, only the number is shown. */
export function StoreMarks({
  listings,
  shown = SHOWN,
}: {
  listings: readonly ListingSummary[]
  shown?: number
}): ReactNode {
  if (listings.length === 0) return <span className={styles.none}>未认领到店铺</span>
  const rest = listings.slice(shown)
  return (
    <span className={styles.stores}>
      {listings.slice(0, shown).map((listing, at) => (
        <span key={listing.storeId} className={styles.line}>
          <StoreMark listing={listing} />
          {at === shown - 1 && rest.length > 0 ? <RestMark rest={rest} /> : null}
        </span>
      ))}
    </span>
  )
}

function RestMark({ rest }: { rest: readonly ListingSummary[] }): ReactNode {
  return (
    <Tooltip title={rest.map((one) => `${one.storeName}：${LISTING_STATES[one.state].label}`).join('，')}>
      <span className={styles.rest}>+{rest.length}</span>
    </Tooltip>
  )
}

function StoreMark({ listing }: { listing: ListingSummary }): ReactNode {
  const { label, hue } = LISTING_STATES[listing.state]
  const changes = listing.shopChanged ?? []
  const outdated = listing.state === 'online' && listing.outdated ? '待更新' : label
  const word = changes.length > 0 ? '店铺已改' : outdated
  const says = [
    `${listing.storeName}：${word}`,
    changes.length > 0 ? `店铺里改过：${changes.join('、')}；预演同步时可选择覆盖` : '',
    listing.error ? `原因：${listing.error}` : '',
    listing.pushedAt === null ? '' : `上次推送 ${formatTime(listing.pushedAt)}`,
  ]
  const mark = (
    <>
      <span className={styles.storeName}>{listing.storeName}</span>
      <StateTag
        bare
        hue={(listing.outdated || changes.length > 0) && hue === 'done' ? 'attention' : hue}
        label={word}
      />
    </>
  )
  return (
    <span className={styles.store} title={says.filter((one) => one !== '').join('\n')}>
      {listing.storefrontUrl && listing.state === 'online' ? (
        <a href={listing.storefrontUrl} target="_blank" rel="noreferrer">
          {mark}
        </a>
      ) : (
        mark
      )}
    </span>
  )
}
