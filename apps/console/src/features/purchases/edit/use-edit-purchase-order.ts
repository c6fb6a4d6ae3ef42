import type { PurchaseDetail } from '@huoqiao/contract/purchases/purchases.schema'
import { useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import type { KeptDraft } from '../../../lib/draft.ts'
import { useDraft } from '../../../lib/draft.ts'
import { useAct } from '../../../lib/use-call.ts'
import type { EditDraft } from './edit-draft.ts'
import { draftOf, draftOn, editOf, isEdited, touchedOf, wrongEdit } from './edit-draft.ts'

export const draftKey = (purchaseId: string): string => `purchase:${purchaseId}`

export type PurchaseForm = ReturnType<typeof useEditPurchaseOrder>

/**
 * The form of one purchase order: typed values are stored as a draft until they are saved or discarded, and a save of a stale version waits
 * for the person's decision. The list may bring a newer version while the form is open; the form keeps the one that it was opened with.
 */
export function useEditPurchaseOrder(first: PurchaseDetail, onClose: () => void) {
  const [opened, setOpened] = useState(first)
  const kept = useDraft<Partial<EditDraft>>(draftKey(first.id), opened.version)
  const [draft, setDraft] = useState(() => draftOn(first, kept.found?.value ?? {}))
  const [failure, setFailure] = useState<CallError>()
  const act = useAct('editPurchaseOrder')
  const theirs =
    failure?.explanation?.refusal === 'stale' ? (failure.explanation.current as PurchaseDetail | undefined) : undefined

  function stand(on: PurchaseDetail, next: EditDraft): void {
    setOpened(on)
    setDraft(next)
    setFailure(undefined)
  }
  async function send(from: PurchaseDetail, what: EditDraft): Promise<void> {
    if (!isEdited(what, from)) {
      kept.drop()
      onClose()
      return
    }
    const wrong = wrongEdit(what, from)
    if (wrong !== undefined) {
      toast.error(wrong)
      return
    }
    const done = await act.run({ ...editOf(what, from), purchaseId: from.id, version: from.version })
    if (!done.ok) {
      setFailure(done.error)
      return
    }
    kept.drop()
    toast.success('已保存')
    onClose()
  }
  return {
    opened,
    draft,
    kept,
    failure,
    theirs,
    isSaving: act.isPending,
    change: (values: Partial<EditDraft>): void => {
      const next = { ...draft, ...values }
      setDraft(next)
      // A draft whose changes were all reverted by hand is deleted.
      if (isEdited(next, opened)) kept.keep(touchedOf(next, opened))
      else kept.drop()
    },
    save: () => send(opened, draft),
    /** Applies my changes to their version: only the fields that I touched. */
    overwrite: (): Promise<void> => {
      if (!theirs) return Promise.resolve()
      const mine = draftOn(theirs, touchedOf(draft, opened))
      stand(theirs, mine)
      return send(theirs, mine)
    },
    takeTheirs: (): void => {
      if (!theirs) return
      kept.drop()
      stand(theirs, draftOf(theirs))
    },
    takeKept: (other: KeptDraft<Partial<EditDraft>>): void => {
      const next = draftOn(opened, other.value)
      setDraft(next)
      kept.take(other)
      kept.keep(touchedOf(next, opened))
    },
    discard: (): void => {
      kept.drop()
      stand(opened, draftOf(opened))
    },
  }
}
