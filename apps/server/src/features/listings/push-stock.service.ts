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
/** Changes in one request (reference, section 2, "Other caps"). */
const AT_ONCE = 250
/**
 * How long an idempotency key is trusted. The simulated shop remembers it for a day; the real shop's time is not published, so this is well
 * below.
 */
const KEY_LIVES_MS = 12 * 3600_000

type Change = NonNullable<StockIntent['change']>

/**
 * Changes stock at the store's location by our difference. Each request is stored with its key before it is sent, and the new base together
 * with its success. After a crash `resolve` finds the request and repeats it unchanged.
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
     * Finds out whether a change with a lost answer was made. Returns false if that can no longer be known: it then counts as made, because
     * missing stock gets noticed and stock that is sold twice does not.
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
        // The variant may have been deleted in the shop: a refusal is an answer, unless the first request is still being processed.
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
        // A request with a change of zero adds nothing, however often it is sent.
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
          // The last try sends no expected quantity, because with continuous sales it would always be outdated; the added quantity is the
          // same.
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

  /** False: the shop says that it was not applied. Throws if it was refused for good, or the outcome is unknown. */
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

  /** In one write: the change is no longer open, and our stock is the new base. */
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
  // From an earlier try that did not finish; newer than the base.
  ...intent?.made,
})

export const withStock = (base: Desired, stock: PushedStock): Desired => ({
  ...base,
  variants: base.variants.map((variant) => ({ ...variant, stock: stock[variant.id] ?? variant.stock })),
})

/** The whole request was refused, now or when the key was first used. */
const NOT_MADE: ReadonlySet<string> = new Set(['CHANGE_FROM_QUANTITY_STALE', 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'])
const isNotMade = (error: unknown): boolean =>
  isRemoteFailure(error) && userErrorsOf(error).some(({ code }) => NOT_MADE.has(code ?? ''))
const isUnderWay = (error: unknown): boolean =>
  isRemoteFailure(error) && userErrorsOf(error).some(({ code }) => code === 'IDEMPOTENCY_CONCURRENT_REQUEST')
