import type { Product } from '@huoqiao/contract/products/products.schema'
import { expect } from 'vitest'
import type { translationActs } from '../../../test/translation-acts.ts'

/** `title de`: a field of the product in one language; `title de CA`: for the market Canada alone. */
export type Cell = `${Field} ${Locale}` | `${Field} ${Locale} CA`
export const FIELDS = ['title', 'description', 'option.0'] as const
export const LOCALES = ['de', 'ja'] as const
type Field = (typeof FIELDS)[number]
type Locale = (typeof LOCALES)[number]
const OF_MARKET: readonly Cell[] = ['title de CA', 'option.0 ja CA']
export const CELLS: readonly Cell[] = [
  ...FIELDS.flatMap((field) => LOCALES.map((locale): Cell => `${field} ${locale}`)),
  ...OF_MARKET,
]
const isField = (field: string): field is Field => (FIELDS as readonly string[]).includes(field)
export const partsOf = (cell: Cell): { field: Field; locale: Locale; isOfMarket: boolean } => {
  const [field, locale, market] = cell.split(' ') as [Field, Locale, 'CA' | undefined]
  return { field, locale, isOfMarket: market !== undefined }
}
export type Lost = 'no' | 'drop-before' | 'drop-after'
type Shop = ReadonlyMap<Cell, string>
/** What a push wrote or removed: the shop's text before and after. `chosen`: a person chose ours over a text of staff, or over its removal. */
type Write = { before: string | undefined; after: string | undefined; chosen: boolean }
type Known = { owner: string; value: string | null }

/** The key of a row of the dry run. */
const keyOf = (locale: string, resourceId: string, key: string, market: string | null): string =>
  `${locale} ${resourceId} ${key}${market === null ? '' : ` ${market}`}`

/** A description as the shop stores it: `<br>` without a slash, and one more line end at each write; all but one of them are removed here. */
export const shopForm = (text: string): string => text.replaceAll('<br />', '<br>\n').replaceAll(/\n+/g, '\n')

/**
 * One product in one shop, and a model of it: whether each text in the shop is ours or staff's, and what each push wrote. The model does not read
 * our tables; the shop is read from the simulator.
 */
export async function openWorld(
  bench: Parameters<typeof translationActs>[0],
  acts: ReturnType<typeof translationActs>,
) {
  const product: Product = await bench.product()
  await bench.push([product])
  // An approved text that no step changes: a push of a product without any approved text fails.
  await acts.translate(product, { 'option.0.0': 'Rot' })
  const productGid = await acts.shopId(product)
  const asked = 'query ($id: ID!) { product(id: $id) { options { id } } }'
  const { product: there } = await bench.shop.ask<{ product: { options: { id: string }[] } }>(asked, { id: productGid })
  const optionGid = there.options[0]!.id
  const marketId = (await acts.readMarkets())['Canada']!
  const targetOf = (cell: Cell) => {
    const { field, locale, isOfMarket } = partsOf(cell)
    const there = { locale, marketId: isOfMarket ? marketId : null }
    if (field === 'option.0') return { resourceId: optionGid, key: 'name', ...there }
    return { resourceId: productGid, key: field === 'title' ? 'title' : 'body_html', ...there }
  }
  /** the key of the cell's row in the dry run */
  const rowOf = (cell: Cell): string => {
    const { resourceId, key, locale, marketId: market } = targetOf(cell)
    return keyOf(locale, resourceId, key, market)
  }
  /** texts in the shop that belong to its staff by the rules; null: staff removed the text */
  const theirs = new Map<Cell, string | null>()
  /** texts of which a push has stored the shop's state */
  const known = new Set<Cell>()
  /** those of them that a push found to be staff's */
  const noted = new Set<Cell>()
  const writes = new Map<string, Map<Cell, Write>>()
  /** the current source texts; `synced`: the source texts that the shop has */
  const source = new Map<string, string>([
    ['title', product.title],
    ['description', product.descriptionHtml],
  ])
  const synced = new Map(source)

  async function shop(): Promise<Shop> {
    const rows = new Map<string, string>()
    for (const id of [productGid, optionGid])
      for (const { key, locale, marketId: market, value } of (await acts.witness(id)).translations)
        rows.set(keyOf(locale, id, key, market ?? null), shopForm(value))
    return new Map(
      CELLS.flatMap((cell) => {
        const value = rows.get(rowOf(cell))
        return value === undefined ? [] : [[cell, value] as const]
      }),
    )
  }

  const sheet = async (locale: Locale, isOfMarket = false) => {
    const scope = isOfMarket ? { storeId: bench.us, marketId } : {}
    return (await bench.app.ok('getProductTranslations', { productId: product.id, locale, ...scope })).fields
  }
  const cellOf = (field: Field, locale: Locale, isOfMarket: boolean): Cell | undefined =>
    CELLS.find((cell) => {
      const parts = partsOf(cell)
      return parts.field === field && parts.locale === locale && parts.isOfMarket === isOfMarket
    })

  /** Cells of the market that have a text of their own in the app, valid or outdated. */
  async function ownTexts(): Promise<Set<Cell>> {
    const own = new Set<Cell>()
    for (const locale of LOCALES)
      for (const { field, translation } of await sheet(locale, true)) {
        const cell = isField(field) ? cellOf(field, locale, true) : undefined
        if (cell !== undefined && translation !== null) own.add(cell)
      }
    return own
  }

  /** Our approved texts whose source text is the one in the shop, in the shop's form. */
  async function writable(): Promise<Map<Cell, string>> {
    const texts = new Map<Cell, string>()
    for (const locale of LOCALES)
      for (const isOfMarket of [false, true])
        for (const { field, translation } of await sheet(locale, isOfMarket)) {
          const isSynced = source.get(field) === synced.get(field)
          const cell = isField(field) ? cellOf(field, locale, isOfMarket) : undefined
          if (translation?.state === 'approved' && isSynced && cell !== undefined)
            texts.set(cell, shopForm(translation.text))
        }
    return texts
  }

  async function ended(started: { id: string }): Promise<void> {
    const { push: task } = await acts.lookedUp(started)
    await bench.letGo()
    expect(task.state).toBe('succeeded')
  }

  async function inject(lost: Lost): Promise<void> {
    if (lost === 'no') return
    for (const call of ['translationsRegister', 'translationsRemove']) await bench.fault(call, lost)
  }

  /** A push, checked against the model. `choose`: overwrites all texts of staff with ours. Returns how many texts it wrote or removed. */
  async function push(lost: Lost, choose = false): Promise<number> {
    const before = await shop()
    const ours = await writable()
    const expected = new Map(before)
    const made = new Map<Cell, Write>()
    const disputed: Cell[] = []
    for (const [cell, text] of ours) {
      known.add(cell)
      const isTheirs = theirs.has(cell) && before.get(cell) !== text
      if (isTheirs) disputed.push(cell)
      if (isTheirs) noted.add(cell)
      if (isTheirs && !choose) continue
      theirs.delete(cell)
      noted.delete(cell)
      expected.set(cell, text)
      if (before.get(cell) !== text) made.set(cell, { before: before.get(cell), after: text, chosen: isTheirs })
    }
    const own = await ownTexts()
    for (const cell of OF_MARKET) {
      // A text that was removed in the app is removed in the shop, if the shop still has it as we wrote it.
      if (own.has(cell) || !known.has(cell) || noted.has(cell)) continue
      if (theirs.has(cell) && before.has(cell)) noted.add(cell)
      else {
        if (before.has(cell)) made.set(cell, { before: before.get(cell), after: undefined, chosen: false })
        expected.delete(cell)
        theirs.delete(cell)
        known.delete(cell)
      }
    }
    const { fields, contentHash } = await acts.preview(product, LOCALES)
    const shown = fields.filter(({ conflict }) => conflict).map(({ field }) => field)
    expect(shown.toSorted()).toEqual(disputed.map(rowOf).toSorted())
    await inject(lost)
    const approvals = choose ? [{ productId: product.id, contentHash, overwrite: shown }] : []
    const started = await acts.start([product], { locales: [...LOCALES], approvals })
    await ended(started)
    if (made.size > 0) writes.set(started.id, made)
    expect(await shop()).toEqual(expected)
    return made.size
  }

  /** Undoes a push, checked against the model. Returns how many texts it set back or removed. */
  async function undoPush(pushId: string, lost: Lost): Promise<number> {
    const before = await shop()
    const expected = new Map(before)
    let count = 0
    for (const [cell, write] of writes.get(pushId)!) {
      if (before.get(cell) !== write.after) continue
      count += 1
      if (write.before === undefined) expected.delete(cell)
      else expected.set(cell, write.before)
      if (write.after === undefined) known.add(cell)
      if (write.chosen) {
        theirs.set(cell, write.before ?? null)
        noted.add(cell)
      } else if (write.before === undefined) known.delete(cell)
    }
    writes.delete(pushId)
    await inject(lost)
    await ended(await bench.app.ok('undoTranslationPush', { pushId }))
    expect(await shop()).toEqual(expected)
    return count
  }

  /** Removes the market's own text in the app. */
  async function removeOwn(cell: Cell): Promise<boolean> {
    const { field, locale, isOfMarket } = partsOf(cell)
    if (!isOfMarket || !(await ownTexts()).has(cell)) return false
    await acts.translate(product, { [field]: null }, locale, marketId)
    return true
  }

  async function staff(cell: Cell, value: string | null): Promise<boolean> {
    if (value === null && !(await shop()).has(cell)) return false
    await bench.simulator.control('POST', '/shopify/bridge-us/translations', { ...targetOf(cell), value })
    // A text that staff added and removed between two reads of ours leaves no trace.
    if (value === null && !known.has(cell)) theirs.delete(cell)
    else theirs.set(cell, value)
    return true
  }

  /** Checks that our texts, the shop and the history agree, and that each difference has a reason. */
  async function expectAgreement(): Promise<void> {
    await push('no')
    const [now, ours] = [await shop(), await writable()]
    const seen = await acts.preview(product, LOCALES)
    for (const { field, reason, storeNow, ours: text } of seen.fields) {
      const cell = CELLS.find((one) => field === rowOf(one))
      if (cell === undefined) continue
      const isOurs = ours.has(cell) && !theirs.has(cell)
      if (isOurs) expect([cell, reason, now.get(cell)]).toEqual([cell, 'same', shopForm(text ?? '')])
      else if (ours.has(cell))
        expect([cell, reason]).toEqual([cell, theirs.get(cell) === null ? 'removed-there' : 'theirs'])
      else expect([cell, ['outdated', 'unsynced'].includes(reason)]).toEqual([cell, true])
      expect(storeNow && shopForm(storeNow)).toBe(now.get(cell) ?? null)
    }
    expect(seen.action).not.toBe('update')
    const kept = await knownInTables()
    for (const cell of ours.keys()) {
      const owner = theirs.has(cell) ? 'theirs' : 'ours'
      expect([cell, kept.get(cell)]).toEqual([cell, { owner, value: now.get(cell) ?? null }])
    }
    for (const locale of LOCALES) await expectHistory(locale)
  }

  async function knownInTables(): Promise<Map<Cell, Known>> {
    const { rows } = await bench.app.db.pool.query<Known & { row: string }>(
      `select locale || ' ' || resource_id || ' ' || key || case market when '' then '' else ' ' || market end as row,
          owner, value
        from shop_translation
        where resource_id = any($1)`,
      [[productGid, optionGid]],
    )
    const byRow = new Map(rows.map(({ row, owner, value }) => [row, { owner, value: value && shopForm(value) }]))
    return new Map(
      CELLS.flatMap((cell) => {
        const row = byRow.get(rowOf(cell))
        return row ? [[cell, row] as const] : []
      }),
    )
  }

  const history = async (locale: Locale) =>
    (await bench.app.ok('getTranslationHistory', { productId: product.id, locale, fields: [...FIELDS], pageSize: 200 }))
      .list

  /** Checks that the history of each text, replayed from its first step, ends with the current text. */
  async function expectHistory(locale: Locale): Promise<void> {
    const replayed = new Map<string, string | null>()
    for (const { field, market, before, after } of (await history(locale)).toReversed()) {
      const key = `${field} ${market !== null}`
      expect([key, before]).toEqual([key, replayed.get(key) ?? null])
      replayed.set(key, after)
    }
    for (const isOfMarket of [false, true])
      for (const { field, translation } of (await sheet(locale, isOfMarket)).filter(({ field }) => isField(field)))
        expect([field, replayed.get(`${field} ${isOfMarket}`) ?? null]).toEqual([field, translation?.text ?? null])
  }

  return {
    product,
    source,
    synced,
    writes,
    marketId,
    sheet,
    history,
    push,
    undoPush,
    staff,
    removeOwn,
    expectAgreement,
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
