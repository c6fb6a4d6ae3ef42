import type { RefusedTranslation, TranslationEntry } from '@huoqiao/connector-shopify'
import { languageName } from '@huoqiao/contract/languages'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { planHash, textKey, writesOf } from './push-plan.rules.ts'
import type { PlanRow } from './push-plan.rules.ts'
import { TranslationPushStopped } from './push-stopped.ts'
import type { Pushing, PushOutcome } from './push.types.ts'
import type { ReadPlan, ShopReading } from './shop-reading.service.ts'
import { countWritten, findChanges, insertChanges, markWritten, saveKnown } from './shop-translations.store.ts'
import type { ChangeRow } from './shop-translations.store.ts'
import { findPushItem } from './translation-pushes.store.ts'
import type { PushItemRow, PushRow } from './translation-pushes.store.ts'

export type PushService = ReturnType<typeof pushService>

type Write = PlanRow & { target: NonNullable<PlanRow['target']>; digest: string }

const WHY_REFUSED: Readonly<Record<RefusedTranslation['why'], string>> = {
  stale: '店铺的原文刚刚改过',
  locale: '店铺没有这种语言',
  market: '店铺没有这个市场',
  key: '店铺不能翻译这一项',
  value: '店铺不接受这段译文',
  other: '店铺没有接受',
}

/**
 * Writes the translations of one listing. Each step can be repeated after a crash: it compares before it writes, and stores what it is about to
 * write before it is sent. Each writing request passes the guard of the push's act.
 */
export function pushService(deps: { db: Db; clock: Clock; newId: NewId; reading: ShopReading }) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Stores while the item is still this try's; a later one compares for itself. */
  const whileOurs = (push: Pick<Pushing, 'item'>, work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      const item = await findPushItem(tx, push.item.id, 'update')
      if (item?.state === 'running' && item.attempts === push.item.attempts) await work(tx)
    })

  return {
    plan,

    async carryOut(push: Pushing): Promise<PushOutcome> {
      const read = await plan(push, { signal: push.signal })
      if (read.problem) throw new TranslationPushStopped(read.problem.message, read.problem.advice)
      const { approval } = push.item
      if (approval && approval.contentHash !== planHash(read.rows) && push.item.attempts === 1)
        throw new TranslationPushStopped('预演之后又有变化，没有写入', '重新预演再确认')
      const kept = read.rows.filter(({ reason }) => reason === 'theirs' || reason === 'removed-there')
      const found = read.rows.filter(({ reason, rowKey }) => reason === 'same' && read.lost.has(rowKey))
      await whileOurs(push, (tx) => takeIn(tx, read, kept))
      await whileOurs(push, (tx) => markFound(tx, push.item.id, found))
      let written = 0
      const refused: RefusedTranslation[] = []
      for (const [resourceId, rows] of writesOf(read.rows)) {
        const done = await writeResource(push, resourceId, rows)
        written += done.written
        refused.push(...done.refused)
      }
      if (refused.length > 0)
        throw new TranslationPushStopped(refusalOf(refused, read.rows, written), '重试，会重新比较')
      return { written: await countWritten(db.handle, push.item.id), kept: kept.length, found: found.length }
    },
  }

  async function plan(
    { item, push, connector }: { item: PushItemRow; push: PushRow; connector: Pushing['connector'] },
    options: { signal: AbortSignal },
  ): Promise<ReadPlan & { lost: ReadonlySet<string> }> {
    const pending = new Map((await findChanges(db.handle, item.id)).flatMap(pendingText))
    const asked = {
      storeId: push.storeId,
      productIds: [item.productId],
      locales: push.locales,
      overwrite: () => item.approval?.overwrite ?? [],
      pending,
    }
    const [read] = await deps.reading.plans(connector, asked, options)
    if (!read) throw new TranslationPushStopped('商品没有认领到这家店铺', '认领并同步商品后再写入译文')
    return { ...read, lost: new Set(pending.keys()) }
  }

  /** What the shop's staff or another app have is theirs; what equals ours is ours, whoever wrote it. */
  async function takeIn(tx: Tx, { listing, rows }: ReadPlan, kept: readonly PlanRow[]): Promise<void> {
    const base = { listingId: listing.listingId, market: '', at: now() }
    const theirs = kept.map((row) => ({
      ...base,
      ...textOf(row),
      owner: 'theirs' as const,
      value: row.shopNow ?? null,
      sent: null,
    }))
    const same = rows
      .filter(({ reason, known, shopNow, text }) => reason === 'same' && !isKnownAsOurs(known, shopNow, text))
      .map((row) => ({ ...base, ...textOf(row), owner: 'ours' as const, value: row.shopNow ?? null, sent: row.text }))
    await saveKnown(tx, [...theirs, ...same])
  }

  /** Texts of an earlier try whose answer was lost, and which the shop has. */
  async function markFound(tx: Tx, itemId: string, rows: readonly PlanRow[]): Promise<void> {
    for (const row of rows) await markWritten(tx, itemId, { ...textOf(row), stored: row.shopNow ?? null })
  }

  async function writeResource(
    push: Pushing,
    resourceId: string,
    rows: readonly Write[],
  ): Promise<{ written: number; refused: readonly RefusedTranslation[] }> {
    await whileOurs(push, (tx) =>
      insertChanges(
        tx,
        rows.map((row) => ({
          id: deps.newId(),
          itemId: push.item.id,
          ...textOf(row),
          label: row.label,
          before: row.shopNow ?? null,
          beforeOwner: ownerBefore(row),
          after: row.text,
          at: now(),
        })),
      ),
    )
    const entries = rows.map(entryOf)
    const writing = { signal: push.signal, guard: push.guard }
    const answer = await push.connector.registerTranslations(resourceId, entries, writing)
    const stored = answer.written ?? (await storedNow(push, resourceId, rows))
    const bad = new Set(answer.refused.map(({ key, locale }) => `${locale} ${key}`))
    const done = rows.flatMap((row) => {
      const there = stored.find(({ key, locale }) => key === row.target.key && locale === row.locale)
      return there && !bad.has(`${row.locale} ${row.target.key}`) ? [{ row, value: there.value }] : []
    })
    await whileOurs(push, async (tx) => {
      await saveKnown(
        tx,
        done.map(({ row, value }) => ({
          ...textOf(row),
          listingId: push.item.listingId,
          market: '',
          owner: 'ours' as const,
          value,
          sent: row.text,
          at: now(),
        })),
      )
      for (const { row, value } of done) await markWritten(tx, push.item.id, { ...textOf(row), stored: value })
    })
    return { written: done.length, refused: answer.refused }
  }

  /** After a partial refusal: which of the texts the shop has now. */
  async function storedNow(push: Pushing, resourceId: string, rows: readonly Write[]) {
    const locales = [...new Set(rows.map(({ locale }) => locale))]
    const read = await push.connector.readTranslations([resourceId], locales, { signal: push.signal })
    return (read.get(resourceId)?.translations ?? []).filter(
      ({ key, locale, value }) =>
        value !== rows.find((row) => row.target.key === key && row.locale === locale)?.shopNow,
    )
  }
}

/** A text that a person chose to replace was the shop's own, also if it was that there is none. */
const ownerBefore = ({ reason, shopNow, known }: Write): ChangeRow['beforeOwner'] => {
  if (reason === 'chosen') return 'theirs'
  return shopNow === undefined ? null : (known?.owner ?? 'theirs')
}

const isKnownAsOurs = (known: PlanRow['known'], shopNow: string | undefined, text: string): boolean =>
  known?.owner === 'ours' && known.value === shopNow && known.sent === text

const pendingText = (change: ChangeRow): [string, string][] =>
  change.isWritten || change.after === null ? [] : [[textKey(change), change.after]]

const entryOf = ({ target, locale, text, digest }: Write): TranslationEntry => ({
  key: target.key,
  locale,
  value: text,
  translatableContentDigest: digest,
})

const textOf = ({ target, locale, digest }: PlanRow) => ({
  resourceId: target!.resourceId,
  key: target!.key,
  locale,
  digest: digest ?? null,
})

/** Which texts were refused and why, a few of them by name. */
function refusalOf(refused: readonly RefusedTranslation[], rows: readonly PlanRow[], written: number): string {
  const named = refused.slice(0, 3).map(({ key, locale, why, message }) => {
    const label = rows.find((row) => row.target?.key === key && row.locale === locale)?.label ?? key
    return `${label}（${languageName(locale)}）：${WHY_REFUSED[why]}${why === 'value' || why === 'other' ? `（${message.slice(0, 120)}）` : ''}`
  })
  const more = refused.length > named.length ? `等 ${refused.length} 条` : ''
  return `${named.join('；')}${more}${written > 0 ? `；其余 ${written} 条已写入` : ''}`
}
