import type { PaymentView } from '@huoqiao/contract/placement/placement.schema'
import type { Hue } from '@huoqiao/contract/states'

export const PAYMENT_STATES: Readonly<Record<PaymentView['state'], { label: string; hue: Hue }>> = {
  requested: { label: '等待付款', hue: 'attention' },
  sending: { label: '付款中', hue: 'moving' },
  paid: { label: '已付款', hue: 'done' },
  failed: { label: '付款失败', hue: 'failed' },
  unknown: { label: '结果未知', hue: 'failed' },
}
