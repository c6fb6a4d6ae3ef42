import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from 'antd'
import type { CallOutput } from '../../../lib/contract.ts'
import { call, toast } from '../../../lib/client.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import type { CompareRow } from '../../../ui/compare-table.tsx'
import { CompareTable } from '../../../ui/compare-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { excerpt } from '../dry-run/dry-run-text.rules.ts'
import styles from '../dry-run/dry-run-item.module.css'

type Proposal = CallOutput<'syncUpdateProductDataAndShopifyData'>['proposals'][number]

const HEADS = { storeNow: '原来', ours: '货源现在', willBecome: '采用' }

/** What a source would change in one product: taken over, or kept because a person had set the field. */
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
            <KeptChange key={change.field} productId={proposal.productId} change={change} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

type KeptProps = { productId: string; change: Proposal['changes'][number] }

/** A change that a person's lock kept out, with a button that takes the source's value. */
function KeptChange({ productId, change }: KeptProps): ReactNode {
  const [isTaken, setTaken] = useState(false)
  const act = useAct('applySourceProposals')
  const may = useMay('applySourceProposals')
  async function take(): Promise<void> {
    const { version, proposals } = await call('getSourceProposals', { productId })
    const open = proposals.find(({ field }) => field === change.field)
    const allowed = open?.can['applySourceProposals']
    if (allowed !== true) {
      toast.info(allowed ?? '和货源已经没有不同')
      return
    }
    const answer = await act.run({ productId, version, fields: [change.field] })
    if (answer.ok) setTaken(true)
  }
  return (
    <li>
      <p>
        <b>{change.label}</b> {isTaken ? '已改为货源的' : `保持“${excerpt(change.before, change.after)}”，货源现在是`}“
        {excerpt(change.after, change.before)}”
      </p>
      {isTaken ? null : <span className={styles.why}>{change.why}</span>}
      {may && !isTaken ? (
        <Button size="small" loading={act.isPending} onClick={() => void take()}>
          采用
        </Button>
      ) : null}
    </li>
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
