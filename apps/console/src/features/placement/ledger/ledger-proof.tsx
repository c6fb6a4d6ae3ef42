import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { CopyId } from '../../../ui/copy-id.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import styles from '../placement.module.css'

type LedgerProofNoteProps = { proof: LedgerProof; onClose: () => void }

/** The result of the check: n intents, each with exactly one outcome; or what is wrong and where. */
export function LedgerProofNote({ proof, onClose }: LedgerProofNoteProps): ReactNode {
  const sums: [label: string, value: ReactNode][] = [
    ['下单意图', proof.intents],
    ['已下单', proof.placed],
    ['被拒绝', proof.refused],
    ['确认未下单', proof.absent],
    ['还在等结果', proof.open],
    ['1688订单', proof.orders],
    ['已付款订单', proof.paidOrders],
    ['已付金额', <MoneyText key="paid" amount={{ minor: proof.paidMinor, currency: 'CNY' }} />],
  ]
  return (
    <section className={styles.proof} data-ok={proof.ok} role="status" aria-label="账本校验结果">
      <header>
        <h2>
          <StateTag
            hue={proof.ok ? 'done' : 'failed'}
            label={proof.ok ? '账本完整，没有重复下单' : `账本有 ${proof.problems.length} 处问题`}
          />
        </h2>
        <Button type="text" onClick={onClose}>
          收起
        </Button>
      </header>
      <p>
        {proof.intents} 个意图 = {proof.placed} 已下单 + {proof.refused} 被拒绝 + {proof.absent} 确认未下单
        {proof.open > 0 ? ` + ${proof.open} 还在等结果` : ''}
        {proof.orders > proof.placed ? `；1688把其中一些拆成了共 ${proof.orders} 个订单` : ''}
      </p>
      <div className={styles.sums}>
        {sums.map(([label, value]) => (
          <span key={label}>
            {label} <b>{value}</b>
          </span>
        ))}
      </div>
      <span className={styles.sub}>
        共 {proof.entries} 条，链头哈希 <CopyId value={proof.head} chars={64} />
      </span>
      {proof.problems.length > 0 ? (
        <ul>
          {proof.problems.map((problem) => (
            <li key={`${problem.seq ?? ''} ${problem.message}`}>
              {problem.seq === null ? '' : `#${problem.seq} `}
              {problem.message}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
