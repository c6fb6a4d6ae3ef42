import type { WhatIfRule } from '@huoqiao/contract/products/products-whatif.endpoints'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { decimalOnly } from '../../lib/index.ts'
import { PriceField } from '../../ui/index.ts'
import { doubts, ROUNDINGS, ruleWords } from './rule.words.ts'
import styles from './sandbox.module.css'

type SandboxFieldsProps = { rule: WhatIfRule; onChange: (rule: WhatIfRule) => void }

/** The numbers that are moved. Each change is tried a moment later. */
export function SandboxFields({ rule, onChange }: SandboxFieldsProps): ReactNode {
  const set = (change: Partial<WhatIfRule>): void => onChange({ ...rule, ...change })
  const doubt = doubts(rule)
  const decimal = (name: 'rate' | 'multiplier', label: string): ReactNode => (
    <label className={styles.field}>
      {label}
      <Input
        aria-label={label}
        inputMode="decimal"
        maxLength={18}
        value={rule[name]}
        onChange={(event) => set({ [name]: decimalOnly(event.target.value, 8) })}
      />
      {doubt[name] ? <small className={styles.doubt}>! {doubt[name]}</small> : null}
    </label>
  )
  return (
    <>
      <div className={styles.pair}>
        {decimal('rate', `汇率：1 ${rule.currency} 合多少元`)}
        {decimal('multiplier', '倍率')}
        <label className={styles.field}>
          国际运费（每公斤）
          <PriceField
            aria-label="国际运费（每公斤）"
            currency={rule.currency}
            value={rule.freightPerKgMinor}
            onChange={(minor) => set({ freightPerKgMinor: minor ?? 0 })}
          />
        </label>
        <label className={styles.field}>
          每件加价
          <PriceField
            aria-label="每件加价"
            currency={rule.currency}
            value={rule.additionMinor}
            onChange={(minor) => set({ additionMinor: minor ?? 0 })}
          />
        </label>
        <label className={styles.field}>
          毛利底线
          <InputNumber
            aria-label="毛利底线"
            min={0}
            max={95}
            suffix="%"
            style={{ width: '100%' }}
            value={rule.floorMarginPercent}
            onChange={(percent) => set({ floorMarginPercent: percent ?? 0 })}
          />
        </label>
        <label className={styles.field}>
          尾数
          <Select
            aria-label="尾数"
            value={rule.rounding}
            options={Object.entries(ROUNDINGS).map(([value, label]) => ({ value, label }))}
            onChange={(rounding: WhatIfRule['rounding']) => set({ rounding })}
          />
        </label>
      </div>
      <p className={styles.hint}>{ruleWords(rule)}</p>
    </>
  )
}
