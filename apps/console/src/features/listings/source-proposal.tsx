import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import type { CompareRow } from '../../ui/compare-table.tsx'
import { CompareTable } from '../../ui/compare-table.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { excerpt } from './dry-run-text.rules.ts'
import styles from './dry-run-item.module.css'

type Proposal = CallOutput<'syncUpdateProductDataAndShopifyData'>['proposals'][number]

const HEADS = { storeNow: '原来', ours: '货源现在', willBecome: '采用' }

/** What a source would change of one product: taken over, or kept as it was because a person had set it. */
export function SourceProposal({ proposal }: { proposal: Proposal }): ReactNode {
  const applied = proposal.changes.filter((change) => change.applied)
  const kept = proposal.changes.filter((change) => !change.applied)
  return (
    <section className={styles.proposal}>
      <header>
        <b>{proposal.title}</b>
        {applied.length > 0 ? <StateTag hue="done" label={`已更新 ${applied.length} 处`} /> : null}
        {kept.length > 0 ? <StateTag hue="attention" label={`${kept.length} 处保留人工修改`} /> : null}
      </header>
      {applied.length > 0 ? <CompareTable heads={HEADS} rows={applied.map(rowOf)} /> : null}
      {kept.length > 0 ? (
        <ul className={styles.kept}>
          {kept.map((change) => (
            <li key={change.field}>
              <b>{change.label}</b> 保持“{excerpt(change.before, change.after)}”，货源现在是“
              {excerpt(change.after, change.before)}”<span>{change.why}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

const rowOf = (change: Proposal['changes'][number]): CompareRow => ({
  key: change.field,
  label: change.label,
  storeNow: excerpt(change.before, change.after),
  ours: excerpt(change.after, change.before),
  willBecome: excerpt(change.after, change.before),
  why: change.why,
  isChanged: true,
})
