import type { OfferCard } from '@huoqiao/contract/collection/collection.schema'
import { OFFER_SKU_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatCount, formatMoney, useRead, yuan } from '../../../lib/index.ts'
import { Slot } from '../../../lib/slots.tsx'
import { FailureNote, MoneyText, TextSkeleton } from '../../../ui/index.ts'
import styles from './offer-facts.module.css'

/** 1688's words for kinds of sellers (reference 2.1, sellerIdentities). */
const SELLERS: Readonly<Record<string, string>> = {
  super_factory: '超级工厂',
  powerful_merchants: '实力商家',
  tp_member: '诚信通',
}

/**
 * The present price, the former one struck through; the price tiers as a tooltip, because only the offer's detail has them (reference 2.1).
 */
export function OfferPrice({ card }: { card: OfferCard }): ReactNode {
  const [isOpen, open] = useState(false)
  const now = card.promotionPriceMinor ?? card.priceMinor
  const isLower = card.promotionPriceMinor !== null && card.priceMinor !== null && now! < card.priceMinor
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      mouseEnterDelay={0.35}
      placement="bottomLeft"
      destroyOnHidden
      content={<Tiers offerId={card.offerId} />}
    >
      <span className={styles.price}>
        <MoneyText amount={yuan(now)} strong />
        {isLower ? <MoneyText amount={yuan(card.priceMinor)} struck /> : null}
      </span>
    </Popover>
  )
}

function Tiers({ offerId }: { offerId: string }): ReactNode {
  const { data, error } = useRead('getOffer', { offerId }, { staleTime: 10 * 60_000 })
  if (error && !data) return <FailureNote failure={error} />
  return (
    <div className={styles.tiers}>
      {data ? <TierTable tiers={data.tiers} dropshipPriceMinor={data.dropshipPriceMinor} /> : <TextSkeleton />}
    </div>
  )
}

type TierTableProps = { tiers: OfferCard['tiers']; dropshipPriceMinor: number | null }

export function TierTable({ tiers, dropshipPriceMinor }: TierTableProps): ReactNode {
  return (
    <table className={styles.tierTable}>
      <thead>
        <tr>
          <th>数量</th>
          <th className="hq-num">{OFFER_SKU_FIELDS.priceMinor.label}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, at) => (
          <tr key={tier.startQuantity}>
            <td>{rangeWord(tier.startQuantity, tiers[at + 1]?.startQuantity)}</td>
            <td className="hq-num">
              {tier.promotionPriceMinor !== null && tier.promotionPriceMinor < tier.priceMinor ? (
                <>
                  <MoneyText amount={yuan(tier.priceMinor)} struck />{' '}
                  <MoneyText amount={yuan(tier.promotionPriceMinor)} />
                </>
              ) : (
                <MoneyText amount={yuan(tier.priceMinor)} />
              )}
            </td>
          </tr>
        ))}
        {tiers.length === 0 ? (
          <tr>
            <td colSpan={2}>不分阶梯，按规格报价</td>
          </tr>
        ) : null}
        {dropshipPriceMinor === null ? null : (
          <tr>
            <td>一件代发</td>
            <td className="hq-num">
              <MoneyText amount={yuan(dropshipPriceMinor)} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

const rangeWord = (from: number, next: number | undefined): string =>
  next === undefined ? `≥ ${formatCount(from)}` : `${formatCount(from)} – ${formatCount(next - 1)}`

export const minimumWord = (minimum: number | null): string =>
  minimum === null ? '起批量未知' : `${formatCount(minimum)} 件起批`

/** Sales and service figures, the most important for a buyer first. */
export function OfferMarks({ card }: { card: OfferCard }): ReactNode {
  return (
    <>
      {card.monthSold === null ? null : <span>月销 {formatCount(card.monthSold)}</span>}
      {card.repurchaseRate === null ? null : <span>复购 {card.repurchaseRate}</span>}
      {card.shipWithin === null ? null : <span className={styles.tag}>{card.shipWithin} 发货</span>}
      {card.onePieceDropship ? (
        <span className={styles.tag} title={dropshipWord(card.dropshipPriceMinor)}>
          一件代发
        </span>
      ) : null}
    </>
  )
}

const dropshipWord = (minor: number | null): string => (minor === null ? '' : `代发价 ${formatMoney(yuan(minor))}`)

/** The supplier's name when the offer was fetched before, otherwise the kind of seller; and its scorecard, if we bought from it. */
export function OfferSupplier({ card, among }: { card: OfferCard; among: readonly string[] }): ReactNode {
  const kinds = card.sellerIdentities.flatMap((word) => (SELLERS[word] ? [SELLERS[word]] : []))
  const text = card.supplierName ?? kinds.join(' · ')
  return (
    <>
      {text === '' ? null : (
        <span className={styles.supplier} title={text}>
          {text}
        </span>
      )}
      <Slot name="supplier-badge" offerId={card.offerId} among={{ offers: among }} />
    </>
  )
}

/** Badges on the picture: 严选, and in amber possible problems. */
export function OfferBadges({ card }: { card: OfferCard }): ReactNode {
  if (!card.selected && !card.patentRisk) return null
  return (
    <span className={styles.badges}>
      {card.selected ? <span className={styles.selected}>严选</span> : null}
      {card.patentRisk ? <span className={styles.risk}>! 专利风险</span> : null}
    </span>
  )
}
