import type { PurchaseCard } from '@huoqiao/contract/purchases/purchases.schema'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import type { RowActions } from '../purchase-steps.ts'
import type { PurchaseActs } from '../use-purchase-acts.tsx'

const CreateDrawer = lazy(() => import('../create/create-purchase.drawer.tsx'))
const PurchaseDrawer = lazy(() => import('../detail/purchase.drawer.tsx'))
const MergeDialog = lazy(() => import('../merge/merge.dialog.tsx'))
const PlaceDialog = lazy(() => import('../placing/place.dialog.tsx'))
const PriceDialog = lazy(() => import('../placing/price.dialog.tsx'))
const PayDialog = lazy(() => import('../placing/pay.dialog.tsx'))
const DeletedDrawer = lazy(() => import('../history/deleted.drawer.tsx'))
const ModifyDialog = lazy(() => import('./modify.dialog.tsx'))
const CancelDialog = lazy(() => import('../placing/cancel.dialog.tsx'))

/** What stands over the list. */
export type Open =
  | { kind: 'create' }
  | { kind: 'deleted'; keyword: string }
  | { kind: 'merge'; numbers: readonly string[] }
  | { kind: 'place' | 'accept' | 'pay' | 'cancel' | 'modify'; rows: readonly PurchaseCard[] }

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
      {open?.kind === 'place' ? <PlaceDialog rows={open.rows} acts={acts} onClose={close} /> : null}
      {open?.kind === 'accept' ? <PriceDialog rows={open.rows} acts={acts} onClose={close} /> : null}
      {open?.kind === 'pay' ? <PayDialog rows={open.rows} acts={acts} onClose={close} /> : null}
      {open?.kind === 'modify' ? <ModifyDialog rows={open.rows} acts={acts} onClose={close} /> : null}
      {open?.kind === 'cancel' ? <CancelDialog rows={open.rows} acts={acts} onClose={close} /> : null}
    </Suspense>
  )
}
