import { PAY_WAYS } from '@huoqiao/contract/placement/placement.status'
import type { Supplier, SupplierRating } from '@huoqiao/contract/purchases/suppliers.schema'
import type { TableColumnsType } from 'antd'
import { Button, Input, Modal, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '../../../lib/client.ts'
import { TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { RATING_HUES, RATINGS } from '../purchase.words.ts'
import { yuan } from '../../../lib/format.ts'
import styles from './suppliers.module.css'

const DEFAULTS = { keyword: '', rating: '' }
const OPTIONS = Object.entries(RATINGS).map(([value, label]) => ({ value: value as SupplierRating, label }))

/** /purchase/supplier: the sellers that we bought from, our rating, and the results so far. */
export default function SuppliersPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('suppliers', DEFAULTS, { paging: TABLE_PAGING })
  const read = useRead('querySuppliers', {
    keyword: list.filters.keyword || undefined,
    rating: (list.filters.rating || undefined) as SupplierRating | undefined,
    page: list.page,
    pageSize: list.pageSize,
  })
  const [marked, mark] = useState<Supplier>()
  const may = useMay('updateSupplier')
  const navigate = useNavigate()
  const columns = useMemo(
    () => columnsOf(may, mark, (id) => void navigate(`/purchase/list?supplierId=${id}`)),
    [may, navigate],
  )
  const view = useTableView('suppliers', columns, 900)
  return (
    <TablePage<Supplier>
      name="suppliers"
      title="供应商"
      subtitle="下过采购单的1688卖家；黑名单的在生成采购单时会警告"
      filters={
        <>
          <SearchField
            value={list.filters.keyword}
            placeholder="供应商名称或备注"
            onSearch={(keyword) => list.setFilters({ keyword })}
          />
          <Select
            aria-label="标记"
            style={{ width: 120 }}
            allowClear
            placeholder="全部标记"
            value={list.filters.rating || undefined}
            options={OPTIONS}
            onChange={(rating: string | undefined) => list.setFilters({ rating: rating ?? '' })}
          />
        </>
      }
      query={list}
      answer={read}
      view={view}
      none={{
        text: '还没有供应商。生成第一张采购单后，卖家会出现在这里。',
        filtered: '没有符合条件的供应商。',
        action: (
          <Button type="primary" onClick={() => void navigate('/order/list?state=to-buy')}>
            去采购订单
          </Button>
        ),
      }}
    >
      {marked ? <MarkDialog supplier={marked} onClose={() => mark(undefined)} /> : null}
    </TablePage>
  )
}

function columnsOf(
  may: boolean,
  mark: (supplier: Supplier) => void,
  onPurchases: (supplierId: string) => void,
): TableColumnsType<Supplier> {
  return [
    { key: 'name', title: '供应商', dataIndex: 'name', ellipsis: true },
    {
      key: 'rating',
      title: '标记',
      width: 92,
      render: (_, { rating }) => <StateTag hue={RATING_HUES[rating]} label={RATINGS[rating]} />,
    },
    { key: 'note', title: '备注', dataIndex: 'note', ellipsis: true, width: 180 },
    {
      key: 'purchases',
      title: '采购单',
      width: 170,
      render: (_, { id, figures }) => (
        <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onPurchases(id)}>
          共 {figures.purchases}，进行 {figures.open}，取消 {figures.cancelled}
        </Button>
      ),
    },
    {
      key: 'spent',
      title: '采购额',
      width: 110,
      align: 'right',
      render: (_, { figures }) => <MoneyText amount={yuan(figures.spentMinor)} />,
    },
    {
      key: 'pieces',
      title: '件数',
      width: 80,
      align: 'right',
      className: 'hq-num',
      render: (_, { figures }) => figures.pieces,
    },
    {
      key: 'payWay',
      title: '上次付款方式',
      width: 120,
      render: (_, { payWay }) => (payWay === null ? '–' : (PAY_WAYS[payWay] ?? payWay)),
    },
    { key: 'last', title: '最近采购', width: 150, render: (_, { figures }) => <RelativeTime at={figures.lastAt} /> },
    {
      key: 'actions',
      title: '',
      width: 76,
      fixed: 'right',
      render: (_, supplier) => (
        <CanButton
          size="small"
          allowed={may ? supplier.can['updateSupplier'] : NO_RIGHT}
          aria-label={`标记 ${supplier.name}`}
          onClick={() => mark(supplier)}
        >
          标记
        </CanButton>
      ),
    },
  ]
}

function MarkDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }): ReactNode {
  const [rating, setRating] = useState(supplier.rating)
  const [note, setNote] = useState(supplier.note)
  const update = useAct('updateSupplier')
  async function save(): Promise<void> {
    const done = await update.run({ id: supplier.id, version: supplier.version, rating, note: note.trim() })
    if (!done.ok) return
    toast.success('已保存')
    onClose()
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={`标记 ${supplier.name}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={update.isPending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.fields}>
        {update.error ? <FailureNote failure={update.error} /> : null}
        <Radio.Group
          value={rating}
          options={OPTIONS}
          onChange={(event) => setRating(event.target.value as SupplierRating)}
        />
        <label>
          备注
          <Input.TextArea
            aria-label="备注"
            rows={3}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
      </div>
    </Modal>
  )
}
