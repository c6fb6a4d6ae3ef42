import { isRemoteFailure } from '@huoqiao/connector-kit'
import { userErrorsOf } from '@huoqiao/connector-shopify'
import type { Clock } from '../../platform/clock.ts'
import type { Desired } from './desired.mapping.ts'
import type { StockIntent } from './listings.tables.ts'
import type { PushedStock } from './plan.rules.ts'
import { PushStopped } from './push-failure.ts'
import type { StockChange } from './push-input.mapping.ts'
import type { PushRecord } from './push-record.service.ts'
import type { Pushing } from './push.types.ts'

const TRIES = 4
/** Changes of one request (reference, section 2, "Other caps"). */
const AT_ONCE = 250
/** A shop remembers a key for a day at least in its pretend form; the real one's time is not published, so well below it. */
const KEY_LIVES_MS = 12 * 3600_000

type Change = NonNullable<StockIntent['change']>

/**
 * Changes stock at the store's location by what we changed. Each request is written down before it is sent, with its key,
 * and the new base with its success: whatever dies in between, `resolve` finds the request and repeats it unchanged.
 */
export function pushStock(deps: { clock: Clock; record: Pick<PushRecord, 'keep'> }) {
  return {
    async change(push: Pushing, stock: readonly StockChange[], signal: AbortSignal): Promise<void> {
      const { locationId } = push.store
      if (locationId === null) return
      for (let from = 0; from < stock.length; from += AT_ONCE)
        await changeSome(push, locationId, stock.slice(from, from + AT_ONCE), signal)
    },

    /**
     * Finds out what became of a change whose outcome was never heard. Answers false where that cannot be known any more:
     * it then counts as made, since stock that is missing is seen and stock that is sold twice is not.
     */
    async resolve(push: Pushing, signal: AbortSignal): Promise<boolean> {
      const { change } = push.listing.stockIntent ?? {}
      if (!change) return true
      if (deps.clock.now() - Date.parse(change.at) > KEY_LIVES_MS) {
        await made(push, change)
        return false
      }
      let isMade = false
      try {
        isMade = await send(push, change, signal)
      } catch (error) {
        // The variant may be gone from the shop: a refusal is an answer, unless the first request is still under way.
        if (!isRemoteFailure(error) || error.word !== 'rejected' || isUnderWay(error)) throw error
      }
      if (isMade) await made(push, change)
      else await intend(push, undefined)
      return true
    },
  }

  async function changeSome(
    push: Pushing,
    locationId: string,
    stock: readonly StockChange[],
    signal: AbortSignal,
  ): Promise<void> {
    const { connector, item, guard } = push
    const itemIds = stock.map(({ inventoryItemId }) => inventoryItemId)
    for (let tryNumber = 1; tryNumber <= TRIES; tryNumber++) {
      let levels = await connector.stockLevels(itemIds, locationId, { signal })
      const closed = itemIds.filter((id) => !levels.has(id))
      for (const inventoryItemId of closed) {
        // Without a number: nothing is added by it, however often it is sent.
        const idempotencyKey = `hq-open-${item.id}-${item.attempts}-${tryNumber}-${inventoryItemId}`
        await connector.activateInventory({ inventoryItemId, locationId, idempotencyKey }, { signal, guard })
      }
      if (closed.length > 0) levels = await connector.stockLevels(itemIds, locationId, { signal })
      const change: Change = {
        key: `hq-${item.id}-${item.attempts}-${tryNumber}-${stock[0]!.variantId}`,
        at: new Date(deps.clock.now()).toISOString(),
        changes: stock.map(({ inventoryItemId, delta }) => ({
          inventoryItemId,
          locationId,
          delta,
          // Where goods are sold without a pause the last try does not compare: what is added is the same from any level.
          changeFromQuantity: tryNumber === TRIES ? null : (levels.get(inventoryItemId) ?? null),
        })),
        ours: Object.fromEntries(stock.map(({ variantId, ours }) => [variantId, ours])),
      }
      await intend(push, change)
      if (await send(push, change, signal)) return made(push, change)
      await intend(push, undefined)
    }
    throw new PushStopped('库存没有写入：店铺里的库存一直在变动', '稍后重试')
  }

  /** False: the shop says that it was not made. Throws where it was refused for good, or nothing is known. */
  async function send({ connector, item, guard }: Pushing, change: Change, signal: AbortSignal): Promise<boolean> {
    try {
      await connector.adjustInventory(
        {
          changes: change.changes,
          idempotencyKey: change.key,
          referenceDocumentUri: `huoqiao://sync-item/${item.id}`,
        },
        { signal, guard },
      )
      return true
    } catch (error) {
      if (isNotMade(error)) return false
      throw error
    }
  }

  function intend(push: Pushing, change: Change | undefined): Promise<void> {
    const { change: _old, ...rest } = push.listing.stockIntent ?? {}
    return deps.record.keep(push, { stockIntent: change ? { ...rest, change } : rest })
  }

  /** In one write: the change is no longer open, and our stock is what the shop has of us. */
  async function made(push: Pushing, { ours }: Change): Promise<void> {
    const { pushed, stockIntent } = push.listing
    const left = Object.entries(stockIntent?.made ?? {}).filter(([id]) => ours[id] === undefined)
    await deps.record.keep(push, {
      stockIntent: { made: Object.fromEntries(left) },
      pushed: pushed && withStock(pushed, ours),
    })
  }
}

export const pushedStockOf = (base: Desired | null, intent: StockIntent | null): PushedStock => ({
  ...Object.fromEntries((base?.variants ?? []).map(({ id, stock }) => [id, stock])),
  // Of an earlier try that never ended: newer than the base.
  ...intent?.made,
})

export const withStock = (base: Desired, stock: PushedStock): Desired => ({
  ...base,
  variants: base.variants.map((variant) => ({ ...variant, stock: stock[variant.id] ?? variant.stock })),
})

/** Refused as a whole, this time or the first time that the key was used. */
const NOT_MADE: ReadonlySet<string> = new Set(['CHANGE_FROM_QUANTITY_STALE', 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'])
const isNotMade = (error: unknown): boolean =>
  isRemoteFailure(error) && userErrorsOf(error).some(({ code }) => NOT_MADE.has(code ?? ''))
const isUnderWay = (error: unknown): boolean =>
  isRemoteFailure(error) && userErrorsOf(error).some(({ code }) => code === 'IDEMPOTENCY_CONCURRENT_REQUEST')
