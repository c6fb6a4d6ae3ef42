import type { SourceChange } from '@huoqiao/contract/collection/radar.endpoints'
import { SOURCE_CHANGE_FIELDS } from '@huoqiao/contract/collection/radar.fields'
import { SOURCE_CHANGES } from '@huoqiao/contract/collection/radar.words'
import { Button, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import { formatPercent } from '../../../lib/index.ts'
import { Picture, RelativeTime, RowSkeletons, StateTag } from '../../../ui/index.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import type { Selection } from '../../../ui/selection.ts'
import { useTableView } from '../../../ui/table-view.tsx'
import { InViewSlot } from '../../../ui/view-slot.tsx'
import type { ViewSlot } from '../../../ui/view-slot.tsx'
import { editAddress } from '../collection.addresses.ts'
import { RadarFigures } from './radar-figures.tsx'
import styles from './radar.module.css'

type RadarTableProps = {
  rows: readonly SourceChange[] | undefined
  onOpen: (offerId: string) => void
  slot: ViewSlot
  selection: Pick<Selection<SourceChange>, 'keys' | 'choose'>
}

/** The changes: what changed, by how much, and which of our products it affects. */
export function RadarTable({ rows, onOpen, slot, selection }: RadarTableProps): ReactNode {
  const columns: TableColumnsType<SourceChange> = [
    ...fieldColumns<SourceChange, typeof SOURCE_CHANGE_FIELDS>(SOURCE_CHANGE_FIELDS, {
      at: { width: 150, render: (_, { at }) => <RelativeTime at={at} /> },
      kind: { width: 116, render: (_, { kind }) => <StateTag {...SOURCE_CHANGES[kind]} /> },
      title: { render: (_, row) => <Offer row={row} onOpen={() => onOpen(row.offerId)} /> },
      offerId: null,
      image: null,
      supplierName: null,
      url: null,
      specText: { width: 220, render: (_, { specText }) => specText || '整个货源' },
      skus: null,
      before: {
        title: `${SOURCE_CHANGE_FIELDS.before.label} → ${SOURCE_CHANGE_FIELDS.after.label}`,
        align: 'left',
        width: 230,
        render: (_, row) => <RadarFigures change={row} />,
      },
      after: null,
      beforeText: null,
      afterText: null,
      margin: {
        title: <span title="按现在的售价，货源变价前后的最低毛利">毛利</span>,
        width: 124,
        render: (_, { margin }) => (margin === null ? null : <Margin {...margin} />),
      },
      // Linked in the column of actions.
      productIds: null,
      storeIds: null,
    }),
    {
      title: '操作',
      key: 'acts',
      width: 160,
      render: (_, row) => (
        <span className={styles.acts}>
          <Button type="link" size="small" onClick={() => onOpen(row.offerId)}>
            历史
          </Button>
          {row.productIds[0] === undefined ? null : (
            <Link to={`${editAddress(row.productIds[0])}&tab=variants`}>去改商品</Link>
          )}
        </span>
      ),
    },
  ]
  const view = useTableView('radar', columns, 1240)
  if (!rows) return <RowSkeletons count={8} />
  return (
    <>
      <InViewSlot slot={slot}>{view.control}</InViewSlot>
      <Table<SourceChange>
        rowKey="id"
        {...view.table}
        rowSelection={{
          ...SELECT_PAGE,
          columnWidth: 36,
          selectedRowKeys: [...selection.keys],
          onChange: (keys) => selection.choose(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${row.title}` }),
        }}
        dataSource={rows}
        pagination={false}
        onRow={(row) => ({ 'data-change': row.kind }) as object}
      />
    </>
  )
}

const Margin = ({ before, after }: { before: number; after: number }): ReactNode => (
  <span className={styles.figures}>
    {formatPercent(before)} → <b className={after < 0 ? styles.loss : undefined}>{formatPercent(after)}</b>
  </span>
)

function Offer({ row, onOpen }: { row: SourceChange; onOpen: () => void }): ReactNode {
  return (
    <div className={styles.offer}>
      <Picture src={row.image} alt="" size={40} />
      <span className={styles.words}>
        <button type="button" className={styles.title} title={row.title} onClick={onOpen}>
          {row.title}
        </button>
        <small>{row.supplierName ?? row.offerId}</small>
      </span>
    </div>
  )
}
