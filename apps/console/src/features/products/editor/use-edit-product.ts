import type { Product } from '@huoqiao/contract/products/products.schema'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallError } from '../../../lib/call-error.ts'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import type { EditForm } from './edit-form.rules.ts'
import { changedFields, draftOf, editOf, formErrors, formOf, withDraft } from './edit-form.rules.ts'
import { clashesOf, mergedForm } from './draft/stale.rules.ts'
import type { RefusedCell, RefusedCells } from './variants/refused-cells.ts'
import { NO_CELLS, stillRefused, withCells } from './variants/refused-cells.ts'
import type { KeptDraft } from './draft/spare-draft.ts'
import { useSaveProductDraft } from './draft/use-save-product-draft.ts'

const NO_ERRORS: Readonly<Record<string, string>> = {}

export type Editor = ReturnType<typeof useEditProduct>

/**
 * The form of one product: the typed values, the version they are based on, the draft, and saving. A draft of the same version is restored
 * at once; a draft of an older version waits in `oldDraft` for the person's decision. A draft that only this browser has is sent to the
 * server.
 */
export function useEditProduct(product: Product, kept: KeptDraft | null) {
  const isFresh = kept?.version === product.version
  const [base, setBase] = useState(product)
  const [form, setForm] = useState<EditForm>(() => {
    const own = formOf(product)
    return kept && isFresh ? withDraft(own, kept.draft) : own
  })
  const [oldDraft, setOldDraft] = useState(isFresh ? null : kept)
  const [restoredAt, setRestoredAt] = useState(isFresh && kept ? kept.savedAt : null)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [failure, setFailure] = useState<CallError>()
  const [cells, setCells] = useState<RefusedCells>(NO_CELLS)
  /** somebody else saved in between, and changed fields that we changed */
  const [theirs, setTheirs] = useState<Product>()
  const draft = useSaveProductDraft(product.id, kept && !kept.isHere ? kept.savedAt : null)
  const act = useAct('editProduct')
  const baseForm = formOf(base)
  const refusedCells = useMemo(() => stillRefused(cells, form.variants), [cells, form.variants])
  const dirty = refusedCells.length > 0 || (form !== baseForm && changedFields(baseForm, form).length > 0)

  // The form follows the server while there are no changes of ours.
  const [seen, see] = useState(product)
  if (seen !== product) {
    see(product)
    if (!dirty) {
      setBase(product)
      setForm(formOf(product))
    }
  }

  const { keep } = draft
  const touched = useRef(isFresh && kept?.isHere === true)
  useEffect(() => {
    if (!touched.current) return
    const own = formOf(base)
    const isEmpty = changedFields(own, form).length === 0
    keep(base.version, isEmpty ? null : draftOf(own, form))
  }, [base, form, keep])

  const change = useCallback((next: Partial<EditForm> | ((now: EditForm) => Partial<EditForm>)) => {
    touched.current = true
    setForm((now) => ({ ...now, ...(typeof next === 'function' ? next(now) : next) }))
  }, [])

  function stand(on: Product, next: EditForm): void {
    touched.current = true
    setBase(on)
    setForm(next)
  }

  /**
   * Returns whether it was saved. After a stale save with no conflicting field, our changes are applied to their version and sent once
   * more.
   */
  async function save(from: Product = base, what: EditForm = form, isAgain = false): Promise<boolean> {
    setFailure(undefined)
    const [cell, ...others] = refusedCells
    if (cell) {
      const more = others.length > 0 ? `（共 ${others.length + 1} 格）` : ''
      toast.notify('error', '没有保存：有格子没有填对', `${cell.name} 填的是“${cell.text}”，${cell.wrong}${more}`)
      return false
    }
    const edit = editOf(formOf(from), what)
    if (Object.keys(edit).length === 0) return true
    const answer = await act.run({ productId: product.id, version: from.version, edit })
    if (answer.ok) {
      touched.current = true
      setErrors(NO_ERRORS)
      setTheirs(undefined)
      setRestoredAt(null)
      setSavedAt(Date.now())
      setBase(answer.data)
      // What was typed while the save was under way stays in the form.
      setForm((now) => (now === what ? formOf(answer.data) : withDraft(formOf(answer.data), draftOf(what, now))))
      return true
    }
    const { error } = answer
    const current =
      error.explanation?.refusal === 'stale' ? (error.explanation.current as Product | undefined) : undefined
    if (current) {
      const other = formOf(current)
      if (isAgain || clashesOf(formOf(from), what, other).length > 0) {
        setTheirs(current)
        return false
      }
      const merged = mergedForm(formOf(from), what, other, new Set())
      stand(current, merged)
      toast.info('别人刚保存了其他字段，已合在一起保存')
      return save(current, merged, true)
    }
    const wrong = formErrors(error.explanation?.fields)
    setErrors(wrong)
    // The client's toast has already shown the first field error.
    if (Object.keys(wrong).length === 0) setFailure(error)
    return false
  }

  return {
    base,
    baseForm,
    form,
    dirty,
    errors,
    failure,
    theirs,
    oldDraft,
    restoredAt,
    savedAt,
    draft,
    isSaving: act.isPending,
    change,
    refusedCells,
    /** Records cells that refused the typed text, and removes those (by cellKey) that have accepted a text since. */
    noteCells: useCallback(
      (refused: readonly RefusedCell[], taken: readonly string[]) => setCells((now) => withCells(now, refused, taken)),
      [],
    ),
    save: () => save(),
    /** Applies the chosen side of each conflict and saves it on top of their version. */
    resolve: (ours: ReadonlySet<string>): Promise<boolean> => {
      if (!theirs) return Promise.resolve(false)
      const merged = mergedForm(baseForm, form, formOf(theirs), ours)
      stand(theirs, merged)
      setTheirs(undefined)
      if (changedFields(formOf(theirs), merged).length > 0) return save(theirs, merged)
      setErrors(NO_ERRORS)
      return Promise.resolve(true)
    },
    closeClash: () => setTheirs(undefined),
    /** Returns to the saved state and deletes the draft. */
    discard: (): void => {
      touched.current = true
      setForm(baseForm)
      setCells(NO_CELLS)
      setErrors(NO_ERRORS)
      setRestoredAt(null)
      setOldDraft(null)
      keep(base.version, null)
    },
    restoreOld: (): void => {
      if (!oldDraft) return
      change((now) => withDraft(now, oldDraft.draft))
      setOldDraft(null)
    },
  }
}
