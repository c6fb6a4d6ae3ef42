import { TABLE_PAGE_SIZE, TABLE_PAGE_SIZES } from '@huoqiao/contract/specification'
import { Pagination } from 'antd'
import type { TablePaginationConfig } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { formatCount } from '../lib/format.ts'
import styles from './list-page.module.css'

export type PagerProps = {
  page: number
  pageSize: number
  total: number
  /** there are more than `total` rows; counting stopped there */
  isCapped: boolean | undefined
  sizes: readonly number[]
  /** `isPast`: nobody chose the page; it replaces one that no longer exists */
  onChange: (page: number, pageSize: number, isPast?: boolean) => void
}

/**
 * total, prev, pager, next, sizes (specification, section 9). When the last page has become empty, because its rows were acted on,
 * the page before it is opened. `isStale`: the total belongs to the former input, so it says nothing about the page.
 */
export function Pager(props: PagerProps & { isStale: boolean }): ReactNode {
  const { page, pageSize, total, isCapped = false, sizes, onChange, isStale } = props
  const last = Math.ceil(total / pageSize)
  const isPast = !isStale && !isCapped && total > 0 && page > last
  useEffect(() => {
    if (isPast) onChange(last, pageSize, true)
  }, [isPast, last, pageSize, onChange])
  return (
    <nav className={styles.pager} aria-label="分页">
      <Pagination
        current={page}
        pageSize={pageSize}
        total={total}
        showTotal={(count) => `共 ${formatCount(count, isCapped)} 条`}
        showSizeChanger={{ showSearch: false }}
        pageSizeOptions={[...sizes]}
        onChange={(to, size) => onChange(to, size)}
      />
    </nav>
  )
}

/** The same for a data table that has all its rows; no pager when they fit on one page. */
export const tablePagination = (rows: number): TablePaginationConfig | false =>
  rows > TABLE_PAGE_SIZE && {
    defaultPageSize: TABLE_PAGE_SIZE,
    showTotal: (count) => `共 ${formatCount(count)} 条`,
    showSizeChanger: { showSearch: false },
    pageSizeOptions: [...TABLE_PAGE_SIZES],
  }
