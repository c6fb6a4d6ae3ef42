import type { ReactNode } from 'react'
import { NumberField } from '../../ui/count-field.tsx'

type PercentFieldProps = {
  id?: string
  'aria-label'?: string
  /** percent, with at most two decimals; null: empty */
  value?: number | null
  onChange?: (percent: number | null) => void
  max: number
  placeholder?: string
}

/** Works inside Form.Item, whose rules have `within`. No zeros are appended to the typed number: 20 stays 20. */
export function PercentField({ onChange, max, ...rest }: PercentFieldProps): ReactNode {
  return (
    <NumberField
      {...rest}
      least={0}
      most={max}
      suffix="%"
      style={{ width: '100%' }}
      onChange={(typed) => onChange?.(typed === null ? null : Math.round(typed * 100) / 100)}
    />
  )
}
