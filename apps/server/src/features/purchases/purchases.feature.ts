import type { Db } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { CollectionApi } from '../collection/index.ts'
import type { FilesService } from '../files/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import type { NoticesService } from '../notices/index.ts'
import type { OrdersApi } from '../orders/index.ts'
import type { ProductsApi } from '../products/index.ts'
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
import { handlePurchaseJobs } from './purchases.jobs.ts'
import { bindReturnedGoods } from './returned-goods.jobs.ts'
import { returnedGoodsService } from './returned-goods.service.ts'
import { reviewingService } from './reviewing.service.ts'
import type { ReviewGuard } from './reviewing.service.ts'
import { sparesService } from './spares.service.ts'
import { suppliersService } from './suppliers.service.ts'
import { undoService } from './undo.service.ts'

export type PurchasesFeature = ReturnType<typeof purchasesFeature>

/** Builds the feature's services by hand and gives its jobs their handlers. */
export function purchasesFeature(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  orders: OrdersApi
  products: Pick<ProductsApi, 'variantsByIds'>
  collection: CollectionApi
  marketplace: MarketplaceService
  notices: Pick<NoticesService, 'tell'>
  files: Pick<FilesService, 'keepExport'>
  /** an address for a kept file that holds for some minutes */
  linkTo(fileId: string, name: string): { url: string; until: number }
}) {
  // Placement stands after purchases: it says later why a purchase must not go back to review.
  let placed: ReviewGuard = async () => undefined
  const guard: ReviewGuard = (tx, purchaseId) => placed(tx, purchaseId)

  const freight = freightService(deps)
  const writing = purchaseWriting(deps)
  const planning = planningService({ ...deps, freight })
  const covering = coveringService({ ...deps, writing })
  const details = detailsService({ planning, writing })
  const creating = creatingService({ ...deps, planning, writing, covering })
  const editing = editingService({ ...deps, planning, writing, creating, details })
  const mergeGroups = mergeGroupsService({ db: deps.db, planning, freight })
  const alarms = alarmsService({ ...deps, planning, writing, details, editing })
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
    exporting: exportService(deps),
    spares: sparesService({ db: deps.db, writing }),
    suppliers: suppliersService(deps),
    addresses: addressesService(deps),
    /** The API for features of a higher rank. */
    api: purchasesApi({ writing, setGuard: (next) => void (placed = next) }),
  }
}
