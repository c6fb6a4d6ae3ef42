import type { PayWay } from '@huoqiao/contract/placement/placement.schema'

/** A link of 1688's cashier, or 支付宝免密支付, which pays at once. */
export type ProposedWay = PayWay | 'protocol-alipay'

const LINKS: readonly ProposedWay[] = ['alipay', 'crossBorder', 'credit']

export const waysToPay = (mayPayAtOnce: boolean): readonly ProposedWay[] =>
  mayPayAtOnce ? [...LINKS, 'protocol-alipay'] : LINKS

/** How these suppliers were paid last, if that way can be chosen here. */
export const rememberedWay = (
  ways: readonly ProposedWay[],
  payWay: string | null | undefined,
): ProposedWay | undefined => ways.find((way) => way === payWay)
