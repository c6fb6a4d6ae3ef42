import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { isRefusal, Refusal } from '../../platform/refusal.ts'
import { languagesFrom } from './languages.rules.ts'
import type { StoreConnectors } from './stores.connectors.ts'
import { readShopLanguages } from './stores.jobs.ts'
import { findStore, saveFacts } from './stores.store.ts'
import type { StoresApi } from './stores.types.ts'

export type LanguagesApi = Pick<StoresApi, 'languagesOf' | 'readLanguages' | 'readMarkets' | 'expectLanguages'>
export type LanguagesService = LanguagesApi & { readExpected(storeId: string, signal: AbortSignal): Promise<void> }

/** The languages and markets of the shops: read with each check of a shop, before translations are written, and when the shop reports a change. */
export function languagesService(
  { db, clock, jobs }: { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'> },
  connectors: StoreConnectors,
): LanguagesService {
  const languages: LanguagesService = {
    async languagesOf(tx: Tx, storeId) {
      const row = await findStore(tx, storeId)
      if (!row) throw new Refusal('not-found', { why: '店铺不存在' })
      return languagesFrom(row.languages, row.languagesReadAt)
    },
    async readLanguages(storeId, options) {
      const shop = await connectors.of(storeId)
      const languages = await shop.shopLocales(options)
      const readAt = new Date(clock.now())
      await saveFacts(db.handle, storeId, { languages: [...languages], languagesReadAt: readAt })
      return languagesFrom(languages, readAt)
    },
    async readMarkets(storeId, options) {
      const shop = await connectors.of(storeId)
      const markets = await shop.shopMarkets(options)
      if (markets) await saveFacts(db.handle, storeId, { markets: [...markets], marketsReadAt: new Date(clock.now()) })
      return markets
    },
    async expectLanguages(tx, storeId) {
      await jobs.enqueue(tx, readShopLanguages, { storeId })
    },
    /** The job. Without the shop's permission, or without the store, another try has the same result; the next check reports it. */
    async readExpected(storeId, signal) {
      try {
        await languages.readLanguages(storeId, { signal })
      } catch (error) {
        const isFinal =
          isRefusal(error) || (isRemoteFailure(error) && ['unauthorised', 'rejected'].includes(error.word))
        if (!isFinal) throw error
      }
    },
  }
  return languages
}
