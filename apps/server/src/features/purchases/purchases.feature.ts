import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { collectionFeature } from '../collection/index.ts'
import { filesFeature } from '../files/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { noticesFeature } from '../notices/index.ts'
import { unfinishedSubjects } from '../operation-log/index.ts'
import { goodsReturned, ordersFeature } from '../orders/index.ts'
import { productsFeature } from '../products/index.ts'
import { addressesService } from './addresses.service.ts'
import { alarmsService } from './alarms.service.ts'
import { bulkEditService } from './bulk-edit.service.ts'
import { coveringService } from './covering.service.ts'
import { creatingService } from './creating.service.ts'
import { detailsService } from './details.service.ts'
import { editingService } from './editing.service.ts'
import { exportService } from './export.service.ts'
import { expectingService } from './expecting.service.ts'
import { freightService } from './freight.service.ts'
import { mergeGroupsService } from './merge-groups.service.ts'
import { mergingService } from './merging.service.ts'
import { planningService } from './planning.service.ts'
import { purchaseWriting } from './purchase-writing.service.ts'
import { purchasesApi } from './purchases.api.ts'
import { purchaseIsPlaced } from './purchases.hooks.ts'
import { handlePurchaseJobs } from './purchases.jobs.ts'
import { purchasesRoutes } from './purchases.routes.ts'
import { findPurchases } from './purchases.store.ts'
import { bindReturnedGoods, handleReturnedGoods } from './returned-goods.jobs.ts'
import { returnedGoodsService } from './returned-goods.service.ts'
import { reviewingService } from './reviewing.service.ts'
import type { ReviewGuard } from './reviewing.service.ts'
import type { PurchaseState } from './purchases.types.ts'
import { spareBooking } from './spare-booking.service.ts'
import { sparesService } from './spares.service.ts'
import { suppliersService } from './suppliers.service.ts'
import { undoService } from './undo.service.ts'
import { purchaseFigures, purchasesTriage } from './triage.store.ts'

const NEEDS = {
  orders: ordersFeature,
  products: productsFeature,
  collection: collectionFeature,
  marketplace: marketplaceFeature,
  notices: noticesFeature,
  files: filesFeature,
}

export type PurchasesServices = ReturnType<typeof purchasesServices>

/** Builds the feature's services and registers its job handlers. */
export function purchasesServices(deps: DepsOf<typeof NEEDS>) {
  const guard: ReviewGuard = async (tx, purchaseId) =>
    (await deps.hooks.ask(purchaseIsPlaced, tx, purchaseId)).find((why) => why !== undefined)

  const freight = freightService(deps)
  const writing = purchaseWriting(deps)
  const planning = planningService({ ...deps, freight })
  const covering = coveringService({ ...deps, writing })
  const details = detailsService({ planning, writing })
  const creating = creatingService({ ...deps, planning, writing, covering })
  const editing = editingService({ ...deps, planning, writing, creating, details })
  const mergeGroups = mergeGroupsService({ db: deps.db, planning, freight })
  const alarms = alarmsService({ ...deps, planning, writing, details, editing })
  const booking = spareBooking({ ...deps, writing })
  const expecting = expectingService({ db: deps.db, freight, writing })
  handlePurchaseJobs(deps.jobs, {
    expectFreight: (purchaseId, signal) => expecting.expectFreight(purchaseId, signal),
    handleOrders: (orderIds, why) => alarms.handle(orderIds, why),
  })
  bindReturnedGoods(deps.jobs, returnedGoodsService({ ...deps, writing }).handle)
  return {
    planning,
    details,
    creating,
    editing,
    alarms,
    reviewing: reviewingService({ ...deps, planning, writing, creating, guard }),
    mergeGroups,
    merging: mergingService({ ...deps, writing, creating, details, groups: mergeGroups, guard }),
    bulkEdit: bulkEditService({ ...deps, planning, writing, editing }),
    undoing: undoService({ ...deps, planning, writing, editing, details }),
    exporting: exportService({ ...deps, linkTo: deps.orders.linkTo }),
    spares: sparesService({ ...deps, linkTo: deps.orders.linkTo }),
    booking,
    suppliers: suppliersService(deps),
    addresses: addressesService(deps),
    /** The API for features of a higher rank. */
    api: purchasesApi({ writing, booking }),
  }
}

const FINISHED: readonly PurchaseState[] = ['done', 'ended', 'cancelled', 'merged']

export const purchasesFeature = defineFeature({
  name: 'purchases',
  triage: purchasesTriage,
  figures: purchaseFigures,
  needs: NEEDS,
  consumes: [follows(goodsReturned, handleReturnedGoods)],
  answers: [
    answers(unfinishedSubjects, async (_base, tx, ids) => {
      const rows = await findPurchases(tx, ids)
      return new Set(rows.filter(({ state }) => !FINISHED.includes(state)).map(({ id }) => id))
    }),
  ],
  build(base) {
    const feature = purchasesServices(base)
    return {
      api: { ...feature.api, addresses: feature.addresses },
      routes: purchasesRoutes({ db: base.db, feature }),
    }
  },
})
