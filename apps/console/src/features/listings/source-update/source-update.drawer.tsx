import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { isCallError } from '../../../lib/call-error.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { call } from '../../../lib/client.ts'
import { invalidateLists } from '../../../lib/query-client.ts'
import type { SlotProduct, SlotProps } from '../../../lib/slots.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { SourceProposal } from './source-proposal.tsx'
import styles from '../dry-run/sync-preview.module.css'

type Proposal = CallOutput<'syncUpdateProductDataAndShopifyData'>['proposals'][number]
type Checked = {
  isRunning: boolean
  done: number
  proposals: readonly Proposal[]
  rows: BulkOutcome['rows']
  error?: CallError
}
const NOTHING_YET: Checked = { isRunning: true, done: 0, proposals: [], rows: [] }

/** Sources are read one by one at 1688: small parts, so that progress is visible. */
const PIECE = 10

/** Reads the sources in parts until all are read, one call fails, or the person has left. */
async function readSources(
  products: readonly SlotProduct[],
  tell: (change: (now: Checked) => Checked) => void,
  hasLeft: () => boolean,
): Promise<void> {
  for (let from = 0; from < products.length && !hasLeft(); from += PIECE) {
    const piece = products.slice(from, from + PIECE)
    const productIds = piece.map((one) => one.id)
    const storeIds = [...new Set(piece.flatMap((one) => one.storeIds))]
    try {
      const answer = await call('syncUpdateProductDataAndShopifyData', { productIds, storeIds, push: 'false' })
      tell((now) => ({
        ...now,
        done: now.done + piece.length,
        proposals: [...now.proposals, ...answer.proposals],
        rows: [...now.rows, ...answer.rows.rows],
      }))
    } catch (error) {
      if (!isCallError(error)) throw error
      tell((now) => ({ ...now, error }))
      break
    }
  }
  tell((now) => ({ ...now, isRunning: false }))
  await invalidateLists(['products'])
}

/** 更新货源: reads the sources again, and shows what changed and what was kept because a person had locked it. Pushes nothing. */
export default function SourceUpdateDrawer({ products, onClose, onPreview }: SlotProps['source-update']): ReactNode {
  const [checked, setChecked] = useState<Checked>(NOTHING_YET)
  const started = useRef(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    // Reading a source again changes the product: it is requested once, however often the effect runs.
    if (!started.current) {
      started.current = true
      void readSources(products, setChecked, () => left.current)
    }
    return () => {
      left.current = true
    }
  }, [products])
  const { isRunning } = checked
  const names = new Map(products.map((product) => [product.id, product.title]))
  const changed = checked.proposals.filter((one) => one.changes.length > 0)
  const failed = checked.rows.filter((row) => !row.ok)
  return (
    <Drawer
      open
      size="min(980px, 92vw)"
      title={`更新货源 · ${products.length} 个商品`}
      onClose={onClose}
      footer={
        <div className={styles.footLine}>
          <span className={styles.footSays}>只更新了我们这边的资料，店铺里还没有变。</span>
          <Button onClick={onClose}>关闭</Button>
          <CanButton type="primary" allowed={isRunning ? '还在读取货源' : true} onClick={onPreview}>
            预演同步
          </CanButton>
        </div>
      }
    >
      <div className={styles.body}>
        {isRunning ? <ProgressLine label="正在重新读取1688货源" done={checked.done} total={products.length} /> : null}
        {checked.error ? <FailureNote failure={checked.error} /> : null}
        {failed.length > 0 ? (
          <OutcomeList
            outcome={{ succeeded: checked.rows.length - failed.length, failed: failed.length, rows: checked.rows }}
            labelOf={(key) => names.get(key.split(':')[0]!) ?? key}
          />
        ) : null}
        {changed.map((proposal) => (
          <SourceProposal key={proposal.productId} proposal={proposal} />
        ))}
        {!isRunning && changed.length === 0 && !checked.error && failed.length === 0 ? (
          <EmptyState text="货源没有变化，资料已是最新。" />
        ) : null}
      </div>
    </Drawer>
  )
}
