import { deliveriesEndpoints } from '@huoqiao/contract/deliveries/deliveries.endpoints'
import { shipmentsEndpoints } from '@huoqiao/contract/deliveries/shipments.endpoints'
import { sql } from 'drizzle-orm'
import type { TriageReadings } from '../../define-feature.ts'
import { store } from '../stores/stores.tables.ts'
import { parcel, shipment } from './deliveries.tables.ts'

export const deliveriesTriage: TriageReadings = {
  'parcel-stalled': {
    right: deliveriesEndpoints.getParcels.path,
    reading: () =>
      sql`select c.id, coalesce(c.tracking_no, c.logistics_id) as name, coalesce(nullif(c.reason, ''), '很久没有新的物流轨迹') as why, c.stalled_since as since, jsonb_build_object('purchaseId', c.purchase_id, 'number', c.purchase_number) as ref from ${parcel} c where c.stalled_since is not null and c.state <> 'signed'`,
  },
  'tracking-failed': {
    right: shipmentsEndpoints.getShipments.path,
    reading: () =>
      sql`select h.id, h.order_name || ' ' || array_to_string(h.numbers, '、') as name, h.reason as why, h.updated_at as since, jsonb_build_object('orderId', h.order_id, 'store', s.name) as ref from ${shipment} h join ${store} s on s.id = h.store_id where h.state in ('failed', 'unknown')`,
  },
}
