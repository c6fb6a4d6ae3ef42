import type { PriceRule } from '@huoqiao/contract/pricing/pricing.schema'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useMay } from '../lib/permission.tsx'
import { useRead } from '../lib/use-call.ts'
import { noneText } from './none-text.ts'

type PriceRulePickerProps = {
  id?: string
  value?: string | null
  onChange?: (ruleId: string | null) => void
  /** the store's currency, when it is known: rules of another currency cannot price for it */
  currency: string | null
}

/** Rules change rarely, so that all pickers of a page share one answer. */
export function useQueryPriceRules(): {
  rules: readonly PriceRule[] | undefined
  isLoading: boolean
  error: unknown
} {
  const isAllowed = useMay('queryPriceRules')
  const { data, isLoading, error } = useRead('queryPriceRules', {}, { enabled: isAllowed, staleTime: 60_000 })
  return { rules: data, isLoading, error }
}

/** One price rule; works inside Form.Item. */
export function PriceRulePicker({ id, value = null, onChange, currency }: PriceRulePickerProps): ReactNode {
  const { rules, isLoading, error } = useQueryPriceRules()
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label="定价规则"
      placeholder="没有规则时不能自动定价"
      allowClear
      loading={isLoading}
      value={value ?? undefined}
      options={(rules ?? []).map((rule) => {
        const isOther = currency !== null && rule.currency !== currency
        return {
          value: rule.id,
          disabled: isOther,
          label: `${rule.name}（${rule.currency}${isOther ? `，店铺是${currency}` : ''}）`,
        }
      })}
      notFoundContent={noneText({ isLoading, error: !rules && error }, '还没有定价规则')}
      onChange={(ruleId: string | undefined) => onChange?.(ruleId ?? null)}
    />
  )
}
