import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Modal, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMay } from '../../lib/permission.tsx'
import { useAct } from '../../lib/use-call.ts'
import { CanButton } from '../../ui/can-button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { askConfirm } from '../../ui/dialogs.store.ts'
import { OutcomeList } from '../../ui/outcome-list.tsx'

type VariantsDialogProps = { product: StoreProduct; storeId: string; onClose: () => void }

/** The contract takes at most 250 a call. */
const AT_ONCE = 250

/** The variants of a product in the shop; those chosen can be deleted, with an outcome for each. */
export default function VariantsDialog({ product, storeId, onClose }: VariantsDialogProps): ReactNode {
  const [chosen, choose] = useState<string[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<BulkOutcome>()
  const remove = useAct('deleteStoreVariants')
  const may = useMay('deleteStoreVariants')
  const left = product.variants.filter((variant) => !gone.has(variant.id))
  const nameOf = (id: string): string => product.variants.find((variant) => variant.id === id)?.title ?? id
  const allowed = !may
    ? '没有操作权限'
    : chosen.length === 0
      ? '先勾选变体'
      : chosen.length >= left.length
        ? '商品至少要留一个变体；要全部删除请删除商品'
        : chosen.length > AT_ONCE
          ? `一次最多删除 ${AT_ONCE} 个`
          : true
  async function ask(): Promise<void> {
    const isSure = await askConfirm({
      title: `从店铺里删除 ${chosen.length} 个变体？`,
      content: (
        <>
          <p>{product.title}</p>
          <p>
            {chosen.slice(0, 12).map(nameOf).join('；')}
            {chosen.length > 12 ? ` 等 ${chosen.length} 个` : ''}
          </p>
          <p>删除后不能恢复，它们的库存记录也会一起删除。</p>
        </>
      ),
      okText: '删除变体',
      danger: true,
    })
    if (!isSure) return
    const done = await remove.run({ storeId, productId: product.id, variantsIds: chosen })
    if (!done.ok) return
    const well = done.data.filter((row) => row.ok)
    setGone(new Set([...gone, ...well.map((row) => row.key)]))
    setOutcome({ succeeded: well.length, failed: done.data.length - well.length, rows: done.data })
    choose([])
  }
  return (
    <Modal
      open
      width={720}
      title={product.title}
      onCancel={onClose}
      footer={
        <CanButton danger allowed={allowed} loading={remove.isPending} onClick={() => void ask()}>
          删除选中的 {chosen.length} 个变体
        </CanButton>
      }
    >
      {outcome ? <OutcomeList outcome={outcome} labelOf={nameOf} /> : null}
      <Table<StoreProduct['variants'][number]>
        rowKey="id"
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={left}
        rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => choose(keys.map(String)) }}
        columns={[
          { key: 'title', title: '变体', dataIndex: 'title' },
          { key: 'sku', title: 'SKU', render: (_, variant) => variant.sku || '–' },
          { key: 'price', title: '价格', className: 'hq-num', dataIndex: 'price', width: 90 },
          {
            key: 'inventory',
            title: '库存',
            className: 'hq-num',
            render: (_, variant) => variant.inventory ?? '–',
            width: 80,
          },
          {
            key: 'id',
            title: '编号',
            width: 150,
            render: (_, variant) => <CopyId value={variant.id.split('/').at(-1) ?? variant.id} />,
          },
        ]}
      />
    </Modal>
  )
}
