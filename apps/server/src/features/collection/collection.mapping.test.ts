import type { OfferSku, SourceOffer } from '@huoqiao/connector-1688'
import { describe, expect, test } from 'vitest'
import { costOf, offerHash, sourceProductOf } from './collection.mapping.ts'
import { evenAttributes } from './sku-attributes.mapping.ts'

const sku = (given: Partial<OfferSku> & Pick<OfferSku, 'skuId'>): OfferSku => ({
  specId: `spec${given.skuId}`,
  attributes: [],
  priceMinor: 1850,
  promotionPriceMinor: null,
  dropshipPriceMinor: null,
  channelPriceMinor: null,
  stock: 10,
  cargoNumber: null,
  weightGrams: null,
  ...given,
})

const attribute = (name: string, value: string, trans?: { name?: string; value?: string; image?: string }) => ({
  id: null,
  name,
  value,
  nameTrans: trans?.name ?? null,
  valueTrans: trans?.value ?? null,
  image: trans?.image ?? null,
})

const NO_SCORES = {
  medalLevel: null,
  composite: null,
  logistics: null,
  dispute: null,
  offer: null,
  consulting: null,
  afterSales: null,
  repeatPurchase: null,
  collectedWithin48Hours: null,
  qualityRefunds: null,
}

const offer = (given: Partial<SourceOffer> = {}): SourceOffer => ({
  offerId: '620201390233',
  url: 'https://detail.1688.com/offer/620201390233.html',
  subject: '不锈钢保温杯',
  subjectTrans: 'Vacuum Flask',
  categoryIds: [],
  categoryName: '保温杯',
  supplier: { openId: 'BBB1', companyName: '金华示例杯业有限公司', years: 5, scores: NO_SCORES },
  images: ['https://cbu01.alicdn.com/a.jpg'],
  whiteImage: null,
  videoUrl: null,
  detailVideoUrl: null,
  attributes: [],
  skus: [],
  tiers: [
    { startQuantity: 2, priceMinor: 1850, promotionPriceMinor: 1760 },
    { startQuantity: 100, priceMinor: 1720, promotionPriceMinor: null },
  ],
  quoteType: 0,
  minOrderQuantity: 2,
  batchNumber: null,
  mixRule: null,
  dropship: null,
  stock: 820,
  unit: '个',
  unitTrans: 'Piece',
  weightGrams: 420,
  sendFrom: null,
  shipsWithinHours: 48,
  status: 'published',
  published: true,
  soldCount: 1,
  tradeScore: '4.9',
  descriptionHtml: null,
  descriptionHtmlTrans: null,
  descriptionUrl: null,
  descriptionTransUrl: null,
  certificates: [],
  promotionUrl: null,
  createdAt: null,
  ...given,
})

const mapped = (given: Partial<SourceOffer>) => {
  const result = sourceProductOf(offer(given))
  if ('refusal' in result) throw new Error(result.refusal)
  return result.product
}

describe('the cost of one piece', () => {
  test('is the tier price at the smallest order when the offer is priced by quantity, without promotions', () => {
    expect(costOf({ ...offer(), quoteType: 0 }, undefined)).toBe(1850)
    expect(costOf({ ...offer(), quoteType: 2, minOrderQuantity: 100 }, sku({ skuId: '1', priceMinor: 9 }))).toBe(1720)
  })
  test('is the price of the SKU when the offer is priced by SKU', () => {
    expect(costOf({ ...offer(), quoteType: 1 }, sku({ skuId: '1', priceMinor: 2100 }))).toBe(2100)
  })
  test('is the available price otherwise, and null when there is none', () => {
    expect(costOf({ ...offer(), quoteType: 1 }, sku({ skuId: '1', priceMinor: null }))).toBe(1850)
    expect(costOf({ ...offer(), quoteType: 2, tiers: [] }, sku({ skuId: '1', priceMinor: 900 }))).toBe(900)
    expect(costOf({ ...offer(), tiers: [] }, undefined)).toBeNull()
  })
})

describe('an offer as a product', () => {
  test('without SKUs has the price, weight and stock of the offer', () => {
    expect(mapped({})).toMatchObject({ skus: [], costMinor: 1850, weightGrams: 420, stock: 820, title: 'Vacuum Flask' })
  })
  test('has every picture once, those of SKUs after the gallery', () => {
    const withPicture = sku({
      skuId: '1',
      attributes: [attribute('颜色', '红', { image: 'https://cbu01.alicdn.com/r.jpg' })],
    })
    const again = sku({
      skuId: '2',
      attributes: [attribute('颜色', '蓝', { image: 'https://cbu01.alicdn.com/a.jpg' })],
    })
    expect(mapped({ skus: [withPicture, again] }).images).toEqual([
      'https://cbu01.alicdn.com/a.jpg',
      'https://cbu01.alicdn.com/r.jpg',
    ])
  })
  test('has the pictures of the description when its translation lost them', () => {
    const html = mapped({
      descriptionHtml: '<p>杯</p><img src="https://cbu01.alicdn.com/d.jpg">',
      descriptionHtmlTrans: '<p>Cup</p>',
    }).descriptionHtml
    expect(html).toContain('<p>Cup</p>')
    expect(html).toContain('https://cbu01.alicdn.com/d.jpg')
  })
  test('lists the facts once, without those for resellers', () => {
    const fact = (name: string, nameTrans: string, value: string) => ({
      id: '1',
      name,
      nameTrans,
      value,
      valueTrans: value,
    })
    const html = mapped({
      attributes: [
        fact('材质', 'Material', 'Steel & glass'),
        fact('是否跨境出口专供货源', 'Cross-border Export Only', 'Yes'),
      ],
      descriptionHtmlTrans:
        '<p>Cup</p><table border="1"><tbody><tr><td><b>Material</b>：</td><td>Steel &#38; glass</td></tr>' +
        '<tr><td>Cross&#45;border Export Only</td><td>Yes</td><td>material</td><td>Steel</td></tr></tbody></table>' +
        '<table><tr><td>Size</td><td>M</td></tr><tr><td>Material</td><td>Steel</td></tr></table>',
    }).descriptionHtml
    expect(html).toBe(
      '<table><tbody><tr><th>Material</th><td>Steel &amp; glass</td></tr></tbody></table><p>Cup</p>' +
        '<table><tr><td>Size</td><td>M</td></tr></table>',
    )
  })
  test('is refused with an explanation when it has more SKUs than a shop accepts, or is not for sale', () => {
    const many = Array.from({ length: 2049 }, (_, i) => sku({ skuId: String(i + 1) }))
    expect(sourceProductOf(offer({ skus: many }))).toEqual({ refusal: expect.stringContaining('2048') })
    expect(sourceProductOf(offer({ published: false, status: 'expired' }))).toEqual({
      refusal: expect.stringContaining('1688状态：已过期'),
    })
  })
})

describe('the table of SKU attributes', () => {
  test('distinguishes SKUs without any attribute by their article numbers', () => {
    const table = evenAttributes([sku({ skuId: '1', cargoNumber: 'A-1' }), sku({ skuId: '2' })])
    expect(table.map((row) => row[0]!.value)).toEqual(['A-1', '2'])
  })

  test('has a value under every name for every SKU, in one order', () => {
    const table = evenAttributes([
      sku({ skuId: '1', attributes: [attribute('颜色', '红', { name: 'Color', value: 'Red' })] }),
      sku({
        skuId: '2',
        attributes: [
          attribute('尺码', 'L', { name: 'Size', value: 'L' }),
          attribute('颜色', '蓝'),
          attribute('颜色', '白'),
        ],
      }),
    ])
    expect(table.map((row) => row.map((one) => `${one.nameTrans}=${one.valueTrans}`))).toEqual([
      ['Color=Red', 'Size=Default'],
      ['Color=蓝 / 白', 'Size=L'],
    ])
  })
})

describe('the stored snapshot of a fetch', () => {
  test('is not new when only sales figures changed', () => {
    expect(offerHash(offer({ soldCount: 5, tradeScore: '4.8' }))).toBe(offerHash(offer()))
    expect(offerHash(offer({ stock: 3 }))).not.toBe(offerHash(offer()))
  })
})
