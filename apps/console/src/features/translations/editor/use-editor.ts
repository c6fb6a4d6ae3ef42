import type { TextMarket, TranslationField, TranslationSheet } from '@huoqiao/contract/translations/translations.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { queryClient, readKey } from '../../../lib/query-client.ts'
import { useAct } from '../../../lib/use-call.ts'
import { useKeptTyping } from './use-kept-typing.ts'

export type Editor = ReturnType<typeof useEditor>

type Typed = { text: string; over: string }
type Faults = Readonly<Record<string, string>>
type Edit = { field: string; text: string | null; version: number }
const NO_FAULTS: Faults = {}
type SheetOf = { productId: string; locale: Locale; market: TextMarket | undefined }

/**
 * What a person typed and has not saved, and everything that can be done with the texts of one product in one language, of all markets or of
 * one.
 */
export function useEditor(of: SheetOf, sheet: TranslationSheet | undefined) {
  const { productId, locale, market } = of
  const typing = useKeptTyping<Typed>(`translation:${productId}.${locale}`)
  /** What is typed for one market is kept beside what is typed for another. */
  const beginning = market ? `${market.storeId}.${market.marketId}.` : ''
  const nameOf = (field: string): string => beginning + field
  const typedIn = (field: string): Typed | undefined => typing.typed[nameOf(field)]
  const [refused, setRefused] = useState<{ beginning: string; faults: Faults }>()
  const saving = useAct('saveTranslations')
  const approving = useAct('approveTranslations')
  const locking = useAct('lockTranslations')
  const stored = new Map(sheet?.fields.map((one) => [one.field, one.translation]) ?? [])
  const dirty = [...stored].flatMap(([field, there]): Edit[] => {
    const text = typedIn(field)?.text ?? ''
    return text.trim() === '' || text === there?.text ? [] : [{ field, text, version: there?.version ?? 0 }]
  })
  const textOf = ({ field, translation }: TranslationField): string => typedIn(field)?.text ?? translation?.text ?? ''

  async function save(): Promise<boolean> {
    if (dirty.length === 0) return true
    // A text that is being saved would be sent a second time, with the version that it no longer has.
    if (saving.isPending) {
      toast.info('上一次保存还没有完成，请稍后再保存')
      return false
    }
    if (!(await writeTyped(dirty))) return false
    toast.success(`已保存 ${dirty.length} 段`)
    return true
  }
  /** Writes the edits in place of what is typed in their fields. */
  async function writeTyped(edits: readonly Edit[]): Promise<boolean> {
    const sent = Object.fromEntries(edits.map(({ field }) => [nameOf(field), typedIn(field)]))
    const now = await write(edits)
    if (now) typing.saved(sent, (name) => storedIn(now, name.slice(beginning.length)))
    return now !== undefined
  }
  /** The sheet as it is saved; undefined: it was not. */
  async function write(edits: readonly Edit[]): Promise<TranslationSheet | undefined> {
    const done = await saving.run({ ...askedOf(of), edits: [...edits] })
    setRefused(done.ok ? undefined : { beginning, faults: done.error.explanation?.fields ?? {} })
    if (done.ok) return done.data
    const { refusal, current } = done.error.explanation ?? {}
    // Without their texts and versions, every further save would be refused as well.
    if (refusal === 'stale' && current)
      queryClient.setQueryData(readKey('getProductTranslations', askedOf(of)), current)
    return undefined
  }
  async function approve(fields: readonly string[] | undefined): Promise<void> {
    const done = await approving.run({ productIds: [productId], locale, ...(fields ? { fields: [...fields] } : {}) })
    if (done.ok && done.data.failed === 0) toast.success(done.data.rows[0]?.message ?? '已通过')
  }
  return {
    dirty,
    faults: refused?.beginning === beginning ? refused.faults : NO_FAULTS,
    isBusy: saving.isPending || approving.isPending || locking.isPending,
    notes: typing.notes,
    textOf,
    type(field: string, text: string): void {
      const there = stored.get(field)?.text ?? ''
      // While a save is under way, what is stored is about to change.
      if (text === there && !saving.isPending) typing.forget(nameOf(field))
      else typing.type(nameOf(field), { text, over: typedIn(field)?.over ?? there })
    },
    /** The stored text, when others saved it after the person had begun to type another one. */
    theirs({ field, translation }: TranslationField): string | undefined {
      const [mine, now] = [typedIn(field), translation?.text ?? '']
      return mine && !saving.isPending && mine.over !== now && mine.text !== now ? now : undefined
    },
    takeTheirs: (field: string): void => typing.forget(nameOf(field)),
    save,
    /** A text of a market is a person's: saved again as it is, it is of the source text as it is now. */
    async approve(field: string): Promise<void> {
      const there = stored.get(field)
      if (market === undefined) await approve([field])
      else if (there && (await write([{ field, text: there.text, version: there.version }]))) toast.success('已通过')
    },
    /** Of a market: its own text is removed, so that the one of all markets holds. */
    async removeOwn(field: string): Promise<void> {
      if (await writeTyped([{ field, text: null, version: stored.get(field)?.version ?? 0 }]))
        toast.success('已移除，沿用通用译文')
    },
    approveAll: () => approve(undefined),
    async lock(field: string, locked: boolean): Promise<void> {
      if ((await locking.run({ productId, locale, fields: [field], locked })).ok)
        toast.success(locked ? '已锁定' : '已解锁')
    },
  }
}

const storedIn = (sheet: TranslationSheet, field: string): string =>
  sheet.fields.find((one) => one.field === field)?.translation?.text ?? ''

/** The sheet as the calls name it; without a market it is of the texts of all markets. */
export const askedOf = ({ productId, locale, market }: SheetOf) => ({
  productId,
  locale,
  ...(market === undefined ? {} : { storeId: market.storeId, marketId: market.marketId }),
})
