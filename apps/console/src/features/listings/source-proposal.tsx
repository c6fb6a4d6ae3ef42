import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import { CompareTable } from '../../ui/compare-table.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { excerpt } from './dry-run-text.rules.ts'
import styles from './dry-run-item.module.css'

type Proposal = CallOutput<'syncUpdateProductDataAndShopifyData'>['proposals'][number]

const HEADS = { storeNow: '原来', ours: '货源现在', willBecome: '采用' }

/** What a source would change of one product: taken over, or kept as it was because a person had set it. */
export function SourceProposal({ proposal }: { proposal: Proposal }): ReactNode {
  const applied = proposal.changes.filter((change) => change.applied).length
  const kept = proposal.changes.length - applied
  return (
    <section className={styles.proposal}>
      <header>
        <b>{proposal.title}</b>
        {applied > 0 ? <StateTag hue="done" label={`已更新 ${applied} 处`} /> : null}
        {kept > 0 ? <StateTag hue="attention" label={`${kept} 处保留人工修改`} /> : null}
      </header>
      <CompareTable
        heads={HEADS}
        rows={proposal.changes.map((change) => ({
          key: change.field,
          label: change.label,
          storeNow: excerpt(change.before, change.after),
          ours: excerpt(change.after, change.before),
          willBecome: change.applied ? excerpt(change.after, change.before) : excerpt(change.before, change.after),
          why: change.why,
          isChanged: true,
          isConflict: false,
        }))}
      />
    </section>
  )
}
