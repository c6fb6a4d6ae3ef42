import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDeliveryBench } from '../../../test/delivery-bench.ts'
import type { DeliveryBench } from '../../../test/delivery-bench.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { inTurn, until } from '../../../test/until.ts'
import type { Sold } from '../purchases/purchases-selling.testing.ts'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await startDeliveryBench()
})
afterAll(() => bench?.close())

/** What a clerk, a shopper or the warehouse may do; `pick` chooses among the existing orders or entries, `pieces` is the quantity. */
const STEPS = ['take', 'cancel', 'receive', 'ship', 'return', 'count', 'write-off', 'undo', 'give-back'] as const
type Step = { what: (typeof STEPS)[number]; pick: number; pieces: number }
const step = fc.record({ what: fc.constantFrom(...STEPS), pick: fc.nat(50), pieces: fc.integer({ min: 1, max: 4 }) })
const BOUGHT = 12
/** Source pieces for sale pieces: the need of a line is rounded up to whole source pieces. */
const RATIOS = [
  { source: 1, sale: 1 },
  { source: 2, sale: 3 },
] as const

type World = {
  lineId: string
  purchaseId: string
  ratio: (typeof RATIOS)[number]
  orders: Sold[]
  waybill: number
}

/** How often each step was carried out: refused steps alone would prove nothing. */
const carriedOut = new Map<Step['what'], number>(STEPS.map((what) => [what, 0]))
const count = (what: Step['what']): void => void carriedOut.set(what, carriedOut.get(what)! + 1)

/** The call is refused or carried out, but never answered with an internal error. */
async function attempt(
  call: Parameters<DeliveryBench['app']['call']>[0],
  input: object,
  what?: Step['what'],
): Promise<void> {
  const answer = await bench.app.call(call, input)
  expect([200, 400, 409, 422], `${call}: ${JSON.stringify(answer)}`).toContain(answer.code)
  const isDone = answer.code === 200 && !(answer.data as { rows?: { ok: boolean }[] }).rows?.some(({ ok }) => !ok)
  if (what !== undefined && isDone) count(what)
}

const spare = async (world: World) =>
  (await bench.app.ok('querySpares', { purchaseId: world.purchaseId })).list[0] ?? {
    spare: 0,
    here: 0,
    covers: [],
  }
const one = <T>(from: readonly T[], pick: number): T | undefined => from[pick % Math.max(1, from.length)]

const DO: Readonly<Record<Step['what'], (world: World, step: Step) => Promise<void>>> = {
  async take(world, { pieces }) {
    const sold = await bench.sell({ offer: bench.offers[0]!, quantity: pieces, ratio: world.ratio })
    world.orders.push(sold)
    const made = await bench.app.ok('createPurchaseOrder', {
      key: randomUUID(),
      orderLines: sold.lineIds.map((orderLineId) => ({ orderLineId })),
    })
    // Pieces that stock does not cover are not bought here: the draft is deleted, which returns what was taken from stock with it.
    const purchaseIds = made.purchases.map(({ id }) => id)
    if (purchaseIds.length === 0) count('take')
    if (purchaseIds.length > 0) await attempt('deletePurchaseOrder', { purchaseIds })
  },
  async cancel(world, { pick }) {
    const sold = one(world.orders, pick)!
    // The shop refuses to cancel an order twice, or an order that was sent.
    await bench.staff(sold, 'cancel').then(
      () => count('cancel'),
      (error: unknown) => expect(String(error)).toContain('400'),
    )
  },
  async receive(world, { pieces }) {
    const lines = [{ lineId: world.lineId, quantity: pieces }]
    const input = { purchaseId: world.purchaseId, key: randomUUID(), lines, unsentReason: '货先到了' }
    await attempt('receiveGoods', input, 'receive')
  },
  async ship(world, { pick }) {
    const sold = one(world.orders, pick)!
    world.waybill += 1
    const items = [{ orderId: sold.orderId, carrier: 'SF Express', numbers: [`SF30000${1000 + world.waybill}`] }]
    await attempt('shipOrders', { items }, 'ship')
  },
  async return(world, { pick, pieces }) {
    const all = await inTurn(world.orders, ({ orderId }) => bench.app.ok('getReturnable', { orderId }))
    const sent = one(
      all.flat().filter((each) => each.returned < each.sent),
      pick,
    )
    if (!sent) return
    const input = { demandId: sent.demandId, saleQuantity: pieces, seen: sent.returned, note: '退回' }
    await attempt('returnToStock', input, 'return')
  },
  async count(world, { pick, pieces }) {
    const { here } = await spare(world)
    const counted = Math.max(0, here + (pick % 2 === 0 ? pieces : -pieces))
    await attempt('countSpare', { lineId: world.lineId, counted, seen: here, note: '盘点' }, 'count')
  },
  async 'write-off'(world, { pieces }) {
    const { spare: seen } = await spare(world)
    const input = { lineId: world.lineId, quantity: pieces, seen, cause: 'damaged' }
    await attempt('writeOffSpare', input, 'write-off')
  },
  async undo(world, { pick }) {
    const { entries } = await bench.app.ok('getSpareHistory', { lineId: world.lineId })
    const entry = one(entries, pick)
    if (entry) await attempt('undoSpareEntry', { entryId: entry.id, note: '撤销' }, 'undo')
  },
  async 'give-back'(world, { pick }) {
    const cover = one((await spare(world)).covers, pick)
    if (cover) await attempt('giveBackSpare', { demandId: cover.demandId }, 'give-back')
  },
}

type Books = {
  quantity: number
  received: number
  missing: number
  spare: number
  gone: number
  goneHere: number
  held: number
  booked: number
  allocated: number
  borne: number
  twice: number
}

/** Quantities and costs in the tables, added up by SQL that is independent of the app's. */
async function booksOf({ lineId, purchaseId }: World): Promise<Books> {
  const { rows } = await bench.app.db.pool.query<Books>(
    `select l.quantity, l.received, l.missing, l.spare, l.spare_gone as gone, l.spare_gone_here as "goneHere",
      (select coalesce(ceil(sum((sale_quantity - returned_quantity) * ratio_source)::numeric / max(ratio_sale)), 0)::int
        from purchase_demand where line_id = l.id) as held,
      (select coalesce(-sum(e.pieces), 0)::int from purchase_spare_entry e left join purchase_spare_entry u on u.id = e.undoes
        where e.line_id = l.id and (e.kind in ('count', 'write-off') or u.kind = 'write-off')) as booked,
      (select coalesce(ceil(sum((a.sale_quantity - d.returned_quantity) * d.ratio_source)::numeric / max(d.ratio_sale)), 0)::int
        from allocation a join purchase_demand d on d.id = a.demand_id where a.line_id = l.id) as allocated,
      (select coalesce(sum(goods_minor + freight_minor), 0)::int from purchase_cost where purchase_id = $2) +
        coalesce(l.spare_cost_minor, 0)::int as borne,
      (select count(*)::int from purchase_demand where line_id = l.id and
        (returned_quantity < 0 or returned_quantity > sale_quantity or sale_quantity < 0)) as twice
    from purchase_line l where l.id = $1`,
    [lineId, purchaseId],
  )
  return rows[0]!
}

function expectSum(books: Books): void {
  expect(books.held + books.spare + books.gone + books.missing, JSON.stringify(books)).toBe(books.quantity)
  expect(books.gone).toBe(books.booked)
  expect(books.allocated, JSON.stringify(books)).toBeLessThanOrEqual(books.received - books.goneHere)
  expect(books.twice).toBe(0)
  for (const pieces of [books.spare, books.gone, books.held]) expect(pieces).toBeGreaterThanOrEqual(0)
}

const charged = async ({ purchaseId }: World): Promise<number> =>
  (await bench.app.ok('getPlacement', { purchaseId })).orders.reduce(
    (sum, order) => sum + order.totalMinor - order.refundMinor,
    0,
  )

async function begin(ratio: World['ratio']): Promise<World> {
  const first = await bench.sell({ offer: bench.offers[0]!, quantity: BOUGHT, ratio })
  const purchase = await bench.buy(first)
  return { lineId: purchase.lines[0]!.id, purchaseId: purchase.id, ratio, orders: [first], waybill: 0 }
}

/** Sends an order that was covered by stock, so that its goods can come back. */
async function sendOne(world: World): Promise<void> {
  await until(
    () => spare(world),
    (now) => now.here >= 4,
  )
  await DO.take(world, { what: 'take', pick: 0, pieces: 4 })
  const sold = world.orders.at(-1)!
  await until(
    () => bench.order(sold),
    ({ state }) => state === 'to-ship',
  )
  await bench.shipment(await bench.ship(sold.orderId, { numbers: ['SF4000000001'], carrier: 'SF Express' }), 'sent')
}

/** Writes off what is left, also what jobs return to stock, so that the next run begins without spare pieces. */
async function end(world: World): Promise<void> {
  await untilQuiet(bench.app)
  const { spare: seen } = await spare(world)
  if (seen > 0) await attempt('writeOffSpare', { lineId: world.lineId, quantity: seen, seen, cause: 'used' })
}

/** A purchase whose pieces can be taken, counted, sent and returned. */
async function furnished(ratio: World['ratio']): Promise<World> {
  const world = await begin(ratio)
  await DO.receive(world, { what: 'receive', pick: 0, pieces: 6 })
  await DO.cancel(world, { what: 'cancel', pick: 0, pieces: 1 })
  // The order still holds what has not arrived, until a person has decided about it.
  const { purchaseId } = world
  const { version } = await until(
    () => bench.app.ok('getPurchaseOrderSkuDetails', { purchaseId }),
    ({ alarmQuantity }) => alarmQuantity > 0,
  )
  await bench.app.ok('settlePurchaseAlarm', { purchaseId, version, action: 'keep' })
  await sendOne(world)
  return world
}

async function expectBorne(world: World): Promise<void> {
  const whole = await charged(world)
  const books = await until(
    () => booksOf(world),
    ({ borne }) => borne === whole,
    ({ borne }) => `orders and stock bear ${borne} of ${whole}`,
  )
  expectSum(books)
}

/** Every step, each where it must succeed; the third and the fourth order are taken here. */
const EVERY: readonly Step[] = [
  { what: 'receive', pick: 0, pieces: 1 },
  { what: 'return', pick: 0, pieces: 2 },
  { what: 'undo', pick: 0, pieces: 1 },
  { what: 'count', pick: 1, pieces: 1 },
  { what: 'write-off', pick: 0, pieces: 1 },
  { what: 'take', pick: 0, pieces: 1 },
  { what: 'give-back', pick: 1, pieces: 1 },
  { what: 'take', pick: 0, pieces: 1 },
  { what: 'ship', pick: 3, pieces: 1 },
  { what: 'cancel', pick: 2, pieces: 1 },
]

it.each(RATIOS)('every step is carried out where nothing prevents it, at $source:$sale', async (ratio) => {
  const world = await furnished(ratio)
  await inTurn(EVERY, async (each) => {
    await untilQuiet(bench.app)
    const before = carriedOut.get(each.what)!
    await DO[each.what](world, each)
    expect(carriedOut.get(each.what), each.what).toBe(before + 1)
    expectSum(await booksOf(world))
  })
  expect(new Set(EVERY.map(({ what }) => what)).size).toBe(STEPS.length)
  await expectBorne(world)
  await end(world)
})

it('whatever two clerks do at once, every piece and every fen is recorded exactly once', async () => {
  const steps = fc.array(fc.tuple(step, step), { minLength: 7, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...RATIOS), steps, async (ratio, pairs) => {
      const world = await furnished(ratio)
      await inTurn(pairs, async (both) => {
        await Promise.all(both.map((each) => DO[each.what](world, each)))
        expectSum(await booksOf(world))
      })
      await expectBorne(world)
      await end(world)
    }),
    { numRuns: 4, endOnFailure: true },
  )
})
