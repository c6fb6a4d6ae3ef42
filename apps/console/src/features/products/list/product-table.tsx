import { PRODUCT_FIELDS } from '@huoqiao/contract/products/products.fields'
import type { ProductCard } from '@huoqiao/contract/products/products.schema'
import type { TableProps } from 'antd'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import { formatTime } from '../../../lib/format.ts'
import { someFieldColumns } from '../../../ui/field-columns.tsx'
import { MoneyRange } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { InViewSlot } from '../../../ui/view-slot.tsx'
import type { ViewSlot } from '../../../ui/view-slot.tsx'
import { StateOf } from './product-card.tsx'
import type { RowActions } from './product-actions.tsx'
import { ProductActions } from './product-actions.tsx'
import { HealthMark, MarginText, SourceMark, StoreMarks } from '../product-marks.tsx'
import styles from './product-table.module.css'

type ProductTableProps = {
  rows: readonly ProductCard[]
  selected: ReadonlySet<string>
  onToggle: (id: string, isRange: boolean) => void
  onToggleAll: () => void
  actions: RowActions
  /** where 列设置 is rendered */
  slot: ViewSlot
}

const columns = (actions: RowActions): NonNullable<TableProps<ProductCard>['columns']> => [
  {
    key: 'product',
    title: '商品',
    ellipsis: true,
    render: (_, product) => (
      <div className={styles.product}>
        <Picture src={product.image} alt="" size={40} />
        <button
          type="button"
          className={styles.title}
          title={[product.titleZh, product.title].filter(Boolean).join('\n')}
          onClick={() => actions.edit(product)}
        >
          <span>{product.titleZh || product.title || '（还没有标题）'}</span>
          {product.titleZh && product.title ? <small>{product.title}</small> : null}
        </button>
      </div>
    ),
  },
  ...someFieldColumns<ProductCard, typeof PRODUCT_FIELDS>(PRODUCT_FIELDS, {
    state: {
      width: 140,
      render: (_, product) => (
        <div className={styles.stack} title={`更新于 ${formatTime(product.updatedAt)}`}>
          <StateOf product={product} />
          <HealthMark health={product.sourceHealth} />
        </div>
      ),
    },
    priceMin: {
      title: '售价 / 成本',
      width: 168,
      align: 'right',
      render: (_, product) => (
        <div className={styles.figures}>
          <span>
            <MoneyRange min={product.priceMin} max={product.priceMax} />
          </span>
          <small>
            <MarginText percent={product.marginPercent} /> · <MoneyRange min={product.costMin} max={product.costMax} />
          </small>
        </div>
      ),
    },
    variantCount: { width: 56 },
    offerId: { width: 140, render: (_, product) => <SourceMark product={product} /> },
    listings: { width: 176, render: (_, product) => <StoreMarks listings={product.listings} shown={3} /> },
  }),
  {
    key: 'actions',
    title: '',
    width: 104,
    render: (_, product) => (
      <div className={styles.actions}>
        <ProductActions isCompact product={product} actions={actions} />
      </div>
    ),
  },
]

/** The same products as dense rows. */
export default function ProductTable(props: ProductTableProps): ReactNode {
  const { rows, selected, onToggle, onToggleAll, actions, slot } = props
  const made = useMemo(() => columns(actions), [actions])
  const view = useTableView('products', made, 1040)
  return (
    <>
      <InViewSlot slot={slot}>{view.control}</InViewSlot>
      <Table<ProductCard>
        {...view.table}
        className={styles.table ?? ''}
        rowKey="id"
        pagination={false}
        dataSource={[...rows]}
        tableLayout="fixed"
        rowSelection={{
          ...SELECT_PAGE,
          selectedRowKeys: [...selected],
          onSelect: (product, _isOn, _rows, event) =>
            onToggle(product.id, 'shiftKey' in event && event.shiftKey === true),
          onSelectAll: onToggleAll,
        }}
      />
    </>
  )
}
