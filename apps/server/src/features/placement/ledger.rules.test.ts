import { describe, expect, it } from 'vitest'
import { bodyOf, createProof, GENESIS, hashOf } from './ledger.rules.ts'
import type { LedgerFact, StoredLine } from './ledger.rules.ts'

const A = '00000000-0000-7000-8000-00000000000a'
const B = '00000000-0000-7000-8000-00000000000b'

const fact = (change: Partial<LedgerFact>): LedgerFact => ({
  kind: 'place-intent',
  placementId: A,
  purchaseId: A,
  purchaseNumber: 'CG202611210001',
  accountName: '主账号',
  orderId: null,
  amountMinor: 100,
  by: '小王',
  summary: '',
  facts: {},
  ...change,
})

/** A chain as the service writes it. */
function chain(facts: readonly LedgerFact[]): StoredLine[] {
  let prevHash = GENESIS
  return facts.map((one, index) => {
    const line = { ...one, seq: index + 1, at: 1_700_000_000_000 + index }
    const body = bodyOf(line)
    const { facts: _facts, ...columns } = line
    const stored = { ...columns, body, prevHash, hash: hashOf(prevHash, body) }
    prevHash = stored.hash
    return stored
  })
}

const prove = (lines: readonly StoredLine[]) => {
  const proof = createProof()
  for (const line of lines) proof.read(line)
  return proof.result()
}

const placed = fact({ kind: 'place-answer', orderId: '2891234567890123456' })
const good = chain([fact({}), placed, fact({ kind: 'paid', orderId: '2891234567890123456', amountMinor: 4400 })])

describe('the check of the ledger', () => {
  it('counts intents, orders and payments of an unchanged chain', () => {
    expect(prove(good)).toMatchObject({
      ok: true,
      entries: 3,
      intents: 1,
      placed: 1,
      orders: 1,
      paidMinor: 4400,
      open: 0,
    })
  })

  it('counts each stage of an order once, and finds one twice or the whole beside them', () => {
    const orderId = '2891234567890123456'
    const paid = (amountMinor: number, stage?: number) =>
      fact({ kind: 'paid', orderId, amountMinor, facts: stage === undefined ? {} : { stage } })
    const of = (...lines: LedgerFact[]) => prove(chain([fact({}), placed, ...lines]))
    expect(of(paid(1320, 1), paid(3080, 2))).toMatchObject({ ok: true, paidOrders: 1, paidMinor: 4400 })
    for (const twice of [
      of(paid(1320, 1), paid(1320, 1)),
      of(paid(1320, 1), paid(4400)),
      of(paid(4400), paid(3080, 2)),
    ])
      expect(twice.problems).toMatchObject([{ seq: 4, message: expect.stringContaining('付款记了两次') }])
  })

  it('finds a line that was changed, in its text or in a column alone', () => {
    const text = good.map((line, index) => (index === 1 ? { ...line, body: line.body.replace('100', '999') } : line))
    expect(prove(text).problems[0]).toMatchObject({ seq: 2, message: expect.stringContaining('改动') })
    const column = good.map((line, index) => (index === 1 ? { ...line, amountMinor: 1 } : line))
    expect(prove(column).problems).toMatchObject([{ seq: 2, message: expect.stringContaining('列与正文不符') }])
  })

  it('finds a line that was removed, even when the rest was numbered again', () => {
    const without = [good[0]!, { ...good[2]!, seq: 2 }]
    expect(prove(without).ok).toBe(false)
  })

  it('names the kind of each break of the chain', () => {
    const [first, second, third] = good as [StoredLine, StoredLine, StoredLine]
    const seen = (...lines: StoredLine[]): string[] => prove(lines).problems.map(({ message }) => message)
    // A rewritten line that is consistent in itself, but does not refer to the line before it.
    const elsewhere = { ...third, prevHash: GENESIS, hash: hashOf(GENESIS, third.body) }
    expect(seen(first, second, elsewhere)).toEqual([expect.stringContaining('不相接')])
    // Text and columns changed alike: only the hash shows it.
    const { body: _body, prevHash: _prev, hash: _hash, ...columns } = second
    const forged = { ...columns, amountMinor: 1 }
    const body = bodyOf({ ...forged, facts: {} })
    expect(seen(first, { ...second, ...forged, body }, third)).toEqual([expect.stringContaining('内容与哈希不符')])
    expect(seen(first, { ...second, seq: 3 }, third)).toContainEqual(expect.stringContaining('序号不连续'))
  })

  it('finds an intent with two outcomes, whichever came first', () => {
    const refused = fact({ kind: 'place-refused' })
    for (const [one, other] of [
      [refused, placed],
      [placed, refused],
      [refused, { ...placed, kind: 'place-adopted' as const }],
      [placed, fact({ kind: 'place-absent' })],
      [{ ...placed, kind: 'place-adopted' as const }, fact({ kind: 'place-absent' })],
    ] as const)
      expect(prove(chain([fact({}), one, other])).problems).toMatchObject([
        { seq: 3, message: expect.stringContaining('一个意图有两种结果') },
      ])
  })

  it('finds one purchase placed twice, by two attempts', () => {
    const twice = chain([fact({}), placed, fact({ placementId: B }), { ...placed, placementId: B, orderId: '77' }])
    const { problems } = prove(twice)
    expect(problems).toHaveLength(1)
    for (const part of ['CG202611210001', '2891234567890123456', '77']) expect(problems[0]!.message).toContain(part)
  })

  it('is valid again once all but one of them are closed, and finds a duplicate order of one attempt as well', () => {
    const again = [fact({}), placed, fact({ placementId: B }), { ...placed, placementId: B, orderId: '77' }]
    const closed = fact({ kind: 'order-closed', orderId: '77', placementId: B, amountMinor: null })
    expect(prove(chain([...again, closed])).problems).toEqual([])
    const duplicate = { ...placed, orderId: '78', facts: { surplus: true } }
    expect(prove(chain([fact({}), placed, duplicate])).problems[0]!.message).toContain('78')
    expect(prove(chain([fact({}), placed, { ...placed, orderId: '79' }])).problems).toEqual([])
  })

  it('finds one 1688 order claimed by two attempts, an outcome without an intent, and a payment recorded twice', () => {
    const other = { purchaseId: B, placementId: B, purchaseNumber: 'CG202611210002' }
    expect(prove(chain([fact({}), placed, fact(other), { ...placed, ...other }])).problems[0]?.message).toContain(
      '记了两次',
    )
    expect(prove(chain([placed])).problems[0]?.message).toContain('没有意图')
    const paid = fact({ kind: 'paid', orderId: placed.orderId })
    expect(prove(chain([fact({}), placed, paid, paid])).problems[0]?.message).toContain('付款记了两次')
  })

  it('counts a split order as one outcome, and an absent one that was found later', () => {
    expect(prove(chain([fact({}), placed, { ...placed, orderId: '78' }]))).toMatchObject({
      ok: true,
      placed: 1,
      orders: 2,
    })
    const late = chain([fact({}), fact({ kind: 'place-absent' }), { ...placed, kind: 'place-adopted' }])
    expect(prove(late)).toMatchObject({ ok: true, placed: 1, absent: 0 })
  })

  it('counts orders that were taken over together as one intent, and finds a second taking over of the purchase', () => {
    const taken = (orderId: string, more: Partial<LedgerFact> = {}) =>
      fact({ kind: 'place-taken-over', orderId, ...more })
    expect(prove(chain([taken('77'), taken('78')]))).toMatchObject({ ok: true, intents: 1, placed: 1, orders: 2 })
    expect(prove(chain([taken('77'), taken('78', { placementId: B })])).problems).toMatchObject([
      { message: expect.stringContaining('多出的订单') },
    ])
    expect(prove(chain([taken('77'), taken('77')])).problems).toMatchObject([
      { seq: 2, message: expect.stringContaining('记了两次') },
    ])
    // A purchase that was placed by the app cannot be taken over as well.
    expect(prove(chain([fact({}), placed, taken('78')])).ok).toBe(false)
  })

  it('reports an intent without an outcome as open', () => {
    expect(prove(chain([fact({})]))).toMatchObject({ ok: true, open: 1, placed: 0 })
  })
})
