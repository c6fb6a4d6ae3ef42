import type { Product } from '@huoqiao/contract/products/products.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { useAllowed, useMay } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import type { SlotProduct } from '../../../lib/slots.tsx'
import { useTabTitle } from '../../../lib/tab-title.ts'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { LeaveGuard } from '../../../ui/leave-guard.tsx'
import type { StateTab } from '../../../ui/state-tabs.tsx'
import { StateTabs } from '../../../ui/state-tabs.tsx'
import { SaveFoot } from '../../../ui/save-foot.tsx'
import { PageSkeleton, RowSkeletons } from '../../../ui/skeletons.tsx'
import { BasicPanel } from './basic.panel.tsx'
import type { Draft } from './edit-form.rules.ts'
import { errorsUnder, formOf } from './edit-form.rules.ts'
import styles from './editor.module.css'
import { DraftState, EditorBars, EditorHead } from './editor-head.tsx'
import { ImagesPanel } from './images/images.panel.tsx'
import { clashesOf } from './draft/stale.rules.ts'
import { newerDraft } from './draft/spare-draft.ts'
import type { KeptDraft } from './draft/spare-draft.ts'
import { UnlockContext } from './unlock.context.ts'
import { spareOf } from './draft/use-save-product-draft.ts'
import type { Editor } from './use-edit-product.ts'
import { useEditProduct } from './use-edit-product.ts'

const VariantsPanel = lazy(() => import('./variants/variants.panel.tsx'))
const DescriptionPanel = lazy(() => import('./description.panel.tsx'))
const HistoryPanel = lazy(() => import('./history/history.panel.tsx'))
const SourceCompareDialog = lazy(() => import('./history/source-compare.dialog.tsx'))
const StaleDialog = lazy(() => import('./draft/stale.dialog.tsx'))

/** /shop/product/edit?id=…: one product with everything that a person may change. */
export default function ProductEditPage(): ReactNode {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const productId = params.get('id') ?? ''
  const read = useRead('getProduct', { productId }, { enabled: productId !== '', keepPrevious: false })
  // People without the right to save drafts have none.
  const hasDrafts = useMay('getProductDraft')
  const draft = useRead(
    'getProductDraft',
    { productId },
    { enabled: productId !== '' && hasDrafts, keepPrevious: false, staleTime: 0 },
  )
  const title = read.data?.titleZh || read.data?.title
  const isNameless = productId === '' || (read.error && !read.data)
  useTabTitle(isNameless ? '编辑商品' : title && `编辑 ${title.slice(0, 12)}`)
  if (productId === '') {
    return (
      <>
        <h1 className={styles.nameless}>编辑商品</h1>
        <EmptyState
          text="没有指定要编辑的商品。"
          action={<Button onClick={() => void navigate('/shop/product/list')}>去商品列表选一个</Button>}
        />
      </>
    )
  }
  if (read.error && !read.data) return <FailureNote failure={read.error} onRetry={() => void read.refetch()} />
  // Without the stored draft nothing may be typed: the first key would overwrite it.
  if (draft.error && draft.data === undefined)
    return <FailureNote failure={draft.error} onRetry={() => void draft.refetch()} />
  // A cached draft may have been saved or discarded since: it is read again each time the editor opens.
  const isDraftKnown = !hasDrafts || (draft.isFetchedAfterMount && draft.data !== undefined)
  if (!read.data || !isDraftKnown) return <PageSkeleton />
  const kept = newerDraft(keptOf(draft.data), spareOf(productId).read())
  return <ProductEditor key={productId} product={read.data} kept={kept} />
}

const keptOf = (kept: { version: number; savedAt: number; draft: unknown } | null | undefined): KeptDraft | null =>
  kept ? { ...kept, draft: kept.draft as Draft } : null

const TABS = ['basic', 'images', 'variants', 'description', 'history'] as const
type Tab = (typeof TABS)[number]

function ProductEditor({ product, kept }: { product: Product; kept: KeptDraft | null }): ReactNode {
  const editor = useEditProduct(product, kept)
  const [params, setParams] = useSearchParams()
  const asked = params.get('tab')
  const tab: Tab = TABS.find((one) => one === asked) ?? 'basic'
  const [previewed, preview] = useState<readonly SlotProduct[]>()
  const [isComparing, compare] = useState(false)
  const go = (next: string): void =>
    setParams(
      (now) => {
        const to = new URLSearchParams(now)
        to.set('tab', next)
        return to
      },
      { replace: true },
    )
  const allowed = useAllowed()(product, 'editProduct')
  async function save(): Promise<boolean> {
    if (typeof allowed !== 'string') return editor.save()
    toast.error(allowed)
    return false
  }
  async function saveAndPreview(): Promise<void> {
    if (!editor.dirty || (await save())) preview([slotOf(product)])
  }
  const unlock = useUnlock(editor)
  useSaveKey(save)
  return (
    <div className={styles.page}>
      <EditorHead
        product={product}
        action={
          <>
            {product.origin === '1688' ? (
              <CanButton
                allowed={editor.dirty ? '先保存或放弃正在改的内容' : true}
                title="看看哪些内容和货源不同，选择采用"
                onClick={() => compare(true)}
              >
                对照货源
              </CanButton>
            ) : null}
            <CanButton
              allowed={editor.dirty ? true : product.can['syncToShopify']}
              loading={editor.isSaving}
              onClick={() => void saveAndPreview()}
            >
              {editor.dirty ? '保存并预演同步' : '预演同步'}
            </CanButton>
          </>
        }
      />
      <EditorBars editor={editor} product={product} allowed={allowed} />
      <StateTabs tabs={tabsOf(editor)} tab={tab} onTab={go} />
      {editor.failure ? <FailureNote failure={editor.failure} /> : null}
      <div className={styles.panels}>
        <Suspense fallback={<RowSkeletons count={8} />}>
          <UnlockContext value={unlock}>
            <Panel tab={tab} editor={editor} product={product} onOnline={preview} />
          </UnlockContext>
        </Suspense>
      </div>
      <div className={styles.foot}>
        <SaveFoot isDirty={editor.dirty} isSaving={editor.isSaving} savedAt={editor.savedAt} onSave={() => void save()}>
          <DraftState editor={editor} />
          {editor.dirty ? (
            <Button type="text" onClick={editor.discard}>
              放弃修改
            </Button>
          ) : null}
        </SaveFoot>
      </div>
      <LeaveGuard field="id" isDirty={editor.dirty} save={save} flush={editor.draft.flush} />
      <Windows editor={editor} previewed={previewed} onClosePreview={() => preview(undefined)} />
      {isComparing ? (
        <Suspense fallback={null}>
          <SourceCompareDialog productId={product.id} onClose={() => compare(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function tabsOf({ form, errors, refusedCells }: Editor): StateTab[] {
  const tab = (key: Tab, label: string, wrong: number, count?: number): StateTab => ({
    key,
    label: wrong > 0 ? `${label} · ${wrong} 处有误` : label,
    count,
    ...(wrong > 0 ? { hue: 'failed' as const } : {}),
  })
  return [
    tab('basic', '基本信息', errorsUnder(errors, 'title', 'titleZh', 'vendor', 'productType', 'tags', 'note')),
    tab('images', '图片', errorsUnder(errors, 'images'), form.images.length),
    tab(
      'variants',
      '规格与变体',
      errorsUnder(errors, 'options', 'variants') + refusedCells.length,
      form.variants.length,
    ),
    tab('description', '描述', errorsUnder(errors, 'descriptionHtml')),
    tab('history', '历史', 0),
  ]
}

const slotOf = (product: Product): SlotProduct => ({
  id: product.id,
  title: product.titleZh || product.title,
  storeIds: product.listings.map((listing) => listing.storeId),
})

/** Unlocks one field at once; only possible without unsaved changes, because saving them would lock it again. */
function useUnlock({ base, dirty }: Editor): ((field: string) => void) | undefined {
  const act = useAct('unlockProductFields')
  const may = useMay('unlockProductFields')
  if (!may || dirty) return undefined
  async function unlock(field: string): Promise<void> {
    const done = await act.run({ productId: base.id, version: base.version, fields: [field] })
    if (done.ok) toast.success('已解除锁定，货源的新值可以写进来')
  }
  return (field) => void unlock(field)
}

type PanelProps = {
  tab: Tab
  editor: Editor
  product: Product
  onOnline: (products: readonly SlotProduct[]) => void
}

function Panel({ tab, editor, product, onOnline }: PanelProps): ReactNode {
  if (tab === 'images') return <ImagesPanel editor={editor} />
  if (tab === 'variants') return <VariantsPanel editor={editor} product={product} />
  if (tab === 'description') return <DescriptionPanel editor={editor} />
  if (tab === 'history') return <HistoryPanel editor={editor} onOnline={onOnline} />
  return <BasicPanel editor={editor} product={product} />
}

type WindowsProps = {
  editor: Editor
  previewed: readonly SlotProduct[] | undefined
  onClosePreview: () => void
}

/** The windows over the editor: both sides of a stale save, and the dry run. */
function Windows({ editor, previewed, onClosePreview }: WindowsProps): ReactNode {
  return (
    <>
      {editor.theirs ? (
        <Suspense fallback={null}>
          <StaleDialog
            clashes={clashesOf(editor.baseForm, editor.form, formOf(editor.theirs))}
            isSaving={editor.isSaving}
            onResolve={(ours) => void editor.resolve(ours)}
            onClose={editor.closeClash}
          />
        </Suspense>
      ) : null}
      {previewed ? <Slot name="sync-preview" products={previewed} onClose={onClosePreview} /> : null}
    </>
  )
}

/** Ctrl+S and ⌘S save, wherever the cursor is. */
function useSaveKey(save: () => Promise<boolean>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      void save()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [save])
}
