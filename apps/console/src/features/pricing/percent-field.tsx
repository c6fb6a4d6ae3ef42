import { InputNumber } from 'antd'
import type { ReactNode } from 'react'

type PercentFieldProps = {
  id?: string
  'aria-label'?: string
  /** percent, with at most two decimals; null: empty */
  value?: number | null
  onChange?: (percent: number | null) => void
  max: number
  placeholder?: string
}

/** Works inside Form.Item. No zeros are appended to the typed number: 20 stays 20. */
export function PercentField({ onChange, ...rest }: PercentFieldProps): ReactNode {
  return (
    <InputNumber
      {...rest}
      min={0}
      suffix="%"
      style={{ width: '100%' }}
      onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * 100) / 100)}
    />
  )
}
