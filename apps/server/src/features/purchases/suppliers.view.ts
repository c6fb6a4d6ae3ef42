import type { Supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import type { SupplierFigures, SupplierRow } from './suppliers.store.ts'

export const supplierView = (row: SupplierRow, figures: SupplierFigures | undefined): Supplier => ({
  id: row.id,
  openId: row.openId,
  name: row.name,
  rating: row.rating,
  note: row.note,
  payWay: row.payWay,
  figures: {
    purchases: figures?.purchases ?? 0,
    open: figures?.open ?? 0,
    done: figures?.done ?? 0,
    cancelled: figures?.cancelled ?? 0,
    spentMinor: figures?.spentMinor ?? 0,
    pieces: figures?.pieces ?? 0,
    lastAt: figures?.lastAt?.getTime() ?? null,
  },
  version: row.version,
  updatedAt: row.updatedAt.getTime(),
  can: { updateSupplier: true },
})
