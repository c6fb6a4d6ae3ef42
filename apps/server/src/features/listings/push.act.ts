import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { Act, Acts, ActsOf } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { ProductDoc, ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { findListing } from './listings.store.ts'
import { sentenceOf } from './push-failure.ts'
import type { PushRecord } from './push-record.service.ts'
import type { PushService } from './push.service.ts'
import type { Begun, PushOutcome, PushRequest } from './push.types.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import { findItem } from './sync-tasks.store.ts'

export type PushActs = ActsOf<PushRequest, PushOutcome, true>
/** The pushes that this process is running, by act id. */
export type InHand = Map<string, { push: Begun; signal: AbortSignal }>

/** Long, because a large product may wait for rate-limit points. A later try on the same item or listing calls the act off before this. */
const SENDER_GONE_MS = 30 * 60_000
/** The unknown outcome is shown for this long before the first lookup. */
const FIRST_LOOK_MS = 20_000
const LOOK_AGAIN_MS = 10_000
/** The shop may still be processing a request whose answer was lost, and the next push may be newer. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }
/** After this many tries with a lost outcome a person has to decide. */
const TRIES = 5

/**
 * Remote acts that push. The act's key is the listing. All requests of one push are one act, because each sets the final values of the
 * product: the next push compares before it writes and sees what exists (decision 0027).
 */
export function pushActs(deps: {
  db: Db
  acts: Acts
  products: ProductsApi
  stores: StoresApi
  compare: CompareService
  projection: ListingProjection
  record: PushRecord
  tasks: SyncTasksService
  pusher: PushService
  inHand: InHand
}): PushActs {
  const { db, stores, record, inHand } = deps

  /** Queues the item again, whether the lookup found the push or not: what exists is completed, and what is missing is created once. */
  async function goOn(tx: Tx, { intent }: Act<PushRequest>, step: string): Promise<void> {
    const item = await findItem(tx, intent.itemId)
    if (item?.state !== 'unknown' || item.attempts >= TRIES) return
    await deps.tasks.again(tx, item.taskId, { ids: [item.id], states: ['unknown'], step, forgetApproval: false })
  }

  /** Whether the shop already has everything that a push would write. */
  async function isThere({ listingId, productId, storeId }: PushRequest, signal: AbortSignal): Promise<boolean> {
    const listing = await findListing(db.handle, listingId)
    const [product] = await deps.products.productsForPush(db.handle, [productId])
    const store = (await stores.storesById(db.handle, [storeId])).get(storeId)
    if (!listing || !product || !store) return false
    const shop = await stores.connectorOf(storeId)
    const id = listing.shopifyProductId ?? (await shop.findByListingId(listingId, { signal }))?.id
    const [live] = id === undefined ? [] : await shop.readProducts([id], { signal })
    if (!live) return false
    const ours = await deps.compare.ourSide(product, store)
    const { plan } = deps.compare.compareWith({ ours, store, listing, live, adopt: true })
    return plan.fields.every(({ change }) => change === 'none')
  }

  return deps.acts.define<PushRequest, PushOutcome, true, ProductDoc[]>({
    kind: 'push',
    senderGoneMs: SENDER_GONE_MS,
    firstLookMs: FIRST_LOOK_MS,
    async send({ id, intent }, { guard }) {
      const { push, signal } = inHand.get(id)!
      try {
        const connector = await stores.connectorOf(intent.storeId)
        return await deps.pusher.carryOut(Object.assign(push, { connector, guard }), signal)
      } catch (error) {
        if (isRemoteFailure(error)) await stores.noteFailure(intent.storeId, error)
        throw error
      }
    },
    async look({ intent }, signal) {
      try {
        return (await isThere(intent, signal)) ? true : undefined
      } catch (error) {
        if (!isExternalFailure(error)) throw error
        // If the shop cannot be reached, a person may still retry; without a person the lookup is repeated later.
        if ((await findItem(db.handle, intent.itemId))?.state === 'unknown') throw error
        return undefined
      }
    },
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_AGAIN_MS,
    purchasesOf: () => [],
    hold: (tx, { intent }) => deps.projection.lock(tx, [intent.productId]),
    explain: (error) => sentenceOf(stores, error),
    async done(tx, { id }, outcome, was, held) {
      const { push } = inHand.get(id)!
      if (was === 'absent' || was === 'found') return record.late(tx, push)
      return record.succeed(tx, push, outcome, held)
    },
    async refused(tx, { id }, { error }, held) {
      const mine = inHand.get(id)
      if (mine && !mine.signal.aborted) await record.fail(tx, mine.push, error, held)
    },
    async unknown(tx, { id }, { error }, held) {
      const mine = inHand.get(id)
      // Stopped or called off: whoever takes the item next continues.
      if (!mine || mine.signal.aborted || error === undefined || isSendWithdrawn(error)) return
      await record.fail(tx, mine.push, error, held)
    },
    found: (tx, act) => goOn(tx, act, '已在店铺找到，继续完成'),
    absent: (tx, act) => goOn(tx, act, '店铺里没有，重新发送'),
  })
}
