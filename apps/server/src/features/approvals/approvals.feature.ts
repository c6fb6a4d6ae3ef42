import { answers, defineFeature, follows } from '../../define-feature.ts'
import type { DepsOf } from '../../define-feature.ts'
import { noticesFeature } from '../notices/index.ts'
import { moneyIsCommitted, placementFeature } from '../placement/index.ts'
import { purchasesFeature, purchaseStateChanged } from '../purchases/index.ts'
import { closeOvertakenApprovals } from './approvals.jobs.ts'
import { approvalsRoutes } from './approvals.routes.ts'
import { approvalsService } from './approvals.service.ts'
import { spendingService } from './spending.service.ts'
import { approvalsTriage } from './triage.store.ts'

const NEEDS = { notices: noticesFeature, purchases: purchasesFeature, placement: placementFeature }

export type ApprovalsServices = ReturnType<typeof approvalsServices>

function approvalsServices(deps: DepsOf<typeof NEEDS>) {
  const spending = spendingService(deps)
  const service = approvalsService({ ...deps, spending })
  deps.jobs.handle(closeOvertakenApprovals, ({ purchaseId }) => service.closeOvertaken(purchaseId))
  return { service, spending }
}

export const approvalsFeature = defineFeature({
  name: 'approvals',
  needs: NEEDS,
  triage: approvalsTriage,
  consumes: [follows(purchaseStateChanged, closeOvertakenApprovals)],
  answers: [
    answers(moneyIsCommitted, (base, tx, actor, commitment) => spendingService(base).commit(tx, actor, commitment)),
  ],
  build(base) {
    const feature = approvalsServices(base)
    return { api: {}, routes: approvalsRoutes({ db: base.db, feature }) }
  },
})
