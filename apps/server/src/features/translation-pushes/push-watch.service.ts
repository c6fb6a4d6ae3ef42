import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import {
  TRANSLATION_PUSH_ITEM_STATES,
  TRANSLATION_PUSH_STATES,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type {
  TranslationPushItemState,
  TranslationPushState,
} from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { Db } from '../../db/db.ts'
import type { TaskSearch } from '../../db/task-search.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ListingTextsService } from '../listings/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { countChanges } from './shop-translations.store.ts'
import {
  countItemStates,
  countPushes,
  findPush,
  findPushes,
  findPushItems,
  isUndone,
} from './translation-pushes.store.ts'
import { pushItemView, pushView } from './translation-pushes.view.ts'

type Endpoints = typeof ENDPOINTS
export type PushWatch = ReturnType<typeof pushWatch>

const PUSH_STATES = Object.keys(TRANSLATION_PUSH_STATES) as TranslationPushState[]
const ITEM_STATES = Object.keys(TRANSLATION_PUSH_ITEM_STATES) as TranslationPushItemState[]

/** Read access to tasks and their products. */
export function pushWatch(deps: {
  db: Db
  stores: StoresApi
  products: Pick<ProductsApi, 'productIdsByKeyword'>
  texts: ListingTextsService
}) {
  const { db } = deps
  const searchOf = async ({ keyword }: { keyword?: string | undefined }): Promise<TaskSearch> => ({
    keyword,
    products: await deps.products.productIdsByKeyword(db.handle, keyword),
  })
  const knownOf = async (pushId: string) => ({
    isUndone: await isUndone(db.handle, pushId),
    hasChanges: (await countChanges(db.handle, pushId)) > 0,
  })

  return {
    async queryTranslationPushes(
      input: InputOf<Endpoints['queryTranslationPushes']>,
    ): Promise<OutputOf<Endpoints['queryTranslationPushes']>> {
      const { rows, ...count } = await findPushes(db.handle, { ...input, ...(await searchOf(input)) }, input)
      const stores = await deps.stores.storesById(db.handle, [...new Set(rows.map(({ storeId }) => storeId))])
      const list = await Promise.all(
        rows.map(async (row) => pushView(row, stores.get(row.storeId), await knownOf(row.id))),
      )
      return { list, ...count, page: input.page, pageSize: input.pageSize }
    },

    getTranslationPushCountByState: async (input: InputOf<Endpoints['getTranslationPushCountByState']>) =>
      countPushes(db.handle, { ...input, ...(await searchOf(input)) }, PUSH_STATES),

    async getTranslationPush(
      input: InputOf<Endpoints['getTranslationPush']>,
    ): Promise<OutputOf<Endpoints['getTranslationPush']>> {
      const { pushId, state, page, pageSize } = input
      const push = await findPush(db.handle, pushId)
      if (!push) throw new Refusal('not-found')
      const store = (await deps.stores.storesById(db.handle, [push.storeId])).get(push.storeId)
      const rows = await findPushItems(db.handle, pushId, state, { page, pageSize })
      const counts = await countItemStates(db.handle, pushId)
      const all = ITEM_STATES.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
      const there = store
        ? await deps.texts.textsOf(
            db.handle,
            store.id,
            rows.map(({ productId }) => productId),
          )
        : []
      const listings = new Map(there.map((listing) => [listing.productId, listing]))
      return {
        push: pushView(push, store, await knownOf(pushId)),
        items: {
          list: rows.map((row) => pushItemView(row, store, listings.get(row.productId))),
          total: state === undefined ? all : (counts[state] ?? 0),
          page,
          pageSize,
        },
        counts: { counts, all, capped: [] },
      }
    },
  }
}
