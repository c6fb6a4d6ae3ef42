import { SearchOutlined } from '@ant-design/icons'
import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CallOutput } from '../../../lib/contract.ts'
import { useListQuery, useRead, TABLE_PAGING, Can } from '../../../lib/index.ts'
import type { StateTab } from '../../../ui/index.ts'
import { EmptyState, FailureNote, ListPage, SearchField, useSelection } from '../../../ui/index.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { useViewSlot } from '../../../ui/view-slot.tsx'
import { SEARCH } from '../collection.addresses.ts'
import { BoxTable } from './box-table.tsx'
import type { CollectItem } from './collect-item.ts'
import type { BoxActs } from './use-box-acts.ts'
import { useBoxActs } from './use-box-acts.ts'

const ClaimDialog = lazy(() => import('../claim/claim-dialog.tsx'))
const OfferDrawer = lazy(() => import('../offer/offer-drawer.tsx'))

const TABS: readonly CollectState[] = ['collected', 'collecting', 'collect-failed', 'claimed', 'ignored']
const DEFAULTS = { state: 'collected', keyword: '' }
const WORDS = { state: TABS }
const FOLLOW_MS = 3_000

const keyOf = (item: CollectItem): string => item.id
const stateOf = (text: string): CollectState => TABS.find((state) => state === text) ?? 'collected'

const EMPTY: Readonly<Record<CollectState, string>> = {
  collected: '采集箱是空的。在1688选品里采集货源，再从这里认领到店铺。',
  collecting: '没有正在采集的货源。',
  'collect-failed': '没有采集失败的货源。',
  claimed: '还没有认领过货源。',
  ignored: '没有忽略的货源。',
}

function ToSearch(): ReactNode {
  const navigate = useNavigate()
  return (
    <Button type="primary" icon={<SearchOutlined />} onClick={() => void navigate(SEARCH)}>
      去1688选品
    </Button>
  )
}

/** /shop/product/collect: the collected offers, and what is to be done with them. */
export default function BoxPage(): ReactNode {
  const query = useListQuery('collect-box', DEFAULTS, { paging: TABLE_PAGING, words: WORDS })
  const state = stateOf(query.filters.state)
  const [isFollowing, follow] = useState(false)
  const { data, error, isPlaceholderData, refetch } = useRead(
    'queryCollectProducts',
    { state, keyword: query.filters.keyword, page: query.page, pageSize: query.pageSize },
    { refetchInterval: isFollowing ? FOLLOW_MS : false },
  )
  // While offers are being collected the list is read again.
  const isMoving = (data?.counts.collecting ?? 0) > 0
  if (isMoving !== isFollowing) follow(isMoving)
  const selection = useSelection(data?.list ?? NONE, keyOf)
  const [claiming, claim] = useState<readonly CollectItem[]>()
  const [opened, open] = useState<string>()
  const { place, slot } = useViewSlot()
  const acts = useBoxActs(selection.release)
  return (
    <>
      <ListPage
        title="采集箱"
        name="collect-box"
        action={<ToSearch />}
        tabs={tabsOf(data)}
        tab={state}
        onTab={(key) => query.setFilters({ state: key })}
        filters={
          <SearchField
            value={query.filters.keyword}
            placeholder="标题或商品编号"
            onSearch={(keyword) => query.setFilters({ keyword })}
          />
        }
        view={place}
        batch={{
          count: selection.rows.length,
          onClear: selection.clear,
          actions: <BoxActions state={state} items={selection.rows} acts={acts} onClaim={claim} />,
        }}
        note={error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
        isStale={isPlaceholderData}
        {...(data && data.total > 0
          ? {
              pager: {
                page: query.page,
                pageSize: query.pageSize,
                total: data.total,
                isCapped: data.totalCapped,
                sizes: query.sizes,
                onChange: query.setPage,
              },
            }
          : {})}
      >
        {data && data.list.length === 0 && !error ? (
          <EmptyState text={EMPTY[state]} action={state === 'collected' ? <ToSearch /> : null} />
        ) : error && !data ? null : (
          <BoxTable
            rows={data?.list}
            state={state}
            selection={selection}
            acts={acts}
            onOpen={open}
            onClaim={(item) => claim([item])}
            slot={slot}
          />
        )}
      </ListPage>
      <ReportedOutcome acts={acts} />
      <Suspense fallback={null}>
        {opened === undefined ? null : (
          <OfferDrawer
            offerId={opened}
            onClose={() => open(undefined)}
            onClaim={() => claim((data?.list ?? NONE).filter(({ offerId }) => offerId === opened))}
          />
        )}
      </Suspense>
      {/* A Suspense boundary of its own: while the dialog loads, windows that are open must not be hidden and shown again on top. */}
      <Suspense fallback={null}>
        {claiming ? (
          <ClaimDialog
            offers={claiming.map(asOffer)}
            collectIds={claiming.map(keyOf)}
            onClose={() => claim(undefined)}
            onTaken={(offerIds) =>
              selection.release(claiming.filter(({ offerId }) => offerIds.includes(offerId)).map(keyOf))
            }
          />
        ) : null}
      </Suspense>
    </>
  )
}

const NONE: readonly CollectItem[] = []

const tabsOf = (found: Pick<CallOutput<'queryCollectProducts'>, 'counts' | 'capped'> | undefined): StateTab[] =>
  TABS.map((key) => ({
    key,
    label: COLLECT_STATES[key].label,
    count: found && (found.counts[key] ?? 0),
    isCapped: found?.capped.includes(key) ?? false,
    ...(key === 'collect-failed' && (found?.counts[key] ?? 0) > 0 ? { hue: 'failed' as const } : {}),
  }))

const asOffer = ({ offerId, card }: CollectItem) => ({
  offerId,
  title: card?.title ?? offerId,
  image: card?.image ?? null,
})

type BoxActionsProps = {
  state: CollectState
  items: readonly CollectItem[]
  acts: BoxActs
  onClaim: (items: readonly CollectItem[]) => void
}

/** The actions that are possible for the rows of one tab. */
function BoxActions({ state, items, acts, onClaim }: BoxActionsProps): ReactNode {
  return (
    <>
      <Can call="claimProducts">
        <Button type="primary" onClick={() => onClaim(items)}>
          {state === 'claimed' ? '认领到更多店铺' : '认领到店铺'}
        </Button>
      </Can>
      {state === 'collecting' || state === 'ignored' ? null : (
        <Can call="retryCollectProducts">
          <Button loading={acts.isBusy} onClick={() => acts.retry(items)}>
            {state === 'collect-failed' ? '重试' : '重新采集'}
          </Button>
        </Can>
      )}
      {state === 'claimed' ? null : (
        <Can call="ignoreCollectProducts">
          {state === 'ignored' ? (
            <Button loading={acts.isBusy} onClick={() => acts.restore(items)}>
              恢复
            </Button>
          ) : (
            <Button loading={acts.isBusy} onClick={() => acts.ignore(items)}>
              忽略
            </Button>
          )}
        </Can>
      )}
    </>
  )
}
