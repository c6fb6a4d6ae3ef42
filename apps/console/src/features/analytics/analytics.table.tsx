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

/** The rows, and under them their total. Days stand with the latest first. */
export function AnalyticsTable({ answer, group, view, ofGoods }: AnalyticsTableProps): ReactNode {
  const rows = useMemo(() => (group === 'day' ? answer.rows.toReversed() : answer.rows), [answer, group])
  const figures = new Map(shownFigures(ofGoods).map((name) => [name as string, name]))
  const { columns } = view.table
  return (
    <Table<AnalyticsRow>
      rowKey="key"
      {...view.table}
      dataSource={rows}
      pagination={tablePagination(rows.length)}
      summary={() => (
        <Table.Summary fixed>
          <Table.Summary.Row>
            {columns.map((column, at) => {
              const name = figures.get(String(column.key))
              return (
                <Table.Summary.Cell key={String(column.key)} index={at} className={name ? 'hq-num' : ''}>
                  {name ? (
                    <b>
                      <FigureCell name={name} sums={answer.total} before={answer.before?.total ?? null} />
                    </b>
                  ) : (
                    <b>合计</b>
                  )}
                </Table.Summary.Cell>
              )
            })}
          </Table.Summary.Row>
        </Table.Summary>
      )}
    />
  )
}
