import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulator } from '../../compose.ts'
import { openTestShop, SET, setProduct, startSimulator, withVariants } from './shopify-client.testing.ts'
import type { TestShop } from './shopify-client.testing.ts'

let stop: () => Promise<void>
let restart: () => Promise<Simulator>
let sim: Simulator
let shop: TestShop
let eu: TestShop

beforeAll(async () => {
  ;({ sim, stop, restart } = await startSimulator())
  sim.core.quirks.set('shopify.fetch-media', false)
  shop = await openTestShop(sim)
  eu = await openTestShop(sim, 'bridge-eu')
})
afterAll(() => stop())

type Errors = { code: string; field: string[]; message: string }[]
type Translated = { key: string; locale: string; value: string; outdated: boolean }
type Payload = { translations: Translated[] | null; userErrors: Errors }
type Resource = {
  resourceId: string
  translatableContent: { key: string; value: string | null; digest: string | null; locale: string; type: string }[]
  translations: Translated[]
  nestedTranslatableResources: { nodes: { resourceId: string }[] }
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
const READ = `query($id: ID!, $locale: String!, $nested: TranslatableResourceType) { translatableResource(resourceId: $id) {
  resourceId translatableContent { key value digest locale type }
  translations(locale: $locale) { key locale value outdated }
  nestedTranslatableResources(first: 50, resourceType: $nested) { nodes { resourceId } } } }`
const REGISTER = `mutation($id: ID!, $entries: [TranslationInput!]!) { translationsRegister(resourceId: $id, translations: $entries) {
  translations { key locale value outdated } userErrors { code field message } } }`
const REMOVE = `mutation($id: ID!, $keys: [String!]!, $locales: [String!]!) {
  translationsRemove(resourceId: $id, translationKeys: $keys, locales: $locales) {
  translations { key locale } userErrors { code field message } } }`

const read = (id: string, locale = 'de', nested: string | null = null) =>
  shop.get<Resource | null>(READ, { id, locale, nested })
const register = (id: string, entries: object[]) => shop.get<Payload>(REGISTER, { id, entries })
const entry = (value: string, source: string, more: object = {}) => ({
  key: 'title',
  locale: 'de',
  value,
  translatableContentDigest: sha(source),
  ...more,
})
const refusals = ({ userErrors }: Payload) =>
  userErrors.map(({ code, field, message }) => [code, field.join('.'), message])
const control = async (path: string, body: object, of = 'bridge-us') => {
  const response = await fetch(`${sim.core.origin}/control/shopify/${of}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { error?: string; translations?: object[] }
}

describe('a shop’s languages', () => {
  it('are the primary one and those that staff added, published or not', async () => {
    const list = '{ shopLocales { locale name primary published } }'
    expect(await shop.get<object[]>(list)).toEqual([
      { locale: 'en', name: 'English', primary: true, published: true },
      { locale: 'de', name: 'German', primary: false, published: true },
      { locale: 'es', name: 'Spanish', primary: false, published: false },
      { locale: 'fr', name: 'French', primary: false, published: true },
      { locale: 'ja', name: 'Japanese', primary: false, published: true },
    ])
    expect(await eu.get<object[]>(list)).toHaveLength(1)
    const published = await shop.get<{ locale: string }[]>('{ shopLocales(published: true) { locale } }')
    expect(published.map(({ locale }) => locale)).toEqual(['en', 'de', 'fr', 'ja'])
  })

  it('are added unpublished, published, and removed with their translations; the primary one stays', async () => {
    const product = await setProduct(eu, { title: 'Lamp' })
    expect(await control('locales', { action: 'publish', locale: 'it' }, 'bridge-eu')).toHaveProperty('error')
    await control('locales', { action: 'enable', locale: 'it' }, 'bridge-eu')
    const locales = '{ shopLocales { locale published } }'
    expect(await eu.get(locales)).toContainEqual({ locale: 'it', published: false })
    await control('locales', { action: 'publish', locale: 'it' }, 'bridge-eu')
    const staff = { resourceId: product.id, key: 'title', locale: 'it', value: 'Lampada' }
    expect((await control('translations', staff, 'bridge-eu')).translations).toHaveLength(1)
    await control('locales', { action: 'disable', locale: 'it' }, 'bridge-eu')
    expect(await eu.get(locales)).toEqual([{ locale: 'en', published: true }])
    await control('locales', { action: 'enable', locale: 'it' }, 'bridge-eu')
    const kept = await eu.get<Resource>(READ, { id: product.id, locale: 'it', nested: null })
    expect(kept.translations).toEqual([])
    expect(await control('locales', { action: 'disable', locale: 'en' }, 'bridge-eu')).toHaveProperty('error')
  })
})

describe('translatable content', () => {
  it('has a digest for each field of a product, and nothing to translate where the product has nothing', async () => {
    const { id } = await setProduct(shop, { title: 'Element', descriptionHtml: '<p>Good</p>' })
    const { translatableContent } = (await read(id))!
    expect(translatableContent.map(({ key }) => key)).toEqual([
      'title',
      'body_html',
      'handle',
      'product_type',
      'meta_title',
      'meta_description',
    ])
    // The digest in the vendor's own example of translationsRegister.
    expect(translatableContent[0]).toEqual({
      key: 'title',
      value: 'Element',
      digest: '4e5b548d6d61f0006840aca106f7464a4b59e5a854317d5b57861b8423901bf6',
      locale: 'en',
      type: 'SINGLE_LINE_TEXT_FIELD',
    })
    expect(translatableContent[4]).toMatchObject({ key: 'meta_title', value: null, digest: null })
  })

  it('is read for many resources by id or type, in pages, with options, values and pictures', async () => {
    const files = [{ originalSource: 'https://pictures.example/a.jpg', alt: 'A red tin', contentType: 'IMAGE' }]
    const { id, media } = await setProduct(shop, { title: 'Tin', files, ...withVariants(['Red', 'Blue']) })
    const options = (await read(id))!.nestedTranslatableResources.nodes.map(({ resourceId }) => resourceId)
    expect(options).toHaveLength(1)
    const values = (await read(options[0]!))!.nestedTranslatableResources.nodes.map(({ resourceId }) => resourceId)
    expect(values).toHaveLength(2)
    const ids = [id, ...options, ...values, media.nodes[0]!.id, 'gid://shopify/Product/1', id]
    const PAGE = `query($ids: [ID!]!, $first: Int!, $after: String) { translatableResourcesByIds(resourceIds: $ids, first: $first, after: $after) {
      nodes { resourceId translatableContent { key value } } pageInfo { hasNextPage endCursor } } }`
    type Page = { nodes: Resource[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
    const first = await shop.get<Page>(PAGE, { ids, first: 3 })
    const second = await shop.get<Page>(PAGE, { ids, first: 3, after: first.pageInfo.endCursor })
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false])
    const texts = [...first.nodes, ...second.nodes].map(({ translatableContent: [field] }) => field?.value)
    expect(texts).toEqual(['Tin', 'Color', 'Red', 'Blue', 'A red tin'])
    const listed = await shop.get<{ nodes: { resourceId: string }[] }>(
      '{ translatableResources(first: 250, resourceType: PRODUCT_OPTION) { nodes { resourceId } } }',
    )
    expect(listed.nodes.map(({ resourceId }) => resourceId)).toContain(options[0])
    expect(await read('gid://shopify/Product/1')).toBeNull()
    const variant = 'gid://shopify/ProductVariant/1'
    expect(refusals(await register(variant, [entry('x', 'x')]))[0]?.[0]).toBe('RESOURCE_NOT_TRANSLATABLE')
  })

  it('needs the scope to read translations, and writing the one to write', async () => {
    const { id } = await setProduct(shop, { title: 'Closed' })
    sim.core.quirks.set('shopify.withheld-scopes', 'write_translations')
    const refused = await shop.ask(REGISTER, { id, entries: [entry('Zu', 'Closed')] })
    expect(refused.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
    sim.core.quirks.set('shopify.withheld-scopes', 'write_translations,read_translations')
    const unread = await shop.ask(READ, { id, locale: 'de' })
    expect(unread.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
    sim.core.quirks.set('shopify.withheld-scopes', '')
  })
})

describe('translationsRegister', () => {
  it('writes several languages of a resource in one call, and replaces what was there', async () => {
    const { id } = await setProduct(shop, { title: 'Cup' })
    const made = await register(id, [entry('Tasse', 'Cup'), entry('カップ', 'Cup', { locale: 'ja' })])
    expect(made).toEqual({
      translations: [
        { key: 'title', locale: 'de', value: 'Tasse', outdated: false },
        { key: 'title', locale: 'ja', value: 'カップ', outdated: false },
      ],
      userErrors: [],
    })
    await register(id, [entry('Becher', 'Cup')])
    expect((await read(id))!.translations).toEqual([{ key: 'title', locale: 'de', value: 'Becher', outdated: false }])
  })

  it('refuses each entry that is wrong, with the field and a code, and writes the others', async () => {
    const { id } = await setProduct(shop, { title: 'Bowl' })
    const answer = await register(id, [
      entry('x', 'Bowl', { locale: 'en' }),
      entry('x', 'Bowl', { locale: 'it' }),
      entry(' ', 'Bowl'),
      entry('x', 'Bowl', { key: 'vendor' }),
      entry('x', 'an older title'),
      entry('x'.repeat(256), 'Bowl'),
      entry('x', 'Bowl', { marketId: 'gid://shopify/Market/1' }),
      entry('Schale', 'Bowl'),
    ])
    expect(refusals(answer)).toEqual([
      ['INVALID_LOCALE_FOR_SHOP', 'translations.0.locale', "Locale cannot be the same as the shop's primary locale"],
      ['INVALID_LOCALE_FOR_SHOP', 'translations.1.locale', 'Locale is not a valid locale for the shop'],
      ['FAILS_RESOURCE_VALIDATION', 'translations.2.value', "Value can't be blank"],
      ['INVALID_KEY_FOR_MODEL', 'translations.3.key', 'Key vendor is not a valid translatable field'],
      [
        'INVALID_TRANSLATABLE_CONTENT',
        'translations.4.translatableContentDigest',
        'Translatable content hash is invalid',
      ],
      ['FAILS_RESOURCE_VALIDATION', 'translations.5.value', expect.stringContaining('too long')],
      ['MARKET_DOES_NOT_EXIST', 'translations.6.marketId', expect.any(String)],
    ])
    expect(answer.translations).toEqual([{ key: 'title', locale: 'de', value: 'Schale', outdated: false }])
    expect(refusals(await register('gid://shopify/Product/1', [entry('x', 'x')]))).toEqual([
      ['RESOURCE_NOT_FOUND', 'resourceId', 'Resource gid://shopify/Product/1 does not exist'],
    ])
  })

  it('writes nothing beside a wrong entry when the switch says so', async () => {
    const { id } = await setProduct(shop, { title: 'Jug' })
    sim.core.quirks.set('shopify.translations-all-or-nothing', true)
    const answer = await register(id, [entry('Krug', 'Jug'), entry('', 'Jug', { locale: 'fr' })])
    sim.core.quirks.set('shopify.translations-all-or-nothing', false)
    expect([answer.translations, answer.userErrors.length]).toEqual([[], 1])
    expect((await read(id))!.translations).toEqual([])
  })

  it('takes at most 100 entries', async () => {
    const { id } = await setProduct(shop, { title: 'Many' })
    const many = (count: number) => Array.from({ length: count }, () => entry('Viele', 'Many'))
    expect(refusals(await register(id, many(101)))).toEqual([
      ['TOO_MANY_KEYS_FOR_RESOURCE', 'resourceId', 'Too many keys for resource - maximum 100 per mutation'],
    ])
    expect((await register(id, many(100))).userErrors).toEqual([])
  })
})

describe('a translation', () => {
  it('is outdated once its source text changed, and an old digest is refused', async () => {
    const { id } = await setProduct(shop, { title: 'Old name' })
    await register(id, [entry('Alter Name', 'Old name')])
    await shop.get(SET, { identifier: { id }, input: { title: 'New name' } })
    expect((await read(id))!.translations).toMatchObject([{ value: 'Alter Name', outdated: true }])
    expect(refusals(await register(id, [entry('Neuer Name', 'Old name')]))[0]?.[0]).toBe('INVALID_TRANSLATABLE_CONTENT')
    await register(id, [entry('Neuer Name', 'New name')])
    expect((await read(id))!.translations).toMatchObject([{ value: 'Neuer Name', outdated: false }])
  })

  it('is removed by key and language, and with its product, option value or picture', async () => {
    const { id } = await setProduct(shop, { title: 'Hat', ...withVariants(['Red', 'Blue']) })
    const [option] = (await read(id))!.nestedTranslatableResources.nodes
    const [red] = (await read(option!.resourceId))!.nestedTranslatableResources.nodes
    await register(red!.resourceId, [entry('Rot', 'Red', { key: 'name' })])
    await register(id, [entry('Hut', 'Hat'), entry('Chapeau', 'Hat', { locale: 'fr' })])
    const remove = (keys: string[], locales: string[]) => shop.get<Payload>(REMOVE, { id, keys, locales })
    expect(await remove(['title'], [])).toEqual({ translations: null, userErrors: [] })
    expect(await remove(['title'], ['fr'])).toEqual({ translations: [{ key: 'title', locale: 'fr' }], userErrors: [] })
    expect(await remove(['title'], ['fr'])).toEqual({ translations: null, userErrors: [] })
    const witness = async (resourceId: string) => {
      const path = `/control/shopify/bridge-us/translations?resourceId=${encodeURIComponent(resourceId)}`
      return (await (await fetch(`${sim.core.origin}${path}`)).json()) as { exists: boolean; translations: object[] }
    }
    expect((await witness(red!.resourceId)).translations).toHaveLength(1)
    await shop.get(SET, { identifier: { id }, input: { ...withVariants(['Blue']) } })
    expect(await witness(red!.resourceId)).toMatchObject({ exists: false, translations: [] })
    expect((await witness(id)).translations).toHaveLength(1)
    await shop.get('mutation($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', { id })
    expect(await witness(id)).toMatchObject({ exists: false, translations: [] })
  })

  it('of staff or another app is read as every other, and its author is known to the control page alone', async () => {
    const { id } = await setProduct(shop, { title: 'Vase', descriptionHtml: '<p>Tall</p>' })
    await register(id, [entry('Vase', 'Vase')])
    const staff = { resourceId: id, key: 'body_html', locale: 'de', value: '<p>Hoch & schlank</p>' }
    const { translations } = await control('translations', staff)
    expect(translations).toMatchObject([{ by: 'app' }, { by: 'staff', value: '<p>Hoch &amp; schlank</p>' }])
    expect((await read(id))!.translations.map(({ key }) => key)).toEqual(['title', 'body_html'])
    await control('translations', { ...staff, value: null })
    expect((await read(id))!.translations).toHaveLength(1)
  })

  it('is shown on the product’s own page in its language, and on the product only while the language is published', async () => {
    const input = {
      title: 'Plate',
      descriptionHtml: '<p>White</p>',
      handle: 'plate',
      ...withVariants(['Small', 'Big']),
    }
    const { id } = await setProduct(shop, input)
    const { nodes } = await shop.get<{ nodes: { id: string }[] }>('{ publications(first: 1) { nodes { id } } }')
    await shop.get(
      'mutation($id: ID!, $p: ID!) { publishablePublish(id: $id, input: [{ publicationId: $p }]) { userErrors { message } } }',
      { id, p: nodes[0]?.id },
    )
    const [option] = (await read(id))!.nestedTranslatableResources.nodes
    const [small] = (await read(option!.resourceId))!.nestedTranslatableResources.nodes
    await register(id, [entry('Teller', 'Plate'), entry('<p>Weiß</p>', '<p>White</p>', { key: 'body_html' })])
    await register(option!.resourceId, [entry('Farbe', 'Color', { key: 'name' })])
    await register(small!.resourceId, [entry('Klein', 'Small', { key: 'name' })])
    const page = async (path: string) => {
      const response = await fetch(`${shop.origin}${path}`)
      return { status: response.status, html: await response.text() }
    }
    const german = await page('/de/products/plate')
    expect(german.html).toContain('<html lang="de">')
    for (const text of ['Teller', 'Weiß', 'Farbe', 'Klein', 'Big']) expect(german.html).toContain(text)
    expect(german.html).not.toContain('Plate')
    const english = await page('/products/plate')
    expect(english.html).toContain('<html lang="en">')
    expect(english.html).toContain('Plate')
    expect(english.html).not.toContain('Teller')
    const statuses = await Promise.all(
      ['es', 'it', 'en'].map(async (locale) => (await page(`/${locale}/products/plate`)).status),
    )
    expect(statuses).toEqual([404, 404, 404])
    const own = `query($id: ID!) { product(id: $id) { translations(locale: "de") { value } } }`
    expect(await shop.get(own, { id })).toEqual({ translations: [{ value: 'Teller' }, { value: '<p>Weiß</p>' }] })
    await control('locales', { action: 'unpublish', locale: 'de' })
    expect(await shop.get(own, { id })).toEqual({ translations: [] })
    expect((await page('/de/products/plate')).status).toBe(404)
    await control('locales', { action: 'publish', locale: 'de' })
  })

  it('of a market is kept beside the one of all markets: written, read, shown and removed for that market alone', async () => {
    const { id } = await setProduct(shop, { title: 'Trousers', handle: 'trousers' })
    type Markets = { nodes: { id: string; name: string; handle: string; status: string }[] }
    const { nodes } = await shop.get<Markets>('{ markets(first: 10) { nodes { id name handle status } } }')
    expect(nodes.map(({ name, status }) => [name, status])).toEqual([
      ['Canada', 'ACTIVE'],
      ['Europe', 'DRAFT'],
      ['United States', 'ACTIVE'],
    ])
    const [canada, europe] = nodes as [Markets['nodes'][0], Markets['nodes'][0]]
    const made = await register(id, [
      entry('Hose', 'Trousers'),
      entry('Buxe', 'Trousers', { marketId: canada.id }),
      entry('Beinkleid', 'Trousers', { marketId: europe.id }),
    ])
    expect([made.translations!.map(({ value }) => value), made.userErrors]).toEqual([['Hose', 'Buxe', 'Beinkleid'], []])
    const OF = `query($id: ID!, $market: ID) { translatableResource(resourceId: $id) {
      translations(locale: "de", marketId: $market) { value market { name } } } }`
    type Of = { translations: { value: string; market: { name: string } | null }[] }
    const of = async (market: string | null) => (await shop.get<Of>(OF, { id, market })).translations
    expect(await of(null)).toEqual([{ value: 'Hose', market: null }])
    expect(await of(canada.id)).toEqual([{ value: 'Buxe', market: { name: 'Canada' } }])
    const places = await shop.get<{ nodes: { id: string }[] }>('{ publications(first: 1) { nodes { id } } }')
    await shop.get(
      'mutation($id: ID!, $p: ID!) { publishablePublish(id: $id, input: [{ publicationId: $p }]) { userErrors { message } } }',
      { id, p: places.nodes[0]?.id },
    )
    const page = async (market: string) => (await fetch(`${shop.origin}/de/products/trousers?market=${market}`)).text()
    expect(await page('canada')).toContain('<h1>Buxe</h1>')
    expect(await page('united-states')).toContain('<h1>Hose</h1>')
    const remove = (markets: string[] | null) =>
      shop.get<Payload>(
        `mutation($id: ID!, $markets: [ID!]) { translationsRemove(resourceId: $id, translationKeys: ["title"], locales: ["de"],
          marketIds: $markets) { translations { key locale } userErrors { code field message } } }`,
        { id, markets },
      )
    expect((await remove([canada.id])).translations).toHaveLength(1)
    expect([await of(canada.id), await of(null)]).toEqual([[], [{ value: 'Hose', market: null }]])
    await remove(null)
    expect([await of(null), (await of(europe.id)).length]).toEqual([[], 1])
    expect(await control('markets', { action: 'remove', name: 'Europe' })).not.toHaveProperty('error')
    expect(await of(europe.id)).toEqual([])
    expect(refusals(await register(id, [entry('x', 'Trousers', { marketId: europe.id })]))[0]?.[0]).toBe(
      'MARKET_DOES_NOT_EXIST',
    )
    sim.core.quirks.set('shopify.withheld-scopes', 'read_markets')
    const refused = await shop.ask('{ markets(first: 1) { nodes { id } } }')
    sim.core.quirks.set('shopify.withheld-scopes', '')
    expect(refused.errors?.[0]?.extensions?.['code']).toBe('ACCESS_DENIED')
  })

  it('survives a restart, with the languages that staff changed', async () => {
    const { id } = await setProduct(shop, { title: 'Kept' })
    await register(id, [entry('Bewahrt', 'Kept')])
    await control('locales', { action: 'publish', locale: 'es' })
    sim = await restart()
    shop = await openTestShop(sim)
    expect((await read(id))!.translations).toMatchObject([{ value: 'Bewahrt' }])
    expect(await shop.get('{ shopLocales { locale published } }')).toContainEqual({ locale: 'es', published: true })
  })
})
