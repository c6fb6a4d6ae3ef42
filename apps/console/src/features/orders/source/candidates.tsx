import type { OfferCard } from '@huoqiao/contract/collection/collection.schema'
import { OFFER_CARD_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import { SCORECARD_FIGURES } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ReactNode } from 'react'
import { BLANK, formatCount, yuan } from '../../../lib/format.ts'
import { Slot } from '../../../lib/slots.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { candidatePrice } from './candidate-order.rules.ts'
import type { CandidateOrder, OrderKey } from './candidate-order.rules.ts'
import styles from './source.module.css'

/** The offers of one page, whose scorecards are read in one call. */
export type Among = { offers: string[] }

type CandidatesProps = {
  cards: readonly OfferCard[]
  among: Among
  isStale: boolean
  order: CandidateOrder
  /** the page has everything that was found. Otherwise only the price sorts all results, because 1688 cannot sort by the other columns. */
  isAll: boolean
  onOrder: (by: OrderKey) => void
  onChoose: (offerId: string) => void
}

/** Candidates one below the other, compared and ordered column by column. */
export function Candidates({ cards, among, isStale, order, isAll, onOrder, onChoose }: CandidatesProps): ReactNode {
  const head = (by: OrderKey, label: string): ReactNode => (
    <Head
      label={label}
      direction={order?.by === by ? order.direction : undefined}
      title={isAll || by === 'price' ? '按它排序' : '按它排这一页'}
      onPress={() => onOrder(by)}
    />
  )
  return (
    <div role="table" className={styles.offers} aria-label="找到的货源" data-stale={isStale}>
      <div role="row" className={styles.candidate} data-head="true">
        <span role="none" className={styles.offer}>
          <span role="none" />
          <span role="columnheader">货源</span>
          {head('price', '价格')}
          {head('minimum', '起批')}
          <span role="columnheader">{OFFER_CARD_FIELDS.shipWithin.label}</span>
        </span>
        {head('sendHours', SCORECARD_FIGURES.sendHours.label)}
        {head('score', '评分')}
      </div>
      {cards.map((card) => (
        <div key={card.offerId} role="row" className={styles.candidate}>
          <div role="cell" aria-colspan={4}>
            <OfferButton card={card} onChoose={onChoose} />
          </div>
          <span role="cell" className={styles.figure}>
            <Slot name="supplier-figure" figure="sendHours" offerId={card.offerId} among={among} />
          </span>
          <span role="cell">
            <Slot name="supplier-badge" offerId={card.offerId} among={among} />
          </span>
        </div>
      ))}
    </div>
  )
}

type HeadProps = {
  label: string
  direction: NonNullable<CandidateOrder>['direction'] | undefined
  title: string
  onPress: () => void
}

const MARKS = { ascending: '↑', descending: '↓' } as const

function Head({ label, direction, title, onPress }: HeadProps): ReactNode {
  return (
    <span role="columnheader" aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} title={title} onClick={onPress}>
        {label}
        <span aria-hidden>{direction ? MARKS[direction] : '↕'}</span>
      </button>
    </span>
  )
}

function OfferButton({ card, onChoose }: { card: OfferCard; onChoose: (offerId: string) => void }): ReactNode {
  return (
    <button type="button" className={styles.offer} onClick={() => onChoose(card.offerId)}>
      <Picture src={card.image} alt="" size={44} />
      <span className={styles.offerText}>
        <span>{card.title}</span>
        <small>
          {card.supplierName ?? card.titleTrans}
          {card.monthSold === null ? '' : ` · 月销 ${formatCount(card.monthSold)}`}
        </small>
      </span>
      <MoneyText strong amount={yuan(candidatePrice(card))} />
      <span>{card.minOrderQuantity === null ? BLANK : `${formatCount(card.minOrderQuantity)} 件`}</span>
      <span>{card.shipWithin === null ? BLANK : OFFER_CARD_FIELDS.shipWithin.choices[card.shipWithin]}</span>
    </button>
  )
}
