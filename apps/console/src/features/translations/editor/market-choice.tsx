import type { TextMarket } from '@huoqiao/contract/translations/translations.schema'
import { Select } from 'antd'
import type { ReactNode } from 'react'

const ALL = ''
const keyOf = ({ storeId, marketId }: TextMarket): string => `${storeId} ${marketId}`

type MarketChoiceProps = {
  /** undefined: all markets */
  value: TextMarket | undefined
  markets: readonly TextMarket[]
  onChange: (market: TextMarket | undefined) => void
}

/** 适用范围: the texts of all markets, or those of one market of one shop. */
export function MarketChoice({ value, markets, onChange }: MarketChoiceProps): ReactNode {
  return (
    <Select
      aria-label="适用范围"
      style={{ width: 220 }}
      value={value ? keyOf(value) : ALL}
      options={[
        { value: ALL, label: '所有市场' },
        ...markets.map((market) => ({
          value: keyOf(market),
          label: `${market.name}${market.isThere ? '' : '（已不在店铺）'}`,
        })),
      ]}
      onChange={(key) => onChange(markets.find((market) => keyOf(market) === key))}
    />
  )
}
