import type { TextMarket, TranslationField, TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { askConfirm } from '../../../ui/dialogs.store.ts'

type Typed = Readonly<Record<string, string>>
export type Editor = ReturnType<typeof useEditor>

type Edit = { field: string; text: string | null; version: number }
type Sheet = { productId: string; locale: Locale; market: TextMarket | undefined }

/**
 * What a person typed and has not saved, and everything that can be done with the texts of one product in one language, of all markets or of
 * one.
 */
export function useEditor({ productId, locale, market }: Sheet, sheet: TranslationSheet | undefined) {
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
    if (!(await write(edits))) return false
    setTyped({})
    toast.success(`已保存 ${edits.length} 段`)
    return true
  }
  async function write(edits: readonly Edit[]): Promise<boolean> {
    const done = await saving.run({ productId, locale, ...scopeOf(market), edits: [...edits] })
    setFaults(done.ok ? {} : (done.error.explanation?.fields ?? {}))
    return done.ok
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
    /** A text of a market is a person's: saved again as it is, it is of the source text as it is now. */
    async approve(field: string): Promise<void> {
      const there = stored.get(field)
      if (market === undefined) await approve([field])
      else if (there && (await write([{ field, text: there.text, version: there.version }]))) toast.success('已通过')
    },
    /** Of a market: its own text is removed, so that the one of all markets holds. */
    async removeOwn(field: string): Promise<void> {
      if (!(await write([{ field, text: null, version: stored.get(field)?.version ?? 0 }]))) return
      setTyped(({ [field]: _gone, ...kept }) => kept)
      toast.success('已移除，沿用通用译文')
    },
    discard: (): void => {
      setTyped({})
      setFaults({})
    },
    approveAll: () => approve(undefined),
    async lock(field: string, locked: boolean): Promise<void> {
      if ((await locking.run({ productId, locale, fields: [field], locked })).ok)
        toast.success(locked ? '已锁定' : '已解锁')
    },
    /** Whether the drawer may be left; `pictures`: how many have words that were typed and not saved. */
    async leave(pictures: number): Promise<boolean> {
      if (dirty.length + pictures === 0) return true
      const unsaved = [
        ...(dirty.length > 0 ? [`${dirty.length} 段译文`] : []),
        ...(pictures > 0 ? [`${pictures} 张图片的文字`] : []),
      ]
      return askConfirm({
        title: `放弃没有保存的 ${unsaved.join('、')}？`,
        content: '没有保存的内容不会保留。',
        okText: '放弃',
        danger: true,
      })
    },
  }
}

/** The market of a call; without one it is about the texts of all markets. */
export const scopeOf = (market: TextMarket | undefined): { storeId?: string; marketId?: string } =>
  market === undefined ? {} : { storeId: market.storeId, marketId: market.marketId }
