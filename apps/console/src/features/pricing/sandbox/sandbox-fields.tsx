import { PRICE_RULE_FIELDS } from '@huoqiao/contract/pricing/pricing.fields'
import {
  DECIMAL_LENGTH,
  DECIMAL_PLACES,
  MAX_FEE_PERCENT,
  MAX_FLOOR_PERCENT,
  MAX_TARGET_PERCENT,
} from '@huoqiao/contract/pricing/pricing.limits'
import type { WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { decimalOnly } from '../../../lib/index.ts'
import { PriceField } from '../../../ui/index.ts'
import { PercentField } from '../percent-field.tsx'
import { doubts, roundingOptions, ruleWords } from '../rule/rule.words.ts'
import styles from './sandbox.module.css'

type SandboxFieldsProps = { rule: WhatIfRule; onChange: (rule: WhatIfRule) => void }
type DecimalName = 'rate' | 'multiplier' | 'compareAtMultiplier'
type PercentName = 'feePercent' | 'targetMarginPercent' | 'floorMarginPercent'
/** `none`: the value of an emptied field. */
type PercentOptions = { max: number; none: 0 | null }

/** The numbers to try. Each change is calculated a moment later. */
export function SandboxFields({ rule, onChange }: SandboxFieldsProps): ReactNode {
  const set = (change: Partial<WhatIfRule>): void => onChange({ ...rule, ...change })
  const doubt = doubts(rule)
  const field = (label: string, input: ReactNode, asks?: string): ReactNode => (
    <label className={styles.field}>
      {label}
      {input}
      {asks ? <small className={styles.doubt}>! {asks}</small> : null}
    </label>
  )
  /** `none`: the value of an emptied field. */
  const decimal = (name: DecimalName, label: string, none: '' | null = ''): ReactNode =>
    field(
      label,
      <Input
        aria-label={label}
        inputMode="decimal"
        maxLength={DECIMAL_LENGTH}
        placeholder={none === null ? '留空则没有划线价' : ''}
        value={rule[name] ?? ''}
        onChange={(event) => set({ [name]: decimalOnly(event.target.value, DECIMAL_PLACES) || none })}
      />,
      doubt[name],
    )
  const amount = (name: 'freightPerKgMinor' | 'additionMinor', label: string): ReactNode =>
    field(
      label,
      <PriceField
        aria-label={label}
        currency={rule.currency}
        value={rule[name]}
        onChange={(minor) => set({ [name]: minor ?? 0 })}
      />,
    )
  const percent = (name: PercentName, label: string, of: PercentOptions): ReactNode =>
    field(
      label,
      <PercentField
        aria-label={label}
        max={of.max}
        placeholder={of.none === null ? '留空则按倍率' : ''}
        value={rule[name]}
        onChange={(typed) => set({ [name]: typed ?? of.none })}
      />,
      name === 'targetMarginPercent' ? doubt.targetMarginPercent : undefined,
    )
  return (
    <>
      <div className={styles.pair}>
        {decimal('rate', `汇率：1 ${rule.currency} 合多少元`)}
        {decimal('multiplier', '倍率')}
        {amount('freightPerKgMinor', '国际运费（每公斤）')}
        {amount('additionMinor', '每件加价')}
        {percent('feePercent', '手续费', { max: MAX_FEE_PERCENT, none: 0 })}
        {percent('targetMarginPercent', '目标毛利', { max: MAX_TARGET_PERCENT, none: null })}
        {percent('floorMarginPercent', '毛利底线', { max: MAX_FLOOR_PERCENT, none: 0 })}
        {field(
          '尾数',
          <Select
            aria-label={PRICE_RULE_FIELDS.rounding.label}
            value={rule.rounding}
            options={roundingOptions(rule.currency)}
            onChange={(rounding: WhatIfRule['rounding']) => set({ rounding })}
          />,
        )}
        {decimal('compareAtMultiplier', '划线价倍率', null)}
      </div>
      <p className={styles.hint}>{ruleWords(rule)}</p>
    </>
  )
}
