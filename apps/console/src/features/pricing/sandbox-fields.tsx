import type { WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { decimalOnly } from '../../lib/index.ts'
import { PriceField } from '../../ui/index.ts'
import { doubts, roundingOptions, ruleWords } from './rule.words.ts'
import styles from './sandbox.module.css'

type SandboxFieldsProps = { rule: WhatIfRule; onChange: (rule: WhatIfRule) => void }
type DecimalName = 'rate' | 'multiplier' | 'compareAtMultiplier'

/** The numbers that are moved. Each change is tried a moment later. */
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
  /** `none`: what an emptied field stands for. */
  const decimal = (name: DecimalName, label: string, none: '' | null = ''): ReactNode =>
    field(
      label,
      <Input
        aria-label={label}
        inputMode="decimal"
        maxLength={18}
        placeholder={none === null ? '留空则没有划线价' : ''}
        value={rule[name] ?? ''}
        onChange={(event) => set({ [name]: decimalOnly(event.target.value, 8) || none })}
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
  return (
    <>
      <div className={styles.pair}>
        {decimal('rate', `汇率：1 ${rule.currency} 合多少元`)}
        {decimal('multiplier', '倍率')}
        {amount('freightPerKgMinor', '国际运费（每公斤）')}
        {amount('additionMinor', '每件加价')}
        {field(
          '手续费',
          <InputNumber
            aria-label="手续费"
            min={0}
            max={50}
            precision={2}
            suffix="%"
            style={{ width: '100%' }}
            value={rule.feePercent}
            onChange={(percent) => set({ feePercent: percent ?? 0 })}
          />,
        )}
        {field(
          '目标毛利',
          <InputNumber
            aria-label="目标毛利"
            min={0}
            max={90}
            precision={2}
            suffix="%"
            placeholder="留空则按倍率"
            style={{ width: '100%' }}
            value={rule.targetMarginPercent}
            onChange={(percent) => set({ targetMarginPercent: percent ?? null })}
          />,
          rule.feePercent + (rule.targetMarginPercent ?? 0) > 95 ? '目标毛利与手续费合计不能超过95%' : undefined,
        )}
        {field(
          '毛利底线',
          <InputNumber
            aria-label="毛利底线"
            min={0}
            max={95}
            suffix="%"
            style={{ width: '100%' }}
            value={rule.floorMarginPercent}
            onChange={(percent) => set({ floorMarginPercent: percent ?? 0 })}
          />,
        )}
        {field(
          '尾数',
          <Select
            aria-label="尾数"
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
