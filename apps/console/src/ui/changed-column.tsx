import type { ReactNode } from 'react'
import { formatTime } from '../lib/format.ts'

/** The table column with the time of the last change; fits every row that has `updatedAt`. */
export const CHANGED_COLUMN = {
  title: '修改时间',
  dataIndex: 'updatedAt',
  width: 160,
  render: (at: number): ReactNode => <span className="hq-num">{formatTime(at)}</span>,
}
