import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'

/** What a person accepts when ordering goods that are paid in stages. */
export const STAGED_AGREED = '要分阶段付款，我知道付清前卖家可以不发货'

const ORDINALS = ['第一', '第二', '第三', '第四']
export const ordinalOf = (index: number): string => ORDINALS[index] ?? `第${index + 1}`

/** The `tradeType` that a person chose for each purchase order. */
export type Chosen = ReadonlyMap<string, string>

/** The way to use: the chosen one while it is offered, otherwise the first, which pays at once where possible. */
export const wayOf = (ways: readonly PayingWay[], chosen: string | undefined): PayingWay | undefined =>
  ways.find(({ tradeType }) => tradeType === chosen) ?? ways[0]

/** The value for the calls: 1688's word for a way in stages; null: paid at once. */
export const stagedTypeOf = (ways: readonly PayingWay[], chosen: string | undefined): string | null => {
  const way = wayOf(ways, chosen)
  return way?.staged ? way.tradeType : null
}

/** The label of a way, made of its shares. */
export const wayLabel = ({ staged, stages, tradeType }: PayingWay): string => {
  if (!staged) return '一次付清'
  if (stages.length === 0) return `分阶段付款（${tradeType}）`
  return `分${stages.length}次：${stages.map(({ percent }) => `${percent}%`).join(' + ')}`
}
