import { defineStates } from '../states.ts'

/** The state of a parcel of a 1688 order. Only a later event changes it; 停滞 is a mark in addition to the state. */
export type ParcelState = 'waiting' | 'moving' | 'delivering' | 'signed' | 'abnormal'

export const PARCEL_STATES = defineStates<ParcelState>('parcel', {
  waiting: { label: '待揽收', hue: 'waiting', next: ['moving', 'delivering', 'signed', 'abnormal'] },
  moving: { label: '运输中', hue: 'moving', next: ['delivering', 'signed', 'abnormal'] },
  // A courier who met nobody tries again, so the carrier's later report counts.
  delivering: { label: '派送中', hue: 'moving', next: ['moving', 'signed', 'abnormal'] },
  signed: { label: '已签收', hue: 'done', next: ['abnormal'] },
  abnormal: { label: '异常', hue: 'failed', next: ['moving', 'delivering', 'signed'] },
})

/** The state of tracking numbers for a shop. */
export type ShipmentState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'failed'
  | 'unknown'
  | 'updating'
  | 'cancelling'
  | 'cancelled'

export const SHIPMENT_STATES = defineStates<ShipmentState>('shipment', {
  queued: { label: '待发送', hue: 'waiting', next: ['sending', 'sent', 'failed', 'cancelled'] },
  sending: { label: '发送中', hue: 'moving', next: ['sent', 'failed', 'unknown', 'queued'] },
  // Found in the shop: sent. Certainly not there: may be sent again.
  unknown: { label: '结果未知', hue: 'failed', next: ['sent', 'failed', 'queued'] },
  sent: { label: '已回传', hue: 'done', next: ['updating', 'cancelling', 'cancelled'] },
  failed: { label: '失败', hue: 'failed', next: ['queued', 'cancelled', 'cancelling'] },
  // Shop staff may cancel it at the same time.
  updating: { label: '修改中', hue: 'moving', next: ['sent', 'failed', 'cancelled'] },
  cancelling: { label: '撤销中', hue: 'moving', next: ['cancelled', 'sent', 'failed'] },
  cancelled: { label: '已撤销', hue: 'waiting', next: [] },
})
