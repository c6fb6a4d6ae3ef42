import { describe, expect, it } from 'vitest'
import { withPushBench } from '../listings/listings.testing.ts'
import { translationActs } from '../../../test/translation-acts.ts'

const bench = withPushBench({ products: 11 })
const acts = translationActs(bench)
const { translate, preview, reasons, push, staff, inShopNow, written } = acts
/** The number in a product's title, which a translation has to keep. */
const nr = ({ title }: { title: string }): string => title.split(' ')[1]!
const only = { locales: ['de'] }

describe('the dry run', () => {
  it('shows each approved text in each language, with the shop’s, ours and why, and writes nothing', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}`, 'option.0': 'Farbe', 'option.0.0': 'Rot' })
    await translate(product, { title: `ランプ ${nr(product)}` }, 'ja')
    await translate(product, { title: `Lámpara ${nr(product)}` }, 'es')
    await translate(product, { title: `Lampada ${nr(product)}` }, 'it')
    const before = await written()
    const seen = await preview(product)
    expect(seen).toMatchObject({ action: 'update', problems: [], estimatedCost: 33 })
    expect(reasons(seen).toSorted()).toEqual(
      ['标题 de: new', '规格 1 de: new', 'Color：Red de: new', '标题 ja: new', '标题 es: new'].toSorted(),
    )
    expect(seen.fields.find(({ locale, label }) => locale === 'de' && label.startsWith('标题'))).toMatchObject({
      storeNow: null,
      ours: `Lampe ${nr(product)}`,
      willBecome: `Lampe ${nr(product)}`,
      change: 'create',
      isHidden: false,
    })
    // Spanish is not published, and the shop has no Italian.
    expect(seen.fields.find(({ locale }) => locale === 'es')).toMatchObject({ isHidden: true })
    expect(reasons(await preview(product, ['it']))).toEqual(['标题 it: no-language'])
    expect([await written(), await inShopNow(product)]).toEqual([before, []])
  })

  it('says what prevents writing: not in the shop, nothing approved, no source in the shop', async () => {
    const made = await bench.product()
    await translate(made, { title: `Lampe ${nr(made)}` })
    expect(await preview(made)).toMatchObject({
      action: 'blocked',
      problems: [{ message: '商品还没有同步到这家店铺' }],
    })
    const product = bench.pushed()
    expect(await preview(product)).toMatchObject({ action: 'blocked', problems: [{ message: '没有已审的译文' }] })
    await translate(product, { seoTitle: `Lampe ${nr(product)}`, tags: 'Zuhause, Lampe' })
    expect(reasons(await preview(product)).toSorted()).toEqual(
      ['SEO 标题 de: no-source', '标签 de: no-resource'].toSorted(),
    )
    const { rows } = await bench.app.ok('pushTranslations', { storeId: bench.us, productIds: [made.id] })
    expect(rows).toMatchObject({ failed: 1, rows: [{ ok: false, message: expect.stringContaining('还没有同步') }] })
  })

  it('names the languages that have no picture of their own, and writes all the same', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    const of = { productId: product.id, pictureId: product.images[0]!.id, locale: 'de' }
    await bench.app.ok('savePictureWords', { ...of, words: '包邮', language: 'zh-CN', version: 0 })
    const seen = await preview(product, ['de'])
    expect(seen).toMatchObject({
      action: 'update',
      problems: [{ level: 'warns', message: '1 张图片上有简体中文文字，德语没有对应图片' }],
    })
    // A request without languages covers those of the shop.
    const all = await bench.app.ok('previewTranslationPush', { storeId: bench.us, productIds: [product.id] })
    expect(all.items[0]!.problems.map(({ message }) => message)).toContain('1 张图片上有简体中文文字，日语没有对应图片')
    await bench.app.ok('acceptPicture', { ...of, version: 1, accepted: true })
    expect((await preview(product, ['de'])).problems).toEqual([])
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
  })

  it('says that the shop may not be written to, when it does not grant it', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    await bench.quirk('shopify.withheld-scopes', 'write_translations,read_translations')
    const refused = await bench.app.call('previewTranslationPush', { storeId: bench.us, productIds: [product.id] })
    const failed = await push([product], only)
    await bench.quirk('shopify.withheld-scopes', '')
    expect(refused).toMatchObject({
      data: { refusal: 'store-unauthorised', why: expect.stringContaining('translations') },
    })
    expect(failed).toMatchObject({ push: { state: 'failed' }, items: { list: [{ state: 'failed' }] } })
    expect(await push([product], only)).toMatchObject({ push: { state: 'succeeded' } })
  })
})

describe('a push', () => {
  it('writes title, description, options, values and pictures, which the shop’s page shows in that language', async () => {
    const product = bench.pushed()
    await translate(product, {
      title: `Lampe ${nr(product)}`,
      description: '<p>wärmend</p>',
      'option.0': 'Farbe',
      'option.0.0': 'Rot',
      'option.0.1': 'Blau',
      'picture.a': 'Lampe a',
    })
    const { push: task, items } = await push([product], only)
    expect(task).toMatchObject({ state: 'succeeded', succeeded: 1, locales: ['de'] })
    expect(items.list[0]).toMatchObject({ state: 'succeeded', written: 6, kept: 0 })
    const page = await (await fetch(items.list[0]!.storefrontUrl!.replace('/products/', '/de/products/'))).text()
    for (const text of [`Lampe ${nr(product)}`, 'wärmend', 'Farbe', 'Rot', 'Blau']) expect(page).toContain(text)
    const before = await written()
    expect(reasons(await preview(product, ['de'])).every((reason) => reason.endsWith(': same'))).toBe(true)
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'unchanged', written: 0 })
    expect(await written()).toBe(before)
  })

  it('does not write an approved text with a word that was forbidden since, and names the word', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Heilende Lampe ${nr(product)}` })
    const term = await bench.app.ok('addGlossaryTerm', {
      kind: 'forbidden',
      source: 'heilende',
      locale: 'de',
      note: '医疗宣称',
    })
    const seen = await preview(product, ['de'])
    expect(seen).toMatchObject({
      action: 'none',
      fields: [{ reason: 'forbidden', why: '有违禁词，不写：heilende（医疗宣称）' }],
    })
    const before = await written()
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'unchanged', written: 0 })
    expect(await written()).toBe(before)
    await bench.app.ok('deleteGlossaryTerm', { id: term.id, version: term.version })
    expect((await push([product], only)).items.list[0]).toMatchObject({ state: 'succeeded', written: 1 })
  })

  it('writes a changed text, and leaves what staff changed or removed in the shop as it is', async () => {
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title, description: '<p>warm und hell</p>' })
    await translate(product, { title: `Lampe ${nr(product)} fr` }, 'fr')
    await push([product])
    await translate(product, { title: `${title} neu`, description: '<p>sehr warm</p>' })
    await translate(product, { title: `Lampe ${nr(product)} belle` }, 'fr')
    await staff(product, 'title', 'de', 'Vom Personal')
    await staff(product, 'title', 'fr', null)
    const seen = await preview(product)
    expect(reasons(seen).toSorted()).toEqual(
      ['标题 de: theirs', '描述 de: changed', '标题 fr: removed-there'].toSorted(),
    )
    expect(seen.fields.find(({ reason }) => reason === 'theirs')).toMatchObject({
      storeNow: 'Vom Personal',
      ours: `${title} neu`,
      willBecome: 'Vom Personal',
      conflict: true,
    })
    expect((await push([product])).items.list[0]).toMatchObject({
      written: 1,
      kept: 2,
      message: expect.stringContaining('2 条'),
    })
    expect(await inShopNow(product)).toEqual(['de body_html: <p>sehr warm</p>', 'de title: Vom Personal'])
    // Staff's text is replaced only if a person saw it and chose ours.
    const now = await preview(product)
    const overwrite = now.fields.filter(({ reason }) => reason === 'theirs').map(({ field }) => field)
    const approvals = [{ productId: product.id, contentHash: now.contentHash, overwrite }]
    expect((await push([product], { approvals })).items.list[0]).toMatchObject({ written: 1, kept: 1 })
    expect((await inShopNow(product))[1]).toBe(`de title: ${title} neu`)
    expect(reasons(await preview(product)).toSorted()).toEqual(
      ['标题 de: same', '描述 de: same', '标题 fr: removed-there'].toSorted(),
    )
  })

  it('does not translate a text that the shop does not have: an outdated translation, an unsynced product, a changed title', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    await push([product], only)
    const edited = `Big lamp ${nr(product)}`
    await bench.edit(product, { title: edited })
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: outdated'])
    await translate(product, { title: `Große Lampe ${nr(product)}` })
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: unsynced'])
    await bench.push([product])
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: changed'])
    await push([product], only)
    expect(await inShopNow(product)).toEqual([`de title: Große Lampe ${nr(product)}`])
    const id = await acts.shopId(product)
    await bench.shop.ask(
      'mutation ($id: ID!) { productUpdate(product: { id: $id, title: "Staff lamp" }) { userErrors { message } } }',
      { id },
    )
    expect(reasons(await preview(product, ['de']))).toEqual(['标题 de: source-changed'])
  })

  it('leaves a removed language alone, and writes into it again when it is back', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` }, 'fr')
    await push([product], { locales: ['fr'] })
    await acts.locale('disable', 'fr')
    expect(reasons(await preview(product, ['fr']))).toEqual(['标题 fr: no-language'])
    expect((await push([product], { locales: ['fr'] })).items.list[0]).toMatchObject({ state: 'unchanged' })
    await acts.locale('enable', 'fr')
    await acts.locale('publish', 'fr')
    await push([product], { locales: ['fr'] })
    expect(await inShopNow(product)).toEqual([`fr title: Lampe ${nr(product)}`])
  })

  it('writes nothing when the shop changed since the dry run', async () => {
    const product = bench.pushed()
    await translate(product, { title: `Lampe ${nr(product)}` })
    const { contentHash } = await preview(product, ['de'])
    await staff(product, 'title', 'de', 'Schneller')
    const failed = await push([product], { ...only, approvals: [{ productId: product.id, contentHash }] })
    expect(failed.items.list[0]).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('预演之后又有变化'),
    })
    expect(await inShopNow(product)).toEqual(['de title: Schneller'])
    const retried = await acts.ended(await bench.app.ok('retryTranslationPush', { pushId: failed.push.id }))
    expect(retried.items.list[0]).toMatchObject({ state: 'unchanged', kept: 1 })
  })
})

describe('undoing a push', () => {
  it('writes former texts back, removes new ones, and leaves what was changed since', async () => {
    const product = bench.pushed()
    const title = `Lampe ${nr(product)}`
    await translate(product, { title })
    await push([product], only)
    await translate(product, { title: `${title} neu`, description: '<p>hell</p>' })
    await translate(product, { title: `ランプ ${nr(product)}` }, 'ja')
    const { push: task } = await push([product], { locales: ['de', 'ja'] })
    expect(task.can).toMatchObject({ undoTranslationPush: true })
    await staff(product, 'title', 'ja', '店員')
    const undone = await acts.ended(await bench.app.ok('undoTranslationPush', { pushId: task.id }))
    expect(undone).toMatchObject({
      push: { kind: 'undo', state: 'succeeded' },
      items: { list: [{ written: 2, kept: 1 }] },
    })
    expect(await inShopNow(product)).toEqual([`de title: ${title}`, 'ja title: 店員'])
    const again = await bench.app.call('undoTranslationPush', { pushId: task.id })
    expect(again).toMatchObject({ data: { refusal: 'state-not-allowed', why: '已经撤销过' } })
    const ofUndo = await bench.app.call('undoTranslationPush', { pushId: undone.push.id })
    expect(ofUndo).toMatchObject({ data: { refusal: 'state-not-allowed' } })
    // After the undo the same texts can be pushed again.
    expect(reasons(await preview(product, ['de'])).toSorted()).toEqual(['描述 de: new', '标题 de: changed'].toSorted())
  })
})

describe('the list of pushes', () => {
  it('counts by state, filters by store and name, and refuses what is not possible', async () => {
    const all = await bench.app.ok('getTranslationPushCountByState', {})
    expect(all.counts.succeeded).toBeGreaterThan(3)
    const { list } = await bench.app.ok('queryTranslationPushes', {
      state: 'succeeded',
      storeId: bench.us,
      keyword: '撤销',
    })
    expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(['undo']))
    const [product] = (await bench.app.ok('getTranslationPush', { pushId: list[0]!.id })).items.list
    const ofProduct = await bench.app.ok('queryTranslationPushes', { keyword: product!.title, pageSize: 200 })
    expect(ofProduct.list.map(({ id }) => id)).toContain(list[0]!.id)
    expect(ofProduct.total).toBeLessThan(all.all)
    expect((await bench.app.ok('queryTranslationPushes', { storeId: bench.eu })).total).toBe(0)
    const [done] = (await bench.app.ok('queryTranslationPushes', { state: 'succeeded' })).list
    for (const call of ['cancelTranslationPush', 'retryTranslationPush'] as const)
      expect(await bench.app.call(call, { pushId: done!.id })).toMatchObject({ data: { refusal: 'state-not-allowed' } })
    const [push] = (await bench.app.ok('queryTranslationPushes', {})).list
    const refused = await bench.app.call('pushTranslations', { storeId: bench.eu, productIds: [push!.id] })
    expect(refused).toMatchObject({ data: { refusal: 'not-ready', why: expect.stringContaining('只有主语言') } })
  })
})
