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
/** What this process is pushing, by act. */
export type InHand = Map<string, { push: Begun; signal: AbortSignal }>

/** Whoever takes the item again, or the listing, calls the act off by itself; a big product may wait long for the points that it costs. */
const SENDER_GONE_MS = 30 * 60_000
/** People see that nobody knows before it is looked for. */
const FIRST_LOOK_MS = 20_000
const LOOK_AGAIN_MS = 10_000
/** The shop may still be working on a request whose answer was lost, and what comes next may be newer. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }
/** After so many tries whose outcome got lost a person has to see to it. */
const TRIES = 5

/**
 * Pushes; the thing that is pushed is the listing. All requests of one push are one act, since each sets what the product shall be:
 * what of it is there the next push sees, as it compares before it writes (decision record 0027).
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

  /** Found or not, the item goes on: what is there is completed, and what is not is made once. */
  async function goOn(tx: Tx, { intent }: Act<PushRequest>, step: string): Promise<void> {
    const item = await findItem(tx, intent.itemId)
    if (item?.state !== 'unknown' || item.attempts >= TRIES) return
    await deps.tasks.again(tx, item.taskId, { ids: [item.id], states: ['unknown'], step, forgetApproval: false })
  }

  /** Whether the shop has all that a push would write. */
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
        // A shop that cannot be asked keeps nobody from trying again; where nobody is, it is asked later.
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
      // Stopped, or called off: whoever takes the item next goes on with it.
      if (!mine || mine.signal.aborted || error === undefined || isSendWithdrawn(error)) return
      await record.fail(tx, mine.push, error, held)
    },
    found: (tx, act) => goOn(tx, act, '已在店铺找到，继续完成'),
    absent: (tx, act) => goOn(tx, act, '店铺里没有，重新发送'),
  })
}
