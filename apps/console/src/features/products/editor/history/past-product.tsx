import { PRODUCT_FIELDS, VARIANT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { PastProduct as Past } from '@huoqiao/contract/products/products.schema'
import type { ReactNode } from 'react'
import { formatTime, yuan } from '../../../../lib/format.ts'
import { useRead } from '../../../../lib/use-call.ts'
import { useGetAllShopifyStores } from '../../../../pickers/store-picker.tsx'
import type { LabelledFact } from '../../../../ui/fact-list.tsx'
import { FailureNote } from '../../../../ui/failure-note.tsx'
import { MoneyText } from '../../../../ui/money-text.tsx'
import { PastView } from '../../../../ui/past-view.tsx'
import { Picture } from '../../../../ui/picture.tsx'
import { TextSkeleton } from '../../../../ui/skeletons.tsx'
import styles from './past-product.module.css'
import { historyText } from './history-text.rules.ts'

/** For a shop that was removed from the app since then. */
const GONE_STORE = '已移除的店铺'

type PastProductProps = { productId: string; at: number } | { productId: string; revisionId: string }

/** The whole product as it was at a moment, or right after one change (beyond, item 3). Read only: it changes nothing. */
export function PastProduct(props: PastProductProps): ReactNode {
  const { data, error, refetch } = useRead('getProductAt', props)
  const { stores } = useGetAllShopifyStores()
  const names = new Map(stores?.map(({ id, name }) => [id, name]))
  if (error && !data) return <FailureNote failure={error} onRetry={() => void refetch()} />
  if (!data) return <TextSkeleton lines={6} />
  const { product, since } = data
  if (!product || !since) return <p className={styles.since}>那时还没有这个商品</p>
  return (
    <PastView
      since={
        'at' in props ? (
          <p className={styles.since}>
            {formatTime(props.at)} 时的样子：{since.reason}（{since.by ?? '系统'}，{formatTime(since.at)}）之后
          </p>
        ) : null
      }
      facts={pastFacts(product, names)}
    >
      <Pictures product={product} />
      <Variants product={product} />
    </PastView>
  )
}

const pastFacts = (product: Past, storeNames: ReadonlyMap<string, string>): readonly LabelledFact[] => [
  ['标题', product.title],
  ['中文标题', product.titleZh],
  ['品牌', product.vendor],
  ['商品类型', product.productType],
  ['标签', product.tags.join('、')],
  ['认领店铺', product.storeIds.map((id) => storeNames.get(id) ?? GONE_STORE).join('、')],
  ['备注', product.note],
  ['描述', product.descriptionHtml === '' ? '' : historyText(product.descriptionHtml)],
]

function Pictures({ product }: { product: Past }): ReactNode {
  const pictures = product.images.filter(({ dropped }) => !dropped)
  if (pictures.length === 0) return null
  return (
    <ul className={styles.pictures} aria-label={`图片 ${pictures.length} 张`}>
      {pictures.map(({ id, url, alt }) => (
        <li key={id}>
          <Picture src={url} alt={alt} size={48} />
        </li>
      ))}
    </ul>
  )
}

function Variants({ product }: { product: Past }): ReactNode {
  const { stores } = useGetAllShopifyStores()
  const shops = product.storeIds.map((id) => ({
    id,
    name: stores?.find((one) => one.id === id)?.name ?? GONE_STORE,
  }))
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th>{PRODUCT_FIELDS.options.label}</th>
            <th>{VARIANT_FIELDS.skuCode.label}</th>
            <th className="hq-num">{VARIANT_FIELDS.costMinor.label}</th>
            <th className="hq-num">{VARIANT_FIELDS.weightGrams.label}</th>
            <th className="hq-num">{VARIANT_FIELDS.stock.label}</th>
            {shops.map(({ id, name }) => (
              <th key={id} className="hq-num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {product.variants.map((variant) => (
            <tr key={variant.id}>
              <td>
                {variant.optionValues.join(' / ') || '默认'}
                {variant.dropped ? <small>不上架</small> : null}
              </td>
              <td>{variant.skuCode}</td>
              <td className="hq-num">
                <MoneyText amount={yuan(variant.costMinor)} />
              </td>
              <td className="hq-num">
                {variant.weight
                  ? `${variant.weight.value} ${variant.weight.unit}`
                  : variant.weightGrams === null
                    ? '–'
                    : `${variant.weightGrams} g`}
              </td>
              <td className="hq-num">{variant.stock}</td>
              {shops.map(({ id }) => (
                <td key={id} className="hq-num">
                  <MoneyText amount={variant.prices.find(({ storeId }) => storeId === id)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
