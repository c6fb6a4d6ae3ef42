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
  const { alarms, reviewing, mergeGroups, merging, spares, booking, suppliers, addresses } = feature
  return {
    planPurchase: (call, input) => planning.planPurchase(call, input),
    createPurchaseOrder: (call, input) => creating.createPurchaseOrder(call, input),
    getPurchaseOrdersByCondition: (_call, input) => details.getPurchaseOrdersByCondition(db.handle, input),
    getOrderCountByStatus: (_call, input) => details.getOrderCountByStatus(db.handle, input),
    getPurchaseOrderSkuDetails: (_call, input) => details.getPurchaseOrderSkuDetails(db.handle, input),
    editPurchaseOrder: (call, input) => editing.editPurchaseOrder(call, input),
    deletePurchaseOrder: (call, input) => reviewing.deletePurchaseOrder(call, input),
    completeReviewOrder: (call, input) => reviewing.completeReviewOrder(call, input),
    backToPendingReviewStatus: (call, input) => reviewing.backToPendingReviewStatus(call, input),
    copyPurchaseOrder: (call, input) => reviewing.copyPurchaseOrder(call, input),
    previewMerge: (call, input) => mergeGroups.previewMerge(call, input),
    mergeOrderByPurOrderNo: (call, input) => merging.mergeOrderByPurOrderNo(call, input),
    oneClickMergeOrder: (call, input) => merging.oneClickMergeOrder(call, input),
    splitMerged: (call, input) => merging.splitMerged(call, input),
    settlePurchaseAlarm: (call, input) => alarms.settlePurchaseAlarm(call, input),
    getPurchaseHistory: (_call, input) => undoing.getPurchaseHistory(db.handle, input),
    queryDeletedPurchases: (_call, input) => undoing.queryDeletedPurchases(db.handle, input),
    undoPurchaseChange: (call, input) => undoing.undoPurchaseChange(call, input),
    undoPurchaseBatch: (call, input) => undoing.undoPurchaseBatch(call, input),
    modifyPurchaseOrders: (call, input) => bulkEdit.modifyPurchaseOrders(call, input),
    exportPurchaseOrders: (call, input) => exporting.exportPurchaseOrders(call, input),
    querySpares: (_call, input) => spares.querySpares(db.handle, input),
    getSpareCounts: (_call, input) => spares.getSpareCounts(db.handle, input),
    getSparePlaces: () => spares.getSparePlaces(db.handle),
    exportSpares: (call, input) => spares.exportSpares(call, input),
    getSpareHistory: (_call, input) => booking.getSpareHistory(db.handle, input),
    setSparePlaces: (call, input) => booking.setSparePlaces(call, input),
    countSpare: (call, input) => booking.countSpare(call, input),
    writeOffSpare: (call, input) => booking.writeOffSpare(call, input),
    undoSpareEntry: (call, input) => booking.undoSpareEntry(call, input),
    querySuppliers: (_call, input) => suppliers.querySuppliers(db.handle, input),
    updateSupplier: (call, input) => call.write((tx) => suppliers.updateSupplier(tx, call, input)),
    queryReceivingAddresses: (_call, input) => addresses.queryReceivingAddresses(db.handle, input),
    addReceivingAddress: (call, input) => call.write((tx) => addresses.addReceivingAddress(tx, call, input)),
    updateReceivingAddress: (call, input) => call.write((tx) => addresses.updateReceivingAddress(tx, call, input)),
    deleteReceivingAddress: (call, input) => call.write((tx) => addresses.deleteReceivingAddress(tx, call, input)),
    parseReceivingAddress: (call, input) => addresses.parseReceivingAddress(call, input),
    queryAccountAddresses: (call, input) => addresses.queryAccountAddresses(call, input),
  }
}
