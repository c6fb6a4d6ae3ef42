import { InputNumber } from 'antd'
import type { ReactNode } from 'react'

type CountFieldProps = {
  label: string
  value: number | null
  /** the smallest and the largest count that the form accepts */
  least: number
  most?: number
  onChange: (value: number | null) => void
}

/**
 * A whole number of pieces. A number outside the limits stays as it was typed and is marked, and the form refuses it: Ant Design's own limits
 * would replace it by the nearest allowed one when the field is left, so that a slip of −3 is saved as 0.
 */
export function CountField({ label, value, least, most = Infinity, onChange }: CountFieldProps): ReactNode {
  const isWrong = value !== null && (value < least || value > most)
  return (
    <InputNumber
      aria-label={label}
      aria-invalid={isWrong}
      precision={0}
      value={value}
      {...(isWrong ? { status: 'error' as const } : {})}
      onChange={onChange}
    />
  )
}
