import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { applyEdit, changesBetween, sourcesAfterEdit } from './edit.rules.ts'
import { mergeSource } from './merge.rules.ts'
import { blankProduct } from './product-blank.rules.ts'
import type { ProductDoc, SourceProduct, SourceSku } from './products.types.ts'
import { contentOf } from './source.mapping.ts'
import { consistencyFault } from './variants.rules.ts'

const sku = (skuId: string, color: string, over: Partial<SourceSku> = {}): SourceSku => ({
  skuId,
  specId: `spec-${skuId}`,
  attributes: [{ name: '颜色', nameTrans: 'Color', value: color, valueTrans: null, imageUrl: null }],
  costMinor: 1000,
  weightGrams: 200,
  stock: 50,
  cargoNumber: null,
  ...over,
})
const source = (over: Partial<SourceProduct> = {}): SourceProduct => ({
  offerId: '600000000001',
  url: 'https://detail.1688.com/offer/600000000001.html',
  titleZh: '台灯',
  title: 'Lamp',
  descriptionHtml: '<p>一</p>',
  productType: '灯具',
  supplierId: 'sup',
  supplierName: '义乌',
  images: ['https://p.example/1.jpg'],
  minOrderQuantity: 1,
  skus: [sku('1', '红'), sku('2', '蓝')],
  costMinor: null,
  weightGrams: null,
  stock: null,
  ...over,
})
let made = 0
const newId = (): string => `v${++made}`

function claimed(from: SourceProduct): ProductDoc {
  const { variants, ...content } = contentOf(from)
  return {
    ...blankProduct('p', null, new Date(0), []),
    ...content,
    origin: '1688',
    source: from,
    variants: variants.map((variant) => ({
      ...variant,
      id: newId(),
      barcode: '',
      weight: null,
      sourceSkuAliases: [],
      stockPolicy: 'deny',
      dropped: false,
      prices: [],
    })),
  }
}
const merged = (doc: ProductDoc, now: SourceProduct) =>
  mergeSource({ doc, base: doc.source ? contentOf(doc.source) : undefined, theirs: contentOf(now), source: now, newId })
/** An edit as a person saves it: the change and the field lock. */
function byHand(doc: ProductDoc, change: Parameters<typeof applyEdit>[1]): ProductDoc {
  const after = applyEdit(doc, change, { newId, stores: [] })
  after.fieldSources = sourcesAfterEdit(after, changesBetween(doc, after), '小林', 1)
  return after
}

describe('mergeSource', () => {
  it('changes nothing when the source did not', () => {
    const doc = claimed(source())
    const { after, changes } = merged(doc, source())
    expect(changes).toEqual([])
    expect(changesBetween(doc, after)).toEqual([])
  })

  it('follows what nobody touched', () => {
    const doc = claimed(source())
    const { after, changes } = merged(
      doc,
      source({ title: 'New lamp', skus: [sku('1', '红', { costMinor: 1200 }), sku('2', '蓝')] }),
    )
    expect(after.title).toBe('New lamp')
    expect(after.variants.map(({ costMinor }) => costMinor)).toEqual([1200, 1000])
    expect(changes.map(({ applied }) => applied)).toEqual([true, true])
    expect(changes[1]).toMatchObject({ label: '变体“红”的成本', before: '¥10.00', after: '¥12.00' })
  })

  it('removes the unit of a weight that follows the source, and keeps it where a person set the weight', () => {
    const grams = (weightGrams: number) => source({ skus: [sku('1', '红', { weightGrams }), sku('2', '蓝')] })
    const typed = (weight: { value: string; unit: 'kg' }) => {
      const doc = claimed(grams(500))
      return byHand(doc, { variants: doc.variants.map((one, i) => (i === 0 ? { ...one, weight } : one)) })
    }
    const sameWeight = typed({ value: '0.5', unit: 'kg' })
    expect(merged(sameWeight, grams(500)).after.variants[0]).toMatchObject({ weight: { value: '0.5' } })
    expect(merged(sameWeight, grams(700)).after.variants[0]).toMatchObject({ weight: null, weightGrams: 700 })
    const ownWeight = typed({ value: '0.6', unit: 'kg' })
    expect(merged(ownWeight, grams(700)).after.variants[0]).toMatchObject({
      weight: { value: '0.6', unit: 'kg' },
      weightGrams: 600,
    })
  })

  it('proposes a change instead of overwriting what a person edited', () => {
    const doc = claimed(source())
    const edited = byHand(doc, {
      title: 'My own title',
      variants: doc.variants.map((variant, index) => (index === 0 ? { ...variant, costMinor: 900 } : variant)),
    })
    const { after, changes } = merged(
      edited,
      source({ title: 'New lamp', skus: [sku('1', '红', { costMinor: 1200 }), sku('2', '蓝', { costMinor: 1300 })] }),
    )
    expect(after.title).toBe('My own title')
    expect(after.variants.map(({ costMinor }) => costMinor)).toEqual([900, 1300])
    expect(changes.map(({ field, applied }) => [field, applied])).toEqual([
      ['title', false],
      [`variants.${doc.variants[0]!.id}.costMinor`, false],
      [`variants.${doc.variants[1]!.id}.costMinor`, true],
    ])
  })

  it('keeps a variant under its old id when the source changes its SKU numbers', () => {
    const doc = claimed(source())
    const { after, changes } = merged(doc, source({ skus: [sku('11', '红'), sku('12', '蓝')] }))
    expect(after.variants.map(({ id }) => id)).toEqual(doc.variants.map(({ id }) => id))
    expect(after.variants.map(({ sourceSkuId, sourceSkuAliases }) => [sourceSkuId, sourceSkuAliases])).toEqual([
      ['11', ['1']],
      ['12', ['2']],
    ])
    expect(changes.every(({ applied, why }) => applied && why.includes('别名'))).toBe(true)
    // The source has the former number again: the variant is found by its alias.
    const back = merged(after, source())
    expect(back.after.variants.map(({ id }) => id)).toEqual(doc.variants.map(({ id }) => id))
  })

  it('adds new SKUs, renames, and keeps lost ones without stock', () => {
    const doc = claimed(source())
    const { after } = merged(doc, source({ skus: [sku('1', '大红'), sku('3', '绿')] }))
    expect(after.variants.map(({ optionValues, stock }) => [optionValues[0], stock])).toEqual([
      ['大红', 50],
      ['蓝', 0],
      ['绿', 50],
    ])
    expect(consistencyFault(after, [])).toBeUndefined()
  })

  it('only proposes new SKUs when a person changed the options', () => {
    const doc = claimed(source())
    const edited = byHand(doc, { options: [{ ...doc.options[0]!, name: 'Shade' }] })
    const { after, changes } = merged(edited, source({ skus: [sku('1', '红'), sku('2', '蓝'), sku('3', '绿')] }))
    expect(after.options[0]!.name).toBe('Shade')
    expect(after.variants).toHaveLength(2)
    expect(changes).toMatchObject([{ label: '新增规格', applied: false }])
  })

  it('asks a person when a lost and a new SKU share a picture', () => {
    const withPicture = (color: string) => [
      { name: '颜色', nameTrans: null, value: color, valueTrans: null, imageUrl: 'https://p.example/c.jpg' },
    ]
    const doc = claimed(source({ skus: [sku('1', '红', { attributes: withPicture('红') }), sku('2', '蓝')] }))
    const { after, changes } = merged(
      doc,
      source({ skus: [sku('9', '玫红', { attributes: withPicture('玫红') }), sku('2', '蓝')] }),
    )
    expect(changes.some(({ why, applied }) => why.includes('疑似同款') && !applied)).toBe(true)
    expect(after.variants).toHaveLength(2)
  })

  it('never loses a variant, and always gives a valid product, whatever changed at the source', () => {
    const anySkus = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 9 }),
        color: fc.constantFrom('红', '蓝', '绿', '黄'),
        cost: fc.integer({ min: 1, max: 3 }),
      }),
      { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(anySkus, anySkus, anySkus, (first, second, third) => {
        const of = (list: typeof first) =>
          source({ skus: list.map(({ id, color, cost }) => sku(String(id), color, { costMinor: cost })) })
        const doc = claimed(of(first))
        const once = merged(doc, of(second)).after
        const twice = merged(once, of(third)).after
        for (const [before, after] of [
          [doc, once],
          [once, twice],
        ] as const) {
          const ids = after.variants.map(({ id }) => id)
          expect(before.variants.every(({ id }) => ids.includes(id))).toBe(true)
          expect(consistencyFault(after, [])).toBeUndefined()
        }
        expect(merged(twice, of(third)).changes).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})

describe('contentOf', () => {
  it('joins further attributes into the third option and keeps combinations distinct', () => {
    const attributes = (...values: string[]) =>
      values.map((value, index) => ({
        name: `属性${index}`,
        nameTrans: null,
        value,
        valueTrans: index === 0 ? 'Red' : null,
        imageUrl: null,
      }))
    const content = contentOf(
      source({
        skus: [
          sku('1', '', { attributes: attributes('大红', 'a', 'b', 'c') }),
          sku('2', '', { attributes: attributes('正红', 'a', 'b', 'c') }),
          sku('3', '', { attributes: attributes('正红', 'a', 'b', 'c') }),
        ],
      }),
    )
    expect(content.options).toHaveLength(3)
    expect(content.options[2]!.name).toBe('属性2 / 属性3')
    expect(new Set(content.variants.map(({ optionValues }) => optionValues.join('|'))).size).toBe(3)
  })

  it('makes one variant of an offer without SKUs', () => {
    const content = contentOf(source({ skus: [], costMinor: 990, stock: 7, weightGrams: 100 }))
    expect(content.variants).toMatchObject([
      { costMinor: 990, stock: 7, weightGrams: 100, optionValues: [], sourceSkuId: null },
    ])
    expect(content.options).toEqual([])
  })
})
