import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'

/** What a person says by ordering goods in stages. */
export const STAGED_AGREED = '要分阶段付款，我知道付清前卖家可以不发货'

const ORDINALS = ['第一', '第二', '第三', '第四']
export const ordinalOf = (index: number): string => ORDINALS[index] ?? `第${index + 1}`

/** By purchase order, the `tradeType` that somebody chose. */
export type Chosen = ReadonlyMap<string, string>

/** The way that holds: what was chosen while it is offered, or else the first, which pays at once where that is possible. */
export const wayOf = (ways: readonly PayingWay[], chosen: string | undefined): PayingWay | undefined =>
  ways.find(({ tradeType }) => tradeType === chosen) ?? ways[0]

/** What the calls want to hear: 1688's word of a way in stages; null: at once. */
export const stagedTypeOf = (ways: readonly PayingWay[], chosen: string | undefined): string | null => {
  const way = wayOf(ways, chosen)
  return way?.staged ? way.tradeType : null
}

/** A way by its shares, as a choice beside others. */
export const wayLabel = ({ staged, stages, tradeType }: PayingWay): string => {
  if (!staged) return '一次付清'
  if (stages.length === 0) return `分阶段付款（${tradeType}）`
  return `分${stages.length}次：${stages.map(({ percent }) => `${percent}%`).join(' + ')}`
}
