import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import type { SpareTab } from '@huoqiao/contract/purchases/spares.status'
import { SPARE_TABS } from '@huoqiao/contract/purchases/spares.status'
import type { Hue } from '@huoqiao/contract/states'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { SELECT_PAGE } from '../../../ui/select-page.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { call } from '../../../lib/client.ts'
import { formatCount, yuan } from '../../../lib/format.ts'
import { useAllowed, useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { useRead } from '../../../lib/use-call.ts'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { ExportButton } from '../../../ui/export-button.tsx'
import { countedTabs } from '../../../ui/list-answer.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { SortSelect } from '../../../ui/sort-select.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { CountDialog } from './count.dialog.tsx'
import { PlaceDialog } from './place.dialog.tsx'
import { SpareCovers } from './spare-covers.tsx'
import { SpareHistoryDrawer } from './spare-history.tsx'
import type { SpareStep } from './spares.columns.tsx'
import { columnsOf } from './spares.columns.tsx'
import styles from './spares.module.css'
import type { SpareFilters } from './spares.query.ts'
import { asked, askedBeside, countChanged, NO_PLACE, SORTS, tabOf, useSpareFilters } from './spares.query.ts'
import { WriteOffDialog } from './write-off.dialog.tsx'

const HUES: Readonly<Record<SpareTab, Hue>> = { here: 'done', coming: 'moving', used: 'waiting', gone: 'attention' }
const TABS = (Object.keys(SPARE_TABS) as SpareTab[]).map((key) => ({ key, label: SPARE_TABS[key], hue: HUES[key] }))
const NONE = {
  '': '还没有余货。按整包或起订量下单多出来的、取消的订单留下的、买家退回来的，都会记在这里，以后生成采购单时先用它。',
  here: '没有在库的余货。',
  coming: '没有在途的余货。',
  used: '没有用完的余货。',
  gone: '没有报损或盘亏的余货。',
}
const AGES = [30, 60, 90, 180, 365].map((value) => ({ value, label: `放了 ${value} 天以上` }))
const TOUCHED = ['purchases'] as const
const NO_ROWS: readonly SpareLine[] = []
const idOf = ({ id }: SpareLine): string => id

const SELECT_AND_EXPAND_PX = 80
const EXPANDABLE = { rowExpandable: (row: SpareLine) => row.covers.length > 0, expandedRowRender: coversOf }

type Opened = { step: SpareStep; lines: readonly SpareLine[] }

/** /purchase/spare: our spare pieces: where they lie, for how long, what they cost, and the orders that took some. */
export default function SparesPage(): ReactNode {
  const list = useSpareFilters()
  const tab = tabOf(list)
  const read = useRead('querySpares', asked(list))
  const counts = useRead('getSpareCounts', askedBeside(list))
  const [opened, open] = useState<Opened>()
  const allowed = useAllowed()
  const mayPlace = useMay('setSparePlaces')
  const mayExport = useMay('exportSpares')
  const acts = useBulkActs(TOUCHED)
  const selection = useSelection(read.data?.list ?? NO_ROWS, idOf)
  const navigate = useNavigate()
  const now = useNow()
  const columns = useMemo(
    () => columnsOf({ allowed, mayPlace, now, open: (step, line) => open({ step, lines: [line] }) }),
    [allowed, mayPlace, now],
  )
  const view = useTableView('spares', columns, 900, SELECT_AND_EXPAND_PX)
  return (
    <TablePage<SpareLine>
      name="spares"
      title="余货"
      subtitle={counts.data ? <Sums counts={counts.data} /> : '生成采购单时，同一货源规格的订单先用它们'}
      action={
        <ExportButton
          allowed={mayExport ? true : NO_RIGHT}
          fetchSheet={() => call('exportSpares', { ...askedBeside(list), tab })}
        />
      }
      tabs={countedTabs(counts.data && { ...counts.data, capped: [] }, TABS)}
      tab={list.filters.tab}
      onTab={(next) => list.setFilters({ tab: next })}
      filters={<SpareFilterFields list={list} />}
      query={{ ...list, changed: countChanged(list) }}
      answer={read}
      view={view}
      batch={{
        count: selection.rows.length,
        onClear: selection.clear,
        actions: (
          <CanButton
            allowed={mayPlace ? true : NO_RIGHT}
            onClick={() => open({ step: 'setSparePlaces', lines: selection.rows })}
          >
            设置库位
          </CanButton>
        ),
      }}
      table={{
        expandable: EXPANDABLE,
        rowSelection: {
          ...SELECT_PAGE,
          columnWidth: 36,
          selectedRowKeys: [...selection.keys],
          onChange: (keys) => selection.choose(keys.map(String)),
        },
      }}
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
      <Opened opened={opened} acts={acts} onClose={() => open(undefined)} />
      <ReportedOutcome acts={acts} />
    </TablePage>
  )
}

type OpenedProps = { opened: Opened | undefined; acts: ReturnType<typeof useBulkActs>; onClose: () => void }

function Opened({ opened, acts, onClose }: OpenedProps): ReactNode {
  const line = opened?.lines[0]
  if (!opened || !line) return null
  if (opened.step === 'countSpare') return <CountDialog line={line} onClose={onClose} />
  if (opened.step === 'writeOffSpare') return <WriteOffDialog line={line} onClose={onClose} />
  if (opened.step === 'getSpareHistory') return <SpareHistoryDrawer line={line} onClose={onClose} />
  return <PlaceDialog lines={opened.lines} acts={acts} onClose={onClose} />
}

/** The cost of all rows that match the filters, not only those of the page. */
function Sums({ counts }: { counts: CallOutput<'getSpareCounts'> }): ReactNode {
  const { here, coming, gone, unpriced } = counts
  return (
    <span className={styles.sums}>
      <Sum word="在库" sum={here} />
      <Sum word="在途" sum={coming} />
      {gone.pieces > 0 ? <Sum word="报损盘亏" sum={gone} /> : null}
      {unpriced > 0 ? <span>{unpriced} 行的成本1688还没有报</span> : null}
    </span>
  )
}

function Sum({ word, sum }: { word: string; sum: { pieces: number; worthMinor: number } }): ReactNode {
  return (
    <span>
      {word} {formatCount(sum.pieces)} 件 <MoneyText strong amount={yuan(sum.worthMinor)} />
    </span>
  )
}

function SpareFilterFields({ list }: { list: SpareFilters }): ReactNode {
  const { filters, setFilters } = list
  const places = useRead('getSparePlaces', {})
  return (
    <>
      <SearchField
        value={filters.keyword}
        placeholder="商品、规格、采购单号、供应商、库位"
        width={260}
        onSearch={(keyword) => setFilters({ keyword })}
      />
      <Select
        aria-label="库位"
        style={{ width: 130 }}
        allowClear
        showSearch
        placeholder="全部库位"
        value={filters.place || undefined}
        options={[
          { value: NO_PLACE, label: '没有库位' },
          ...(places.data ?? []).map(({ place, lines }) => ({ value: place, label: `${place}（${lines}）` })),
        ]}
        onChange={(place: string | undefined) => setFilters({ place: place ?? '' })}
      />
      <Select
        aria-label="在库天数"
        style={{ width: 140 }}
        allowClear
        placeholder="不限天数"
        value={filters.days || undefined}
        options={AGES}
        onChange={(days: number | undefined) => setFilters({ days: days ?? 0 })}
      />
      <SortSelect sorts={SORTS} value={filters} onChange={setFilters} />
    </>
  )
}

function coversOf(line: SpareLine): ReactNode {
  return <SpareCovers line={line} />
}
