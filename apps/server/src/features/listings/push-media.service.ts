import type { UpsertedProduct } from '@huoqiao/connector-shopify'
import type { RemoteRefs } from './listings.tables.ts'
import type { MediaFallback } from './media-fallback.ts'
import { PushStopped } from './push-failure.ts'
import { pushParts } from './push-input.mapping.ts'
import type { PushContext, PushParts } from './push-input.mapping.ts'
import { matchVariants } from './plan.rules.ts'
import type { PlanField } from './plan.rules.ts'
import type { Pushing } from './push.types.ts'
import { refsNow, withMedia } from './refs.mapping.ts'

type Sent = { productId: string; context: PushContext; parts: PushParts; refs: RemoteRefs }
type Steps = {
  fallback: MediaFallback
  step(text: string): Promise<void>
  /** how long to wait for the shop, ms */
  patienceMs(): Promise<number>
  /** Also stores the ids of failed pictures, so that the next push knows that they are ours. */
  keep(refs: RemoteRefs): Promise<void>
  /** Sends again and stores the returned ids. */
  send(parts: PushParts, refs: RemoteRefs): Promise<{ upserted: UpsertedProduct | undefined; refs: RemoteRefs }>
}

/**
 * The shop processes pictures after the push has "succeeded" (reference, section 3): waits for them, and uploads those that the shop could
 * not fetch. Returns the ids after that. Throws PushStopped with the shop's errors if some cannot be provided at all.
 */
export async function resolveMedia(push: Pushing, sent: Sent, steps: Steps, signal: AbortSignal): Promise<RemoteRefs> {
  const { connector } = push
  const { productId, context, parts } = sent
  await steps.step('等待图片处理')
  const deadlineMs = await steps.patienceMs()
  const wait = { productId, deadlineMs, signal }
  const { media, failed } = await connector.waitForMedia({ ...wait, count: parts.fileOrder.length })
  const refs = withMedia(sent.refs, parts, media)
  if (failed.length === 0) return refs
  await steps.keep(refs)
  const imageOf = new Map(Object.entries(refs.media).map(([imageId, mediaId]) => [mediaId, imageId]))
  const images = failed.flatMap(({ id, reason }) => {
    const image = context.ours.images.find((one) => one.id === imageOf.get(id))
    return image ? [{ ...image, reason: reason?.message ?? '处理失败' }] : []
  })
  await steps.step(`重新上传 ${images.length} 张图片`)
  const staged = await steps.fallback.stage(connector, images, { signal })
  if (staged.size === 0) throw stopped(failed)
  const [live] = await connector.readProducts([productId], { signal })
  const known = live ? refsNow(refs, { ours: context.ours, live, base: null }, false) : refs
  const again = pushParts({
    ...context,
    live,
    refs: known,
    staged,
    plan: { ...context.plan, fields: resent({ ...context, live, refs: known }, staged) },
    skip: new Set(),
  })
  const { refs: newRefs } = await steps.send(again, known)
  const second = await connector.waitForMedia({ ...wait, count: again.fileOrder.length })
  const resolved = withMedia(newRefs, again, second.media)
  if (second.failed.length === 0) return resolved
  await steps.keep(resolved)
  throw stopped(second.failed)
}

/** The pictures to send again, and the variants whose picture gets another id by that. */
function resent({ ours, live, refs }: PushContext, staged: ReadonlyMap<string, string>): PlanField[] {
  const field = (name: string, variantId?: string): PlanField => ({
    field: name,
    label: '图片',
    storeNow: null,
    ours: null,
    willBecome: null,
    why: '',
    change: 'update',
    conflict: false,
    ...(variantId === undefined ? {} : { variantId }),
  })
  const there = live ? matchVariants(ours, live, refs) : new Map<string, unknown>()
  const shown = ours.variants.filter(
    (variant) => variant.imageId !== null && staged.has(variant.imageId) && there.has(variant.id),
  )
  return [field('images'), ...shown.map((variant) => field(`variants.${variant.id}.image`, variant.id))]
}

function stopped(failed: readonly { reason?: { message: string } }[]): PushStopped {
  const reasons = [...new Set(failed.map((medium) => medium.reason?.message ?? '处理失败'))].join('；')
  return new PushStopped(
    `商品已写入店铺，但有 ${failed.length} 张图片没有成功：${reasons}`,
    '在编辑里更换这些图片后重试',
  )
}
