import { Input, Select } from 'antd'
import type { ReactNode } from 'react'

export type CancelReason = 'buyerCancel' | 'sellerGoodsLack' | 'other'
export type CancelWhy = { reason: CancelReason; remark: string }

const REASONS: { value: CancelReason; label: string }[] = [
  { value: 'buyerCancel', label: '不想要了' },
  { value: 'sellerGoodsLack', label: '卖家缺货' },
  { value: 'other', label: '其他原因' },
]

/** The reason for closing a 1688 order, which the seller sees. */
export function CancelFields({ why, onChange }: { why: CancelWhy; onChange: (why: CancelWhy) => void }): ReactNode {
  return (
    <>
      <label>
        原因（卖家看得到）
        <Select
          aria-label="取消原因"
          value={why.reason}
          options={REASONS}
          onChange={(reason) => onChange({ ...why, reason })}
        />
      </label>
      <label>
        补充说明
        <Input
          aria-label="补充说明"
          maxLength={200}
          value={why.remark}
          onChange={(event) => onChange({ ...why, remark: event.target.value })}
        />
      </label>
    </>
  )
}
