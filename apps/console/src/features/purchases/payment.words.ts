import type { PaymentView } from '@huoqiao/contract/placement/placement.schema'
import type { Hue } from '@huoqiao/contract/states'

export const PAYMENT_STATES: Readonly<Record<PaymentView['state'], { label: string; hue: Hue }>> = {
  requested: { label: '等待付款', hue: 'attention' },
  sending: { label: '付款中', hue: 'moving' },
  paid: { label: '已付款', hue: 'done' },
  failed: { label: '付款失败', hue: 'failed' },
  unknown: { label: '结果未知', hue: 'failed' },
}
/** A link's way, or the channel of a payment without a password. */
export const PAYMENT_WAYS: Readonly<Record<string, string>> = {
  alipay: '支付宝',
  'protocol-alipay': '支付宝免密支付',
  'protocol-shegou': '赊购免密支付',
  crossBorder: '跨境宝',
  credit: '诚e赊',
  shegou: '赊购',
}
