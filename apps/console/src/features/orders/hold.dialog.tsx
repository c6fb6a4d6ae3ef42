import { Button, Input, Modal, Space } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../ui/first-focus.ts'
import { useQueryDictionariesByCodes } from '../../pickers/phrase-menu.tsx'
import { useSubmission } from '../../ui/submission.tsx'
import { OrderNumbers } from './order-numbers.tsx'
import type { ActedOrder } from './list/order-row.actions.tsx'

type HoldDialogProps = {
  orders: readonly ActedOrder[]
  /** what was typed; it outlives the dialog until the orders are held */
  typed: string
  onType: (typed: string) => void
  onHold: (reason: string) => void
  onClose: () => void
}

/** 搁置, with the reasons of the dictionary 搁置原因; any other reason may be typed. */
export function HoldDialog({ orders, typed, onType, onHold, onClose }: HoldDialogProps): ReactNode {
  const reason = typed.trim()
  const offered = useQueryDictionariesByCodes('hold_reason')
  const { submit, line } = useSubmission(reason === '' ? '请填写原因' : undefined, () => onHold(reason))
  return (
    <Modal
      open
      centered
      width={480}
      title={`搁置 ${orders.length} 张订单`}
      okText="搁置"
      cancelText="取消"
      onOk={submit}
      // A click beside it must not take away what was typed.
      mask={{ closable: reason === '' }}
      onCancel={onClose}
    >
      <OrderNumbers orders={orders} says="搁置的订单不会进入采购，直到取消搁置。店铺里不受影响。" />
      {offered.length > 0 ? (
        <Space wrap size={6} style={{ marginBottom: 8 }}>
          {offered.map(({ value, label }) => (
            <Button key={value} type={reason === label ? 'primary' : 'default'} onClick={() => onType(label)}>
              {label}
            </Button>
          ))}
        </Space>
      ) : null}
      <Input
        ref={firstFocus}
        aria-label="原因"
        placeholder="原因，可以选上面的，也可以自己写"
        maxLength={200}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onPressEnter={submit}
      />
      {line}
    </Modal>
  )
}
