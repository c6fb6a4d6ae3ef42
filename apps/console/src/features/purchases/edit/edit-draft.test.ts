import type { PurchaseDetail, PurchaseLine } from '@huoqiao/contract/purchases/purchases.schema'
import { describe, expect, it } from 'vitest'
import { compareEdits, draftOf, draftOn, editOf, isEdited, touchedOf } from './edit-draft.ts'

const line = (id: string, quantity: number): PurchaseLine => ({
  id,
  offerId: '1',
  skuId: '2',
  specId: null,
  title: `商品 ${id}`,
  specText: '',
  image: null,
  url: '',
  need: quantity,
  batchNumber: 1,
  quantity,
  shortReason: '',
  unitPriceMinor: 100,
  formerPriceMinor: null,
  actualUnitPriceMinor: null,
  received: 0,
  stockQuantity: 0,
  spare: 0,
  spareUsed: 0,
  spareGone: 0,
  spareCostMinor: null,
  place: '',
  sourceStock: null,
  demand: [],
})
const opened = {
  lines: [line('a', 3), line('b', 5)],
  message: '',
  note: '旧',
  freightNote: '',
  freightMinor: 600,
  accountId: 'one',
  accountName: '一号',
  addressId: 'two',
  addressName: '义乌仓',
} as unknown as PurchaseDetail

describe('editing a purchase order', () => {
  it('sends nothing that was not changed', () => {
    expect(isEdited(draftOf(opened), opened)).toBe(false)
    const draft = { ...draftOf(opened), quantities: { a: 2 }, reasons: { a: '卖家缺货' } }
    expect(editOf(draft, opened)).toEqual({
      lines: [{ id: 'a', quantity: 2, shortReason: '卖家缺货' }],
      addLines: [],
      removeLineIds: [],
      clear: [],
    })
  })

  it('sends no quantity of a removed line', () => {
    const draft = { ...draftOf(opened), quantities: { b: 9 }, removed: ['b'] }
    expect(editOf(draft, opened)).toMatchObject({ lines: [], removeLineIds: ['b'] })
  })

  it('names the fields that were cleared', () => {
    expect(editOf({ ...draftOf(opened), note: ' ', freightMinor: null }, opened)).toMatchObject({
      clear: ['note', 'freightMinor'],
    })
  })

  it('shows who changed what when somebody else saved first', () => {
    const theirs = { ...opened, lines: [line('a', 8), line('b', 5)], note: '新' }
    const rows = compareEdits({ ...draftOf(opened), quantities: { a: 2 } }, opened, theirs, new Map())
    expect(rows.filter((row) => row.isChanged).map((row) => [row.label, row.why])).toEqual([
      ['商品 a 数量', '两人都改了'],
      ['内部备注', '只有别人改了，会保留'],
    ])
  })

  it('keeps others’ changes where mine is untouched, and drops edits of lines that they removed', () => {
    const theirs = { ...opened, lines: [line('b', 5)], note: '新', message: '他们的' }
    const mine = { ...draftOf(opened), quantities: { a: 2, b: 9 }, removed: ['a'], note: '我的' }
    const draft = draftOn(theirs, touchedOf(mine, opened))
    expect(draft).toMatchObject({ quantities: { b: 9 }, removed: [], note: '我的', message: '他们的' })
    expect(editOf(draft, theirs)).toMatchObject({ lines: [{ id: 'b', quantity: 9 }], note: '我的', clear: [] })
  })

  it('is stored as text with the changed fields only, and is read as the same draft', () => {
    const draft = { ...draftOf(opened), quantities: { a: 2 }, removed: ['b'], freightMinor: null }
    const text = JSON.stringify(touchedOf(draft, opened))
    expect(text).not.toContain('note')
    expect(draftOn(opened, JSON.parse(text) as object)).toEqual(draft)
  })
})
