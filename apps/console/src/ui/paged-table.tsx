import { Table } from 'antd'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'
import { TABLE_PAGING } from '../lib/list-query.ts'
import { EmptyState } from './empty-state.tsx'
import { FailureNote } from './failure-note.tsx'
import type { ListAnswer } from './list-answer.tsx'
import { Pager } from './pager.tsx'
import { RowSkeletons } from './skeletons.tsx'

type Page = { page: number; pageSize: number }

type PagedTableProps<Row> = Required<Pick<TableProps<Row>, 'rowKey' | 'columns'>> & {
  answer: Pick<ListAnswer<Row>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  at: Page
  onPage: (at: Page) => void
  /** the message when there are no rows */
  none: string
}

/** A paged table for a drawer or a section, with its loading, error and empty states. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>): ReactNode {
  const { answer, at, onPage, none, rowKey, columns } = props
  const { data, error, refetch } = answer
  return (
    <>
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        data.list.length === 0 ? (
          <EmptyState text={none} />
        ) : (
          <Table<Row> rowKey={rowKey} size="small" pagination={false} dataSource={data.list} columns={columns} />
        )
      ) : error ? null : (
        <RowSkeletons count={4} />
      )}
      {data && (data.total > TABLE_PAGING.first || at.page > 1) ? (
        <Pager
          {...at}
          isStale={answer.isPlaceholderData}
          total={data.total}
          isCapped={data.totalCapped}
          sizes={TABLE_PAGING.sizes}
          onChange={(page, pageSize) => onPage({ page, pageSize })}
        />
      ) : null}
    </>
  )
}
