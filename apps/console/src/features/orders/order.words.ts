import type { OrderFlag, OrderTask } from '@huoqiao/contract/orders/orders.schema'
import type { OrderPayment, OrderState, TrackingReturn } from '@huoqiao/contract/orders/orders.status'
import { ORDER_STATES, TRACKING_RETURNS } from '@huoqiao/contract/orders/orders.status'
import type { Hue } from '@huoqiao/contract/states'

/** Flags beside the number of an order, with their tooltips. */
export const FLAGS: Readonly<Record<OrderFlag, { label: string; hue: Hue; says: string }>> = {
  test: { label: '测试', hue: 'waiting', says: '店铺里的测试订单，不是真的买卖' },
  rescued: { label: '补单', hue: 'moving', says: '由补单带回：推送和定时拉取都没有带来它' },
  edited: { label: '已改单', hue: 'attention', says: '下单后在店铺里改过商品或数量' },
  noted: { label: '备注', hue: 'waiting', says: '有备注，点订单号查看' },
  unsourced: { label: '缺货源', hue: 'attention', says: '有商品还没有关联1688货源' },
  'address-open': { label: '地址待确认', hue: 'attention', says: '收货地址不完整或没有，确认后才能采购' },
  'risk-open': { label: '风险待确认', hue: 'attention', says: '店铺提示有欺诈风险，确认后才能采购' },
  'held-by-us': { label: '已搁置', hue: 'waiting', says: '我们搁置了它' },
  'held-by-shop': { label: '店铺搁置', hue: 'waiting', says: '在店铺里被搁置' },
  cut: { label: '截单', hue: 'failed', says: '采购后被取消、减少或由店铺自行发货，请到采购单处理' },
  returned: { label: '有退货', hue: 'attention', says: '买家在店铺退货或申请过退货，点订单号查看' },
}

export const PAYMENT_HUES: Readonly<Record<OrderPayment, Hue>> = {
  unpaid: 'waiting',
  'part-paid': 'attention',
  paid: 'done',
  'part-refunded': 'attention',
  refunded: 'failed',
  voided: 'failed',
}
export const TRACKING_HUES: Readonly<Record<TrackingReturn, Hue>> = {
  none: 'waiting',
  sending: 'moving',
  sent: 'done',
  failed: 'failed',
}
const regions = new Intl.DisplayNames('zh-CN', { type: 'region', fallback: 'code' })
/** US → 美国; unknown codes are shown unchanged. */
export function countryName(code: string | null): string {
  if (code === null || !/^[A-Z]{2}$/.test(code)) return code ?? ''
  return regions.of(code) ?? code
}

/** The countries that these shops mostly send to; a link may contain any other. */
const COUNTRIES =
  'US CA MX GB IE DE FR IT ES PT NL BE LU AT CH SE NO DK FI PL CZ SK HU RO BG GR HR SI EE LV LT AU NZ JP KR SG MY TH VN PH ID IN AE SA IL TR ZA BR CL AR CO HK TW MO'
export const COUNTRY_OPTIONS: readonly { value: string; label: string }[] = COUNTRIES.split(' ').map((value) => ({
  value,
  label: `${countryName(value)} ${value}`,
}))

const NOTHING_IN: Partial<Record<OrderState, string>> = {
  pending: '没有待处理的订单：每件商品都有货源，风险和地址都已确认。',
  'to-buy': '没有待采购的订单。',
  held: '没有搁置的订单。',
  abnormal: '没有异常的订单。',
}
export const nothingIn = (state: string): string =>
  NOTHING_IN[state as OrderState] ?? `没有“${ORDER_STATES[state as OrderState]?.label ?? state}”的订单。`

export const isOpenTask = (task: Pick<OrderTask, 'state'>): boolean =>
  task.state === 'queued' || task.state === 'running'

/** How a line's source was found. */
export const SOURCE_ORIGINS = {
  relation: { label: '已记住', says: '按记住的货源关联' },
  listing: { label: '本店商品', says: '来自我们上架的商品' },
  order: { label: '仅本单', says: '只在这张订单里这样关联' },
} as const

/** 回传状态 where no reason of the failure is shown beside it. */
export const trackingWord = (code: TrackingReturn): string => (code === 'failed' ? '回传失败' : TRACKING_RETURNS[code])
