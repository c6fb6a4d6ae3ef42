import type { Clerk } from './clerk.ts'
import { allPages } from './client.ts'
import type { Client } from './client.ts'
import { fact, none, yuan } from './proof.ts'
import type { Fact } from './proof.ts'
import type { MarketOrder, World } from './world.ts'

const PURCHASES = '/api/purchase/center'

/** A line of the ledger; `body`: the text that its hash is computed from. */
type Line = { orderId: string; amountMinor: number; body: string }
type Payment = { state: string; orderIds: string[] }
/** A payment according to 1688 or to our ledger: by order, stage by stage; null: the whole amount. */
type Part = { stage: number | null; fen: number }
type Taken = Map<string, Part[]>

const sumOf = (taken: Taken): number => [...taken.values()].flat().reduce((sum, { fen }) => sum + fen, 0)
const countOf = (taken: Taken): number => [...taken.values()].flat().length
const stagesIn = (taken: Taken): number => [...taken.values()].flat().filter(({ stage }) => stage !== null).length
const wordsOf = (parts: readonly Part[] = []): string =>
  parts
    .toSorted((a, b) => (a.stage ?? 0) - (b.stage ?? 0))
    .map(({ stage, fen }) => `${stage === null ? '' : `第${stage}阶段`}${yuan(fen)}`)
    .join(' ')

async function takenHere(client: Client): Promise<Taken> {
  const taken: Taken = new Map()
  for (const { orderId, amountMinor, body } of await allPages<Line>(client, `${PURCHASES}/getLedger`, {
    kind: 'paid',
  })) {
    const { facts } = JSON.parse(body) as { facts: { stage?: number } }
    taken.set(orderId, [...(taken.get(orderId) ?? []), { stage: facts.stage ?? null, fen: amountMinor }])
  }
  return taken
}

/** The journal has the payments in the order of their times, and stages are paid one after the other. */
async function takenThere(world: World, orders: ReadonlyMap<string, MarketOrder>): Promise<Taken> {
  const taken: Taken = new Map()
  for (const { orderId, fen } of await world.marketPayments()) {
    const before = taken.get(orderId) ?? []
    const stage = (orders.get(orderId)?.stages.length ?? 0) === 0 ? null : before.length + 1
    taken.set(orderId, [...before, { stage, fen }])
  }
  return taken
}

/** The amounts to pay: the whole of an order, or each of its stages. */
const askedOf = ({ totalFen, stages }: MarketOrder): Part[] =>
  stages.length === 0 ? [{ stage: null, fen: totalFen }] : stages.map(({ no, dueFen }) => ({ stage: no, fen: dueFen }))

/** Compares our payments with 1688's: each order once, or each of its stages once, with its own amount. */
export async function provePayments(client: Client, world: World, clerk: Clerk): Promise<Fact[]> {
  const purchases = await clerk.purchases()
  const market = new Map((await world.marketOrders()).map((order) => [order.orderId, order]))
  const [here, there] = [await takenHere(client), await takenThere(world, market)]
  const staged = [...market.values()].filter(({ stages }) => stages.length > 0)
  const wrong: string[] = []
  const unresolved: string[] = []
  for (const { number, alibabaOrderIds } of purchases)
    for (const orderId of alibabaOrderIds) {
      const order = market.get(orderId)
      const asked = wordsOf(order && clerk.isPaidHere(number) ? askedOf(order) : [])
      const [ours, theirs] = [wordsOf(here.get(orderId)), wordsOf(there.get(orderId))]
      if (ours !== theirs || theirs !== asked) wrong.push(`${number} 应付 ${asked}，账本 ${ours}，1688 ${theirs}`)
    }
  for (const { id, number } of purchases)
    if (clerk.isStaged(number) && !(await isResolved(client, id))) unresolved.push(number)
  const payments = await allPages<Payment>(client, `${PURCHASES}/getPayments`)
  const open = payments.filter(({ state }) => state === 'sending' || state === 'unknown')
  return [
    fact('付款笔数', countOf(here), countOf(there)),
    fact('付款总额', yuan(sumOf(here)), yuan(sumOf(there))),
    fact('应付款采购单', purchases.filter(({ number }) => clerk.isPaidHere(number)).length, there.size),
    fact('分阶段付款的采购单', purchases.filter(({ number }) => clerk.isStaged(number)).length, staged.length),
    fact(
      '其中分三个阶段的',
      purchases.filter(({ number }) => clerk.isInThree(number)).length,
      staged.filter(({ stages }) => stages.length === 3).length,
    ),
    fact('分阶段付款的笔数', stagesIn(here), stagesIn(there)),
    none('不是每个订单（每个阶段）恰好付一次，或金额不一致', wrong),
    none(
      '各阶段之和不等于订单总额',
      staged.flatMap(({ orderId, totalFen, stages }) =>
        stages.reduce((sum, { dueFen }) => sum + dueFen, 0) === totalFen ? [] : [orderId],
      ),
    ),
    none('采购单上没有显示付清的分阶段订单', unresolved),
    none(
      '还没有结果的付款',
      open.flatMap(({ orderIds }) => orderIds),
    ),
  ]
}

/** The purchase's own page agrees: every stage paid, nothing due, the parts together the total. */
async function isResolved(client: Client, purchaseId: string): Promise<boolean> {
  type Order = { stages: { state: string; amountMinor: number }[]; paidMinor: number; totalMinor: number }
  const { data } = await client.get<{ orders: Order[] }>(`${PURCHASES}/getPlacement`, { purchaseId })
  return data.orders.every(
    ({ stages, paidMinor, totalMinor }) =>
      stages.length > 1 &&
      stages.every(({ state }) => state === 'paid') &&
      paidMinor === totalMinor &&
      stages.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === totalMinor,
  )
}
