import { SPARE_FIELDS } from '@huoqiao/contract/purchases/spares.fields'
import type { SpareLine } from '@huoqiao/contract/purchases/spares.schema'
import { fieldSheet } from '../../platform/field-sheet.ts'

export const SPARE_SHEET = fieldSheet<SpareLine, typeof SPARE_FIELDS>(SPARE_FIELDS, {
  title: 40,
  specText: 24,
  place: 14,
  here: 8,
  spare: 8,
  costMinor: 13,
  receivedAt: 20,
  used: 8,
  gone: 8,
  quantity: 8,
  received: 8,
  arrived: 10,
  batchNumber: 10,
  purchaseNumber: 20,
  purchaseState: 12,
  supplierName: 28,
  offerId: 18,
  skuId: 18,
  createdAt: 20,
  covers: {
    width: 30,
    cell: ({ covers }) => covers.map((one) => `${one.storeName} ${one.orderName}×${one.pieces}`).join('、'),
  },
  // Left out of the sheet: only programs use them.
  purchaseId: null,
  specId: null,
  image: null,
})
