import type { SkuRelation } from '@huoqiao/contract/orders/orders.schema'
import { Button, Input, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { CARD_PAGING } from '../../../lib/list-query.ts'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { useScorecardOf } from '../../../pickers/use-scorecards.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OriginDot } from '../../../ui/origin-dot.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { arranged, pressed, searchSort } from './candidate-order.rules.ts'
import type { CandidateOrder, OrderKey } from './candidate-order.rules.ts'
import { Candidates } from './candidates.tsx'
import styles from './source.module.css'

const offerIdOf = ({ offerId }: { offerId: string }): string => offerId

type SourceSearchProps = {
  remembered: readonly SkuRelation[]
  /** kept by the dialog, so that it stays when an offer is opened and left again */
  order: CandidateOrder
  onOrder: (order: CandidateOrder) => void
  onChoose: (offerId: string) => void
}

/** Finds an offer by words, a link or an id. It searches on Enter, because every search of the marketplace is a paid call. */
export function SourceSearch({ remembered, order, onOrder, onChoose }: SourceSearchProps): ReactNode {
  const [typed, setTyped] = useState('')
  const [asked, ask] = useState({ keyword: '', page: 1, sort: searchSort(order) })
  const isAsking = asked.keyword !== ''
  const found = useRead(
    'keywordQuery',
    { ...asked, pageSize: CARD_PAGING.first },
    { enabled: isAsking, staleTime: 60_000 },
  )
  const cards = found.data?.list ?? []
  // Always in the order of the answer, so that another sort order does not read the scorecards again.
  const among = { offers: cards.map(offerIdOf) }
  const scorecardOf = useScorecardOf(among)
  const isAll = found.data !== undefined && found.data.total <= cards.length
  function orderBy(by: OrderKey): void {
    const next = pressed(order, by)
    onOrder(next)
    const sort = searchSort(next)
    // The page has everything that was found: it is sorted here.
    if (isAll && asked.sort === 'default') return
    if (sort !== asked.sort) ask({ ...asked, page: 1, sort })
  }
  function search(): void {
    const keyword = typed.trim()
    // A bare id or a link of an offer opens its SKUs at once.
    const offerId = /^(?:https?:\/\/\S*\/offer\/)?(\d{6,19})(?:\.html\S*)?$/.exec(keyword)?.[1]
    if (offerId !== undefined) onChoose(offerId)
    else ask({ keyword, page: 1, sort: searchSort(order) })
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
          <Candidates
            // 1688 may sort by another price than the promotional one that is shown, so the page is sorted by the shown price again.
            cards={arranged(cards, order, scorecardOf)}
            among={among}
            isStale={found.isPlaceholderData}
            order={order}
            isAll={isAll}
            onOrder={orderBy}
            onChoose={onChoose}
          />
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
