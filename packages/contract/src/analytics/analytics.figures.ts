/**
 * The stored sums of analytics and the figures shown from them; table, chart and sheet all use these definitions. A sum is a whole number of fen,
 * pieces, orders or hours, so sums of sums are exact. A ratio is calculated from two sums when it is shown and never added up. `unratedLines`: lines
 * of orders without an exchange rate, whose amounts in yuan are unknown.
 */
export const SUMS = [
  'orders',
  'unknownOrders',
  'unratedLines',
  'pieces',
  'returnedPieces',
  'sentPieces',
  'sentHours',
  'saleMinor',
  'refundMinor',
  'taxMinor',
  'goodsMinor',
  'freightMinor',
  'abroadMinor',
  'feeMinor',
  'profitMinor',
  'profitSaleMinor',
] as const
export type SumName = (typeof SUMS)[number]
export type Sums = Readonly<Record<SumName, number>>

export type FigureUnit = 'money' | 'count' | 'percent' | 'days'
export type FigureDefinition = {
  readonly label: string
  /** what it counts, in a sentence */
  readonly help: string
  readonly unit: FigureUnit
  readonly of:
    | { readonly sum: SumName }
    | { readonly ratio: readonly [over: SumName, under: SumName]; readonly per?: number }
  /** exists only per order: by goods, an order of two products would be counted for both */
  readonly wholeOrders?: true
  /** the direction that is good; absent: neither */
  readonly better?: 'more' | 'less'
  /** counts only orders with a known profit: unknown if there are none */
  readonly ofKnown?: true
}

export type FigureName =
  | 'sale'
  | 'profit'
  | 'margin'
  | 'orders'
  | 'pieces'
  | 'refund'
  | 'tax'
  | 'goods'
  | 'freight'
  | 'abroad'
  | 'fee'
  | 'returnRate'
  | 'sentDays'
  | 'unknownOrders'

export const FIGURES: Readonly<Record<FigureName, FigureDefinition>> = {
  sale: {
    better: 'more',
    label: '销售额',
    help: '订单现在的收入：不含税和关税，扣除退款，含小费，按下单当天的汇率折成人民币；没有汇率的订单不计入',
    unit: 'money',
    of: { sum: 'saleMinor' },
  },
  profit: {
    better: 'more',
    ofKnown: true,
    label: '利润',
    help: '销售额 − 商品成本 − 国内运费 − 国际运费 − 手续费；利润未知的订单不计入',
    unit: 'money',
    of: { sum: 'profitMinor' },
  },
  margin: {
    better: 'more',
    label: '利润率',
    help: '利润 ÷ 利润已知的订单的销售额',
    unit: 'percent',
    of: { ratio: ['profitMinor', 'profitSaleMinor'], per: 100 },
  },
  orders: {
    better: 'more',
    label: '订单',
    help: '下单的订单数，不含测试订单',
    unit: 'count',
    of: { sum: 'orders' },
    wholeOrders: true,
  },
  pieces: {
    better: 'more',
    label: '件数',
    help: '售出的件数，含之后退回的，不含取消的',
    unit: 'count',
    of: { sum: 'pieces' },
  },
  refund: {
    label: '退款',
    help: '退给客户的钱，含税；销售额已经扣除',
    unit: 'money',
    of: { sum: 'refundMinor' },
    better: 'less',
  },
  tax: { label: '税', help: '代收代缴的税，不是收入', unit: 'money', of: { sum: 'taxMinor' } },
  goods: {
    ofKnown: true,
    label: '商品成本',
    help: '实付的采购款，未下单的按货源价预计；利润未知的订单不计入，下同',
    unit: 'money',
    of: { sum: 'goodsMinor' },
  },
  freight: { ofKnown: true, label: '国内运费', help: '1688订单的运费', unit: 'money', of: { sum: 'freightMinor' } },
  abroad: {
    ofKnown: true,
    label: '国际运费',
    help: '已填写的，其余按定价规则预计',
    unit: 'money',
    of: { sum: 'abroadMinor' },
  },
  fee: { ofKnown: true, label: '手续费', help: '支付和平台的手续费', unit: 'money', of: { sum: 'feeMinor' } },
  returnRate: {
    label: '退货率',
    help: '退货件数 ÷ 售出件数',
    unit: 'percent',
    of: { ratio: ['returnedPieces', 'pieces'], per: 100 },
    better: 'less',
  },
  sentDays: {
    label: '发货天数',
    help: '从下单到最后一件发出，按件平均',
    unit: 'days',
    of: { ratio: ['sentHours', 'sentPieces'], per: 1 / 24 },
    better: 'less',
  },
  unknownOrders: {
    label: '利润未知',
    help: '没有汇率或货源价格，算不出利润的订单数',
    unit: 'count',
    of: { sum: 'unknownOrders' },
    wholeOrders: true,
    better: 'less',
  },
}
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[]

export type DimensionName = 'day' | 'store' | 'product' | 'variant' | 'supplier' | 'country' | 'category'
export type DimensionDefinition = {
  readonly label: string
  /** grouped by goods: the amounts of an order are divided among its lines, and figures that only exist per order are left out */
  readonly ofGoods: boolean
}
export const DIMENSIONS: Readonly<Record<DimensionName, DimensionDefinition>> = {
  day: { label: '日期', ofGoods: false },
  store: { label: '店铺', ofGoods: false },
  country: { label: '国家', ofGoods: false },
  product: { label: '商品', ofGoods: true },
  variant: { label: '规格', ofGoods: true },
  supplier: { label: '供应商', ofGoods: true },
  category: { label: '类目', ofGoods: true },
}
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[]

/** Periods to compare with: the days right before, or the days moved back by as many whole weeks as needed, so that weekdays match. */
export const COMPARISONS = { none: '不比较', previous: '上一段时间', weekdays: '更早的同星期几' } as const
export type Comparison = keyof typeof COMPARISONS

/** A request counts fewer pending order changes than this itself; more are left to the job. */
export const MOST_BEHIND = 1_000

/** Key of rows without a value in the dimension, e.g. without a supplier. */
export const NO_KEY = 'none'

/** Money in fen, percents and days as shown. Null: unknown, e.g. a ratio with denominator 0. */
export function figureOf(name: FigureName, sums: Sums): number | null {
  const { of, ofKnown, unit } = FIGURES[name]
  const isUnknown = sums.saleMinor !== 0 || sums.unknownOrders > 0
  if (ofKnown && isUnknown && sums.profitSaleMinor === 0 && sums.profitMinor === 0) return null
  if ('sum' in of) return unit === 'money' && sums[of.sum] === 0 && isWithoutRate(sums) ? null : sums[of.sum]
  const [over, under] = of.ratio
  return sums[under] === 0 ? null : (sums[over] / sums[under]) * (of.per ?? 1)
}

/** No order has an amount in yuan: the value is unknown, not zero. */
const isWithoutRate = ({ unratedLines, saleMinor, profitSaleMinor }: Sums): boolean =>
  unratedLines > 0 && saleMinor === 0 && profitSaleMinor === 0

/** Whether a figure exists for rows of a dimension under these filters. */
export const isShown = (name: FigureName, { ofGoods }: { ofGoods: boolean }): boolean =>
  !(FIGURES[name].wholeOrders && ofGoods)

export const NO_SUMS: Sums = Object.fromEntries(SUMS.map((name) => [name, 0])) as Record<SumName, number>
