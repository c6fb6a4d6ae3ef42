import { expect, it } from 'vitest'
import { sampleProduct, withPushBench } from './listings.testing.ts'
import { until } from '../../../test/until.ts'

const at = withPushBench()

/** One of each list in turn, so that 200 products cover every value in many combinations. */
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!

const HTML = [
  '',
  '<p>plain</p>',
  '暖光台灯，适合卧室 & 书房',
  '<P CLASS=a>caf&eacute; &copy; &#8212; &#x4e2d; &lt;b&gt;</P>',
  "<div><img src='https://p.example/a.jpg?x=1&y=2' alt=\"a 'b'\"/><br/><br /></div>",
  '<ul><li>one<li>two</ul>\n\n<p>open',
  '<table><tbody><tr><td colspan=2>1</td></tr></tbody></table><hr/>',
  '<p>  much   space \n here </p>  <p>🔆&nbsp;💡</p>',
  '<p style="color:red;font-weight:bold">styled</p><h3>T</h3>text',
]
const TITLES = ['Lamp', '台灯 暖光', 'Lampe élégante', 'Light 🔆 "5W" <b>', "  Kid's  lamp & co  ", 'ライト']
const TAGS = [[], ['one'], ['b', 'A', 'a', 'B '], ['家居', 'Home', 'élan', 'Zeta', '10%'], many('tag', 60)]
const WEIGHTS = [
  null,
  { value: '0', unit: 'g' },
  { value: '333', unit: 'g' },
  { value: '0.4254', unit: 'kg' },
  { value: '1.2346', unit: 'lb' },
  { value: '15.5', unit: 'oz' },
]
const VALUES = [['Red'], ['Red', 'Dark  Blue'], ['红色', '蓝 色', 'Grün'], many('Size ', 25)]
const PRICES = [0, 1, 100, 1200, 1290, 99_999, 12_345_600]
const VENDORS = ['', ' Huo ', '华强 & Co', '']

function many(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`)
}

function shape(storeId: string, n: number): object {
  const sample = sampleProduct(storeId, 9000 + n)
  const plain = n % 5 === 0
  const values = plain ? [''] : pick(VALUES, n)
  const weight = pick(WEIGHTS, n)
  return {
    ...sample,
    title: `${pick(TITLES, n)} ${n}`,
    titleZh: `台灯${n}`,
    descriptionHtml: pick(HTML, n),
    vendor: pick(VENDORS, n),
    productType: pick(['', 'Lamps', ' 灯具 '], n),
    tags: pick(TAGS, n),
    images: sample.images
      .slice(0, 1 + (n % 3))
      .map((image) => ({ ...image, alt: pick(['', ' a  b ', '图 & "alt"'], n) })),
    options: plain ? [] : [{ name: pick(['Color', ' 颜色 '], n), values: values.map((value) => ({ value })) }],
    variants: values.map((value, i) => ({
      ...sample.variants[0]!,
      id: crypto.randomUUID(),
      optionValues: plain ? [] : [value],
      skuCode: pick([`S${n}-${i}`, ` S${n}-${i} `, ''], n + i),
      barcode: pick(['', ` 69${n}${i}`], n),
      weight,
      weightGrams: weight === null ? pick([null, 0, 421], n) : 100,
      stock: pick([0, 7, 100_000], n + i),
      stockPolicy: pick(['deny', 'continue'], n),
      imageId: null,
      prices: [
        {
          storeId,
          currency: 'EUR',
          minor: pick(PRICES, n + i) + 1,
          compareAtMinor: pick([null, 20_000_000], n),
          origin: 'manual',
        },
      ],
    })),
  }
}

it.each([4, 2])(
  'a hundred products of every shape are the same after a push, in a shop that keeps %i decimals of a weight',
  async (decimals) => {
    await at.quirk('shopify.weight-decimals', decimals)
    const numbers = Array.from({ length: 100 }, (_, i) => i + decimals * 1000)
    const products = await Promise.all(numbers.map((n) => at.app.ok('createProduct', shape(at.eu, n) as never)))
    const productIds = products.map(({ id }) => id)
    const { task } = await at.app.ok('syncToShopify', { productIds, storeIds: [at.eu], approvals: [] })
    const { task: done } = await until(
      () => at.app.ok('queryProductsSyncStates', { taskId: task!.id }),
      (seen) => !['queued', 'running', 'throttled'].includes(seen.task!.state),
    )
    expect(done).toMatchObject({ state: 'succeeded', succeeded: 100 })
    for (let from = 0; from < productIds.length; from += 20) {
      const pairs = productIds.slice(from, from + 20).map((productId) => ({ productId, storeId: at.eu }))
      const { items } = await at.app.ok('previewSyncToShopify', { pairs })
      const changes = items.flatMap(({ title, action, fields }) =>
        fields
          .filter(({ change, conflict }) => change !== 'none' || conflict)
          .map((field) => ({ title, action, ...field })),
      )
      expect(changes).toEqual([])
      expect(items.map(({ action }) => action)).toEqual(pairs.map(() => 'none'))
    }
  },
)
