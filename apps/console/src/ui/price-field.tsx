import { currencyDigits, formatMinor, parseMinor } from '@huoqiao/kit/money'
import { Input } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useState } from 'react'
import { currencySign } from '../lib/format.ts'
import { decimalOnly } from '../lib/number-text.ts'
import { priceKeys } from './price-keys.ts'

type PriceFieldProps = {
  /** minor units; null or undefined shows blank */
  value?: number | null | undefined
  onChange?: (minor: number | null) => void
  currency: string
} & Pick<
  ComponentProps<typeof Input>,
  'id' | 'disabled' | 'placeholder' | 'status' | 'style' | 'className' | 'aria-label'
>

/**
 * A price with at most the decimals of its currency: two of most, none of the yen, three of the dinar, which is refunded to the thousandth.
 * The keys e, E, + and - are blocked; on leaving the field the price is shown with the currency's decimals, blank when empty (specification,
 * section 5). Works inside Form.Item; its value is an integer of minor units.
 */
export function PriceField({ value, onChange, currency, ...rest }: PriceFieldProps): ReactNode {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? (value === null || value === undefined ? '' : formatMinor(value, currency))
  function take(text: string): void {
    const kept = decimalOnly(text, currencyDigits(currency))
    setTyped(kept)
    onChange?.(kept === '' ? null : parseMinor(kept.replace(/\.$/, ''), currency))
  }
  return (
    <Input
      placeholder={formatMinor(0, currency)}
      {...rest}
      value={shown}
      prefix={currencySign(currency)}
      inputMode="decimal"
      maxLength={12}
      {...priceKeys}
      onChange={(event) => take(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
