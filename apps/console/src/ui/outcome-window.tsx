import type { BulkOutcome } from '@huoqiao/contract/wire'
import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { OutcomeList } from './outcome-list.tsx'

type OutcomeWindowProps = {
  /** the action: 停用账号 */
  title: string
  outcome: BulkOutcome
  labelOf: (key: string) => ReactNode
  onClose: () => void
}

/** The outcome of each row of a bulk action, when a toast is too short for it. */
export function OutcomeWindow({ title, outcome, labelOf, onClose }: OutcomeWindowProps): ReactNode {
  return (
    <Modal
      open
      centered
      width={520}
      title={title}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <OutcomeList outcome={outcome} labelOf={labelOf} />
    </Modal>
  )
}
