import type { EditOf, ENDPOINTS } from '@huoqiao/contract'
import { SUPPLIER_FIELDS, SUPPLIER_FIGURE_FIELDS } from '@huoqiao/contract/purchases/suppliers.fields'
import type { Supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import { SUPPLIER_RATINGS, SUPPLIER_SORTS } from '@huoqiao/contract/purchases/suppliers.status'
import type { SupplierRating, SupplierSort } from '@huoqiao/contract/purchases/suppliers.status'
import { SCORECARD_FIGURES } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { ScoreKey } from '@huoqiao/contract/scorecards/scorecards.figures'
import type { TableColumnsType } from 'antd'
import { Button, Form, Input, Modal, Radio, Select } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAddressField } from '../../../lib/address-field.ts'
import { toast } from '../../../lib/client.ts'
import { TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { Slot } from '../../../lib/slots.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { formItems } from '../../../ui/field-form.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { RATING_HUES } from '../purchase.words.ts'
import { SupplierDrawer } from './supplier.drawer.tsx'

const DEFAULTS = { keyword: '', rating: '', sort: 'updated' }
const OPTIONS = Object.entries(SUPPLIER_RATINGS).map(([value, label]) => ({ value, label }))
const SORTS = Object.entries(SUPPLIER_SORTS).map(([value, label]) => ({ value: value as SupplierSort, label }))
const REMEMBERED = ['sort'] as const
const WORDS = { sort: SORTS.map(({ value }) => value) }
/** Sort orders that do not need the right to see scorecards. */
const PLAIN_SORTS: readonly SupplierSort[] = ['updated', 'spent']

/** /purchase/supplier: the sellers that we bought from, our rating, and the results so far. */
export default function SuppliersPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('suppliers', DEFAULTS, {
    paging: TABLE_PAGING,
    remember: REMEMBERED,
    words: WORDS,
  })
  const [mayMark, maySeeScores] = [useMay('updateSupplier'), useMay('querySupplierScorecards')]
  const sorts = maySeeScores ? SORTS : SORTS.filter(({ value }) => PLAIN_SORTS.includes(value))
  const sort = sorts.find(({ value }) => value === list.filters.sort)?.value ?? 'updated'
  const { keyword, rating } = list.filters
  const clear = (): void => list.setFilters({ keyword: '', rating: '' })
  const read = useRead('querySuppliers', {
    keyword: keyword || undefined,
    rating: (rating || undefined) as SupplierRating | undefined,
    sort,
    page: list.page,
    pageSize: list.pageSize,
  })
  const [marked, mark] = useState<Supplier>()
  const [opened, open] = useAddressField('supplier')
  const may = useMemo(() => ({ mark: mayMark, scores: maySeeScores }), [mayMark, maySeeScores])
  const shown = useMemo(() => (read.data?.list ?? []).map(({ id }) => id), [read.data])
  const navigate = useNavigate()
  const columns = useMemo(
    () => columnsOf({ may, mark, open, onPurchases: (id) => void navigate(purchasesOf(id)), shown, sort }),
    [may, navigate, open, shown, sort],
  )
  const view = useTableView('suppliers', columns, may.scores ? (SORTED_BY[sort] ? 1420 : 1330) : 900)
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
            aria-label={RATING.label}
            style={{ width: 120 }}
            allowClear
            placeholder={`全部${RATING.label}`}
            value={list.filters.rating || undefined}
            options={OPTIONS}
            onChange={(rating: string | undefined) => list.setFilters({ rating: rating ?? '' })}
          />
          <Select<SupplierSort>
            aria-label="排序"
            title={PLAIN_SORTS.includes(sort) ? undefined : '排序用的评分每小时算一次'}
            style={{ width: 120 }}
            value={sort}
            options={sorts}
            onChange={(chosen) => list.setFilters({ sort: chosen })}
          />
        </>
      }
      query={{ ...list, changed: [keyword, rating].filter((text) => text !== '').length, reset: clear }}
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
      {opened === undefined ? null : (
        <SupplierDrawer
          supplierId={opened}
          supplier={read.data?.list.find(({ id }) => id === opened)}
          onClose={() => open(undefined)}
        />
      )}
      {marked ? <MarkDialog supplier={marked} onClose={() => mark(undefined)} /> : null}
    </TablePage>
  )
}

const { rating: RATING, note: NOTE } = SUPPLIER_FIELDS

const purchasesOf = (supplierId: string): string => `/purchase/list?supplierId=${supplierId}`

type Columns = {
  may: { mark: boolean; scores: boolean }
  mark: (supplier: Supplier) => void
  open: (supplierId: string) => void
  onPurchases: (supplierId: string) => void
  /** all suppliers of the page */
  shown: readonly string[]
  sort: SupplierSort
}

/** Figures of the last ninety days; the drawer also shows those of the year. */
const SCORES: readonly ScoreKey[] = ['sendHours', 'late', 'short', 'defects']
/** The figure that is added when the list is sorted by it. */
const SORTED_BY: Readonly<Partial<Record<SupplierSort, ScoreKey>>> = { dearer: 'priceDrift', refunded: 'refunded' }

const scoreColumns = (shown: readonly string[], sort: SupplierSort): TableColumnsType<Supplier> => [
  {
    key: 'grade',
    title: '评分',
    width: 104,
    render: (_, { id }) => <Slot name="supplier-badge" supplierId={id} among={{ suppliers: shown }} />,
  },
  ...[...SCORES, ...(SORTED_BY[sort] ? [SORTED_BY[sort]] : [])].map((figure) => ({
    key: figure,
    title: SCORECARD_FIGURES[figure].label,
    width: 88,
    align: 'right' as const,
    className: 'hq-num',
    render: (_: unknown, { id }: Supplier) => (
      <Slot name="supplier-figure" figure={figure} supplierId={id} among={{ suppliers: shown }} />
    ),
  })),
]

function columnsOf({ may, mark, open, onPurchases, shown, sort }: Columns): TableColumnsType<Supplier> {
  const figures = fieldColumns<Supplier, typeof SUPPLIER_FIGURE_FIELDS>(
    SUPPLIER_FIGURE_FIELDS,
    {
      purchases: {
        width: 200,
        align: 'left',
        render: (_, { id, figures: { purchases, open, cancelled } }) => (
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onPurchases(id)}>
            共 {formatCount(purchases)}，进行 {formatCount(open)}，取消 {formatCount(cancelled)}
          </Button>
        ),
      },
      open: null,
      done: null,
      cancelled: null,
      spentMinor: { width: 110 },
      pieces: { width: 80 },
      lastAt: { width: 150, render: (_, { figures: { lastAt } }) => <RelativeTime at={lastAt} /> },
    },
    (supplier) => supplier.figures,
  )
  return [
    ...fieldColumns<Supplier, typeof SUPPLIER_FIELDS>(SUPPLIER_FIELDS, {
      name: {
        ellipsis: true,
        render: (_, { id, name }) => (
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => open(id)}>
            {name}
          </Button>
        ),
      },
      // A person's rating, and beside it what the purchases say.
      rating: [
        {
          key: 'rating',
          title: RATING.label,
          width: 92,
          render: (_, { rating }) => <StateTag hue={RATING_HUES[rating]} label={SUPPLIER_RATINGS[rating]} />,
        },
        ...(may.scores ? scoreColumns(shown, sort) : []),
      ],
      figures,
      payWay: { width: 120 },
      note: { ellipsis: true, width: 180 },
      // The time of the last purchase is shown instead.
      updatedAt: null,
    }),
    {
      key: 'actions',
      title: '',
      width: 76,
      fixed: 'right',
      render: (_, supplier) => (
        <CanButton
          size="small"
          allowed={may.mark ? supplier.can['updateSupplier'] : NO_RIGHT}
          aria-label={`标记 ${supplier.name}`}
          onClick={() => mark(supplier)}
        >
          标记
        </CanButton>
      ),
    },
  ]
}

type Marked = EditOf<(typeof ENDPOINTS)['updateSupplier']>

function MarkDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Marked>()
  const [isTyped, setTyped] = useState(false)
  const update = useAct('updateSupplier')
  async function save(): Promise<void> {
    const { id, version } = supplier
    const done = await update.run({ ...form.getFieldsValue(), id, version })
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
      {...guardTyped(isTyped)}
      onCancel={onClose}
    >
      {update.error ? <FailureNote failure={update.error} /> : null}
      <Form<Marked> form={form} layout="vertical" initialValues={supplier} onValuesChange={() => setTyped(true)}>
        {formItems<Marked>(SUPPLIER_FIELDS, {
          rating: { input: <Radio.Group options={OPTIONS} /> },
          note: { input: <Input.TextArea aria-label={NOTE.label} rows={3} maxLength={500} /> },
        })}
      </Form>
    </Modal>
  )
}
