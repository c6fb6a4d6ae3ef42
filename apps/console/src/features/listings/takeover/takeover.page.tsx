import type { TakeoverItem } from '@huoqiao/contract/listings/takeover.schema'
import { TAKEOVER_STATES, TAKEOVER_SURENESS } from '@huoqiao/contract/listings/takeover.status'
import type { TakeoverState, TakeoverSureness } from '@huoqiao/contract/listings/takeover.status'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../lib/client.ts'
import type { CallInput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import { useListQuery } from '../../../lib/list-query.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { StorePicker, useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { ReadProgress } from './read-progress.tsx'
import { TakeoverRow } from './takeover-row.tsx'
import styles from './takeover.module.css'
import { useTakeoverActs } from './use-takeover-acts.ts'
import { useTakeoverKeys } from './use-takeover-keys.ts'

const ProductChoice = lazy(() => import('./product-choice.dialog.tsx'))

type Values = { storeId: string; state: string; sureness: string; keyword: string }
const DEFAULTS: Values = { storeId: '', state: 'open', sureness: '', keyword: '' }
const REMEMBERED = ['storeId'] as const
const NONE: readonly TakeoverItem[] = []
const POLL_MS = 2000
const STATES = (Object.keys(TAKEOVER_STATES) as TakeoverState[]).map((key) => ({ key, ...TAKEOVER_STATES[key] }))
const SURENESS = (Object.keys(TAKEOVER_SURENESS) as TakeoverSureness[]).map((value) => ({
  value,
  label: TAKEOVER_SURENESS[value].label,
}))

/** /shop/product/takeover: links the existing products of a shop with products of ours. */
export default function TakeoverPage(): ReactNode {
  const { stores, isLoading, error } = useGetAllShopifyStores()
  if (error && !stores) return <FailureNote failure={error} />
  if (isLoading) return <ListPage title="接管店铺商品">{null}</ListPage>
  return stores && stores.length > 0 ? <OfStore firstStoreId={stores[0]!.id} /> : <NoStore />
}

function NoStore(): ReactNode {
  const navigate = useNavigate()
  return (
    <ListPage title="接管店铺商品">
      <EmptyState
        text="还没有店铺。先连接店铺，再读取它已有的商品。"
        action={
          <Button type="primary" onClick={() => void navigate('/system/systemconfig')}>
            去连接店铺
          </Button>
        }
      />
    </ListPage>
  )
}

function OfStore({ firstStoreId }: { firstStoreId: string }): ReactNode {
  const list = useListQuery<Values>('takeover', DEFAULTS, { remember: REMEMBERED })
  const { state, sureness, keyword } = list.filters
  const { stores } = useGetAllShopifyStores()
  const storeId = stores?.find(({ id }) => id === list.filters.storeId)?.id ?? firstStoreId
  const isFiltered = keyword !== '' || sureness !== ''
  const resetFilters = (): void => list.setFilters({ keyword: '', sureness: '' })
  const filter = {
    storeId,
    ...(sureness === '' ? {} : { sureness: sureness as TakeoverSureness }),
    ...(keyword === '' ? {} : { keyword }),
  }
  const { progress, start, isReading } = useReading(filter)
  const read = useRead(
    'queryTakeoverItems',
    {
      ...filter,
      ...(state === '' ? {} : { state: state as TakeoverState }),
      page: list.page,
      pageSize: list.pageSize,
    },
    { refetchInterval: isReading ? POLL_MS : false },
  )
  useReadAgain(progress.data?.items, read.refetch)
  const items = read.data?.list
  const acts = useTakeoverActs(storeId)
  const [choosing, choose] = useState<TakeoverItem>()
  const box = useRef<HTMLUListElement>(null)
  useTakeoverKeys({ box, items: items ?? NONE, acts, choose })
  const mayAccept = useMay('acceptTakeovers')
  const exact = progress.data?.exact ?? 0
  return (
    <ListPage
      name="takeover"
      title="接管店铺商品"
      subtitle="店铺里原有的商品和这里的商品配成一对，只读店铺，什么也不写。J / K 上下移动，A 接管，P 另选，N 新建，S 跳过"
      action={
        <>
          {exact > 0 ? (
            <CanButton
              loading={acts.isBusy}
              allowed={mayAccept || NO_RIGHT}
              onClick={() => void acts.acceptExact(exact)}
            >
              接管SKU完全一致的 {formatCount(exact)} 件
            </CanButton>
          ) : null}
          {start}
        </>
      }
      tabs={countedTabs(progress.data?.items, STATES)}
      tab={state}
      onTab={(next) => list.setFilters({ state: next })}
      filters={
        <>
          <SearchField
            value={keyword}
            placeholder="标题、SKU编码、条码、商品号"
            width={260}
            onSearch={(next) => list.setFilters({ keyword: next })}
          />
          <StorePicker width={210} value={storeId} onChange={(chosen) => list.setFilters({ storeId: chosen ?? '' })} />
          <Select
            aria-label="把握"
            placeholder="把握"
            allowClear
            style={{ width: 150 }}
            value={sureness || undefined}
            options={SURENESS}
            onChange={(next: string | undefined) => list.setFilters({ sureness: next ?? '' })}
          />
        </>
      }
      changedFilters={[keyword, sureness].filter(Boolean).length}
      onResetFilters={resetFilters}
      {...listAnswer(list, read, {
        note: progress.data?.read ? <ReadProgress read={progress.data.read} /> : null,
      })}
    >
      {items === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : items.length === 0 ? (
        <EmptyState
          text={progress.data?.read ? '没有这样的店铺商品。' : '还没有读取过这家店铺。点“读取店铺商品”。'}
          action={isFiltered ? <Button onClick={resetFilters}>清空筛选</Button> : null}
        />
      ) : (
        <ul ref={box} className={styles.items}>
          {items.map((item) => (
            <TakeoverRow key={item.id} item={item} acts={acts} onChoose={choose} />
          ))}
        </ul>
      )}
      <ReportedOutcome acts={acts} />
      {choosing ? (
        <Suspense fallback={null}>
          <ProductChoice
            item={choosing}
            onChoose={(productId) => {
              choose(undefined)
              void acts.accept([choosing], productId)
            }}
            onClose={() => choose(undefined)}
          />
        </Suspense>
      ) : null}
    </ListPage>
  )
}

/** Reads the list again when the counts change, because the reading of the shop may end between two polls. */
function useReadAgain(items: object | undefined, again: () => unknown): void {
  const counts = items && JSON.stringify(items)
  const shown = useRef(counts)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== counts) void again()
    shown.current = counts
  }, [counts, again])
}

/** How far the reading of the shop is, and the button that starts it. */
function useReading(filter: CallInput<'getShopTakeover'>) {
  const { storeId } = filter
  const [isReading, setReading] = useState(false)
  const progress = useRead('getShopTakeover', filter, { refetchInterval: isReading ? POLL_MS : false })
  const state = progress.data?.read?.state
  if (isReading !== (state === 'reading')) setReading(state === 'reading')
  const begin = useAct('startShopTakeover')
  const mayStart = useMay('startShopTakeover')
  const word = state === 'failed' ? '继续读取' : state === 'done' ? '重新读取' : '读取店铺商品'
  async function startReading(): Promise<void> {
    if ((await begin.run({ storeId })).ok) toast.success('已开始读取，可以离开这一页')
  }
  const start = (
    <CanButton
      type="primary"
      loading={begin.isPending || isReading}
      allowed={mayStart || NO_RIGHT}
      onClick={() => void startReading()}
    >
      {isReading ? '正在读取' : word}
    </CanButton>
  )
  return { progress, start, isReading }
}
