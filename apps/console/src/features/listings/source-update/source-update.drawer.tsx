import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { SlotProps } from '../../../lib/slots.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { OutcomeList } from '../../../ui/outcome-list.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { SourceProposal } from './source-proposal.tsx'
import { useReadSources } from './use-read-sources.ts'
import styles from '../dry-run/sync-preview.module.css'

/** 更新货源: reads the sources again, and shows what changed and what was kept because a person had locked it. Pushes nothing. */
export default function SourceUpdateDrawer({ products, onClose, onPreview }: SlotProps['source-update']): ReactNode {
  const { checked, stop, resume } = useReadSources(products)
  const { isRunning } = checked
  const isWhole = checked.done === products.length
  const counted = `${checked.done}/${products.length}`
  async function close(): Promise<void> {
    const sure =
      !isRunning ||
      (await askConfirm({
        title: `货源还在读取（${counted}），停下吗？`,
        content: '已经读到的都保存了，没有读的保持原样。换到别的页面不用停，会在后台读完。',
        okText: '停下并关闭',
        cancelText: '继续读',
      }))
    if (!sure) return
    stop()
    onClose()
  }
  const names = new Map(products.map((product) => [product.id, product.title]))
  const changed = checked.proposals.filter((one) => one.changes.length > 0)
  const failed = checked.rows.filter((row) => !row.ok)
  return (
    <Drawer
      open
      size="min(980px, 92vw)"
      title={`更新货源 · ${products.length} 个商品`}
      onClose={() => void close()}
      footer={
        <div className={styles.footLine}>
          <span className={styles.footSays}>只更新了我们这边的资料，店铺里还没有变。</span>
          <Button onClick={() => void close()}>关闭</Button>
          <CanButton type="primary" allowed={isRunning ? '还在读取货源' : true} onClick={onPreview}>
            预演同步
          </CanButton>
        </div>
      }
    >
      <div className={styles.body}>
        {isRunning ? <ProgressLine label="正在重新读取1688货源" done={checked.done} total={products.length} /> : null}
        {checked.error ? <FailureNote failure={checked.error} /> : null}
        {isRunning || isWhole ? null : (
          <p className={styles.disputed} role="status">
            读了 {counted}，其余的还没有读。<Button onClick={resume}>继续</Button>
          </p>
        )}
        {failed.length > 0 ? (
          <OutcomeList
            outcome={{ succeeded: checked.rows.length - failed.length, failed: failed.length, rows: checked.rows }}
            labelOf={(key) => names.get(key.split(':')[0]!) ?? key}
          />
        ) : null}
        {changed.map((proposal) => (
          <SourceProposal key={proposal.productId} proposal={proposal} />
        ))}
        {!isRunning && isWhole && changed.length === 0 && failed.length === 0 ? (
          <EmptyState text="货源没有变化，资料已是最新。" />
        ) : null}
      </div>
    </Drawer>
  )
}
