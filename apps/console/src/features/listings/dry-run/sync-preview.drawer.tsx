import { Checkbox, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { SlotProps } from '../../../lib/slots.tsx'
import { EnvironmentMark, useGetAllShopifyStores } from '../../../pickers/store-picker.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { DryRunBody } from './dry-run-body.tsx'
import { DryRunFoot } from './dry-run-foot.tsx'
import type { Choices } from './dry-run.rules.ts'
import { pairsOf } from './dry-run.rules.ts'
import styles from './sync-preview.module.css'
import { TaskView } from '../tasks/task-view.tsx'
import { usePreviewSyncToShopify } from './use-preview-sync-to-shopify.ts'
import type { Pushed } from './use-sync-to-shopify.ts'

const NOTHING_CHOSEN: Choices = new Map()

/** 同步预演: what would change in each shop, approved as a whole or field by field, then pushed and followed in the same drawer. */
export default function SyncPreviewDrawer({ products, onClose }: SlotProps['sync-preview']): ReactNode {
  const claimed = useMemo(() => [...new Set(products.flatMap((product) => product.storeIds))], [products])
  const [storeIds, setStoreIds] = useState<readonly string[]>(claimed)
  const [pushed, setPushed] = useState<Pushed>()
  return pushed ? (
    <PushedDrawer pushed={pushed} products={products} onClose={onClose} />
  ) : (
    <CompareDrawer
      products={products}
      claimed={claimed}
      storeIds={storeIds}
      onStores={setStoreIds}
      onPushed={setPushed}
      onClose={onClose}
    />
  )
}

type CompareDrawerProps = SlotProps['sync-preview'] & {
  claimed: readonly string[]
  storeIds: readonly string[]
  onStores: (storeIds: readonly string[]) => void
  onPushed: (pushed: Pushed) => void
}

const DRAWER = { size: 'min(1180px, 94vw)', open: true, destroyOnHidden: true } as const

function CompareDrawer(props: CompareDrawerProps): ReactNode {
  const { products, claimed, storeIds, onStores, onPushed, onClose } = props
  const pairs = useMemo(() => pairsOf(products, storeIds), [products, storeIds])
  const run = usePreviewSyncToShopify(pairs)
  const [choices, choose] = useState<Choices>(NOTHING_CHOSEN)
  return (
    <Drawer
      {...DRAWER}
      title={`同步预演 · ${products.length} 个商品`}
      onClose={onClose}
      extra={<StoreChoice products={products} claimed={claimed} chosen={storeIds} onChange={onStores} />}
      footer={
        <DryRunFoot
          items={run.items}
          choices={choices}
          isRunning={run.isRunning}
          onPushed={onPushed}
          onClose={onClose}
        />
      }
    >
      {claimed.length === 0 ? (
        <EmptyState text="这些商品还没有认领到任何店铺。在列表里选中它们，用“店铺”认领到要卖的店铺。" />
      ) : (
        <DryRunBody run={run} total={pairs.length} choices={choices} onChoose={choose} />
      )}
    </Drawer>
  )
}

type StoreChoiceProps = {
  products: SlotProps['sync-preview']['products']
  claimed: readonly string[]
  chosen: readonly string[]
  onChange: (storeIds: readonly string[]) => void
}

/** The stores that the products are claimed for, all selected at first. */
function StoreChoice({ products, claimed, chosen, onChange }: StoreChoiceProps): ReactNode {
  const { stores } = useGetAllShopifyStores()
  const countOf = (storeId: string): number => products.filter((one) => one.storeIds.includes(storeId)).length
  return (
    <Checkbox.Group
      value={[...chosen]}
      onChange={onChange}
      options={claimed.map((id) => {
        const store = stores?.find((one) => one.id === id)
        return {
          value: id,
          label: (
            <span className={styles.store}>
              {store?.name ?? '…'} {store ? <EnvironmentMark environment={store.environment} /> : null}
              {products.length > 1 ? <small>{countOf(id)}</small> : null}
            </span>
          ),
        }
      })}
    />
  )
}

type PushedDrawerProps = Pick<SlotProps['sync-preview'], 'products' | 'onClose'> & { pushed: Pushed }

/** The outcome of the push request, and the progress of its task. */
function PushedDrawer({ pushed, products, onClose }: PushedDrawerProps): ReactNode {
  const names = new Map(products.map((product) => [product.id, product.title]))
  return (
    <Drawer {...DRAWER} title="同步结果" onClose={onClose}>
      <div className={styles.pushed}>
        {pushed.outcome.failed > 0 ? (
          <OutcomeList outcome={pushed.outcome} labelOf={(key) => names.get(key.split(':')[0]!) ?? key} />
        ) : null}
        {pushed.taskIds.map((taskId) => (
          <TaskView key={taskId} taskId={taskId} />
        ))}
        <p className={styles.hint}>可以关掉这个窗口去做别的事，进度在右上角的任务和“同步任务”页里。</p>
      </div>
    </Drawer>
  )
}
