import { InboxOutlined, LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { OfferCard } from '@huoqiao/contract/collection/collection.schema'
import { SEARCH_LANGUAGES } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { SearchLanguage } from '@huoqiao/contract/marketplace/marketplace.languages'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Link } from 'react-router'
import { useAddressParams } from '../../../lib/address-params.ts'
import { formatCount } from '../../../lib/format.ts'
import type { CallError, ListQuery } from '../../../lib/index.ts'
import { Can, useListQuery, useRead, toast, useAct } from '../../../lib/index.ts'
import { stopReading } from '../../../lib/query-client.ts'
import { FailureNote, ListPage } from '../../../ui/index.ts'
import { SlowNote } from '../../../ui/slow-note.tsx'
import { BOX } from '../collection.addresses.ts'
import type { ChosenOffer, ChosenOffers } from './chosen-offers.ts'
import { useChosenOffers } from './chosen-offers.ts'
import { ChosenTray } from './chosen-tray.tsx'
import { OfferResults } from './offer-results.tsx'
import { SearchBox } from './search-box.tsx'
import { NoKeyword, useRecentWords } from './search-empty.tsx'
import { SearchFilters } from './search-filters.tsx'
import styles from './search.module.css'
import type { OfferFilters } from './search.query.ts'
import { SEARCH_DEFAULTS, SEARCH_HABITS, SEARCH_WORDS, searchInput } from './search.query.ts'

const ClaimDialog = lazy(() => import('../claim/claim-dialog.tsx'))
const PastePanel = lazy(() => import('./paste-panel.tsx'))
const OfferDrawer = lazy(() => import('../offer/offer-drawer.tsx'))

/** /shop/product/1688: search in the marketplace itself, by words, a link or an id. */
export default function SearchPage(): ReactNode {
  const query = useListQuery('offers', SEARCH_DEFAULTS, { remember: SEARCH_HABITS, words: SEARCH_WORDS })
  const { keyword } = query.filters
  const isAsking = keyword !== ''
  const asked = searchInput(query.filters, query)
  const found = useRead('keywordQuery', asked, {
    enabled: isAsking,
    staleTime: 30_000,
  })
  const chosen = useChosenOffers()
  const [claiming, claim] = useState<readonly ChosenOffer[]>()
  const [pasted, paste] = useState<string>()
  const [opened, open] = useOpenedOffer()
  const words = useRecentWords()
  const collect = useCollect()

  function search(text: string): void {
    if (text !== '') words.add(text)
    if (text === keyword && isAsking) void found.refetch()
    else query.setFilters({ keyword: text })
  }
  const clearFilters = (): void => query.setFilters({ ...SEARCH_DEFAULTS, keyword })
  const total = isAsking && !found.error ? found.data?.total : undefined
  return (
    <>
      <ListPage
        title="1688选品"
        subtitle={
          total === undefined ? undefined : (
            <>
              共找到 {formatCount(total)} 个货源 <WholePage cards={found.data?.list} chosen={chosen} />
            </>
          )
        }
        action={<PageActions onPaste={() => paste('')} />}
        filters={
          <>
            <SearchBox
              value={keyword}
              isSearching={isAsking && found.isFetching}
              onSearch={search}
              onManyPasted={paste}
            />
            <SearchFilters filters={query.filters} onChange={query.setFilters} />
          </>
        }
        changedFilters={query.changed - (isAsking ? 1 : 0)}
        onResetFilters={clearFilters}
        note={
          !isAsking ? null : found.error ? (
            <SearchFailure failure={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <>
              <OtherLanguage
                asked={asked.language}
                titlesIn={found.isPlaceholderData ? undefined : found.data?.titlesIn}
              />
              <SlowNote
                read={found}
                of="1688"
                onStop={() => stopReading('keywordQuery', asked)}
                onRetry={() => void found.refetch()}
              />
            </>
          )
        }
        isStale={found.isPlaceholderData && isAsking}
        {...(total ? { pager: pagerOf(query, total) } : {})}
      >
        {!isAsking ? (
          <NoKeyword recent={words.recent} onSearch={search} onPaste={() => paste('')} />
        ) : found.error || (!found.data && !found.isFetching) ? null : (
          <OfferResults
            cards={found.data?.list}
            titlesIn={found.data?.titlesIn}
            pageSize={query.pageSize}
            chosen={chosen}
            onOpen={open}
            onClaim={claim}
            onCollect={(offerId) => collect.run([offerId])}
            onClearFilters={clearFilters}
          />
        )}
      </ListPage>
      <ChosenTray
        chosen={chosen}
        isCollecting={collect.isRunning}
        onClaim={() => claim(chosen.offers)}
        onCollect={() =>
          collect.run(
            chosen.offers.map(({ offerId }) => offerId),
            chosen.clear,
          )
        }
      />
      <Suspense fallback={null}>
        {pasted === undefined ? null : <PastePanel initial={pasted} onClose={() => paste(undefined)} />}
        {opened === undefined ? null : (
          <OfferDrawer offerId={opened} onClose={() => open(undefined)} onClaim={(offer) => claim([offer])} />
        )}
      </Suspense>
      {/* A Suspense boundary of its own: while the dialog loads, windows that are open must not be hidden and shown again on top. */}
      <Suspense fallback={null}>
        {claiming ? <ClaimDialog offers={claiming} onClose={() => claim(undefined)} onTaken={chosen.remove} /> : null}
      </Suspense>
    </>
  )
}

type WholePageProps = { cards: readonly OfferCard[] | undefined; chosen: ChosenOffers }

/** Selects all results of this page, or deselects them once all are selected. */
function WholePage({ cards, chosen }: WholePageProps): ReactNode {
  if (!cards || cards.length === 0) return null
  const isWhole = cards.every(({ offerId }) => chosen.has(offerId))
  return isWhole ? (
    <Button type="link" size="small" onClick={() => chosen.remove(cards.map(({ offerId }) => offerId))}>
      取消选中本页
    </Button>
  ) : (
    <Button type="link" size="small" onClick={() => chosen.add(cards)}>
      选中本页 {cards.length} 个
    </Button>
  )
}

type OtherLanguageProps = { asked: SearchLanguage | undefined; titlesIn: SearchLanguage | undefined }

/** 1688 may answer in English, or leave the titles in Chinese, when it does not have the chosen language. */
function OtherLanguage({ asked = 'zh', titlesIn }: OtherLanguageProps): ReactNode {
  if (titlesIn === undefined || asked === 'zh' || titlesIn === asked) return null
  return (
    <p className={styles.language} role="status">
      没有{SEARCH_LANGUAGES[asked]}标题，显示的是{SEARCH_LANGUAGES[titlesIn]}标题。
    </p>
  )
}

/** A problem with the search words themselves is shown without a retry button: trying again would not help. */
function SearchFailure({ failure, onRetry }: { failure: CallError; onRetry: () => void }): ReactNode {
  const wrong = failure.explanation?.fields?.keyword
  if (wrong !== undefined) return <FailureNote failure={{ refusal: 'invalid', what: wrong, next: REPHRASE }} />
  return <FailureNote failure={failure} onRetry={onRetry} />
}
const REPHRASE = [{ label: '请换成关键词、1688商品链接或商品编号' }]

function PageActions({ onPaste }: { onPaste: () => void }): ReactNode {
  return (
    <>
      <Link className={styles.box} to={BOX}>
        <InboxOutlined /> 采集箱
      </Link>
      <Can call="claimProducts">
        <Button type="primary" icon={<LinkOutlined />} onClick={onPaste}>
          认领链接
        </Button>
      </Can>
    </>
  )
}

const pagerOf = (query: ListQuery<OfferFilters>, total: number) => ({
  page: query.page,
  pageSize: query.pageSize,
  total,
  isCapped: false,
  sizes: query.sizes,
  onChange: query.setPage,
})

/** The drawer has its own address: ?offer=… beside the search. */
function useOpenedOffer(): [string | undefined, (offerId: string | undefined) => void] {
  const [params, setParams] = useAddressParams()
  const offerId = params.get('offer') ?? ''
  const open = useCallback(
    (next: string | undefined) =>
      setParams((now) => {
        const after = new URLSearchParams(now)
        if (next === undefined) after.delete('offer')
        else after.set('offer', next)
        return after
      }),
    [setParams],
  )
  return [/^\d{1,19}$/.test(offerId) ? offerId : undefined, open]
}

/** Puts offers into the collection box without a store. */
function useCollect(): { isRunning: boolean; run: (offerIds: string[], onDone?: () => void) => void } {
  const act = useAct('collectProducts')
  async function collect(offerIds: string[], onDone: (() => void) | undefined): Promise<void> {
    const done = await act.run({ lines: offerIds })
    if (!done.ok) return
    const taken = done.data.lines.filter(({ outcome }) => outcome === 'accepted').length
    const refused = done.data.lines.find(({ outcome }) => outcome === 'refused')
    if (refused) toast.error(refused.message)
    else toast.success(taken === 0 ? '已经采集过' : `${taken} 个货源已放进采集箱`)
    onDone?.()
  }
  return { isRunning: act.isPending, run: (offerIds, onDone) => void collect(offerIds, onDone) }
}
