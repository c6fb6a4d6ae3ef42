import type { Alarms } from '../../../core/clock.alarms.ts'

/** What the order clock rings for. Ids of alarms are `kind:number`, one of a kind for each order, parcel or refund. */
export type TradeAlarm =
  | { kind: 'pay-due' | 'ship' | 'auto-confirm' | 'complete'; orderId: string }
  | { kind: 'cross'; orderId: string; packageId: string }
  | { kind: 'trace'; orderId: string; logisticsId: string }
  | { kind: 'refund-answer' | 'refund-receive'; refundId: string }

export type TradeAlarms = Alarms<TradeAlarm>
