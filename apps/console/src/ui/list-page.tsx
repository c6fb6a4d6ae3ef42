import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FilterView } from '../lib/list-query.ts'
import { usePreference } from '../lib/preferences.ts'
import styles from './list-page.module.css'
import type { PagerProps } from './pager.tsx'
import { Pager } from './pager.tsx'
import { SavedViews } from './saved-views.tsx'
import { StateTabs } from './state-tabs.tsx'
import type { StateTab } from './state-tabs.tsx'

export type Batch = {
  /** how many rows are selected; the bar is shown from one on */
  count: number
  onClear: () => void
  /** 选中全部: when the list has more rows than the page (useWholeSelection) */
  whole?: { label: string; isBusy: boolean; onTake: () => void } | undefined
  actions: ReactNode
}

export type ListPageProps = {
  title: ReactNode
  /** the choice between the lists of a page (SectionPage) */
  sections?: ReactNode
  /** beside the title, e.g. the source of the list */
  subtitle?: ReactNode
  /** the main action of the page, and the buttons beside it */
  action?: ReactNode
  tabs?: readonly StateTab[]
  tab?: string
  onTab?: (key: string) => void
  /** always visible */
  filters?: ReactNode
  /** hidden until opened; that it is open is remembered per list under `name` */
  moreFilters?: ReactNode
  name?: string
  /** at the end of the filter row: 列设置 (useTableView) */
  view?: ReactNode
  /** 常用视图: where the filters can be saved under a name */
  views?: FilterView
  /** how many filters are set: offers 清空 */
  changedFilters?: number
  onResetFilters?: () => void
  batch?: Batch
  /** failures and hints between the filters and the list */
  note?: ReactNode
  pager?: PagerProps
  /** the former answer is shown while the next is loading: it is dimmed and keeps its place */
  isStale?: boolean
  children: ReactNode
}

/** The one layout of a list page: title and action, state tabs, filters or batch bar, the list, the pager (design, "pages"). */
export function ListPage(props: ListPageProps): ReactNode {
  const { title, sections, subtitle, action, batch, note, pager, isStale = false, children } = props
  const isBatch = batch !== undefined && batch.count > 0
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {sections ? <div className={styles.sections}>{sections}</div> : null}
        {subtitle ? <div className={styles.subtitle}>{subtitle}</div> : null}
        <div className={styles.action}>{action}</div>
      </header>
      {props.tabs ? <StateTabs tabs={props.tabs} tab={props.tab ?? ''} onTab={props.onTab} /> : null}
      {isBatch ? <BatchBar {...batch} /> : <FilterRow {...props} />}
      {note}
      <div className={styles.list} data-stale={isStale} aria-busy={isStale}>
        {children}
      </div>
      {pager ? <Pager {...pager} isStale={isStale} /> : null}
    </div>
  )
}

function FilterRow(props: ListPageProps): ReactNode {
  const { filters, moreFilters, name, view, views, changedFilters = 0, onResetFilters } = props
  const [isOpen, open] = usePreference(`filters-open:${name ?? 'list'}`, false)
  if (!filters && !moreFilters && !view) return null
  return (
    <div className={styles.filters} role="search">
      {filters}
      {isOpen ? moreFilters : null}
      {moreFilters ? (
        <Button type="text" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? '收起筛选' : '更多筛选'}
        </Button>
      ) : null}
      {changedFilters > 0 && onResetFilters ? (
        <Button type="text" onClick={onResetFilters}>
          清空筛选（{changedFilters}）
        </Button>
      ) : null}
      {views && name !== undefined ? <SavedViews name={name} view={views} /> : null}
      {view}
    </div>
  )
}

function BatchBar({ count, onClear, whole, actions }: Batch): ReactNode {
  return (
    <div className={styles.batch} role="toolbar" aria-label="批量操作">
      <span className={styles.chosen}>
        已选 <b>{count}</b> 项
      </span>
      {whole ? (
        <Button type="text" loading={whole.isBusy} onClick={whole.onTake}>
          {whole.label}
        </Button>
      ) : null}
      {actions}
      <Button type="text" className={styles.clear ?? ''} onClick={onClear}>
        取消选择
      </Button>
    </div>
  )
}
