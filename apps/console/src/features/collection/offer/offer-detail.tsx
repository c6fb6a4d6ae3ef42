import { OFFER_FIELDS, OFFER_SKU_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import type { Offer } from '@huoqiao/contract/collection/collection.schema'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { BLANK, formatCount, formatMoney, formatWeight, yuan } from '../../../lib/index.ts'
import { Slot } from '../../../lib/slots.tsx'
import { CopyId, Picture, tablePagination } from '../../../ui/index.ts'
import type { LabelledFact } from '../../../ui/fact-list.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { OfferState } from './offer-card.tsx'
import styles from './offer-detail.module.css'
import { OfferBadges, OfferMarks, OfferPrice, TierTable } from './offer-facts.tsx'

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
        <h3>
          {OFFER_FIELDS.skus.label}（{offer.skus.length}）
        </h3>
        <Skus offer={offer} />
      </section>
      {offer.attributes.length > 0 ? (
        <section>
          <h3>{OFFER_FIELDS.attributes.label}</h3>
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
    [
      OFFER_FIELDS.minOrderQuantity.label,
      offer.minOrderQuantity === null ? BLANK : `${formatCount(offer.minOrderQuantity)} 件`,
    ],
    [OFFER_FIELDS.weightGrams.label, offer.weightGrams === null ? '1688没有给出重量' : formatWeight(offer.weightGrams)],
    [
      OFFER_FIELDS.supplierName.label,
      <span key="supplier">
        {offer.supplierName ?? BLANK}{' '}
        <Slot name="supplier-badge" offerId={offer.offerId} among={{ offers: [offer.offerId] }} />
      </span>,
    ],
    [OFFER_FIELDS.tradeScore.label, offer.tradeScore ?? BLANK],
    [OFFER_FIELDS.sendFrom.label, offer.sendFrom ?? BLANK],
    ...(offer.freightMinor === null
      ? []
      : [[OFFER_FIELDS.freightMinor.label, formatMoney(yuan(offer.freightMinor))] satisfies LabelledFact]),
    [OFFER_FIELDS.origin.label, OFFER_FIELDS.origin.choices[offer.origin]],
    [OFFER_FIELDS.offerId.label, <CopyId key="id" value={offer.offerId} chars={19} />],
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

const columns = fieldColumns<Sku, typeof OFFER_SKU_FIELDS>(OFFER_SKU_FIELDS, {
  skuId: null,
  image: {
    width: 52,
    render: (_, { image, values }) => (image ? <Picture src={image} alt={values.join(' ')} size={32} /> : ''),
  },
  values: {
    render: (_, sku) => (
      <>
        {sku.values.join(' / ') || '默认规格'}
        <div className={styles.english}>{sku.valuesTrans.join(' / ')}</div>
      </>
    ),
  },
  valuesTrans: null,
  priceMinor: { width: 96, sorter: (a, b) => (a.priceMinor ?? 0) - (b.priceMinor ?? 0) },
  stock: {
    width: 88,
    sorter: (a, b) => a.stock - b.stock,
    render: (_, { stock }) => (
      <span className={stock === 0 ? styles.out : ''}>{stock === 0 ? '缺货' : formatCount(stock)}</span>
    ),
  },
  weightGrams: { width: 84 },
})

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
