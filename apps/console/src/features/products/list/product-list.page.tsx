import { AppstoreOutlined, BarsOutlined } from '@ant-design/icons'
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import { PRODUCT_STATE_CODES, PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import { Button } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useKeys } from '../../../lib/page-keys.ts'
import { usePreference } from '../../../lib/preferences.ts'
import type { SlotProduct } from '../../../lib/slots.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { countedTabs, listAnswer } from '../../../ui/list-answer.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { useViewSlot } from '../../../ui/view-slot.tsx'
import { useWholeSelection } from '../../../ui/whole-selection.ts'
import { editAddress } from '../product.addresses.ts'
import type { RowActions } from './product-actions.tsx'
import type { BatchForm } from './product-batch.bar.tsx'
import { BatchBar } from './product-batch.bar.tsx'
import { MainFilters } from './product-list.filters.tsx'
import { ListActions, NothingHere, ReportedOutcome } from './product-list.parts.tsx'
import type { ProductFilters } from './product-list.query.ts'
import { asked, askedBeside, askedWhole, countChanged, resetFilters, useProductFilters } from './product-list.query.ts'
import { ProductRows } from './product-list.rows.tsx'
import { useProductActs } from './use-product-acts.tsx'

const MoreFilters = lazy(() => import('./product-list.more-filters.tsx'))
const BatchDialog = lazy(() => import('./product-batch.dialogs.tsx'))

const keyOf = (product: ProductCard): string => product.id

/** The window over the list: a dialog of the batch bar, the dry run, or the check of the source. */
type Open =
  | { kind: 'form'; form: BatchForm; products: readonly ProductCard[] }
  | { kind: 'preview' | 'source' | 'sandbox' | 'online' | 'offline'; products: readonly ProductCard[] }

/** /shop/product/list: the claimed products. */
export default function ProductListPage(): ReactNode {
  const [view, setView] = usePreference<'cards' | 'table'>('products:view', 'cards')
  const list = useProductFilters(view)
  const read = useRead('getProductsByCondition', asked(list))
  const rows = read.data?.list
  const selection = useWholeSelection({
    name: 'getProductsByCondition',
    asked: askedWhole(list),
    page: read.data,
    keyOf,
  })
  const acts = useProductActs()
  const [open, setOpen] = useState<Open>()
  const { place, slot } = useViewSlot()
  const box = useRef<HTMLDivElement>(null)
  const actions = useRowActions(acts, setOpen)
  const at = (index: number): ProductCard | undefined => rows?.[index]
  useListKeys({
    box,
    onEdit: (index) => at(index) && actions.edit(at(index)!),
    onSync(index) {
      const chosen = selection.rows.length > 0 ? selection.rows : [at(index)].filter((one) => one !== undefined)
      if (chosen.length > 0) actions.preview(chosen)
    },
    onPick: (index) => at(index) && selection.toggle(at(index)!.id),
  })
  return (
    <ListPage
      name="products"
      title="商品列表"
      subtitle="已认领的商品：编辑、定价，预演后同步到店铺"
      action={
        <>
          <Button
            type="text"
            aria-label={view === 'cards' ? '换成表格' : '换成卡片'}
            title={view === 'cards' ? '换成表格' : '换成卡片'}
            icon={view === 'cards' ? <BarsOutlined /> : <AppstoreOutlined />}
            onClick={() => setView(view === 'cards' ? 'table' : 'cards')}
          />
          <ListActions />
        </>
      }
      {...useStateTabs(list)}
      filters={<MainFilters list={list} />}
      moreFilters={
        <Suspense fallback={null}>
          <MoreFilters list={list} />
        </Suspense>
      }
      view={place}
      changedFilters={countChanged(list)}
      views={list.view}
      onResetFilters={() => resetFilters(list)}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        whole: selection.whole,
        actions: (
          <BatchBar
            products={selection.rows}
            pageCount={rows?.length ?? 0}
            isAll={selection.isAll}
            isBusy={acts.isBusy}
            onSelectPage={selection.toggleAll}
            onForm={(form) => setOpen({ kind: 'form', form, products: selection.rows })}
            actions={actions}
          />
        ),
      }}
      {...listAnswer(list, read, {
        note: acts.reported ? <ReportedOutcome reported={acts.reported} onClose={acts.forget} /> : null,
      })}
    >
      <div ref={box}>
        {read.error && !rows ? null : (
          <ProductRows
            rows={rows}
            view={view}
            pageSize={list.pageSize}
            selection={selection}
            actions={actions}
            empty={<NothingHere list={list} />}
            slot={slot}
          />
        )}
      </div>
      <Overlay open={open} acts={acts} onClose={() => setOpen(undefined)} onPreview={actions.preview} />
    </ListPage>
  )
}

function useRowActions(acts: ReturnType<typeof useProductActs>, open: (what: Open) => void): RowActions {
  const navigate = useNavigate()
  const { setFailed, recycle, restore, deleteForGood } = acts
  return useMemo(
    () => ({
      edit: (product) => void navigate(editAddress(product.id)),
      preview: (products) => open({ kind: 'preview', products }),
      refreshSource: (products) => open({ kind: 'source', products }),
      tryPrices: (products) => open({ kind: 'sandbox', products }),
      setOnline: (products, isOnline) => open({ kind: isOnline ? 'online' : 'offline', products }),
      setFailed: (products) => void setFailed(products),
      recycle: (products) => void recycle(products),
      restore: (products) => void restore(products),
      deleteForGood: (products) => void deleteForGood(products),
    }),
    [navigate, open, setFailed, recycle, restore, deleteForGood],
  )
}

const STATES = PRODUCT_STATE_CODES.map((key) => ({ key, ...PRODUCT_STATES[key] }))

/** The state tabs with their counts, under the same filters except the state. */
function useStateTabs(list: ProductFilters) {
  const { data } = useRead('getProductCountByState', askedBeside(list))
  return {
    tabs: countedTabs(data, STATES),
    tab: list.filters.state,
    onTab: (state: string) => list.setFilters({ state }),
  }
}

type OverlayProps = {
  open: Open | undefined
  acts: ReturnType<typeof useProductActs>
  onClose: () => void
  onPreview: (products: readonly ProductCard[]) => void
}

const NO_PRODUCTS: readonly ProductCard[] = []

function Overlay({ open, acts, onClose, onPreview }: OverlayProps): ReactNode {
  const chosen = open?.products ?? NO_PRODUCTS
  const products = useMemo(() => chosen.map(asSlotProduct), [chosen])
  if (!open) return null
  if (open.kind === 'form') {
    return (
      <Suspense fallback={null}>
        <BatchDialog form={open.form} products={open.products} acts={acts} onClose={onClose} />
      </Suspense>
    )
  }
  if (open.kind === 'online' || open.kind === 'offline')
    return <Slot name="listings-online" products={open.products} isOnline={open.kind === 'online'} onClose={onClose} />
  if (open.kind === 'sandbox')
    return (
      <Slot name="pricing-sandbox" products={products} onClose={onClose} onPreview={() => onPreview(open.products)} />
    )
  return open.kind === 'preview' ? (
    <Slot name="sync-preview" products={products} onClose={onClose} />
  ) : (
    <Slot name="source-update" products={products} onClose={onClose} onPreview={() => onPreview(open.products)} />
  )
}

const asSlotProduct = ({ id, title, titleZh, listings }: ProductCard): SlotProduct => ({
  id,
  title: titleZh || title,
  storeIds: listings.map((one) => one.storeId),
})

type ListKeys = {
  box: RefObject<HTMLElement | null>
  onEdit: (at: number) => void
  onSync: (at: number) => void
  onPick: (at: number) => void
}

const rowsIn = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('ul > li, tr[data-row-key]') ?? []),
]
const rowAt = (rows: readonly HTMLElement[]): number => rows.findIndex((row) => row.contains(document.activeElement))

function move(box: HTMLElement | null, by: 1 | -1): void {
  const rows = rowsIn(box)
  const from = rowAt(rows)
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + by))
  const row = rows[to]
  row?.querySelector<HTMLElement>('button, a, input')?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** j and k move through the rows with the focus; e edits, s previews, x selects the focused row. */
function useListKeys({ box, onEdit, onSync, onPick }: ListKeys): void {
  const atFocus = (run: (at: number) => void) => (): void => {
    const at = rowAt(rowsIn(box.current))
    if (at >= 0) run(at)
  }
  useKeys([
    { key: 'j', label: '下一个商品', run: () => move(box.current, 1) },
    { key: 'k', label: '上一个商品', run: () => move(box.current, -1) },
    { key: 'e', label: '编辑这个商品', run: atFocus(onEdit) },
    { key: 's', label: '预演同步这个商品或已选中的商品', run: () => onSync(rowAt(rowsIn(box.current))) },
    { key: 'x', label: '选中或取消这个商品', run: atFocus(onPick) },
  ])
}
