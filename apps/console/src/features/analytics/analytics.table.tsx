import type { DimensionName } from '@huoqiao/contract/analytics/analytics.figures'
import type { AnalyticsAnswer, AnalyticsRow } from '@huoqiao/contract/analytics/analytics.schema'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { tablePagination } from '../../ui/pager.tsx'
import type { TableView } from '../../ui/table-view.tsx'
import { FigureCell, shownFigures } from './analytics.columns.tsx'

type AnalyticsTableProps = {
  answer: AnalyticsAnswer
  group: DimensionName
  view: TableView<AnalyticsRow>
  ofGoods: boolean
}

/** The rows, with their total below. Days are listed with the latest first. */
export function AnalyticsTable({ answer, group, view, ofGoods }: AnalyticsTableProps): ReactNode {
  const rows = useMemo(() => (group === 'day' ? answer.rows.toReversed() : answer.rows), [answer, group])
  const keys = view.table.columns.map(({ key }) => String(key))
  return (
    <Table<AnalyticsRow>
      rowKey="key"
      {...view.table}
      dataSource={rows}
      pagination={tablePagination(rows.length)}
      summary={summaryOf({ answer, keys, ofGoods })}
    />
  )
}

type TotalRowProps = { answer: AnalyticsAnswer; keys: readonly string[]; ofGoods: boolean }

const summaryOf = (given: TotalRowProps) => (): ReactNode => <TotalRow {...given} />

/** `keys`: the keys of the visible columns. */
function TotalRow({ answer, keys, ofGoods }: TotalRowProps): ReactNode {
  const figures = new Map(shownFigures(ofGoods).map((name) => [name as string, name]))
  return (
    <Table.Summary fixed>
      <Table.Summary.Row>
        {keys.map((key, at) => {
          const name = figures.get(key)
          return (
            <Table.Summary.Cell key={key} index={at} className={name ? 'hq-num' : ''}>
              <b>
                {name ? <FigureCell name={name} sums={answer.total} before={answer.before?.total ?? null} /> : '合计'}
              </b>
            </Table.Summary.Cell>
          )
        })}
      </Table.Summary.Row>
    </Table.Summary>
  )
}
