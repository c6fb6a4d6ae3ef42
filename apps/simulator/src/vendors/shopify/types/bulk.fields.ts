import type { BulkRow } from '../bulk/bulk.rows.ts'
import type { Call, TypeFields } from '../call.ts'
import { fieldsOf } from '../call.ts'

/** Results are kept for seven days (reference shopify-admin 2, "Bulk operations"). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

const address = (row: BulkRow, call: Call): string | null =>
  row.blob === null || call.shop.core.clock.now() - Date.parse(row.completedAt ?? '') > KEPT_MS
    ? null
    : `${call.shop.origin()}/bulk/${row.blob}`

const bulkType = fieldsOf<BulkRow>({
  objectCount: (row) => String(row.objects),
  rootObjectCount: (row) => String(row.rootObjects),
  fileSize: (row) => (row.completedAt === null ? null : String(row.bytes)),
  url: (row, _a, call) => (row.status === 'COMPLETED' ? address(row, call) : null),
  partialDataUrl: (row, _a, call) => (['FAILED', 'CANCELED'].includes(row.status) ? address(row, call) : null),
})

export const bulkTypes: Record<string, TypeFields> = { BulkOperation: bulkType }
