import { supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import type { Supplier } from '@huoqiao/contract/purchases/suppliers.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { SupplierDoc } from './purchases.types.ts'
import type { SupplierFigures, SupplierRow } from './suppliers.store.ts'

const NOTHING_BOUGHT: Supplier['figures'] = {
  purchases: 0,
  open: 0,
  done: 0,
  cancelled: 0,
  spentMinor: 0,
  pieces: 0,
  lastAt: null,
}

export const supplierView = (row: SupplierRow, figures: SupplierFigures | undefined): Supplier => ({
  ...wireOf(supplier, row),
  figures: figures ? { ...figures, lastAt: figures.lastAt?.getTime() ?? null } : NOTHING_BOUGHT,
  can: { updateSupplier: true },
})

export const supplierDoc = ({ id, openId, name, rating }: SupplierRow): SupplierDoc => ({ id, openId, name, rating })
