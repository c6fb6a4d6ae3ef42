import { parsePush } from '@huoqiao/connector-1688'
import { readDescriptionPage } from '@huoqiao/connector-1688/description-page'
import { describe, expect, it } from 'vitest'
import { descriptionOf } from '../src/features/collection/offer-description.mapping.ts'
import { shopMessage } from '../src/features/inbox/receiving.mapping.ts'
import { PRODUCT_FIELDS } from '../src/features/listings/product-fields.rules.ts'
import { safeDescription, suppliersDescription } from '../src/features/products/description.mapping.ts'
import { readSheet } from '../src/platform/sheet-reader.ts'
import { growthOf } from './growth.ts'
import { ARCHIVES, CSV, HTML, JSON_TEXTS, XML, workbookWith } from './grown-inputs.ts'

/** The limit between linear (16) and quadratic (256) growth: four times the one, a quarter of the other. */
const LINEAR = 64
const refusedOrRead = (bytes: Buffer): Promise<unknown> =>
  readSheet(bytes).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'SheetFault') throw error
  })

describe.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'])(
  'a workbook is read in linear time, whatever %s is made of',
  (part) => {
    it.each(XML)('$what', async ({ of }) => {
      const { ratio } = await growthOf((times) => workbookWith(part, of(times)), refusedOrRead)
      expect(ratio).toBeLessThan(LINEAR)
    })
  },
)

it.each(ARCHIVES)('an archive is read in linear time: $what', async ({ of }) => {
  expect((await growthOf(of, refusedOrRead)).ratio).toBeLessThan(LINEAR)
})

it.each(CSV)('a CSV text is read in linear time: $what', async ({ of }) => {
  const { ratio } = await growthOf((times) => Buffer.from(of(times)), refusedOrRead)
  expect(ratio).toBeLessThan(LINEAR)
})

describe('HTML is read in linear time', () => {
  const written = PRODUCT_FIELDS.find(({ key }) => key === 'descriptionHtml')!
  const none = { attributes: [{ name: 'a', value: 'b', nameTrans: null, valueTrans: null }], skus: [] }
  const readers: Record<string, (html: string) => unknown> = {
    'a description that a person saves': safeDescription,
    'a description on a supplier’s page': suppliersDescription,
    'a description that a shop keeps': (html) => written.same!(html, `${html}x`),
    'an offer’s description': (descriptionHtml) =>
      descriptionOf({ ...none, descriptionHtml, descriptionHtmlTrans: null } as unknown as Parameters<
        typeof descriptionOf
      >[0]),
  }
  describe.each(Object.entries(readers))('%s', (_reader, read) => {
    it.each(HTML)('$what', async ({ of }) => {
      expect((await growthOf(of, read)).ratio).toBeLessThan(LINEAR)
    })
  })
})

describe('a description page of 1688 is read in linear time', () => {
  const pageOf = (text: string) =>
    readDescriptionPage('https://detail.1688.com/a', {
      gateway: 'https://gw.open.1688.com',
      fetch: () => Promise.resolve(new Response(text)),
    })
  it.each([
    { what: 'tags', of: (times: number) => '<a '.repeat(times) },
    { what: 'tags in a variable', of: (times: number) => `var desc='${'<a '.repeat(times)}';` },
    { what: 'tags in an object', of: (times: number) => `var a={"content":"${'<a '.repeat(times)}"};` },
    { what: 'an object without an end', of: (times: number) => `var a=${'{"content":'.repeat(times)}` },
    { what: 'a name without an end', of: (times: number) => 'a.'.repeat(times) },
    { what: 'white space without an end', of: (times: number) => `var a =${' \n'.repeat(times)}` },
    { what: 'a variable after white space', of: (times: number) => `var${' '.repeat(times)}` },
    { what: 'semicolons', of: (times: number) => `a=${';'.repeat(times)}x` },
    { what: 'backslashes in quotes', of: (times: number) => `a='${'\\'.repeat(times)}'` },
  ])('$what', async ({ of }) => {
    expect((await growthOf(of, pageOf)).ratio).toBeLessThan(LINEAR)
  })
})

describe('the body of a webhook is read in linear time', () => {
  const headers = {
    'x-shopify-topic': 'orders/updated',
    'x-shopify-shop-domain': 'a.myshopify.com',
    'x-shopify-webhook-id': 'a',
    'x-shopify-event-id': 'b',
    'x-shopify-triggered-at': '2026-01-01T00:00:00Z',
    'x-shopify-api-version': '2026-01',
  }
  it('with the headers of a webhook', () => {
    expect(shopMessage('store', headers, '{"id":1234567890123456789}')).toMatchObject({ about: '1234567890123456789' })
  })
  it.each(JSON_TEXTS)('of Shopify: $what', async ({ of }) => {
    const { ratio } = await growthOf(of, (body) => shopMessage('store', headers, body))
    expect(ratio).toBeLessThan(LINEAR)
  })
  it.each(JSON_TEXTS)('of 1688: $what', async ({ of }) => {
    const { ratio } = await growthOf(of, parsePush)
    expect(ratio).toBeLessThan(LINEAR)
  })
})
