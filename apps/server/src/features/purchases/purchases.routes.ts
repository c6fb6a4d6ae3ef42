import type { addressesEndpoints } from '@huoqiao/contract/purchases/addresses.endpoints'
import type { mergingEndpoints } from '@huoqiao/contract/purchases/merging.endpoints'
import type { purchasesEndpoints } from '@huoqiao/contract/purchases/purchases.endpoints'
import type { purchasesHistoryEndpoints } from '@huoqiao/contract/purchases/purchases-history.endpoints'
import type { sparesEndpoints } from '@huoqiao/contract/purchases/spares.endpoints'
import type { suppliersEndpoints } from '@huoqiao/contract/purchases/suppliers.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { PurchasesServices } from './purchases.feature.ts'

export function purchasesRoutes({
  db,
  feature,
}: {
  db: Db
  feature: PurchasesServices
}): RoutesOf<
  keyof (typeof mergingEndpoints &
    typeof purchasesEndpoints &
    typeof purchasesHistoryEndpoints &
    typeof sparesEndpoints &
    typeof suppliersEndpoints &
    typeof addressesEndpoints)
> {
  const { planning, details, creating, editing, bulkEdit, undoing, exporting } = feature
  const { alarms, reviewing, mergeGroups, merging, spares, suppliers, addresses } = feature
  return {
    planPurchase: (call, input) => planning.preview(call, input),
    createPurchaseOrder: (call, input) => creating.create(call, input),
    getPurchaseOrdersByCondition: (_call, input) => details.list(db.handle, input),
    getOrderCountByStatus: (_call, input) => details.counts(db.handle, input),
    getPurchaseOrderSkuDetails: (_call, input) => details.read(db.handle, input),
    editPurchaseOrder: (call, input) => editing.edit(call, input),
    deletePurchaseOrder: (call, input) => reviewing.remove(call, input),
    completeReviewOrder: (call, input) => reviewing.completeReview(call, input),
    backToPendingReviewStatus: (call, input) => reviewing.backToReview(call, input),
    copyPurchaseOrder: (call, input) => reviewing.copy(call, input),
    previewMerge: (call, input) => mergeGroups.preview(call, input),
    mergeOrderByPurOrderNo: (call, input) => merging.merge(call, input),
    oneClickMergeOrder: (call, input) => merging.mergeAll(call, input),
    splitMerged: (call, input) => merging.split(call, input),
    settlePurchaseAlarm: (call, input) => alarms.resolve(call, input),
    getPurchaseHistory: (_call, input) => undoing.history(db.handle, input),
    queryDeletedPurchases: (_call, input) => undoing.deleted(db.handle, input),
    undoPurchaseChange: (call, input) => undoing.undo(call, input),
    undoPurchaseBatch: (call, input) => undoing.undoBatch(call, input),
    modifyPurchaseOrders: (call, input) => bulkEdit.modify(call, input),
    exportPurchaseOrders: (call, input) => exporting.export(call, input),
    querySpares: (_call, input) => spares.query(db.handle, input),
    getSpareCounts: (_call, input) => spares.counts(db.handle, input),
    adjustSpare: (call, input) => spares.adjust(call, input),
    querySuppliers: (_call, input) => suppliers.query(db.handle, input),
    updateSupplier: (call, input) => call.write((tx) => suppliers.update(tx, call, input)),
    queryReceivingAddresses: (_call, input) => addresses.query(db.handle, input),
    addReceivingAddress: (call, input) => call.write((tx) => addresses.add(tx, call, input)),
    updateReceivingAddress: (call, input) => call.write((tx) => addresses.update(tx, call, input)),
    deleteReceivingAddress: (call, input) => call.write((tx) => addresses.remove(tx, call, input)),
    parseReceivingAddress: (call, input) => addresses.parse(call, input),
    queryAccountAddresses: (call, input) => addresses.ofAccount(call, input),
  }
}
