import type { OrderItem, Stage } from './order.types.ts'

/** Shares of the sum by trade type; their meaning is UNCERTAIN, the reference lists only the types (3.4). */
const SHARES: Readonly<Record<string, readonly number[]>> = { '37staged': [30, 70], '631staged': [60, 30, 10] }
const NAMES = ['第一阶段款', '第二阶段款', '第三阶段款'] as const

export const STAGED_TYPES: readonly string[] = Object.keys(SHARES)

/** The payments of an order of that trade type; none when it is paid at once. The last one gets the rounding difference. */
export function stagesOf(tradeType: string, total: number): Stage[] {
  const shares = SHARES[tradeType] ?? []
  let left = total
  return shares.map((percent, index) => {
    const dueFen = index === shares.length - 1 ? left : Math.floor((total * percent) / 100)
    left -= dueFen
    return { no: index + 1, name: NAMES[index] ?? '', dueFen, paidAt: null, channel: null }
  })
}

/**
 * The stages after the seller changed the sum: paid stages stay, and the open ones share the rest in the same proportion. Whether 1688
 * allows this between stages is UNCERTAIN; a client that handles it handles the other case too.
 */
export function restage(stages: readonly Stage[], tradeType: string, total: number): Stage[] {
  const shares = SHARES[tradeType] ?? []
  const open = stages.filter((stage) => stage.paidAt === null)
  if (open.length === stages.length) return stagesOf(tradeType, total)
  const rest = stages.reduce((left, stage) => left - (stage.paidAt === null ? 0 : stage.dueFen), total)
  const whole = open.reduce((sum, stage) => sum + (shares[stage.no - 1] ?? 0), 0)
  let left = rest
  return stages.map((stage) => {
    if (stage.paidAt !== null) return stage
    const dueFen = stage === open.at(-1) ? left : Math.floor((rest * (shares[stage.no - 1] ?? 0)) / whole)
    left -= dueFen
    return { ...stage, dueFen }
  })
}

/** Gives each line its share of the new sum; the last line gets the rounding difference, so that the total is exact. */
export function spreadPrice(items: OrderItem[], goods: number): void {
  const before = items.reduce((sum, item) => sum + item.itemFen, 0)
  let left = goods
  for (const [index, item] of items.entries()) {
    const share = before === 0 ? 0 : Math.floor((goods * item.itemFen) / before)
    item.itemFen = index === items.length - 1 ? left : share
    item.discountFen = item.listFen * item.quantity - item.itemFen
    left -= item.itemFen
  }
}
