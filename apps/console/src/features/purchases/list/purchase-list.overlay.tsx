import type { ApprovalKind } from '@huoqiao/contract/approvals/approvals.status'
import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { Slot } from '../../../lib/slots.tsx'
import type { RowActions } from '../purchase-steps.ts'
import type { PurchaseActs } from '../use-purchase-acts.tsx'

const CreateDrawer = lazy(() => import('../create/create-purchase.drawer.tsx'))
const PurchaseDrawer = lazy(() => import('../detail/purchase.drawer.tsx'))
const MergeDialog = lazy(() => import('../merge/merge.dialog.tsx'))
const DeletedDrawer = lazy(() => import('../history/deleted.drawer.tsx'))
const ModifyDialog = lazy(() => import('./modify.dialog.tsx'))

/** The window over the list. */
export type Open =
  | { kind: 'create' }
  | { kind: 'deleted'; keyword: string }
  | { kind: 'merge'; numbers: readonly string[] }
  | { kind: 'modify' | 'place' | 'accept' | 'pay' | 'pay-at-once' | 'cancel'; rows: readonly PurchaseCard[] }
  | { kind: 'ask'; asked: ApprovalKind; rows: readonly PurchaseCard[] }

type OverlayProps = {
  open: Open | undefined
  purchaseId: string | undefined
  acts: PurchaseActs
  actions: RowActions
  onOpen: (what: Open | undefined) => void
  onPurchase: (purchaseId: string | undefined) => void
}

const NONE: readonly string[] = []

export function PurchaseOverlay({ open, purchaseId, acts, actions, onOpen, onPurchase }: OverlayProps): ReactNode {
  const close = (): void => onOpen(undefined)
  const { perform, tell, isBusy } = acts
  const shared = { perform, isBusy, onClose: close }
  return (
    <Suspense fallback={null}>
      {open?.kind === 'deleted' ? <DeletedDrawer keyword={open.keyword} onOpen={actions.open} onClose={close} /> : null}
      {purchaseId ? (
        <PurchaseDrawer
          key={purchaseId}
          purchaseId={purchaseId}
          actions={actions}
          onClose={() => onPurchase(undefined)}
        />
      ) : null}
      {open?.kind === 'create' ? <CreateDrawer orderIds={NONE} lineIds={NONE} onClose={close} /> : null}
      {open?.kind === 'merge' ? <MergeDialog numbers={open.numbers} onOpen={actions.open} onClose={close} /> : null}
      {open?.kind === 'place' ? <Slot name="place-purchases" rows={open.rows} {...shared} /> : null}
      {open?.kind === 'accept' ? (
        <Slot name="accept-prices" rows={open.rows} onSendBack={actions.sendBack} {...shared} />
      ) : null}
      {open?.kind === 'pay' ? <Slot name="pay-purchases" rows={open.rows} {...shared} /> : null}
      {open?.kind === 'pay-at-once' ? <Slot name="pay-at-once" rows={open.rows} tell={tell} {...shared} /> : null}
      {open?.kind === 'ask' ? <Slot name="request-approval" kind={open.asked} rows={open.rows} {...shared} /> : null}
      {open?.kind === 'modify' ? <ModifyDialog rows={open.rows} acts={acts} onClose={close} /> : null}
      {open?.kind === 'cancel' ? <Slot name="cancel-alibaba-orders" rows={open.rows} {...shared} /> : null}
    </Suspense>
  )
}
