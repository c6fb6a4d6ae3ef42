import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { useListQuery } from '../../lib/list-query.ts'
import { NO_RIGHT, useMay } from '../../lib/permission.tsx'
import { stopReading } from '../../lib/query-client.ts'
import { useRead } from '../../lib/use-call.ts'
import { EnvironmentMark, StorePicker, useGetAllShopifyStores } from '../../pickers/store-picker.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { CardList } from '../../ui/card-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { StoreDeletion } from './store-deletion.tsx'
import styles from './store-direct.module.css'
import { StoreProductCard } from './store-product.card.tsx'

const SelfTest = lazy(() => import('./self-test.panel.tsx'))
const NewProduct = lazy(() => import('./new-product.dialog.tsx'))
const VariantsDialog = lazy(() => import('./variants.dialog.tsx'))

const DEFAULTS = { storeId: '', keyword: '', limit: 24 }
const REMEMBERED = ['storeId', 'limit'] as const
const LIMITS = [24, 48, 96]
const keyOf = (product: StoreProduct): string => product.id

/** /shop/product/test: the live products of one store, read directly from the shop (decisions, section 7). */
export default function StoreDirectPage(): ReactNode {
  const { stores, isLoading, error } = useGetAllShopifyStores()
  // When data exists already it stays visible, with everything that a person types into the dialogs.
  if (error && !stores) return <FailureNote failure={error} />
  if (isLoading) return <ListPage title="店铺直连">{null}</ListPage>
  return stores && stores.length > 0 ? <LiveStore firstStoreId={stores[0]!.id} /> : <Samples />
}

function LiveStore({ firstStoreId }: { firstStoreId: string }): ReactNode {
  const list = useListQuery('store-direct', DEFAULTS, { remember: REMEMBERED })
  const { keyword, limit } = list.filters
  const { stores } = useGetAllShopifyStores()
  const store = stores?.find((one) => one.id === list.filters.storeId) ?? stores?.find((one) => one.id === firstStoreId)
  const storeId = store?.id ?? firstStoreId
  const currency = store?.currency ?? null
  const cursor = useCursor(`${storeId}|${keyword}|${limit}`)
  const asked = { storeId, after: cursor.after, limit, keyword: keyword || undefined }
  const read = useRead('getStoreProducts', asked, { staleTime: 30_000 })
  const [isTesting, setTesting] = useState(false)
  const [isNew, setNew] = useState(false)
  const [opened, open] = useState<StoreProduct>()
  const [leaving, remove] = useState<StoreProduct>()
  const mayCreate = useMay('createStoreProduct')
  const card = useCallback(
    (product: StoreProduct) => (
      <StoreProductCard product={product} storeId={storeId} currency={currency} onVariants={open} onDelete={remove} />
    ),
    [storeId, currency],
  )
  return (
    <ListPage
      title="店铺直连"
      subtitle={<>直接读写店铺里的商品 {store ? <EnvironmentMark environment={store.environment} /> : null}</>}
      action={
        <>
          <Button onClick={() => setTesting(!isTesting)}>{isTesting ? '收起自检' : '自检'}</Button>
          <CanButton
            type="primary"
            icon={<PlusOutlined />}
            allowed={mayCreate ? true : NO_RIGHT}
            onClick={() => setNew(true)}
          >
            新建商品
          </CanButton>
        </>
      }
      filters={
        <>
          <StorePicker width={210} value={storeId} onChange={(chosen) => list.setFilters({ storeId: chosen ?? '' })} />
          <SearchField
            value={keyword}
            placeholder="按标题搜索店铺里的商品"
            onSearch={(typed) => list.setFilters({ keyword: typed })}
          />
          <span className={styles.pager}>
            <CursorPager cursor={cursor} next={read.data?.hasNextPage ? read.data.endCursor : null} />
            <Select
              aria-label="每页"
              value={limit}
              options={LIMITS.map((value) => ({ value, label: `${value} 条/页` }))}
              onChange={(value: number) => list.setFilters({ limit: value })}
            />
          </span>
        </>
      }
      note={
        <>
          {isTesting ? (
            <Suspense fallback={null}>
              <SelfTest storeId={storeId} />
            </Suspense>
          ) : null}
          <SlowNote
            read={read}
            of={`店铺${store ? ` ${store.name} ` : ''}`}
            onStop={() => stopReading('getStoreProducts', asked)}
            onRetry={() => void read.refetch()}
          />
          {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
        </>
      }
      isStale={read.isPlaceholderData}
    >
      {!read.data && !read.isFetching ? null : (
        <CardList
          rows={read.data?.list}
          keyOf={keyOf}
          pageSize={limit}
          minWidth={190}
          card={card}
          empty={
            <EmptyState
              text={keyword === '' ? '这家店铺里还没有商品。' : '店铺里没有符合的商品。'}
              action={
                keyword === '' ? null : <Button onClick={() => list.setFilters({ keyword: '' })}>看全部商品</Button>
              }
            />
          }
        />
      )}
      {leaving ? <StoreDeletion product={leaving} storeId={storeId} onClose={() => remove(undefined)} /> : null}
      <Suspense fallback={null}>
        {isNew ? <NewProduct storeId={storeId} onClose={() => setNew(false)} /> : null}
        {opened ? <VariantsDialog product={opened} storeId={storeId} onClose={() => open(undefined)} /> : null}
      </Suspense>
    </ListPage>
  )
}

/** The shop has no page numbers, only "after this product", so the former cursors are kept for going back. */
function CursorPager({ cursor, next }: { cursor: Cursor; next: string | null }): ReactNode {
  return (
    <>
      <Button
        icon={<LeftOutlined />}
        disabled={cursor.page === 1}
        title={cursor.page === 1 ? '已是第一页' : undefined}
        onClick={cursor.back}
      >
        上一页
      </Button>
      <span className={styles.page}>第 {cursor.page} 页</span>
      <Button
        disabled={next === null}
        title={next === null ? '已是最后一页' : undefined}
        onClick={() => next !== null && cursor.forth(next)}
      >
        下一页
        <RightOutlined />
      </Button>
    </>
  )
}

/** Sample cards from a fixed list, shown while no store is connected. */
function Samples(): ReactNode {
  const navigate = useNavigate()
  const { data, error, refetch } = useRead('mockProductList', {})
  const card = useCallback((product: StoreProduct) => <StoreProductCard product={product} />, [])
  return (
    <ListPage
      title="店铺直连"
      subtitle="还没有连接店铺，下面是示例商品"
      action={
        <Button type="primary" onClick={() => void navigate('/system/systemconfig')}>
          去添加店铺
        </Button>
      }
      note={error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
    >
      {error && !data ? null : (
        <CardList
          rows={data?.list}
          keyOf={keyOf}
          pageSize={12}
          minWidth={190}
          card={card}
          empty={<EmptyState text="没有示例商品。" />}
        />
      )}
    </ListPage>
  )
}

type Cursor = {
  after: string | undefined
  /** 1 for the first */
  page: number
  forth: (this: void, endCursor: string) => void
  back: (this: void) => void
}

type Trail = { of: string; cursors: readonly string[] }

/** Paging through a list that only knows "after this item": the cursors of earlier pages are kept. A change of `of` starts again. */
function useCursor(of: string): Cursor {
  const [trail, setTrail] = useState<Trail>({ of, cursors: [] })
  const cursors = trail.of === of ? trail.cursors : []
  const forth = useCallback(
    (endCursor: string) => setTrail((now) => ({ of, cursors: [...(now.of === of ? now.cursors : []), endCursor] })),
    [of],
  )
  const back = useCallback(
    () => setTrail((now) => ({ of, cursors: now.of === of ? now.cursors.slice(0, -1) : [] })),
    [of],
  )
  return { after: cursors.at(-1), page: cursors.length + 1, forth, back }
}
