import { outcomeOf } from '../../platform/outcome-of-rows.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import { WORKER_SECRET } from '@huoqiao/contract/system-config/system-config.endpoints'
import type { BulkOutcome } from '@huoqiao/contract/wire'
import type { Db, Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { ProductsApi } from '../products/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { syncFailed } from './failure-notice.mapping.ts'
import { findListing, findListingsOfProducts, updateListing } from './listings.store.ts'
import type { ListingProjection } from './listing-projection.service.ts'
import type { PushActs } from './push.act.ts'
import type { SyncTasksService } from './sync-tasks.service.ts'
import { findItem, updateItem, updateItems } from './sync-tasks.store.ts'

type Endpoints = typeof ENDPOINTS
export type ExternalResults = ReturnType<typeof externalResults>

/** An older callback is rejected as a replay. The limit is a day, because late answers are accepted. */
const CALLBACK_LIVES_MS = 24 * 3600_000

/** Changes to a listing that come from outside a task: by a person, or by an external worker. */
export function externalResults(deps: {
  db: Db
  clock: Clock
  products: ProductsApi
  stores: StoresApi
  projection: ListingProjection
  notices: Pick<NoticesService, 'tell'>
  tasks: SyncTasksService
  pushes: Pick<PushActs, 'giveUp'>
  config: Pick<SystemConfigService, 'secret'>
}) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  return {
    /**
     * Marks a stuck push as failed. A request that is under way may still be answered and then counts as success; no further request is
     * sent, even if a stopped process resumes.
     */
    async manualSetSyncFailed(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['manualSetSyncFailed']>,
    ): Promise<BulkOutcome> {
      const productIds = [...new Set(input.productIds)]
      const held = await deps.projection.lock(tx, productIds)
      const stuck = (await findListingsOfProducts(tx, productIds)).filter(
        (row) =>
          (!input.storeId || row.storeId === input.storeId) && (row.state === 'syncing' || row.state === 'queued'),
      )
      const message = `手动置为失败：${input.reason}`
      const items =
        stuck.length === 0
          ? []
          : await updateItems(
              tx,
              { listingIds: stuck.map((row) => row.id), states: ['queued', 'running'] },
              {
                state: 'failed',
                message,
                word: 'manual',
                advice: '确认原因后重试',
                finishedAt: now(),
                updatedAt: now(),
              },
            )
      for (const row of stuck) {
        await deps.pushes.giveUp(tx, row.id)
        await updateListing(tx, row.id, { state: 'failed', error: message, updatedAt: now() })
        call.notes.object('product', row.productId)
      }
      await deps.projection.write(tx, held, stuck)
      for (const taskId of [...new Set(items.map((item) => item.taskId))].sort()) await deps.tasks.recount(tx, taskId)
      const done = new Set(stuck.map((row) => row.productId))
      return outcomeOf(
        productIds.map((id) =>
          done.has(id)
            ? { key: id, ok: true, message: '已置为同步失败', id }
            : { key: id, ok: false, word: 'state-not-allowed', message: '没有正在同步的店铺' },
        ),
      )
    },

    async receiveSyncShopifyResult(
      tx: Tx,
      input: InputOf<Endpoints['receiveSyncShopifyResult']>,
    ): Promise<OutputOf<Endpoints['receiveSyncShopifyResult']>> {
      const secret = await deps.config.secret(tx, WORKER_SECRET)
      if (secret === undefined) throw new Refusal('bad-signature', { why: NO_SECRET })
      checkSignature(secret, input)
      const seen = await findItem(tx, input.itemId)
      if (!seen) throw new Refusal('not-found')
      const held = await deps.projection.lock(tx, [seen.productId])
      const item = (await findItem(tx, input.itemId, { lock: true }))!
      if (item.state === 'succeeded' || item.state === 'unchanged')
        return { taken: false, message: '这一条已经是成功，未重复处理' }
      const succeeded = input.result === 'succeeded'
      if (!succeeded && item.state === 'failed') return { taken: false, message: '这一条已经是失败，未重复处理' }
      const state = succeeded ? ('succeeded' as const) : ('failed' as const)
      const message = input.message || (succeeded ? '同步成功' : '同步失败')
      await updateItem(tx, item.id, {
        state,
        step: '外部回传',
        message,
        word: succeeded ? null : 'rejected',
        advice: succeeded ? null : '查看原因后重试',
        skuCount: succeeded ? (held[0]?.variants.filter((variant) => !variant.dropped).length ?? 0) : 0,
        finishedAt: now(),
        updatedAt: now(),
      })
      const row = await updateListing(tx, item.listingId, {
        state: succeeded ? 'online' : 'failed',
        error: succeeded ? null : message,
        ...(succeeded && input.shopifyProductId ? { shopifyProductId: input.shopifyProductId } : {}),
        ...(succeeded ? { pushedAt: now() } : {}),
        updatedAt: now(),
      })
      if (row) await deps.projection.write(tx, held, [row])
      await deps.tasks.recount(tx, item.taskId)
      if (!succeeded) {
        const storeName = (await deps.stores.storesById(tx, [item.storeId])).get(item.storeId)?.name ?? '已删除的店铺'
        const { taskId, title } = item
        await deps.notices.tell(tx, syncFailed({ taskId, title, storeName, isUnknown: false, why: message }))
      }
      return { taken: true, message: '已接收' }
    },

    /** Runs the same path with a sample and rolls it back, to test whether the path works. */
    async testBackData(
      call: Call,
      input: InputOf<Endpoints['testBackData']>,
    ): Promise<OutputOf<Endpoints['testBackData']>> {
      const steps: { step: string; ok: boolean; found: string }[] = []
      const itemId = input.itemId ?? '00000000-0000-7000-8000-000000000000'
      const sample = { itemId, result: input.result, message: '测试回传', timestamp: deps.clock.now() }
      const kept = await deps.config.secret(db.handle, WORKER_SECRET)
      steps.push({ step: '结果回传密钥', ok: kept !== undefined, found: kept === undefined ? NO_SECRET : '已生成' })
      // Without a stored secret, the rest of the path is still tested.
      const secret = kept ?? 'sample'
      const signed = { ...sample, signature: signResult(secret, sample) }
      steps.push({ step: '生成签名', ok: true, found: `${signed.signature.slice(0, 8)}…` })
      try {
        checkSignature(secret, signed)
        steps.push({ step: '校验签名', ok: true, found: '一致' })
      } catch {
        steps.push({ step: '校验签名', ok: false, found: '不一致' })
      }
      try {
        checkSignature(secret, { ...signed, message: '被改动' })
        steps.push({ step: '拒绝被改动的内容', ok: false, found: '没有拒绝' })
      } catch {
        steps.push({ step: '拒绝被改动的内容', ok: true, found: '已拒绝' })
      }
      const item = input.itemId ? await findItem(db.handle, input.itemId) : undefined
      const listing = item ? await findListing(db.handle, item.listingId) : undefined
      steps.push({
        step: '查找同步记录',
        ok: !input.itemId || item !== undefined,
        found: input.itemId
          ? item
            ? `${item.title}（${item.state}${listing?.shopifyProductId ? '，店铺已有商品' : ''}）`
            : '没有这条记录'
          : '未指定，使用样例',
      })
      call.log.debug({ itemId }, 'callback tested, nothing stored')
      return { ok: steps.every((step) => step.ok), steps }
    },
  }

  function checkSignature(secret: string, input: Result & { signature: string }): void {
    const expected = Buffer.from(signResult(secret, input))
    const given = Buffer.from(input.signature.toLowerCase())
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Refusal('bad-signature')
    if (Math.abs(deps.clock.now() - input.timestamp) > CALLBACK_LIVES_MS)
      throw new Refusal('bad-signature', { why: '时间戳太旧' })
  }
}

const NO_SECRET = '还没有生成结果回传密钥：在“连接与参数”的“同步”里生成'

type Result = {
  itemId: string
  result: string
  message: string
  shopifyProductId?: string | undefined
  timestamp: number
}

/** docs/calls.md describes the signature for authors of workers. */
const signResult = (secret: string, fields: Result): string =>
  createHmac('sha256', secret)
    .update(
      [fields.timestamp, fields.itemId, fields.result, fields.shopifyProductId ?? '', fields.message].join('\n'),
      'utf8',
    )
    .digest('hex')
