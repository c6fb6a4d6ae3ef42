import {
  DECIMAL_HINT,
  DECIMAL_LENGTH,
  DECIMAL_PLACES,
  DECIMAL_TEXT,
  MAX_FEE_PERCENT,
  MAX_FLOOR_PERCENT,
  MAX_TARGET_PERCENT,
} from '@huoqiao/contract/pricing/pricing.limits'
import type { PriceRule, PriceRuleFields } from '@huoqiao/contract/pricing/pricing.schema'
import { PRICE_RULE_FIELDS } from '@huoqiao/contract/pricing/pricing.fields'
import { Form, Input, Select } from 'antd'
import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { currencyDigits, decimalOnly, formatMoney, formatPercent, useAct, useMay } from '../../../lib/index.ts'
import { PriceField } from '../../../ui/index.ts'
import { comparedFields, formItem } from '../../../ui/field-form.tsx'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'
import styles from './rule-drawer.module.css'
import { within } from '../../../ui/count-field.tsx'
import { PercentField } from '../percent-field.tsx'
import { RulePreview } from './rule-preview.tsx'
import { doubts, roundingOptions, roundingWord, ruleWords } from './rule.words.ts'

/** In the form an emptied amount is empty, not zero; it becomes zero when it is sent. */
export type RuleValues = Omit<
  PriceRuleFields,
  'additionMinor' | 'freightPerKgMinor' | 'floorMarginPercent' | 'feePercent' | 'compareAtMultiplier'
> & {
  feePercent: number | null
  additionMinor: number | null
  freightPerKgMinor: number | null
  floorMarginPercent: number | null
  compareAtMultiplier: string
}

const valuesOf = (row: PriceRule | undefined): RuleValues => ({
  name: row?.name ?? '',
  currency: row?.currency ?? 'USD',
  rate: row?.rate ?? '',
  multiplier: row?.multiplier ?? '2.5',
  additionMinor: row?.additionMinor ?? 0,
  freightPerKgMinor: row?.freightPerKgMinor ?? 0,
  rounding: row?.rounding ?? '.99',
  floorMarginPercent: row?.floorMarginPercent ?? 20,
  feePercent: row?.feePercent ?? 0,
  targetMarginPercent: row?.targetMarginPercent ?? null,
  compareAtMultiplier: row?.compareAtMultiplier ?? '',
})

export const ruleOf = (values: RuleValues): PriceRuleFields => ({
  name: values.name,
  currency: values.currency,
  rate: values.rate,
  multiplier: values.multiplier,
  additionMinor: values.additionMinor ?? 0,
  freightPerKgMinor: values.freightPerKgMinor ?? 0,
  rounding: values.rounding,
  floorMarginPercent: values.floorMarginPercent ?? 0,
  feePercent: values.feePercent ?? 0,
  targetMarginPercent: values.targetMarginPercent ?? null,
  compareAtMultiplier: values.compareAtMultiplier === '' ? null : values.compareAtMultiplier,
})

const fields = comparedFields<RuleValues, typeof PRICE_RULE_FIELDS>(PRICE_RULE_FIELDS, {
  name: 'plain',
  currency: 'plain',
  rate: 'plain',
  multiplier: 'plain',
  additionMinor: (of) => amount(of.additionMinor, of.currency),
  freightPerKgMinor: (of) => amount(of.freightPerKgMinor, of.currency),
  rounding: (of) => roundingWord(of.rounding, of.currency),
  floorMarginPercent: (of) => formatPercent(of.floorMarginPercent),
  feePercent: (of) => formatPercent(of.feePercent),
  targetMarginPercent: (of) => formatPercent(of.targetMarginPercent),
  compareAtMultiplier: 'plain',
})
const item = formItem(PRICE_RULE_FIELDS)
const amount = (minor: number | null, currency: string): string => formatMoney({ minor: minor ?? 0, currency })

export default function RuleDrawer({ row, onClose }: { row: PriceRule | undefined; onClose: () => void }): ReactNode {
  const add = useAct('addPriceRule')
  const update = useAct('updatePriceRule')
  const mayAdd = useMay('addPriceRule')
  const mayUpdate = useMay('updatePriceRule')
  return (
    <RecordDrawer<PriceRule, RuleValues>
      noun="定价规则"
      draftKey="price-rule"
      row={row}
      valuesOf={valuesOf}
      fields={fields}
      size={900}
      isSaving={add.isPending || update.isPending}
      isReadOnly={row ? !mayUpdate : !mayAdd}
      // An absent compare-at multiplier means "none", so the field is sent unchanged.
      save={(values, of) => (of ? update.run({ ...ruleOf(values), ...of }) : add.run(ruleOf(values)))}
      onClose={onClose}
    >
      {(form) => <RuleForm form={form} />}
    </RecordDrawer>
  )
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'AUD', 'CAD', 'HKD', 'SGD', 'TWD', 'KRW', 'THB', 'VND', 'INR']
const DECIMAL = { pattern: DECIMAL_TEXT, message: DECIMAL_HINT }

/** The typed amounts stay the same numbers in another currency: 1.50 in a currency with cents becomes 2 in one without. */
export function inCurrency(
  values: Partial<Pick<RuleValues, 'additionMinor' | 'freightPerKgMinor'>> | undefined,
  from: string,
  to: string,
): Pick<RuleValues, 'additionMinor' | 'freightPerKgMinor'> {
  const factor = 10 ** (currencyDigits(to) - currencyDigits(from))
  const moved = (minor: number | null | undefined): number | null =>
    minor === null || minor === undefined ? null : Math.round(minor * factor)
  return { additionMinor: moved(values?.additionMinor), freightPerKgMinor: moved(values?.freightPerKgMinor) }
}

function RuleForm({ form }: { form: FormInstance<RuleValues> }): ReactNode {
  // Empty while the fields are still being registered.
  const watched = Form.useWatch((all: Partial<RuleValues>) => all, form)
  const values = watched?.compareAtMultiplier === undefined ? undefined : (watched as RuleValues)
  const currency = values?.currency ?? 'USD'
  const doubt = values ? doubts(ruleOf(values)) : {}
  return (
    <div className={styles.split}>
      <div>
        <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={64} placeholder="例如 美元标准定价" />
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item {...item('currency')} rules={[{ required: true }]}>
            <Select
              showSearch
              options={CURRENCIES.map((value) => ({ value, label: value }))}
              onChange={(next: string) => form.setFieldsValue(inCurrency(watched, currency, next))}
            />
          </Form.Item>
          <Form.Item
            name="rate"
            label={`${PRICE_RULE_FIELDS.rate.label}：1 ${currency} 合多少元`}
            rules={[{ required: true }, DECIMAL]}
            {...doubted(doubt.rate)}
          >
            <DecimalField placeholder="7.10" />
          </Form.Item>
          <Form.Item {...item('multiplier')} rules={[{ required: true }, DECIMAL]} {...doubted(doubt.multiplier)}>
            <DecimalField placeholder="2.5" />
          </Form.Item>
          <Form.Item {...item('additionMinor')}>
            <PriceField currency={currency} />
          </Form.Item>
          <Form.Item {...item('freightPerKgMinor')}>
            <PriceField currency={currency} />
          </Form.Item>
          <Form.Item {...item('rounding')}>
            <Select options={roundingOptions(currency)} />
          </Form.Item>
          <Form.Item
            {...item('feePercent')}
            rules={[within({ least: 0, most: MAX_FEE_PERCENT })]}
            extra="支付和平台从售价里收的，算毛利时减去"
          >
            <PercentField max={MAX_FEE_PERCENT} />
          </Form.Item>
          <Form.Item
            {...item('targetMarginPercent')}
            rules={[within({ least: 0, most: MAX_TARGET_PERCENT })]}
            extra="填了就按它定价，不用倍率"
            {...doubted(doubt.targetMarginPercent)}
          >
            <PercentField max={MAX_TARGET_PERCENT} placeholder="留空则按倍率" />
          </Form.Item>
          <Form.Item
            {...item('floorMarginPercent')}
            rules={[within({ least: 0, most: MAX_FLOOR_PERCENT })]}
            extra="低于时标红，同步前提醒"
          >
            <PercentField max={MAX_FLOOR_PERCENT} />
          </Form.Item>
          <Form.Item
            {...item('compareAtMultiplier')}
            rules={[DECIMAL]}
            extra={doubt.compareAtMultiplier === undefined ? '留空则没有划线价' : null}
            {...doubted(doubt.compareAtMultiplier)}
          >
            <DecimalField placeholder="1.3" />
          </Form.Item>
        </div>
      </div>
      <aside className={styles.preview}>
        <h3>试算</h3>
        {values ? (
          <>
            <p className={styles.words}>{ruleWords(ruleOf(values))}</p>
            <RulePreview rule={ruleOf(values)} />
          </>
        ) : null}
      </aside>
    </div>
  )
}

type DecimalFieldProps = { id?: string; value?: string; onChange?: (text: string) => void; placeholder?: string }

/** Plain decimal text: rates and multipliers must not become binary fractions. */
function DecimalField({ value = '', onChange, ...rest }: DecimalFieldProps): ReactNode {
  return (
    <Input
      {...rest}
      value={value}
      inputMode="decimal"
      maxLength={DECIMAL_LENGTH}
      onChange={(event) => onChange?.(decimalOnly(event.target.value, DECIMAL_PLACES))}
      onBlur={() => value.endsWith('.') && onChange?.(value.slice(0, -1))}
    />
  )
}

const doubted = (text: string | undefined): { extra?: ReactNode } =>
  text === undefined ? {} : { extra: <span className={styles.doubt}>! {text}</span> }
