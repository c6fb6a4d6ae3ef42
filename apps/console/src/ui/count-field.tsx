import { InputNumber } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { countProblem } from '../lib/count-problem.ts'
import type { Limits } from '../lib/count-problem.ts'

type NumberFieldProps = Omit<ComponentProps<typeof InputNumber<number>>, 'min' | 'max' | 'onChange' | 'value'> & {
  value?: number | null
  /** the smallest and the largest number that the form accepts */
  least: number
  most?: number
  onChange?: (value: number | null) => void
}

/**
 * A number. One outside the limits stays as it was typed and is marked, and the form refuses it: Ant Design's own limits would replace it by
 * the nearest allowed one when the field is left, so that a mistyped −3 is saved as 0. Works inside Form.Item, whose rules have `within`.
 */
export function NumberField({ least, most = Infinity, value = null, onChange, ...rest }: NumberFieldProps): ReactNode {
  const problem = countProblem(value, { least, most })
  const isWrong = problem !== undefined
  return (
    <InputNumber<number>
      {...rest}
      {...(isWrong ? { status: 'error' as const, title: problem } : {})}
      aria-invalid={isWrong}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** The rule of a form's item that refuses what its field marks. */
export const within = (limits: Limits) => ({
  validator: (_rule: unknown, value: number | null | undefined): Promise<void> => {
    const problem = countProblem(value, limits)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
})

type CountFieldProps = Omit<NumberFieldProps, 'precision' | 'aria-label'> & { label: string }

/** A whole number of pieces. */
export const CountField = ({ label, ...rest }: CountFieldProps): ReactNode => (
  <NumberField {...rest} aria-label={label} precision={0} />
)
