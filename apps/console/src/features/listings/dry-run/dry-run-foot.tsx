import type { DryRunItem } from '@huoqiao/contract/listings/listings.schema'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMay, NO_RIGHT } from '../../../lib/permission.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import type { Choices } from './dry-run.rules.ts'
import { changedFields, isGoing, isPicked, pairKey } from './dry-run.rules.ts'
import styles from './sync-preview.module.css'
import type { Pushed } from './use-sync-to-shopify.ts'
import { useSyncToShopify } from './use-sync-to-shopify.ts'

type DryRunFootProps = {
  items: readonly DryRunItem[]
  choices: Choices
  isRunning: boolean
  onPushed: (pushed: Pushed) => void
  onClose: () => void
}

/** How much will be sent, and the button that sends it. */
export function DryRunFoot({ items, choices, isRunning, onPushed, onClose }: DryRunFootProps): ReactNode {
  const { push, isPushing, error } = useSyncToShopify()
  const may = useMay('syncToShopify')
  const going = items.filter((item) => isGoing(item, choices.get(pairKey(item))))
  const left = going.reduce(
    (sum, item) => sum + changedFields(item).filter((field) => !isPicked(field, choices.get(pairKey(item)))).length,
    0,
  )
  async function send(): Promise<void> {
    const pushed = await push(items, choices)
    if (pushed) onPushed(pushed)
  }
  const wrong = isRunning ? '预演还没有完成，请稍候' : going.length === 0 ? '没有勾选要同步的商品' : undefined
  const submission = useSubmission(wrong, send)
  return (
    <div className={styles.foot}>
      {error ? <FailureNote failure={error} /> : null}
      <div className={styles.footLine}>
        <span className={styles.footSays} aria-live="polite">
          {going.length > 0 ? `将同步 ${going.length} 处（商品 × 店铺）` : '还没有要同步的'}
          {left > 0 ? `，其中 ${left} 个字段没有勾选，店铺里保持不变` : ''}
        </span>
        {submission.line}
        <Button onClick={onClose}>取消</Button>
        <CanButton type="primary" allowed={may ? true : NO_RIGHT} loading={isPushing} onClick={submission.submit}>
          {isRunning ? '正在预演…' : going.length > 0 ? `同步 ${going.length} 处` : '同步'}
        </CanButton>
      </div>
    </div>
  )
}
