import { beforeAll, describe, expect, it } from 'vitest'
import { translationActs } from '../../../test/translation-acts.ts'
import { withPushBench } from '../listings/listings.testing.ts'

const bench = withPushBench({ products: 16 })
const acts = translationActs(bench)
const { translate, preview, reasons, push, staff, inShopNow, lookedUp } = acts
/** The number in a product's title, which a translation has to keep. */
const nr = ({ title }: { title: string }): string => title.split(' ')[1]!
const only = { locales: ['de'] }
let canada: string
let states: string

beforeAll(async () => {
  const markets = await acts.readMarkets()
  canada = markets['Canada']!
  states = markets['United States']!
})

/** A product with a general title and one for Canada, both pushed to the shop. */
async function inBoth() {
  const product = bench.pushed()
  const title = `Lampe ${nr(product)}`
  await translate(product, { title })
  await translate(product, { title: `${title} CA` }, 'de', canada)
  const { push: task } = await push([product], only)
  return { product, title, task }
}
const removeHere = (product: { id: string }) => translate(product, { title: null }, 'de', canada)
const undone = async ({ id }: { id: string }) => acts.ended(await bench.app.ok('undoTranslationPush', { pushId: id }))

describe('a text of one market', () => {
  it('is written for that market alone, beside the one of all, and shoppers there read it', async () => {
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title, description: '<p>warm</p>' })
    await translate(product, { title: `${title} CA` }, 'de', canada)
    const seen = await preview(product, ['de'])
    expect(reasons(seen).toSorted()).toEqual(['标题 de: new', '描述 de: new', '标题 de @Canada: new'].toSorted())
    expect(seen).toMatchObject({ action: 'update', estimatedCost: 22 })
    const { items } = await push([product], only)
    expect(items.list[0]).toMatchObject({ state: 'succeeded', written: 3, message: '其中市场译文：Canada 1 条' })
    expect(await inShopNow(product)).toEqual([
      'de body_html: <p>warm</p>',
      `de title @Canada: ${title} CA`,
      `de title: ${title}`,
    ])
    const address = items.list[0]!.storefrontUrl!.replace('/products/', '/de/products/')
    expect(await (await fetch(`${address}?market=canada`)).text()).toContain(`${title} CA</h1>`)
    expect(await (await fetch(`${address}?market=united-states`)).text()).toContain(`${title}</h1>`)
    expect(reasons(await preview(product, ['de'])).every((reason) => reason.endsWith(': same'))).toBe(true)
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'unchanged', written: 0 })
  })

  it('is distinguished from general texts and those of other markets, also if the shop’s answer contains them', async () => {
    await bench.quirk('shopify.loose-market-argument', true)
    try {
      const product = bench.pushed()
      const title = `Lampe ${nr(product)}`
      await translate(product, { title })
      await staff(product, 'title', 'de', 'Amerikanisch', states)
      await push([product], only)
      await translate(product, { title: `${title} CA` }, 'de', canada)
      expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(['标题 de @Canada: new', '标题 de: same'])
      expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
      expect(await inShopNow(product)).toEqual([
        `de title @Canada: ${title} CA`,
        'de title @United States: Amerikanisch',
        `de title: ${title}`,
      ])
    } finally {
      await bench.quirk('shopify.loose-market-argument', false)
    }
  })

  it('is compared with the shop’s own text there, and staff’s stays theirs until a person chooses ours', async () => {
    const { product, title } = await inBoth()
    await staff(product, 'title', 'de', 'Vom Personal', canada)
    await translate(product, { title: `${title} neu` })
    await translate(product, { title: `${title} CA neu` }, 'de', canada)
    await staff(product, 'title', 'de', 'Amerikanisch', states)
    const seen = await preview(product, ['de'])
    expect(reasons(seen)).toEqual(['标题 de: changed', '标题 de @Canada: theirs'])
    expect((await push([product], only)).items.list[0]).toMatchObject({ written: 1, kept: 1 })
    expect(await inShopNow(product)).toEqual([
      'de title @Canada: Vom Personal',
      'de title @United States: Amerikanisch',
      `de title: ${title} neu`,
    ])
    const now = await preview(product, ['de'])
    const overwrite = now.fields.filter(({ reason }) => reason === 'theirs').map(({ field }) => field)
    await push([product], { ...only, approvals: [{ productId: product.id, contentHash: now.contentHash, overwrite }] })
    expect(await inShopNow(product)).toEqual([
      `de title @Canada: ${title} CA neu`,
      'de title @United States: Amerikanisch',
      `de title: ${title} neu`,
    ])
  })

  it('that is outdated, or has a word that was forbidden since, is not written', async () => {
    const { product, title } = await inBoth()
    await translate(product, { title: `${title} heilend` }, 'de', canada)
    const term = await bench.app.ok('addGlossaryTerm', { kind: 'forbidden', source: 'heilend', locale: 'de' })
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same', '标题 de @Canada: forbidden'])
    await bench.app.ok('deleteGlossaryTerm', { id: term.id, version: term.version })
    await bench.edit(product, { title: `Big lamp ${nr(product)}` })
    await bench.push([product])
    await translate(product, { title: `Große ${title}` })
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: changed', '标题 de @Canada: outdated'])
    await translate(product, { title: `Große ${title} CA` }, 'de', canada)
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: changed', '标题 de @Canada: changed'])
  })

  it('that was removed here is removed in the shop, the dry run says so, and the text of all markets holds', async () => {
    const { product, title } = await inBoth()
    await removeHere(product)
    const seen = await preview(product, ['de'])
    expect(seen.fields.find(({ market }) => market === 'Canada')).toMatchObject({
      reason: 'removed',
      change: 'delete',
      storeNow: `${title} CA`,
      ours: null,
      willBecome: null,
    })
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
    expect(await inShopNow(product)).toEqual([`de title: ${title}`])
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same'])
  })

  it('that was removed here stays in the shop where staff changed it', async () => {
    const { product, title } = await inBoth()
    await removeHere(product)
    await staff(product, 'title', 'de', 'Vom Personal', canada)
    const [, row] = (await preview(product, ['de'])).fields
    expect(row).toMatchObject({ market: 'Canada', reason: 'theirs', conflict: false, change: 'none' })
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'unchanged', kept: 1 })
    expect(await inShopNow(product)).toEqual(['de title @Canada: Vom Personal', `de title: ${title}`])
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same'])
  })

  it('of a market in which shoppers are not yet is written, and the dry run says that nobody sees it', async () => {
    const { id: peru } = await acts.market('add', 'Peru')
    await acts.market('draft', 'Peru')
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await acts.readMarkets()
    await translate(product, { title })
    await translate(product, { title: `${title} PE` }, 'de', peru)
    const { fields } = await preview(product, ['de'])
    expect(fields.map(({ market, isHidden }) => [market, isHidden])).toEqual([
      ['所有市场', false],
      ['Peru', true],
    ])
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 2 })
    expect(await inShopNow(product)).toContain(`de title @Peru: ${title} PE`)
    await acts.market('activate', 'Peru')
    expect((await preview(product, ['de'])).fields.every(({ isHidden }) => !isHidden)).toBe(true)
  })

  it('of a market that the shop removed has a reason in words, and the rest is written', async () => {
    const { id: mexico } = await acts.market('add', 'Mexico')
    await acts.readMarkets()
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title })
    await translate(product, { title: `${title} MX` }, 'de', mexico)
    await push([product], only)
    await acts.market('remove', 'Mexico')
    await translate(product, { title: `${title} neu` })
    const seen = await preview(product, ['de'])
    expect(reasons(seen)).toEqual(['标题 de: changed', '标题 de @Mexico: no-market'])
    expect(seen.fields[1]).toMatchObject({ why: '店铺没有这个市场', change: 'none' })
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
    expect(await inShopNow(product)).toEqual([`de title: ${title} neu`])
    const scope = { productId: product.id, locale: 'de' as const, storeId: bench.us, marketId: mexico }
    const edit = (text: string | null) =>
      bench.app.call('saveTranslations', { ...scope, edits: [{ field: 'title', text, version: 1 }] })
    expect(await edit(title)).toMatchObject({
      data: { fields: { title: expect.stringContaining('店铺没有这个市场了') } },
    })
    expect(await edit(null)).toMatchObject({ code: 200 })
  })

  it('is written without the permission to read markets too; one that is gone is named in the refusal', async () => {
    const { id: chile } = await acts.market('add', 'Chile')
    await acts.readMarkets()
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title: `${title} CA` }, 'de', canada)
    await translate(product, { title: `${title} CL` }, 'de', chile)
    await acts.market('remove', 'Chile')
    await bench.quirk('shopify.withheld-scopes', 'read_markets')
    const { items } = await push([product], only)
    await bench.quirk('shopify.withheld-scopes', '')
    expect(items.list[0]).toMatchObject({
      state: 'failed',
      message: '标题（德语 · Chile）：店铺没有这个市场；其余 1 条已写入',
    })
    expect(await inShopNow(product)).toEqual([`de title @Canada: ${title} CA`])
  })

  it('causes no request to the shop for products without one: neither markets nor their texts are read', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    const [markets, texts] = [
      await bench.simulator.received('markets'),
      await bench.simulator.received('translatableResourcesByIds'),
    ]
    await preview(product, ['de'])
    expect(await bench.simulator.received('markets')).toBe(markets)
    expect(await bench.simulator.received('translatableResourcesByIds')).toBe(texts + 1)
    await translate(product, { title: `Lampe ${nr(product)} CA` }, 'de', canada)
    await preview(product, ['de'])
    expect(await bench.simulator.received('markets')).toBe(markets + 1)
    expect(await bench.simulator.received('translatableResourcesByIds')).toBe(texts + 3)
  })
})

describe('undoing a push', () => {
  it('removes or sets back the texts of that market alone, and not what was changed there since', async () => {
    const { product, title } = await inBoth()
    await translate(product, { title: `${title} CA neu` }, 'de', canada)
    await translate(product, { title: `${title} US` }, 'de', states)
    const { push: task } = await push([product], only)
    expect((await undone(task)).items.list[0]).toMatchObject({ written: 2, kept: 0 })
    expect(await inShopNow(product)).toEqual([`de title @Canada: ${title} CA`, `de title: ${title}`])
    expect(reasons(await preview(product, ['de']))).toEqual([
      '标题 de: same',
      '标题 de @Canada: changed',
      '标题 de @United States: new',
    ])
  })

  it('writes a removed text again where there still is none', async () => {
    const { product, title } = await inBoth()
    await removeHere(product)
    const { push: task } = await push([product], only)
    expect((await undone(task)).items.list[0]).toMatchObject({ written: 1 })
    expect(await inShopNow(product)).toEqual([`de title @Canada: ${title} CA`, `de title: ${title}`])
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same', '标题 de @Canada: removed'])
  })
})

describe('a lost answer', () => {
  it.each(['drop-before', 'drop-after'])('(%s) leaves each market with its own text, as ours', async (kind) => {
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title })
    await translate(product, { title: `${title} CA` }, 'de', canada)
    await bench.fault('translationsRegister', kind, { times: 2 })
    const { push: task, items } = await lookedUp(await acts.start([product], only))
    await bench.letGo()
    expect([task.state, items.list[0]!.written]).toEqual(['succeeded', 2])
    expect(await inShopNow(product)).toEqual([`de title @Canada: ${title} CA`, `de title: ${title}`])
    await translate(product, { title: `${title} CA neu` }, 'de', canada)
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same', '标题 de @Canada: changed'])
  })

  it.each(['drop-before', 'drop-after'])('(%s) of a removal is looked up: it is removed once', async (kind) => {
    const { product, title } = await inBoth()
    await removeHere(product)
    await bench.fault('translationsRemove', kind)
    const { push: task, items } = await lookedUp(await acts.start([product], only))
    await bench.letGo()
    expect([task.state, items.list[0]!.written]).toEqual(['succeeded', 1])
    expect(await inShopNow(product)).toEqual([`de title: ${title}`])
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same'])
    // A text that staff add after the removal is theirs.
    await staff(product, 'title', 'de', `${title} CA`, canada)
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: same'])
  })
})
