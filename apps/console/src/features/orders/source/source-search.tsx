import { OFFER_CARD_FIELDS } from '@huoqiao/contract/collection/offer.fields'
import type { SkuRelation } from '@huoqiao/contract/orders/orders.schema'
import { SCORECARD_FIGURES } from '@huoqiao/contract/scorecards/scorecards.figures'
import { Button, Input, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { BLANK, formatCount, yuan } from '../../../lib/format.ts'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { OriginDot } from '../../../ui/origin-dot.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './source.module.css'

const offerIdOf = ({ offerId }: { offerId: string }): string => offerId

type SourceSearchProps = { remembered: readonly SkuRelation[]; onChoose: (offerId: string) => void }

/** Finds an offer by words, a link or an id. It searches on Enter, because every search of the marketplace is a paid call. */
export function SourceSearch({ remembered, onChoose }: SourceSearchProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [asked, ask] = useState({ keyword: '', page: 1 })
  const isAsking = asked.keyword !== ''
  const found = useRead(
    'keywordQuery',
    { keyword: asked.keyword, page: asked.page, pageSize: CARD_PAGING.first },
    { enabled: isAsking, staleTime: 60_000 },
  )
  const among = { offers: found.data?.list.map(offerIdOf) ?? [] }
  function search(): void {
    const keyword = typed.trim()
    // A bare id or a link of an offer opens its SKUs at once.
    const offerId = /^(?:https?:\/\/\S*\/offer\/)?(\d{6,19})(?:\.html\S*)?$/.exec(keyword)?.[1]
    if (offerId !== undefined) onChoose(offerId)
    else ask({ keyword, page: 1 })
  }
  return (
    <div className={styles.search}>
      <Input.Search
        ref={firstFocus}
        aria-label="搜索1688货源"
        placeholder="关键词，或粘贴1688链接、商品编号，回车搜索"
        enterButton="搜索"
        maxLength={200}
        loading={isAsking && found.isFetching}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={search}
      />
      {!isAsking && remembered.length > 0 ? <Remembered relations={remembered} onChoose={onChoose} /> : null}
      {!isAsking ? (
        remembered.length > 0 ? null : (
          <p className={styles.hint}>在1688上找到卖的就是它的那一款，之后同款的订单会自动带上这个货源。</p>
        )
      ) : found.error ? (
        <FailureNote failure={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <RowSkeletons count={4} />
      ) : found.data.list.length === 0 ? (
        <EmptyState text="没有找到货源。换个说法，或直接粘贴1688链接。" />
      ) : (
        <>
          <ul className={styles.offers} aria-label="找到的货源" data-stale={found.isPlaceholderData}>
            <li className={styles.candidate} aria-hidden>
              <span className={styles.offer}>
                <span />
                <span>货源</span>
                <span>价格</span>
                <span>起批</span>
                <span>{OFFER_CARD_FIELDS.shipWithin.label}</span>
              </span>
              <span>{SCORECARD_FIGURES.sendHours.label}</span>
              <span>评分</span>
            </li>
            {found.data.list.map((card) => (
              <li key={card.offerId} className={styles.candidate}>
                <button type="button" className={styles.offer} onClick={() => onChoose(card.offerId)}>
                  <Picture src={card.image} alt="" size={44} />
                  <span className={styles.offerText}>
                    <span>{card.title}</span>
                    <small>
                      {card.supplierName ?? card.titleTrans}
                      {card.monthSold === null ? '' : ` · 月销 ${formatCount(card.monthSold)}`}
                    </small>
                  </span>
                  <MoneyText strong amount={yuan(card.promotionPriceMinor ?? card.priceMinor)} />
                  <span>{card.minOrderQuantity === null ? BLANK : `${formatCount(card.minOrderQuantity)} 件`}</span>
                  <span>
                    {card.shipWithin === null ? BLANK : OFFER_CARD_FIELDS.shipWithin.choices[card.shipWithin]}
                  </span>
                </button>
                <span className={styles.figure}>
                  <Slot name="supplier-figure" figure="sendHours" offerId={card.offerId} among={among} />
                </span>
                <Slot name="supplier-badge" offerId={card.offerId} among={among} />
              </li>
            ))}
          </ul>
          <Pagination
            simple
            align="end"
            pageSize={CARD_PAGING.first}
            current={asked.page}
            total={found.data.total}
            showSizeChanger={false}
            onChange={(page) => ask({ ...asked, page })}
          />
        </>
      )}
    </div>
  )
}

function Remembered({
  relations,
  onChoose,
}: {
  relations: readonly SkuRelation[]
  onChoose: (offerId: string) => void
}) {
  return (
    <section>
      <h3 className={styles.heading}>这一款记住的货源</h3>
      {relations.map(({ id, source, by }) => (
        <div key={id}>
          <Button type="text" onClick={() => onChoose(source.offerId)}>
            <OriginDot origin="1688" label={source.title || source.offerId} />
            <small className={styles.hint}>{by} 关联</small>
          </Button>
          <Slot
            name="supplier-badge"
            offerId={source.offerId}
            among={{ offers: relations.map((one) => one.source.offerId) }}
          />
        </div>
      ))}
    </section>
  )
}
