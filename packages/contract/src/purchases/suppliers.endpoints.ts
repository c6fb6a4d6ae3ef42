import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formInt, id, pageInput, pageOf, text, version } from '../wire.ts'
import { TABLE_PAGE_SIZE } from '../specification.ts'
import { supplier, supplierRating } from './suppliers.schema.ts'
import { SUPPLIER_SORTS } from './suppliers.status.ts'
import type { SupplierSort } from './suppliers.status.ts'

const base = '/api/purchase/center'

/** 1688 sellers that we bought from, with our rating. */
export const suppliersEndpoints = defineEndpoints({
  querySuppliers: {
    feature: 'purchases',
    method: 'GET',
    path: `${base}/querySuppliers`,
    mode: 'get',
    right: 'granted',
    title: '查询供应商',
    logged: false,
    object: 'supplier',
    input: z.object({
      keyword: text(100).optional(),
      rating: supplierRating.optional(),
      /** the figures are recalculated every hour */
      sort: z.enum(Object.keys(SUPPLIER_SORTS) as [SupplierSort, ...SupplierSort[]]).default('updated'),
      ...pageInput,
      pageSize: formInt(1, 200).default(TABLE_PAGE_SIZE),
    }),
    output: pageOf(supplier),
    refusals: [],
    lists: ['suppliers'],
  },
  updateSupplier: {
    feature: 'purchases',
    method: 'POST',
    path: `${base}/updateSupplier`,
    mode: 'postjson',
    right: 'granted',
    title: '标记供应商',
    logged: true,
    object: 'supplier',
    input: z.object({ id, version, rating: supplierRating, note: text(500).default('') }),
    output: supplier,
    refusals: ['not-found', 'stale'],
    lists: ['suppliers', 'purchases'],
  },
})
