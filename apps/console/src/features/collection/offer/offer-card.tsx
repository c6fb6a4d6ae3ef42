import type { OfferCard as Card } from '@huoqiao/contract/collection/collection.schema'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'
import type { SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import { ExportOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ItemCard, OriginDot, TableStateTag } from '../../../ui/index.ts'
import { editAddress } from '../collection.addresses.ts'
import styles from './offer-card.module.css'
import { minimumWord, OfferBadges, OfferMarks, OfferPrice, OfferSupplier } from './offer-facts.tsx'

type OfferCardProps = {
  card: Card
  /** the language of the translated title; English unless a search says another */
  titleIn?: SearchLanguage | undefined
  /** all offers on the screen, including this one: their scorecards are read in one call */
  among: readonly string[]
  isSelected?: boolean
  onSelect?: (isRange: boolean) => void
  onOpen?: () => void
  onClaim?: () => void
  onCollect?: () => void
}

/** One 1688 offer. The wrapper has the id, by which the page's keys find the card. */
export function OfferCard({
  card,
  titleIn = 'en',
  among,
  isSelected = false,
  onSelect,
  onOpen,
  onClaim,
  onCollect,
}: OfferCardProps): ReactNode {
  return (
    <div className={styles.cell} data-offer={card.offerId}>
      <ItemCard
        image={card.image}
        title={card.title}
        titleHint={card.titleTrans}
        edge="source"
        isSelected={isSelected}
        {...(onSelect ? { onSelect } : {})}
        {...(onOpen ? { onOpen } : {})}
        badge={<OfferBadges card={card} />}
        figures={
          <>
            <p className={styles.translated} title={card.titleTrans} lang={titleIn}>
              {card.titleTrans || '\u00a0'}
            </p>
            <OfferPrice card={card} />
            <span className={styles.minimum}>{minimumWord(card.minOrderQuantity)}</span>
          </>
        }
        marks={
          <>
            <OfferMarks card={card} />
            <OfferSupplier card={card} among={among} />
          </>
        }
        state={<OfferState card={card} />}
        aside={
          <a href={card.url} target="_blank" rel="noreferrer" title="在1688打开">
            <OriginDot origin="1688" label={<ExportOutlined aria-label="在1688打开" />} />
          </a>
        }
        actions={
          onClaim ? (
            <>
              <Button type="primary" onClick={onClaim}>
                认领
              </Button>
              {onCollect && card.collectState === null ? <Button onClick={onCollect}>采集</Button> : null}
              <Button onClick={onOpen}>详情</Button>
            </>
          ) : undefined
        }
      />
    </div>
  )
}

/** For a claimed offer its stores, each a link to the product; otherwise its state in the collection box. */
export function OfferState({ card }: { card: Pick<Card, 'claims' | 'collectState'> }): ReactNode {
  if (card.claims.length > 0) {
    return (
      <span className={styles.claims}>
        <TableStateTag table={COLLECT_STATES} code="claimed" />
        {card.claims.map((claim) => (
          <Link key={claim.storeId} to={editAddress(claim.productId)} title={`打开${claim.storeName}的商品`}>
            <OriginDot origin="store" label={claim.storeName} />
          </Link>
        ))}
      </span>
    )
  }
  if (card.collectState === null) return null
  return <TableStateTag table={COLLECT_STATES} code={card.collectState} />
}
