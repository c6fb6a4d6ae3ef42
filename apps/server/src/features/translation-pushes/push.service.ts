import type { TranslationEntry } from '@huoqiao/connector-shopify'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { storable } from '../../platform/storable.ts'
import { ofMarket } from './market-argument.ts'
import { planHash, removalsOf, textKey, writesOf } from './push-plan.rules.ts'
import type { PlanRow, PlanSides, RemovalRow, WriteRow } from './push-plan.rules.ts'
import { TranslationPushStopped } from './push-stopped.ts'
import type { Pushing, PushOutcome } from './push.types.ts'
import { refusalOf } from './refused.rules.ts'
import type { RefusedText } from './refused.rules.ts'
import type { ReadPlan, ShopReading } from './shop-reading.service.ts'
import {
  countWritten,
  findChanges,
  insertChanges,
  markWritten,
  removeKnown,
  saveKnown,
} from './shop-translations.store.ts'
import type { ChangeRow } from './shop-translations.store.ts'
import { findPushItem, updatePushItem } from './translation-pushes.store.ts'
import type { PushItemRow, PushRow } from './translation-pushes.store.ts'

export type PushService = ReturnType<typeof pushService>

/**
 * Writes the translations of one listing. Each step can be repeated after a crash: it compares before it writes, and stores each write before
 * sending it. Each writing request is checked by the guard of the push's act.
 */
export function pushService(deps: { db: Db; clock: Clock; newId: NewId; reading: ShopReading }) {
  const { db } = deps
  const now = (): Date => new Date(deps.clock.now())

  /** Stores only while the item still belongs to this try; a later try compares again. */
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
      if (approval && approval.seen === undefined) {
        if (approval.contentHash !== planHash(read.rows))
          throw new TranslationPushStopped('预演之后又有变化，没有写入', '重新预演再确认')
        const seen = seenIn(read.rows)
        await whileOurs(
          push,
          async (tx) => void (await updatePushItem(tx, push.item.id, { approval: { ...approval, seen } })),
        )
      }
      const kept = read.rows.filter(({ reason }) => reason === 'theirs' || reason === 'removed-there')
      const found = read.rows.filter(({ reason, rowKey }) => reason === 'same' && read.lost.has(rowKey))
      await whileOurs(push, (tx) => takeIn(tx, read, kept))
      await whileOurs(push, (tx) => markFound(tx, push.item.id, found))
      let written = 0
      const refused: RefusedText[] = []
      for (const rows of removalsOf(read.rows)) await removeTexts(push, rows)
      for (const rows of writesOf(read.rows)) {
        const done = await writeTexts(push, rows)
        written += done.written
        refused.push(...done.refused)
      }
      if (refused.length > 0)
        throw new TranslationPushStopped(refusalOf(refused, read.rows, written), '重试，会重新比较')
      const markets = await writtenByMarket(push.item.id, read.rows)
      return { written: await countWritten(db.handle, push.item.id), kept: kept.length, found: found.length, markets }
    },
  }

  async function plan(
    { item, push, connector }: { item: PushItemRow; push: PushRow; connector: Pushing['connector'] },
    options: { signal: AbortSignal },
  ): Promise<ReadPlan & { lost: ReadonlySet<string> }> {
    const pending = (await findChanges(db.handle, item.id)).filter(({ isWritten }) => !isWritten)
    const asked = {
      storeId: push.storeId,
      productIds: [item.productId],
      locales: push.locales,
      isChosen: chosenIn(item.approval),
      pending,
    }
    const [read] = await deps.reading.plans(connector, asked, options)
    if (!read) throw new TranslationPushStopped('商品没有认领到这家店铺', '认领并同步商品后再写入译文')
    return { ...read, lost: new Set(pending.map(textKey)) }
  }

  /** Stores who owns the shop's translations: kept ones are theirs (the shop's staff or another app), equal ones are ours, whoever wrote them. */
  async function takeIn(tx: Tx, { listing, rows }: ReadPlan, kept: readonly PlanRow[]): Promise<void> {
    const base = { listingId: listing.listingId, at: now() }
    const theirs = kept.map((row) => ({
      ...base,
      ...textOf(row),
      owner: 'theirs' as const,
      value: row.shopNow ?? null,
      sent: null,
    }))
    const same = rows
      .filter(
        ({ reason, known, shopNow, text }) =>
          reason === 'same' && text !== null && !isKnownAsOurs(known, shopNow, text),
      )
      .map((row) => ({ ...base, ...textOf(row), owner: 'ours' as const, value: row.shopNow ?? null, sent: row.text }))
    await saveKnown(tx, [...theirs, ...same])
    // Removed here, and no longer in the shop.
    for (const row of rows)
      if (row.text === null && row.reason === 'same') await removeKnown(tx, listing.listingId, textOf(row))
  }

  /** Marks texts as written that an earlier try sent without receiving the answer, and that the shop has. */
  async function markFound(tx: Tx, itemId: string, rows: readonly PlanRow[]): Promise<void> {
    for (const row of rows) await markWritten(tx, itemId, { ...textOf(row), stored: row.shopNow ?? null })
  }

  /** Number of texts that all tries of the item wrote or removed, by market. */
  async function writtenByMarket(itemId: string, rows: readonly PlanRow[]): Promise<Record<string, number>> {
    const names = new Map(rows.map(({ market, marketName }) => [market, marketName]))
    const written = (await findChanges(db.handle, itemId)).filter(({ isWritten, market }) => isWritten && market !== '')
    const byMarket = groupBy(written, ({ market }) => names.get(market) ?? '一个市场')
    return Object.fromEntries([...byMarket].map(([name, those]) => [name, those.length]))
  }

  /** Stores the changes before the request is sent, for an undo, and so that a later try recognises them in the shop. */
  async function intend(push: Pushing, rows: readonly (WriteRow | RemovalRow)[]): Promise<void> {
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
  }

  /** One request: removes texts of one resource in one language and market. */
  async function removeTexts(push: Pushing, rows: readonly RemovalRow[]): Promise<void> {
    const { target, locale, market } = rows[0]!
    const keys = rows.map((row) => row.target.key)
    await intend(push, rows)
    const writing = { signal: push.signal, guard: push.guard }
    await push.connector.removeTranslations(
      target.resourceId,
      { keys, locales: [locale], ...ofMarket(market) },
      writing,
    )
    await whileOurs(push, async (tx) => {
      for (const row of rows) {
        await removeKnown(tx, push.item.listingId, textOf(row))
        await markWritten(tx, push.item.id, { ...textOf(row), stored: null })
      }
    })
  }

  /** One request: writes texts of one resource, for one market or for all. */
  async function writeTexts(
    push: Pushing,
    rows: readonly WriteRow[],
  ): Promise<{ written: number; refused: readonly RefusedText[] }> {
    const { target, market } = rows[0]!
    await intend(push, rows)
    const entries = rows.map(entryOf)
    const writing = { signal: push.signal, guard: push.guard }
    const answer = await push.connector.registerTranslations(target.resourceId, entries, writing)
    const stored = answer.written ?? (await storedNow(push, rows))
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
          owner: 'ours' as const,
          value,
          sent: row.text,
          at: now(),
        })),
      )
      for (const { row, value } of done) await markWritten(tx, push.item.id, { ...textOf(row), stored: value })
    })
    return { written: done.length, refused: answer.refused.map((one) => ({ ...one, market })) }
  }

  /** After a partial refusal: reads which of the texts the shop has now. */
  async function storedNow(push: Pushing, rows: readonly WriteRow[]) {
    const { target, market } = rows[0]!
    const { resourceId } = target
    const locales = [...new Set(rows.map(({ locale }) => locale))]
    const read = await push.connector.readTranslations([resourceId], locales, {
      signal: push.signal,
      ...ofMarket(market),
    })
    return (read.get(resourceId)?.translations ?? []).filter(
      ({ key, locale, value }) =>
        value !== rows.find((row) => row.target.key === key && row.locale === locale)?.shopNow,
    )
  }
}

/**
 * Rows that a person chose to overwrite. After a first try changed the shop, the plan's hash can't be compared any more. The choice then applies
 * only where the shop still has the text that the person saw; newer texts are not overwritten (decision 0054).
 */
function chosenIn(approval: PushItemRow['approval']): PlanSides['isChosen'] {
  const { overwrite = [], seen } = approval ?? {}
  const chosen = new Set(overwrite)
  return (rowKey, shopNow) => chosen.has(rowKey) && (seen === undefined || seen[rowKey] === (shopNow ?? null))
}

const seenIn = (rows: readonly PlanRow[]): Record<string, string | null> =>
  storable(
    Object.fromEntries(
      rows.filter(({ reason }) => reason === 'chosen').map(({ rowKey, shopNow }) => [rowKey, shopNow ?? null]),
    ),
  )

/** If a person chose to overwrite, the state before was the shop's own, even if that was no text. */
const ownerBefore = ({ reason, shopNow, known }: PlanRow): ChangeRow['beforeOwner'] => {
  if (reason === 'chosen') return 'theirs'
  return shopNow === undefined ? null : (known?.owner ?? 'theirs')
}

const isKnownAsOurs = (known: PlanRow['known'], shopNow: string | undefined, text: string): boolean =>
  known?.owner === 'ours' && known.value === shopNow && known.sent === text

const entryOf = ({ target, locale, market, text, digest }: WriteRow): TranslationEntry => ({
  key: target.key,
  locale,
  value: text,
  translatableContentDigest: digest,
  ...ofMarket(market),
})

const textOf = ({ target, locale, market, digest }: PlanRow) => ({
  resourceId: target!.resourceId,
  key: target!.key,
  locale,
  market,
  digest: digest ?? null,
})
