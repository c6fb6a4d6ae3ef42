import type { TranslationField, TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { askConfirm } from '../../../ui/dialogs.store.ts'

type Typed = Readonly<Record<string, string>>
export type Editor = ReturnType<typeof useEditor>

/** What a person typed and has not saved, and everything that can be done with the texts of one product in one language. */
export function useEditor(productId: string, locale: Locale, sheet: TranslationSheet | undefined) {
  const [typed, setTyped] = useState<Typed>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const saving = useAct('saveTranslations')
  const approving = useAct('approveTranslations')
  const locking = useAct('lockTranslations')
  const stored = new Map(sheet?.fields.map((one) => [one.field, one.translation]) ?? [])
  const dirty = Object.entries(typed).filter(([field, text]) => text.trim() !== '' && text !== stored.get(field)?.text)
  const textOf = ({ field, translation }: TranslationField): string => typed[field] ?? translation?.text ?? ''

  async function save(): Promise<boolean> {
    if (dirty.length === 0) return true
    const edits = dirty.map(([field, text]) => ({ field, text, version: stored.get(field)?.version ?? 0 }))
    const done = await saving.run({ productId, locale, edits })
    if (!done.ok) {
      setFaults(done.error.explanation?.fields ?? {})
      return false
    }
    setTyped({})
    setFaults({})
    toast.success(`已保存 ${edits.length} 段`)
    return true
  }
  async function approve(fields: readonly string[] | undefined): Promise<void> {
    const done = await approving.run({ productIds: [productId], locale, ...(fields ? { fields: [...fields] } : {}) })
    if (done.ok && done.data.failed === 0) toast.success(done.data.rows[0]?.message ?? '已通过')
  }
  return {
    dirty,
    faults,
    isBusy: saving.isPending || approving.isPending || locking.isPending,
    textOf,
    type: (field: string, text: string): void => setTyped((now) => ({ ...now, [field]: text })),
    save,
    approve: (field: string) => approve([field]),
    approveAll: () => approve(undefined),
    async lock(field: string, locked: boolean): Promise<void> {
      if ((await locking.run({ productId, locale, fields: [field], locked })).ok)
        toast.success(locked ? '已锁定' : '已解锁')
    },
    /** Whether the drawer may be left. */
    async leave(): Promise<boolean> {
      if (dirty.length === 0) return true
      return askConfirm({
        title: `放弃 ${dirty.length} 段没有保存的译文？`,
        content: '没有保存的内容不会保留。',
        okText: '放弃',
        danger: true,
      })
    },
  }
}
