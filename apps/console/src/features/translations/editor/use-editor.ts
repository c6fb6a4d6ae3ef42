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

/** The texts of one product in one language, general or of one market: what a person typed and has not saved, and all actions on them. */
export function useEditor(of: SheetOf, sheet: TranslationSheet | undefined) {
  const { productId, locale, market } = of
  const typing = useKeptTyping<Typed>(`translation:${productId}.${locale}`)
  /** Prefix of field names in the draft: keeps what is typed for different markets apart. */
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
    // A second save would send the same texts again, with versions that the first save is about to replace.
    if (saving.isPending) {
      toast.info('上一次保存还没有完成，请稍后再保存')
      return false
    }
    if (!(await writeTyped(dirty))) return false
    toast.success(`已保存 ${dirty.length} 段`)
    return true
  }
  /** Saves the edits; on success removes what was typed in their fields from the draft. */
  async function writeTyped(edits: readonly Edit[]): Promise<boolean> {
    const sent = Object.fromEntries(edits.map(({ field }) => [nameOf(field), typedIn(field)]))
    const now = await write(edits)
    if (now) typing.saved(sent, (name) => storedIn(now, name.slice(beginning.length)))
    return now !== undefined
  }
  /** Returns the saved sheet; undefined: the save failed. */
  async function write(edits: readonly Edit[]): Promise<TranslationSheet | undefined> {
    const done = await saving.run({ ...askedOf(of), edits: [...edits] })
    setRefused(done.ok ? undefined : { beginning, faults: done.error.explanation?.fields ?? {} })
    if (done.ok) return done.data
    const { refusal, current } = done.error.explanation ?? {}
    // Loads the texts and versions that others saved: without them every further save would be refused as stale.
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
      // During a save the stored text is about to change, so the draft entry is kept.
      if (text === there && !saving.isPending) typing.forget(nameOf(field))
      else typing.type(nameOf(field), { text, over: typedIn(field)?.over ?? there })
    },
    /** The stored text, if others saved it after the person began to type; otherwise undefined. */
    theirs({ field, translation }: TranslationField): string | undefined {
      const [mine, now] = [typedIn(field), translation?.text ?? '']
      return mine && !saving.isPending && mine.over !== now && mine.text !== now ? now : undefined
    },
    takeTheirs: (field: string): void => typing.forget(nameOf(field)),
    save,
    /** Approves one text. A market's text is approved by saving it unchanged, which ties it to the present source text. */
    async approve(field: string): Promise<void> {
      const there = stored.get(field)
      if (market === undefined) await approve([field])
      else if (there && (await write([{ field, text: there.text, version: there.version }]))) toast.success('已通过')
    },
    /** Removes the text of a market, so that the general text is used there. */
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

/** The sheet as input of the calls; without a market: the general texts. */
export const askedOf = ({ productId, locale, market }: SheetOf) => ({
  productId,
  locale,
  ...(market === undefined ? {} : { storeId: market.storeId, marketId: market.marketId }),
})
