import type { TriageItem } from '@huoqiao/contract/workbench/workbench.schema'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { CallInput } from '../../lib/contract.ts'
import { formatCount } from '../../lib/format.ts'
import { useListQuery } from '../../lib/list-query.ts'
import { useRead } from '../../lib/use-call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listAnswer } from '../../ui/list-answer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { TriageRow } from './triage-item.tsx'
import styles from './triage.module.css'
import { useRemedies } from './use-remedies.ts'
import { useTriageKeys } from './use-triage-keys.ts'

const DEFAULTS = { kind: '', keyword: '', snoozed: false }
type Values = { kind: string; keyword: string; snoozed: boolean }
const NONE: readonly TriageItem[] = []
const KINDS = Object.keys(TRIAGE_KINDS) as TriageKind[]
const LOOK_MS = 15_000

/** /workbench: one queue of everything that needs a person, money first; it can be worked through by keyboard. */
export default function TriagePage(): ReactNode {
  const list = useListQuery<Values>('workbench', DEFAULTS)
  const { kind, keyword, snoozed } = list.filters
  const beside: CallInput<'getTriageCounts'> = {
    ...(keyword ? { keyword } : {}),
    ...(snoozed ? { snoozed: 'true' } : {}),
  }
  const read = useRead(
    'getTriageQueue',
    { ...beside, ...(kind ? { kind: kind as TriageKind } : {}), page: list.page, pageSize: list.pageSize },
    { refetchInterval: LOOK_MS },
  )
  const counts = useRead('getTriageCounts', beside, { refetchInterval: LOOK_MS })
  const items = read.data?.list
  const remedies = useRemedies()
  const box = useRef<HTMLUListElement>(null)
  useTriageKeys({ box, items: items ?? NONE, remedies })
  const some = KINDS.filter((one) => (counts.data?.kinds[one] ?? 0) > 0 || one === kind)
  return (
    <ListPage
      name="workbench"
      title="待办"
      subtitle="J / K 上下移动，Enter 打开，字母键执行建议，S 暂缓"
      tabs={[
        { key: '', label: '全部', count: counts.data?.all, isCapped: (counts.data?.capped.length ?? 0) > 0 },
        ...some.map((one) => ({
          key: one,
          label: TRIAGE_KINDS[one].label,
          count: counts.data?.kinds[one] ?? 0,
          isCapped: counts.data?.capped.includes(one) ?? false,
        })),
      ]}
      tab={kind}
      onTab={(next) => list.setFilters({ kind: next })}
      filters={
        <>
          <SearchField
            value={keyword}
            placeholder="单号、运单号、商品、原因"
            width={240}
            onSearch={(next) => list.setFilters({ keyword: next })}
          />
          <Checkbox
            checked={snoozed}
            onChange={(event) => list.setFilters({ snoozed: event.target.checked, kind: '' })}
          >
            只看暂缓的（{formatCount(counts.data?.snoozed ?? 0, counts.data?.snoozedCapped)}）
          </Checkbox>
        </>
      }
      changedFilters={list.changed}
      views={list.view}
      onResetFilters={list.reset}
      {...listAnswer(list, read)}
    >
      {items === undefined ? (
        read.error ? null : (
          <RowSkeletons />
        )
      ) : items.length === 0 ? (
        <EmptyState text={list.changed > 0 ? '没有符合条件的待办。' : '没有需要处理的事。'} />
      ) : (
        <ul ref={box} className={styles.items}>
          {items.map((item) => (
            <TriageRow key={item.key} item={item} remedies={remedies} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}
