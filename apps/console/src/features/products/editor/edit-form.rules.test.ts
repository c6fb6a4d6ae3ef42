import type { ProductVariant } from '@huoqiao/contract/products/products.schema'
import { describe, expect, it } from 'vitest'
import type { EditForm } from './edit-form.rules.ts'
import { draftOf, editOf, errorsUnder, formErrors, withDraft } from './edit-form.rules.ts'
import { clashesOf, mergedForm } from './draft/stale.rules.ts'

const variant = (id: string, stock = 1): ProductVariant => ({
  id,
  skuCode: id,
  barcode: '',
  sourceSkuId: null,
  sourceSpecId: null,
  optionValues: [id],
  costMinor: null,
  weightGrams: null,
  weight: null,
  stock,
  stockPolicy: 'deny',
  imageId: null,
  dropped: false,
  prices: [],
})
const base: EditForm = {
  title: 'Cup',
  titleZh: '杯',
  descriptionHtml: '<p>a</p>',
  vendor: 'HQ',
  productType: '',
  tags: ['new'],
  images: [],
  options: [],
  variants: [variant('a'), variant('b'), variant('c')],
  note: '',
}
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a draft', () => {
  it('restores everything that was typed, emptied fields included', () => {
    const form: EditForm = { ...base, title: '', tags: [], variants: [variant('a', 7), variant('b'), variant('c')] }
    expect(withDraft(base, through(draftOf(base, form)) as ReturnType<typeof draftOf>)).toEqual(form)
  })

  it('contains only the variants that were changed', () => {
    const form: EditForm = { ...base, variants: base.variants.with(1, variant('b', 5)) }
    expect(draftOf(base, form)).toEqual({ variants: { touched: [variant('b', 5)] } })
  })

  it('restores added, removed and moved variants', () => {
    const form: EditForm = { ...base, variants: [variant('c'), variant('new', 3), variant('a')] }
    expect(withDraft(base, draftOf(base, form)).variants.map(({ id }) => id)).toEqual(['c', 'new', 'a'])
  })

  it('of an older version does not change what it did not touch', () => {
    const form: EditForm = { ...base, title: 'Mug' }
    const moved: EditForm = { ...base, vendor: 'Other', variants: base.variants.slice(1) }
    expect(withDraft(moved, draftOf(base, form))).toEqual({ ...moved, title: 'Mug' })
  })
})

describe('a save', () => {
  it('sends only what differs', () => {
    expect(editOf(base, { ...base, title: 'Mug', tags: ['new'] })).toEqual({ title: 'Mug' })
  })

  it('counts the errors of the server under the fields that they name', () => {
    const errors = formErrors({ 'edit.title': 'x', 'edit.variants.3.skuCode': 'y', 'edit.variants.4.stock': 'z' })
    expect([
      errorsUnder(errors, 'title'),
      errorsUnder(errors, 'options', 'variants'),
      errorsUnder(errors, 'images'),
    ]).toEqual([1, 2, 0])
  })
})

describe('a stale save', () => {
  const theirs: EditForm = { ...base, vendor: 'Other', variants: [variant('a', 2), variant('b', 2), variant('c')] }

  it('asks about nothing when each changed other things', () => {
    const mine: EditForm = { ...base, title: 'Mug', variants: base.variants.with(2, variant('c', 9)) }
    expect(clashesOf(base, mine, theirs)).toEqual([])
    expect(mergedForm(base, mine, theirs, new Set())).toEqual({
      ...theirs,
      title: 'Mug',
      variants: [variant('a', 2), variant('b', 2), variant('c', 9)],
    })
  })

  it('asks about each field that both changed, and uses the chosen side', () => {
    const mine: EditForm = { ...base, vendor: 'Mine', variants: [variant('a', 5), variant('b', 5), variant('c')] }
    expect(clashesOf(base, mine, theirs).map(({ key }) => key)).toEqual(['vendor', 'variants.a', 'variants.b'])
    const merged = mergedForm(base, mine, theirs, new Set(['variants.b']))
    expect([merged.vendor, ...merged.variants.map(({ stock }) => stock)]).toEqual(['Other', 2, 5, 1])
  })

  it('compares variants as a whole when one side added or removed some', () => {
    const mine: EditForm = { ...base, variants: base.variants.slice(1) }
    expect(clashesOf(base, mine, theirs).map(({ key }) => key)).toEqual(['variants'])
    expect(mergedForm(base, mine, theirs, new Set(['variants'])).variants).toEqual(mine.variants)
  })
})
