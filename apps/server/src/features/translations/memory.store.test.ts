import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDb } from '../../db/db.ts'
import type { Db } from '../../db/db.ts'
import { findNearMemory, saveMemory } from './memory.store.ts'
import { NEAR_SCORE, bandsOf, similarity, trigramsOf } from './near.rules.ts'
import { nearTexts } from './proposals.service.ts'
import { digestOf } from './source-fields.rules.ts'
import type { SourceField } from './translations.types.ts'

/** So many that a planner that knows the number of bands (40) would choose a sequential scan over as many index lookups. */
const PAIRS = 3_000
const ASKED = 60

const STYLES = ['Waterproof', 'Foldable', 'Vintage', '防水', '折叠', '𠮷祥']
const KINDS = ['storage box', 'hiking backpack', 'reading lamp', '保温杯大容量', '短袖T恤男士', 'ＬＥＤ灯']
const WHERE = ['for home', 'for travel and camping', 'for kids', '便携车载', '夏季新款宽松']
const pick = (words: readonly string[], n: number): string => words[n % words.length]!
/** Texts that differ in a number, or in one or two words. */
const textOf = (n: number): string =>
  `${pick(STYLES, n)} ${pick(KINDS, Math.floor(n / 6))} ${pick(WHERE, Math.floor(n / 36))} ${pick(STYLES, Math.floor(n / 180))}, ${n % 7}${n}`
const fieldOf = (text: string): SourceField => ({
  field: 'title',
  label: '标题',
  format: 'plain',
  most: 255,
  text,
  digest: digestOf(text),
  locale: 'en',
})

let db: Db
let cleanUp: () => Promise<void>
const texts = Array.from({ length: PAIRS }, (_none, n) => textOf(n))

beforeAll(async () => {
  const database = await createTestDatabase()
  db = openDb(database.url)
  cleanUp = async () => {
    await db.close()
    await database.drop()
  }
  const at = new Date()
  await saveMemory(
    db.handle,
    texts.map((source) => ({
      id: crypto.randomUUID(),
      locale: 'de',
      sourceLocale: 'en',
      sourceDigest: digestOf(source),
      source,
      target: `DE ${source}`,
      productId: null,
      byName: null,
      createdAt: at,
      updatedAt: at,
      bands: bandsOf(source, 'de'),
    })),
  )
  await db.handle.execute(sql`analyze memory_pair`)
})
afterAll(() => cleanUp())

it('looks up similar texts by the index, also if the planner estimates a sequential scan as cheaper', async () => {
  const { rows } = await db.handle.execute<{ 'QUERY PLAN': string }>(
    sql`explain ${findNearMemory(db.handle, 'de', bandsOf(`New ${textOf(7)}`, 'de'))}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('memory_pair_bands')
  expect(plan).not.toContain('Seq Scan')
})

it('finds what a comparison with every text that shares a band finds, most similar first, equal scores in the order of saving', async () => {
  const stored = texts.map((source) => ({ source, grams: trigramsOf(source), bands: bandsOf(source, 'de') }))
  let found = 0
  for (let nr = 0; nr < ASKED; nr++) {
    const known = textOf((nr * 997) % PAIRS)
    const asked = [known, `New ${known}`, known.replace(/\d+$/, '')][nr % 3]!
    const own = trigramsOf(asked)
    const bands = new Set(bandsOf(asked, 'de'))
    const expected = stored
      .filter((one) => one.bands.some((band) => bands.has(band)))
      .map(({ source, grams }) => ({ source, score: similarity(own, grams) }))
      .filter(({ score }) => score >= NEAR_SCORE)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 4)
      .filter(({ source }) => source !== asked)
      .slice(0, 3)
      .map(({ source, score }) => ({ source, score: Math.min(score, 0.99), text: `DE ${source}` }))
    expect(await nearTexts(db.handle, fieldOf(asked), 'de')).toMatchObject(expected)
    found += expected.length
  }
  expect(found).toBeGreaterThan(ASKED)
})
