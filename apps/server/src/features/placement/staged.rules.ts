import type { OrderPreview } from '@huoqiao/connector-1688'
import type { StagedPayment } from '@huoqiao/contract/placement/placement.schema'

/** 1688's names for 分阶段付款 end so: 37staged, 631staged (reference 3.4). */
const isStaged = (tradeType: string): boolean => tradeType.endsWith('staged')

/** Tenths that a name tells, as percentages: 37 → 30, 70. Nothing where the digits are no whole. */
function sharesOf(tradeType: string): number[] {
  const tenths = Array.from(/^\d+/.exec(tradeType)?.[0] ?? '', Number)
  return tenths.reduce((sum, part) => sum + part, 0) === 10 ? tenths.map((part) => part * 10) : []
}

/**
 * How orders have to be paid that 1688 sells in stages only: the first way that fits all of them. null: they may be paid at
 * once. `mixed`: a part is sold in stages only and another part never, so that one call cannot order both.
 */
export function stagedOf(preview: OrderPreview): StagedPayment | 'mixed' | null {
  const { orders } = preview
  if (!orders.some(({ tradeTypes }) => tradeTypes.length > 0 && tradeTypes.every(isStaged))) return null
  const tradeType = orders[0]!.tradeTypes.find(
    (type) => isStaged(type) && orders.every(({ tradeTypes }) => tradeTypes.includes(type)),
  )
  if (tradeType === undefined) return 'mixed'
  const shares = sharesOf(tradeType)
  const due = shares.map(() => 0)
  for (const { totalFen } of orders) {
    let left = totalFen ?? 0
    for (const [index, percent] of shares.entries()) {
      const part = index === shares.length - 1 ? left : Math.floor(((totalFen ?? 0) * percent) / 100)
      due[index]! += part
      left -= part
    }
  }
  return { tradeType, stages: shares.map((percent, index) => ({ percent, dueMinor: due[index]! })) }
}

const yuanOf = (minor: number): string => `¥${(minor / 100).toFixed(2)}`

/** What a person is told before they agree. */
export function stagedWords({ tradeType, stages }: StagedPayment): string {
  const [first, ...later] = stages
  if (!first) return `这批货1688只按分阶段付款（${tradeType}）卖，各阶段付多少以1688订单为准`
  const rest = later.map(({ dueMinor }) => yuanOf(dueMinor)).join('、')
  return `这批货1688只按分阶段付款（${tradeType}）卖：先付约 ${yuanOf(first.dueMinor)}，之后再付约 ${rest}`
}
