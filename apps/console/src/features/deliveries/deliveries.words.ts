import type { Shipment } from '@huoqiao/contract/deliveries/deliveries.schema'
import type { Hue } from '@huoqiao/contract/states'

/** The states of a fulfilment at the shop, in words. */
export const FULFILMENTS: Readonly<Record<Shipment['fulfilments'][number]['state'], { label: string; hue: Hue }>> = {
  sending: { label: '发送中', hue: 'moving' },
  unknown: { label: '结果未知', hue: 'failed' },
  sent: { label: '已在店铺', hue: 'done' },
  failed: { label: '失败', hue: 'failed' },
  absent: { label: '店铺没有', hue: 'waiting' },
  cancelled: { label: '已撤销', hue: 'waiting' },
}

export const receiveAddress = (code: string): string => `/purchase/receive?code=${encodeURIComponent(code)}`
export const parcelAddress = (parcelId: string): string => `/purchase/receive?tab=parcels&parcel=${parcelId}`
export const shipmentAddress = (shipmentId: string): string => `/order/ship?shipment=${shipmentId}`
export const purchaseAddress = (purchaseId: string): string => `/purchase/list?purchase=${purchaseId}`
export const orderAddress = (orderId: string): string => `/order/list?order=${orderId}`
export { alibabaOrderLink as alibabaOrderUrl } from '@huoqiao/contract/placement/placement.status'

/** Tracking numbers from one field, separated by spaces, commas or line breaks. */
export const numbersOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,，;；、]+/).filter((part) => part !== '')),
]

/** The same pattern as the contract's trackingNumber, so that a mistake is shown while typing. */
const isWaybill = (text: string): boolean => /^[A-Za-z0-9._/-]{4,64}$/.test(text)

/** Why these tracking numbers cannot be sent; undefined: they can. */
export function wrongNumbers(numbers: readonly string[]): string | undefined {
  if (numbers.length === 0) return '请填写运单号'
  if (numbers.length > 20) return '一次最多20个运单号'
  const wrong = numbers.find((one) => !isWaybill(one))
  return wrong === undefined ? undefined : `“${wrong}”不是运单号：4到64位字母和数字`
}
