import { Checkbox, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../../lib/contract.ts'
import { toast } from '../../../../lib/client.ts'
import { useAct, useRead } from '../../../../lib/use-call.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailureNote } from '../../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../../ui/skeletons.tsx'
import { useSubmission } from '../../../../ui/submission.tsx'
import { historyText } from './history-text.rules.ts'
import styles from './source-compare.module.css'

type Proposal = CallOutput<'getSourceProposals'>['proposals'][number]

/** 对照货源: the differences between the product and the last reading of its source; for selected fields the source's value is taken. */
export default function SourceCompareDialog({
  productId,
  onClose,
}: {
  productId: string
  onClose: () => void
}): ReactNode {
  const read = useRead('getSourceProposals', { productId }, { keepPrevious: false, staleTime: 0 })
  const act = useAct('applySourceProposals')
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const proposals = read.data?.proposals ?? []
  async function apply(): Promise<void> {
    if (!read.data) return
    const answer = await act.run({ productId, version: read.data.version, fields: [...chosen] })
    if (!answer.ok) return
    toast.success(`已采用货源的 ${chosen.size} 处`)
    onClose()
  }
  const { submit, line } = useSubmission(chosen.size === 0 ? '请勾选要采用的内容' : undefined, apply)
  const toggle = (field: string): void => {
    const next = new Set(chosen)
    if (!next.delete(field)) next.add(field)
    choose(next)
  }
  return (
    <Modal
      open
      centered
      width={860}
      title="对照货源"
      okText={chosen.size === 0 ? '采用货源' : `采用货源的 ${chosen.size} 处`}
      confirmLoading={act.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      {!read.data && !read.error ? <RowSkeletons count={5} /> : null}
      {read.data && proposals.length === 0 ? <EmptyState text="和上次读到的货源没有不同。" /> : null}
      {line}
      {proposals.length > 0 ? (
        <>
          <p className={styles.says}>采用后这些字段重新跟随货源；店铺要预演同步后才会变。</p>
          <ul className={styles.rows}>
            {proposals.map((one) => (
              <Row key={one.field} proposal={one} isChosen={chosen.has(one.field)} onToggle={() => toggle(one.field)} />
            ))}
          </ul>
        </>
      ) : null}
    </Modal>
  )
}

function Row(props: { proposal: Proposal; isChosen: boolean; onToggle: () => void }): ReactNode {
  const { proposal, isChosen, onToggle } = props
  const allowed = proposal.can['applySourceProposals']
  const refused = typeof allowed === 'string' ? allowed : undefined
  return (
    <li title={refused}>
      <Checkbox checked={isChosen} disabled={refused !== undefined} onChange={onToggle}>
        {proposal.label}
      </Checkbox>
      <span>
        <small>现在</small>
        {historyText(proposal.ours)}
      </span>
      <span>
        <small>货源</small>
        {historyText(proposal.source)}
      </span>
      {refused === undefined ? null : <em>{refused}</em>}
    </li>
  )
}
