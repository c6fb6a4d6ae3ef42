import { listingsEndpoints } from '@huoqiao/contract/listings/listings.endpoints'
import { sql } from 'drizzle-orm'
import { countUpTo } from '../../db/search.ts'
import type { FigureReadings, TriageReadings } from '../../define-feature.ts'
import { listing, syncItem } from './listings.tables.ts'

export const listingsTriage: TriageReadings = {
  'sync-failed': {
    right: listingsEndpoints.querySyncTasks.path,
    reading: () =>
      sql`select l.id, coalesce(i.title, l.handle, '商品') as name, coalesce(l.error, nullif(i.message, ''), '') as why, l.updated_at as since, jsonb_build_object('productId', l.product_id, 'taskId', i.task_id, 'itemId', i.id, 'state', l.state) as ref from ${listing} l left join lateral (select s.id, s.task_id, s.title, s.message from ${syncItem} s where s.listing_id = l.id and s.state in ('failed', 'unknown') order by s.created_at desc limit 1) i on true where l.state in ('failed', 'unknown')`,
  },
}

export const listingFigures: FigureReadings = {
  synced: {
    right: listingsEndpoints.querySyncTasks.path,
    alone: true,
    reading: ({ since }) => countUpTo(sql`select 1 from ${listing} where pushed_at >= ${since}`),
  },
}
