import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Db } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { TranslationsApi } from '../translations/index.ts'
import { previewView } from './translation-pushes.view.ts'
import type { ShopReading } from './shop-reading.service.ts'

type Endpoints = typeof ENDPOINTS

const languagesOf = ({ languages }: StoreDoc): string[] =>
  languages.filter(({ primary }) => !primary).map(({ locale }) => locale)

/** The dry run: what a push of the translations of some products would change in a shop now. */
export function pushPreview(deps: { db: Db; stores: StoresApi; translations: TranslationsApi; reading: ShopReading }) {
  return {
    async previewTranslationPush(
      call: Call,
      { storeId, productIds, locales }: InputOf<Endpoints['previewTranslationPush']>,
    ): Promise<OutputOf<Endpoints['previewTranslationPush']>> {
      const [store] = await deps.stores.requireStores(deps.db.handle, [storeId])
      const connector = await deps.stores.connectorOf(storeId)
      try {
        const asked = { storeId, productIds, locales, isChosen: () => false }
        const plans = await deps.reading.plans(connector, asked, { lane: 'interactive', signal: call.signal })
        const needs = await deps.translations.pictureNeeds(deps.db.handle, productIds, locales ?? languagesOf(store!))
        return { items: plans.map((plan) => previewView(plan, store!, needs.get(plan.listing.productId) ?? [])) }
      } catch (error) {
        if (!isRemoteFailure(error)) throw error
        await deps.stores.noteFailure(storeId, error)
        throw deps.stores.explainStoreFailure(error, store)
      }
    },
  }
}
export type PushPreview = ReturnType<typeof pushPreview>
