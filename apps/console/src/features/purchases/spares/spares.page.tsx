import { PURCHASE_DEMAND_FIELDS, PURCHASE_LINE_FIELDS } from '@huoqiao/contract/purchases/purchases.fields'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { SpareTab } from '@huoqiao/contract/purchases/spares.status'
import { SPARE_TABS } from '@huoqiao/contract/purchases/spares.status'
import type { Hue } from '@huoqiao/contract/states'
import type { TableColumnsType } from 'antd'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { some, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { countedTabs } from '../../../ui/list-answer.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { offerAddress, purchaseAddress } from '../purchase.addresses.ts'
import { yuan } from '../../../lib/format.ts'
import { AdjustDialog } from './adjust.dialog.tsx'
import { SpareCovers } from './spare-covers.tsx'
import styles from './spares.module.css'

const DEFAULTS = { tab: '', keyword: '' }
const HUES: Readonly<Record<SpareTab, Hue>> = { here: 'done', coming: 'moving', used: 'waiting' }
const TABS = (Object.keys(SPARE_TABS) as SpareTab[]).map((key) => ({ key, label: SPARE_TABS[key], hue: HUES[key] }))
const NONE = {
  '': '还没有余货。按整包或起订量下的单多出来的件数，下单后会记在这里，以后生成采购单时先用它。',
  here: '没有在库的余货。',
  coming: '没有在途的余货。',
  used: '没有用完的余货。',
}

const EXPANDABLE = { rowExpandable: (row: SpareLine) => row.covers.length > 0, expandedRowRender: coversOf }

/** /purchase/spare: pieces of placed purchases that their orders do not need, the orders that took some, and their cost. */
export default function SparesPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('spares', DEFAULTS, { paging: TABLE_PAGING })
  const keyword = some(list.filters.keyword)
  const tab = (list.filters.tab || undefined) as SpareTab | undefined
  const read = useRead('querySpares', { keyword, tab, page: list.page, pageSize: list.pageSize })
  const counts = useRead('getSpareCounts', { keyword })
  const [adjusted, adjust] = useState<SpareLine>()
  const may = useMay('adjustSpare')
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(may, adjust), [may])
  const view = useTableView('spares', columns, 780)
  return (
    <TablePage<SpareLine>
      name="spares"
      title="余货"
      subtitle={
        counts.data
          ? `共余 ${counts.data.pieces} 件；生成采购单时，同一货源规格的订单先用它们`
          : '生成采购单时，同一货源规格的订单先用它们'
      }
      tabs={countedTabs(counts.data && { ...counts.data, capped: false }, TABS)}
      tab={list.filters.tab}
      onTab={(next) => list.setFilters({ tab: next })}
      filters={
        <SearchField
          value={list.filters.keyword}
          placeholder="商品、规格、采购单号、供应商"
          onSearch={(next) => list.setFilters({ keyword: next })}
        />
      }
      query={{ ...list, changed: keyword === undefined ? 0 : 1 }}
      answer={read}
      view={view}
      table={{ expandable: EXPANDABLE }}
      none={{
        text: NONE[tab ?? ''],
        filtered: '没有符合条件的余货。',
        action: (
          <Button type="primary" onClick={() => void navigate('/purchase/list')}>
            去采购单列表
          </Button>
        ),
      }}
    >
      {adjusted ? <AdjustDialog line={adjusted} onClose={() => adjust(undefined)} /> : null}
    </TablePage>
  )
}

function coversOf(line: SpareLine): ReactNode {
  return <SpareCovers line={line} />
}

function columnsOf(may: boolean, adjust: (line: SpareLine) => void): TableColumnsType<SpareLine> {
  return [
    {
      key: 'goods',
      title: PURCHASE_LINE_FIELDS.title.label,
      ellipsis: true,
      render: (_, { image, title, specText, offerId }) => (
        <span className={styles.goods}>
          <Picture src={image} alt="" size={36} />
          <span className={styles.clip}>
            <Link to={offerAddress(offerId)} title={title}>
              {title}
            </Link>
            <small title={specText}>{specText || '默认规格'}</small>
          </span>
        </span>
      ),
    },
    {
      key: 'purchase',
      title: PURCHASE_DEMAND_FIELDS.purchaseNumber.label,
      width: 140,
      ellipsis: true,
      render: (_, { purchaseId, purchaseNumber, supplierName }) => (
        <span className={styles.clip}>
          <Link to={purchaseAddress(purchaseId)}>{purchaseNumber}</Link>
          <small title={supplierName}>{supplierName}</small>
        </span>
      ),
    },
    {
      key: 'where',
      title: '货在哪里',
      width: 78,
      render: (_, { arrived }) => <StateTag bare hue={arrived ? 'done' : 'moving'} label={arrived ? '在库' : '在途'} />,
    },
    count('quantity', '买了', ({ quantity, batchNumber }) => (
      <>
        {quantity}
        {batchNumber > 1 ? <small>每包 {batchNumber}</small> : null}
      </>
    )),
    count('spare', '余', ({ spare }) => <b>{spare}</b>),
    count('used', '已用', ({ used, covers }) => (
      <>
        {used}
        {covers.length > 0 ? <small>{new Set(covers.map(({ orderId }) => orderId)).size} 单</small> : null}
      </>
    )),
    count('gone', '减少', ({ gone }) => gone),
    {
      key: 'cost',
      title: PURCHASE_LINE_FIELDS.spareCostMinor.label,
      width: 84,
      align: 'right',
      render: (_, { costMinor }) => (costMinor === null ? '未知' : <MoneyText amount={yuan(costMinor)} />),
    },
    {
      key: 'actions',
      title: '',
      width: 76,
      fixed: 'right',
      render: (_, line) => (
        <CanButton
          size="small"
          allowed={may ? line.can['adjustSpare'] : NO_RIGHT}
          aria-label={`调整 ${line.title} ${line.specText}`}
          onClick={() => adjust(line)}
        >
          调整
        </CanButton>
      ),
    },
  ]
}

const count = (
  key: string,
  title: string,
  render: (line: SpareLine) => ReactNode,
): TableColumnsType<SpareLine>[number] => ({
  key,
  title,
  width: 54,
  align: 'right',
  className: 'hq-num',
  render: (_, line) => <span className={styles.count}>{render(line)}</span>,
})
