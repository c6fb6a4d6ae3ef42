import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { noteChanges } from '../../platform/note-changes.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import { findLanguages, findProductIdsAfter, removeSheetsExcept, saveLanguages } from './sheets.store.ts'
import type { LanguagesRow } from './sheets.store.ts'
import type { TextWriting } from './text-writing.service.ts'
import { countLanguage } from './translations.jobs.ts'

type Endpoints = typeof ENDPOINTS
export type LanguagesService = ReturnType<typeof languagesService>

/** Products that are counted in one transaction. */
const PRODUCTS_AT_ONCE = 200

const view = ({ locales, imperial, version }: LanguagesRow) => ({
  locales: locales as Locale[],
  imperial: imperial as Locale[],
  version,
})

/** The languages that products are translated into. After one is added, a job counts all products in it. */
export function languagesService(deps: { db: Db; clock: Clock; jobs: Jobs; writing: TextWriting }) {
  const { db } = deps
  return {
    queryTranslationLanguages: async (tx: Tx) => view(await findLanguages(tx)),

    async saveTranslationLanguages(
      tx: Tx,
      call: Call,
      { locales, imperial, version }: InputOf<Endpoints['saveTranslationLanguages']>,
    ): Promise<OutputOf<Endpoints['saveTranslationLanguages']>> {
      if (new Set(locales).size < locales.length) throw invalidField('locales', '同一种语言选了两次')
      const before = await findLanguages(tx, 'update')
      const saved = await saveLanguages(tx, version, { locales, imperial }, new Date(deps.clock.now()))
      if (saved === undefined || before.version !== version) throw new Refusal('stale', { current: view(before) })
      await removeSheetsExcept(tx, locales)
      for (const locale of locales)
        if (!before.locales.includes(locale))
          await deps.jobs.enqueue(tx, countLanguage, { locale }, { key: `${locale}:${saved.version}` })
      noteChanges(call.notes, { locales, imperial }, before, saved)
      return view(saved)
    },

    /** The job: counts every product in a language. It is safe to count a product twice. */
    async count(locale: string, signal: AbortSignal): Promise<void> {
      let after: string | undefined
      for (;;) {
        signal.throwIfAborted()
        const ids = await findProductIdsAfter(db.handle, after, PRODUCTS_AT_ONCE)
        if (ids.length === 0) return
        await db.transaction((tx) => deps.writing.recount(tx, ids, [locale]))
        after = ids.at(-1)
      }
    },
  }
}
