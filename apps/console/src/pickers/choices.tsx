import { Table } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { SELECT_PAGE } from '../ui/select-page.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import type { ListAnswer } from '../ui/list-answer.tsx'
import { RowSkeletons } from '../ui/skeletons.tsx'

export type ChooserProps = {
  /** the text that is searched for at first */
  keyword?: string
  isMultiple?: boolean
  value: readonly string[]
  onChange: (ids: string[]) => void
}

type ChoicesProps<Row> = Required<Pick<ChooserProps, 'isMultiple'>> &
  Pick<ChooserProps, 'value' | 'onChange'> & {
    answer: Pick<ListAnswer<Row>, 'data' | 'isError' | 'error' | 'refetch'>
    columns: TableColumnsType<Row>
    none: string
  }

/** The found rows, with checkboxes; rows that were checked on another page stay checked. */
export function Choices<Row extends { id: string }>(props: ChoicesProps<Row>): ReactNode {
  const { answer, columns, none, isMultiple, value, onChange } = props
  const rows = answer.data?.list
  return (
    <>
      {answer.isError ? <FailureNote failure={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {rows === undefined ? (
        answer.isError ? null : (
          <RowSkeletons count={5} />
        )
      ) : rows.length === 0 ? (
        <EmptyState text={none} />
      ) : (
        <Table<Row>
          rowKey="id"
          columns={columns}
          dataSource={rows}
          pagination={false}
          rowSelection={{
            ...SELECT_PAGE,
            type: isMultiple ? 'checkbox' : 'radio',
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...value],
            onChange: (keys) => onChange(keys.map(String)),
          }}
        />
      )}
    </>
  )
}
