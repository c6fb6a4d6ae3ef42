import type { ENDPOINTS, InputOf, OutputOf, RowOutcome } from '@huoqiao/contract'
import type { TranslationPush } from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type { TranslationPushItemState } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import type { Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ListingTextsService } from '../listings/index.ts'
import type { StoreDoc, StoresApi } from '../stores/index.ts'
import type { PushRecord } from './push-record.service.ts'
import { countChanges } from './shop-translations.store.ts'
import { runTranslationPush } from './translation-pushes.jobs.ts'
import {
  findAllPushItems,
  findPush,
  insertPush,
  insertPushItems,
  isUndone,
  movePushItems,
  updatePush,
} from './translation-pushes.store.ts'
import type { PushRow } from './translation-pushes.store.ts'
import { isOpenPush, NOTHING_WRITTEN, pushView, UNDO_OF_UNDO, UNKNOWN_LEFT } from './translation-pushes.view.ts'

type Endpoints = typeof ENDPOINTS
export type PushRequests = ReturnType<typeof pushRequests>

const AGAIN: readonly TranslationPushItemState[] = ['failed', 'unknown', 'cancelled']
/** Characters of a product's title in the name of its task. */
const TITLE_SHOWN = 40
/** Upper limit of products that the operation log names. */
const NAMED = 100

/** Tasks that write translations: started, cancelled, repeated and undone by a person. */
export function pushRequests(deps: {
  clock: Clock
  newId: NewId
  jobs: Jobs
  stores: StoresApi
  texts: ListingTextsService
  record: PushRecord
}) {
  const now = (): Date => new Date(deps.clock.now())

  /** The languages of the request, or all languages that the shop had when they were read last. */
  async function localesOf(tx: Tx, store: StoreDoc, asked: readonly string[] | undefined): Promise<string[]> {
    const there = await deps.stores.languagesOf(tx, store.id)
    const all = [...there.published, ...there.unpublished]
    if (there.readAt !== null && all.length === 0)
      throw new Refusal('not-ready', {
        why: `店铺“${store.name}”只有主语言，没有可以写译文的语言`,
        next: [{ label: '在店铺后台的“语言”里添加，再检查连接' }],
      })
    const locales = asked ?? all
    if (locales.length === 0)
      throw new Refusal('not-ready', {
        why: `还不知道店铺“${store.name}”有哪些语言`,
        next: [{ label: '检查店铺的连接', to: '/system/systemconfig' }],
      })
    return [...new Set(locales)]
  }

  const viewOf = async (tx: Tx, row: PushRow): Promise<TranslationPush> =>
    pushView(row, (await deps.stores.storesById(tx, [row.storeId])).get(row.storeId), {
      isUndone: await isUndone(tx, row.id),
      hasChanges: (await countChanges(tx, row.id)) > 0,
    })

  async function required(tx: Tx, pushId: string): Promise<PushRow> {
    const push = await findPush(tx, pushId, 'update')
    if (!push) throw new Refusal('not-found')
    return push
  }

  return {
    async pushTranslations(
      tx: Tx,
      call: Call,
      { storeId, productIds, locales, approvals }: InputOf<Endpoints['pushTranslations']>,
    ): Promise<OutputOf<Endpoints['pushTranslations']>> {
      const [store] = await deps.stores.requireStores(tx, [storeId])
      const languages = await localesOf(tx, store!, locales)
      const wanted = [...new Set(productIds)]
      const listings = new Map(
        (await deps.texts.textsOf(tx, storeId, wanted)).map((listing) => [listing.productId, listing]),
      )
      const approved = new Map(approvals.map((one) => [one.productId, one]))
      const rows = wanted.map((productId): RowOutcome => {
        const listing = listings.get(productId)
        if (!listing) return { key: productId, ok: false, word: 'not-found', message: `没有认领到店铺“${store!.name}”` }
        if (listing.shopifyProductId === null)
          return { key: productId, ok: false, word: 'not-ready', message: `${listing.title}：还没有同步到这家店铺` }
        return { key: productId, ok: true, message: '已排队', id: listing.listingId }
      })
      const outcome = {
        succeeded: rows.filter(({ ok }) => ok).length,
        failed: rows.filter(({ ok }) => !ok).length,
        rows,
      }
      const ready = rows.flatMap(({ ok, key }) => (ok ? [listings.get(key)!] : []))
      if (ready.length === 0) return { push: null, rows: outcome }
      const pushId = deps.newId()
      const first = ready[0]!.title
      const name = first.length > TITLE_SHOWN ? `${first.slice(0, TITLE_SHOWN - 1)}…` : first
      await insertPush(tx, {
        id: pushId,
        storeId,
        kind: 'push',
        title: `${ready.length === 1 ? `“${name}”` : `${ready.length} 个商品`}的译文写入${store!.name}`,
        locales: languages,
        state: 'queued',
        total: ready.length,
        createdById: call.actor.accountId,
        createdBy: call.actor.name,
        createdAt: now(),
        updatedAt: now(),
      })
      await insertPushItems(
        tx,
        ready.map(({ listingId, productId, title }, position) => {
          const given = approved.get(productId)
          return {
            id: deps.newId(),
            pushId,
            listingId,
            productId,
            position,
            title,
            state: 'queued' as const,
            approval: given ? { contentHash: given.contentHash, overwrite: given.overwrite } : null,
            updatedAt: now(),
          }
        }),
      )
      await deps.jobs.enqueue(tx, runTranslationPush, { pushId }, { key: pushId })
      for (const { productId, title } of ready.slice(0, NAMED)) call.notes.object('product', productId, title)
      call.notes.object('translation-push', pushId)
      return { push: await viewOf(tx, (await findPush(tx, pushId))!), rows: outcome }
    },

    async cancelTranslationPush(tx: Tx, call: Call, pushId: string): Promise<TranslationPush> {
      const push = await required(tx, pushId)
      if (!isOpenPush(push)) throw new Refusal('state-not-allowed', { why: '任务已经结束' })
      await movePushItems(tx, pushId, ['queued'], {
        state: 'cancelled',
        message: '任务已取消',
        finishedAt: now(),
        updatedAt: now(),
      })
      await updatePush(tx, pushId, { cancelledAt: now(), updatedAt: now() })
      await deps.record.recount(tx, pushId)
      call.notes.object('translation-push', pushId, push.title)
      return viewOf(tx, (await findPush(tx, pushId))!)
    },

    /** Compares with the shop again. A former approval does not apply. */
    async retryTranslationPush(tx: Tx, call: Call, pushId: string): Promise<TranslationPush> {
      const push = await required(tx, pushId)
      if (isOpenPush(push)) throw new Refusal('state-not-allowed', { why: '任务还在进行' })
      const change = { state: 'queued' as const, message: '', advice: null, approval: null, finishedAt: null }
      const moved = await movePushItems(tx, pushId, AGAIN, { ...change, updatedAt: now() })
      if (moved === 0) throw new Refusal('state-not-allowed', { why: '没有失败的商品' })
      await deps.record.reopen(tx, pushId)
      call.notes.object('translation-push', pushId, push.title)
      return viewOf(tx, (await findPush(tx, pushId))!)
    },

    async undoTranslationPush(tx: Tx, call: Call, pushId: string): Promise<TranslationPush> {
      const push = await required(tx, pushId)
      if (push.kind === 'undo') throw new Refusal('state-not-allowed', { why: UNDO_OF_UNDO })
      if (isOpenPush(push)) throw new Refusal('state-not-allowed', { why: '任务还在进行' })
      if (await isUndone(tx, pushId)) throw new Refusal('state-not-allowed', { why: '已经撤销过' })
      if (push.unknown > 0) throw new Refusal('state-not-allowed', { why: UNKNOWN_LEFT })
      if ((await countChanges(tx, pushId)) === 0) throw new Refusal('state-not-allowed', { why: NOTHING_WRITTEN })
      const items = await findAllPushItems(tx, pushId)
      const undoId = deps.newId()
      await insertPush(tx, {
        id: undoId,
        storeId: push.storeId,
        kind: 'undo',
        title: `撤销：${push.title}`,
        locales: push.locales,
        state: 'queued',
        total: items.length,
        createdById: call.actor.accountId,
        createdBy: call.actor.name,
        createdAt: now(),
        updatedAt: now(),
      })
      await insertPushItems(
        tx,
        items.map(({ id, listingId, productId, title, position }) => ({
          id: deps.newId(),
          pushId: undoId,
          listingId,
          productId,
          undoOf: id,
          position,
          title,
          state: 'queued' as const,
          updatedAt: now(),
        })),
      )
      await deps.jobs.enqueue(tx, runTranslationPush, { pushId: undoId }, { key: undoId })
      call.notes.object('translation-push', pushId, push.title)
      call.notes.object('translation-push', undoId)
      return viewOf(tx, (await findPush(tx, undoId))!)
    },
  }
}
