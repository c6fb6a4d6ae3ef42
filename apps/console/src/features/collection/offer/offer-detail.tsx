import { Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/index.ts'
import { BLANK, formatCount, formatWeight } from '../../../lib/index.ts'
import { CopyId, MoneyText, Picture, tablePagination } from '../../../ui/index.ts'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { OfferState } from './offer-card.tsx'
import styles from './offer-detail.module.css'
import { OfferBadges, OfferMarks, OfferPrice, TierTable } from './offer-facts.tsx'
import { yuan } from '../../../lib/format.ts'

type Offer = CallOutput<'getOffer'>
type Sku = Offer['skus'][number]

/** Pictures, prices by quantity, SKUs and attributes of one offer. */
export function OfferDetail({ offer }: { offer: Offer }): ReactNode {
  return (
    <div className={styles.offer}>
      <header className={styles.head}>
        <Gallery images={offer.images} />
        <div className={styles.facts}>
          <h2>{offer.title}</h2>
          <p className={styles.english} lang="en">
            {offer.titleTrans}
          </p>
          <OfferBadges card={offer} />
          <div className={styles.marks}>
            <OfferState card={offer} />
            <OfferMarks card={offer} />
          </div>
          <TierTable tiers={offer.tiers} dropshipPriceMinor={offer.dropshipPriceMinor} />
          <Facts offer={offer} />
        </div>
      </header>
      <section>
        <h3>规格（{offer.skus.length}）</h3>
        <Skus offer={offer} />
      </section>
      {offer.attributes.length > 0 ? (
        <section>
          <h3>商品属性</h3>
          <dl className={styles.attributes}>
            {offer.attributes.map(({ name, value }, at) => (
              <div key={`${name}-${at}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  )
}

function Facts({ offer }: { offer: Offer }): ReactNode {
  const facts: readonly LabelledFact[] = [
    ['起批量', offer.minOrderQuantity === null ? BLANK : `${formatCount(offer.minOrderQuantity)} 件`],
    ['单件重量', offer.weightGrams === null ? '1688没有给出重量' : formatWeight(offer.weightGrams)],
    ['供应商', offer.supplierName ?? BLANK],
    ['评分', offer.tradeScore ?? BLANK],
    ['发货地', offer.sendFrom ?? BLANK],
    ['商品编号', <CopyId key="id" value={offer.offerId} chars={19} />],
  ]
  return (
    <div className={styles.list}>
      <FactList layout="rows" facts={facts} />
    </div>
  )
}

function Gallery({ images }: { images: readonly string[] }): ReactNode {
  const [at, show] = useState(0)
  return (
    <div className={styles.gallery}>
      <div className={styles.big}>
        <Picture src={images[at]} alt={`第 ${at + 1} 张图`} />
      </div>
      {images.length > 1 ? (
        <div className={styles.thumbs}>
          {images.map((image, index) => (
            <button
              key={image}
              type="button"
              aria-label={`第 ${index + 1} 张图`}
              aria-pressed={index === at}
              onClick={() => show(index)}
              onMouseEnter={() => show(index)}
            >
              <Picture src={image} alt="" size={44} />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

const columns: TableColumnsType<Sku> = [
  {
    title: '图',
    dataIndex: 'image',
    width: 52,
    render: (image: string | null, sku) => (image ? <Picture src={image} alt={sku.values.join(' ')} size={32} /> : ''),
  },
  {
    title: '规格',
    key: 'values',
    render: (_, sku) => (
      <>
        {sku.values.join(' / ') || '默认规格'}
        <div className={styles.english}>{sku.valuesTrans.join(' / ')}</div>
      </>
    ),
  },
  {
    title: '单价',
    dataIndex: 'priceMinor',
    width: 96,
    align: 'right',
    sorter: (a, b) => (a.priceMinor ?? 0) - (b.priceMinor ?? 0),
    render: (minor: number | null) => <MoneyText amount={yuan(minor)} />,
  },
  {
    title: '库存',
    dataIndex: 'stock',
    width: 88,
    align: 'right',
    sorter: (a, b) => a.stock - b.stock,
    render: (stock: number) => (
      <span className={stock === 0 ? styles.out : ''}>{stock === 0 ? '缺货' : formatCount(stock)}</span>
    ),
  },
  {
    title: '重量',
    dataIndex: 'weightGrams',
    width: 84,
    align: 'right',
    render: (grams: number | null) => formatWeight(grams),
  },
]

function Skus({ offer }: { offer: Offer }): ReactNode {
  if (offer.skus.length === 0)
    return (
      <p className={styles.english}>
        这个货源没有分规格，单价 <OfferPrice card={offer} />
      </p>
    )
  return (
    <Table<Sku>
      rowKey="skuId"
      columns={columns}
      dataSource={offer.skus}
      pagination={tablePagination(offer.skus.length)}
    />
  )
}
