import { STORE_VARIANT_FIELDS } from '@huoqiao/contract/stores/stores.fields'
import type { StoreProduct } from '@huoqiao/contract/stores/stores.schema'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { TableColumnsType } from 'antd'
import { Modal, Table } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { SELECT_PAGE } from '../../ui/select-page.ts'
import { useMay, NO_RIGHT } from '../../lib/permission.tsx'
import { CanButton } from '../../ui/can-button.tsx'
import { CopyId } from '../../ui/copy-id.tsx'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { StoreDeletion } from './store-deletion.tsx'

type VariantsDialogProps = { product: StoreProduct; storeId: string; onClose: () => void }

type Variant = StoreProduct['variants'][number]

const COLUMNS: TableColumnsType<Variant> = [
  ...fieldColumns<Variant, typeof STORE_VARIANT_FIELDS>(STORE_VARIANT_FIELDS, {
    title: {},
    sku: {},
    price: { className: 'hq-num', width: 90 },
    inventory: { width: 80 },
  }),
  {
    key: 'id',
    title: STORE_VARIANT_FIELDS.id.label,
    width: 150,
    render: (_, { id }) => <CopyId value={id.split('/').at(-1) ?? id} />,
  },
]

/** Maximum number per call (contract). */
const AT_ONCE = 250

/** The variants of a product in the shop; selected ones can be deleted, after a dry run. */
export default function VariantsDialog({ product, storeId, onClose }: VariantsDialogProps): ReactNode {
  const [chosen, choose] = useState<string[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  /** the variants of the open question, whatever is selected in the meantime */
  const [asked, ask] = useState<readonly string[]>()
  const may = useMay('deleteStoreVariants')
  const left = product.variants.filter((variant) => !gone.has(variant.id))
  const allowed = !may
    ? NO_RIGHT
    : chosen.length === 0
      ? '先勾选变体'
      : chosen.length >= left.length
        ? '商品至少要留一个变体；要全部删除请删除商品'
        : chosen.length > AT_ONCE
          ? `一次最多删除 ${AT_ONCE} 个`
          : true
  /** What could not be deleted stays chosen. */
  function forget({ rows }: BulkOutcome): void {
    const deleted = rows.filter((row) => row.ok).map((row) => row.key)
    setGone((now) => new Set([...now, ...deleted]))
    choose((now) => now.filter((id) => !deleted.includes(id)))
  }
  return (
    <Modal
      open
      width={720}
      title={product.title}
      onCancel={onClose}
      footer={
        <CanButton danger allowed={allowed} onClick={() => ask(chosen)}>
          预演删除选中的 {chosen.length} 个变体
        </CanButton>
      }
    >
      <Table<Variant>
        rowKey="id"
        pagination={false}
        scroll={{ y: 420 }}
        dataSource={left}
        rowSelection={{ ...SELECT_PAGE, selectedRowKeys: chosen, onChange: (keys) => choose(keys.map(String)) }}
        columns={COLUMNS}
      />
      {asked ? (
        <StoreDeletion
          product={product}
          storeId={storeId}
          variantIds={asked}
          onDone={forget}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </Modal>
  )
}
