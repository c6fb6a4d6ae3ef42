import type { OrderPreview } from '@huoqiao/connector-1688'
import type { PayingWay } from '@huoqiao/contract/placement/placement.schema'
import { yuanText } from '@huoqiao/kit'

/** 1688's names for 分阶段付款 end with `staged`: 37staged, 631staged (reference 3.4). */
const isStaged = (tradeType: string): boolean => tradeType.endsWith('staged')
/** Among several ways to pay in full, plain escrow comes first: its name shows that no credit is involved. */
const WHOLE = ['assureTrade', 'fxassure', 'alipay']

/** The shares in per cent that a name contains in tenths: 37 → 30, 70. Empty if the digits do not add up to ten. */
function sharesOf(tradeType: string): number[] {
  const tenths = Array.from(/^\d+/.exec(tradeType)?.[0] ?? '', Number)
  return tenths.reduce((sum, part) => sum + part, 0) === 10 ? tenths.map((part) => part * 10) : []
}

/**
 * The ways to pay that fit all orders, if 1688 sells some of them in stages; payment in full comes first. Empty: paid in full, and 1688
 * chooses the way. `mixed`: no way fits all of them, so one call cannot order them.
 */
export function waysOf(preview: OrderPreview): PayingWay[] | 'mixed' {
  const reported = preview.orders.filter(({ tradeTypes }) => tradeTypes.length > 0)
  if (!reported.some(({ tradeTypes }) => tradeTypes.some(isStaged))) return []
  const common = reported[0]!.tradeTypes.filter((type) => reported.every(({ tradeTypes }) => tradeTypes.includes(type)))
  const whole = WHOLE.find((type) => common.includes(type)) ?? common.find((type) => !isStaged(type))
  const types = [...(whole === undefined ? [] : [whole]), ...common.filter(isStaged)]
  if (types.length === 0) return 'mixed'
  return types.map((tradeType) => ({
    tradeType,
    staged: isStaged(tradeType),
    stages: isStaged(tradeType) ? stagesOf(tradeType, preview) : [],
  }))
}

function stagesOf(tradeType: string, { orders }: OrderPreview): PayingWay['stages'] {
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
  return shares.map((percent, index) => ({ percent, dueMinor: due[index]! }))
}

/**
 * The trade type to order with. `agreed`: the staged way that a person chose; null: payment in full. Returns null if there is only one way
 * and 1688 chooses it, undefined if what was agreed to is not offered.
 */
export function tradeTypeFor(ways: readonly PayingWay[], agreed: string | null): string | null | undefined {
  if (agreed !== null) return ways.find(({ staged, tradeType }) => staged && tradeType === agreed)?.tradeType
  return ways.length === 0 ? null : ways.find(({ staged }) => !staged)?.tradeType
}

function wayWords({ tradeType, stages }: PayingWay): string {
  const [first, ...later] = stages
  if (!first) return `${tradeType} 各阶段付多少以1688订单为准`
  const rest = later.map(({ dueMinor }) => yuanText(dueMinor)).join('、')
  return `${tradeType} 先付约 ${yuanText(first.dueMinor)}，之后再付约 ${rest}`
}

/** The text that a person reads before they agree. */
export function waysWords(ways: readonly PayingWay[], agreed: string | null): string {
  const staged = ways.filter((way) => way.staged)
  const offered = staged.map(wayWords).join('；')
  if (staged.length > 0 && staged.length === ways.length) return `这批货1688只按分阶段付款卖：${offered}`
  const now = staged.length === 0 ? '现在只能一次付清' : `现在可以一次付清，或分阶段付款：${offered}`
  return `选定的付款方式（${agreed ?? ''}）1688不再提供，${now}`
}
