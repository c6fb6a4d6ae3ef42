import type { Alarms } from '../../../core/clock.alarms.ts'

/** Kinds of alarms of an order. Alarm ids are `kind:number`, one of each kind per order, parcel or refund. */
export type TradeAlarm =
  | { kind: 'pay-due' | 'ship' | 'auto-confirm' | 'complete'; orderId: string }
  | { kind: 'cross'; orderId: string; packageId: string }
  | { kind: 'trace'; orderId: string; logisticsId: string }
  | { kind: 'refund-answer' | 'refund-receive'; refundId: string }

export type TradeAlarms = Alarms<TradeAlarm>
