import { SendWithdrawn } from '@huoqiao/connector-kit'
import { canonicalJson } from '@huoqiao/kit'
import { isStillOpen } from '../../acts/act.store.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewNotice, NoticesService } from '../notices/index.ts'
import type { ProductDoc } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { CompareService } from './compare.service.ts'
import { syncFailed } from './failure-notice.mapping.ts'
import { lookInShops } from './listings.jobs.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import { keepMade, updateListing } from './listings.store.ts'
import type { ListingRow } from './listings.store.ts'
import { explainPush } from './push-failure.ts'
import type { Begun, PushOutcome } from './push.types.ts'
import { findItem, findOtherWork, updateItem, updateItems } from './sync-tasks.store.ts'

export type PushRecordDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  stores: StoresApi
  compare: CompareService
  projection: ListingProjection
  notices: Pick<NoticesService, 'tell'>
}
export type PushRecord = ReturnType<typeof pushRecord>

/** Records the progress of a push. Its act is the fence: for a push that was called off, only what the shop says it created is stored. */
export function pushRecord(deps: PushRecordDeps) {
  const { db, projection } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    async step({ item }: Begun, text: string): Promise<void> {
      await updateItems(db.handle, { ids: [item.id], states: ['running'] }, { step: text, updatedAt: now() })
    },

    /** Stores the shop's ids immediately, before anything else can fail. Throws SendWithdrawn if the push was called off. */
    async keep(push: Begun, change: Partial<ListingRow>): Promise<void> {
      const { act, listing } = push
      const row = await updateListing(db.handle, listing.id, { ...change, updatedAt: now() }, isStillOpen(act.id))
      if (row === undefined) {
        const { shopifyProductId, handle } = change
        if (shopifyProductId) await keepMade(db.handle, listing.id, { shopifyProductId, handle: handle ?? null }, now())
        throw new SendWithdrawn('the push was called off')
      }
      push.listing = row
    },

    /** A success counts even if a person gave the push up (decisions, section 4). */
    async succeed(tx: Tx, push: Begun, outcome: PushOutcome, held: readonly ProductDoc[]): Promise<void> {
      await updateItem(tx, push.item.id, {
        state: outcome.kind === 'unchanged' ? 'unchanged' : 'succeeded',
        step: '完成',
        message: outcome.note || (outcome.kind === 'unchanged' ? '店铺内容已是最新' : '同步成功'),
        advice: null,
        word: null,
        exchange: null,
        skuCount: push.product.variants.filter((variant) => !variant.dropped).length,
        finishedAt: now(),
        updatedAt: now(),
      })
      const row = await updateListing(tx, push.listing.id, {
        ...(await stateAfter(tx, push, outcome.onSale ? 'online' : 'offline', null)),
        pushed: outcome.base,
        shown: outcome.shown,
        stockIntent: null,
        pushedAt: now(),
        pushedBy: push.item.taskId,
        refs: outcome.refs,
        updatedAt: now(),
      })
      // Changes in the shop were overwritten or kept; reading the listing again shows which.
      if (row && row.shopChanged.length > 0) {
        await updateListing(tx, push.listing.id, { shopTouchedAt: now() })
        await deps.jobs.enqueue(tx, lookInShops, {})
      }
      const fresh = held[0] && (await deps.compare.ourSide(held[0], push.store, tx))
      const outdated = fresh !== undefined && canonicalJson(fresh) !== canonicalJson(outcome.base)
      await projection.write(tx, held, [push.listing], new Map([[push.listing.id, outdated]]))
    },

    /** The answer came after the push was given up, and another push may have run since: the listing is read from the shop again. */
    async late(tx: Tx, { listing }: Begun): Promise<void> {
      await updateListing(tx, listing.id, { shopTouchedAt: now() })
      await deps.jobs.enqueue(tx, lookInShops, {})
    },

    /** Records the failure, unless somebody changed the item's state meanwhile. */
    async fail(tx: Tx, push: Begun, error: unknown, held: readonly ProductDoc[]): Promise<void> {
      const reported = explainPush(error, push.store, deps.stores)
      const state = reported.word === 'unknown-outcome' ? 'unknown' : 'failed'
      const item = await findItem(tx, push.item.id, { lock: true })
      if (item?.state !== 'running') return
      await updateItem(tx, push.item.id, {
        state,
        message: reported.message,
        advice: reported.advice,
        word: reported.word,
        exchange: reported.exchange ?? null,
        finishedAt: now(),
        updatedAt: now(),
      })
      await updateListing(tx, push.listing.id, {
        ...(await stateAfter(tx, push, state, reported.message)),
        updatedAt: now(),
      })
      await projection.write(tx, held, [push.listing])
      await deps.notices.tell(tx, failureNotice(push, state === 'unknown', reported.message))
    },
  }

  function failureNotice({ item, store }: Begun, isUnknown: boolean, why: string): NewNotice {
    return syncFailed({ taskId: item.taskId, title: item.title, storeName: store.name, isUnknown, why })
  }

  /** A listing that is requested again stays queued, and remembers the outcome of this push. */
  async function stateAfter(
    tx: Tx,
    push: Begun,
    state: ListingRow['state'],
    error: string | null,
  ): Promise<Partial<ListingRow>> {
    const other = await findOtherWork(tx, push.listing.id, push.item.id)
    return other.queued ? { state: 'queued', restState: state, restError: error } : { state, error }
  }
}
