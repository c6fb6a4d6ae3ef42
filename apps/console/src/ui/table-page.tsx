import { Button, Table } from 'antd'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'
import type { Filters, ListQuery } from '../lib/list-query.ts'
import { EmptyState } from './empty-state.tsx'
import { listAnswer } from './list-answer.tsx'
import type { ListAnswer } from './list-answer.tsx'
import { ListPage } from './list-page.tsx'
import type { ListPageProps } from './list-page.tsx'
import { RowSkeletons } from './skeletons.tsx'
import type { TableView } from './table-view.tsx'

type Given = Omit<
  ListPageProps,
  'view' | 'views' | 'changedFilters' | 'onResetFilters' | 'pager' | 'isStale' | 'children'
>

export type TablePageProps<Row> = Given & {
  query: Pick<ListQuery<Filters>, 'page' | 'pageSize' | 'sizes' | 'setPage' | 'changed' | 'reset' | 'view'>
  answer: ListAnswer<Row>
  view: TableView<Row>
  /** the text for an empty list: with no rows at all, and with none that match the filters */
  none: { text: string; filtered: string; action?: ReactNode }
  table?: Omit<TableProps<Row>, 'columns' | 'dataSource' | 'pagination'>
  /** drawers and dialogs beside the list */
  children?: ReactNode
}

/** A list page whose list is a table of rows with an `id`: its failures, skeletons, empty state and pager. */
export function TablePage<Row extends { id: string }>(props: TablePageProps<Row>): ReactNode {
  const { query, answer, view, none, table, children, note, ...page } = props
  const { data } = answer
  return (
    <ListPage
      {...page}
      view={view.control}
      views={query.view}
      changedFilters={query.changed}
      onResetFilters={query.reset}
      {...listAnswer(query, answer, { note })}
    >
      {data === undefined ? (
        answer.isError ? null : (
          <RowSkeletons />
        )
      ) : data.list.length > 0 ? (
        <Table<Row> rowKey="id" {...view.table} {...table} dataSource={data.list} pagination={false} />
      ) : query.changed > 0 ? (
        <EmptyState text={none.filtered} action={<Button onClick={query.reset}>清空筛选</Button>} />
      ) : (
        <EmptyState text={none.text} action={none.action ?? null} />
      )}
      {children}
    </ListPage>
  )
}
