import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startKillableApp } from '../../../test/killable-app.ts'
import type { KillableApp } from '../../../test/killable-app.ts'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { until } from '../../../test/until.ts'
import { openBuyingFixture } from './placement.testing.ts'
import type { BuyingFixture } from './placement.testing.ts'
import { PREPARE, sees, stagedOrders } from './staged.testing.ts'
import type { StagedOrder } from './staged.testing.ts'

const READ = 'alibaba.trade.get.buyerView'
const PLENTY = 100_000_000_000
/** The advisory lock under which ledger lines are written (ledger.store.ts). */
const LEDGER_LOCK = 0x4c_45_44_47

let app: KillableApp
let fixture: BuyingFixture
let staged: ReturnType<typeof stagedOrders>
/** Three orders of two stages each; the kills happen at different moments of their payments. */
let first: StagedOrder
let second: StagedOrder
let third: StagedOrder

const control = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  app.simulator.control<T>(method, path, body)
/** 1688 holds the request back until the faults are cleared, and carries it out afterwards. */
const holdBack = (call: string, every = 1) =>
  control('POST', '/faults', { vendor: '1688', call, times: 1, every, fault: { kind: 'slow', ms: 3_600_000 } })
/** Waits until every injected fault has been used. */
const allFaultsUsed = () =>
  until(
    () => control<{ faults: object[] }>('GET', '/faults'),
    ({ faults }) => faults.length === 0,
  )
/** Pays without receiving the answer: the server is killed before. */
async function payWithoutAnswer(one: StagedOrder): Promise<void> {
  const due = sees(await staged.dueOf(one))
  void staged.press(one, due).catch(() => undefined)
}
const paidThere = (one: StagedOrder, payments: number) =>
  until(
    () => fixture.witness(one.number),
    (seen) => seen.payments >= payments,
  )
/** Waits until a statement of the server waits for a lock that the test holds. */
const waitingFor = (what: string) =>
  until(
    async () =>
      (
        await app.db.pool.query(
          `select query from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [`%${what}%`],
        )
      ).rows,
    (rows) => rows.length > 0,
  )
const sharesOf = async (one: StagedOrder) => {
  const { totalMinor } = await staged.orderOf(one)
  const deposit = Math.floor((totalMinor * 30) / 100)
  return { totalMinor, deposit, rest: totalMinor - deposit }
}
const paymentsOf = async (one: StagedOrder, stage: number) =>
  (await staged.paymentsOf(one)).filter(({ parts }) => parts[0]!.stage === stage)
const paymentOf = async (one: StagedOrder, stage: number) => {
  const made = await paymentsOf(one, stage)
  expect(made).toHaveLength(1)
  return made[0]!
}
/** Makes the payment request older. */
const minutesLater = async ({ id }: { id: string }, minutes: number) => {
  await app.db.pool.query(
    `update remote_act
        set intended_at = intended_at - make_interval(mins => $2), until = until - make_interval(mins => $2),
            next_look_at = now()
      where id = $1`,
    [id, minutes],
  )
}
const chainHolds = async () => expect(await fixture.verify()).toMatchObject({ ok: true, problems: [] })

beforeAll(async () => {
  app = await startKillableApp()
  fixture = await openBuyingFixture(app.ok, app.simulator)
  staged = stagedOrders(fixture)
  // No push reports the payments: the app has to read them.
  await fixture.quirk('pushLossPercent', 100)
  first = await staged.ordered(0)
  second = await staged.ordered(1)
  third = await staged.ordered(2)
})
afterAll(() => app?.close())

describe('a server killed with -9 in the middle of deposits', () => {
  beforeAll(async () => {
    await staged.press(third, sees(await staged.dueOf(third)))
    await untilQuiet(app)
    // The order of `second` is read before it is paid, and again after the connection was cut: this second read never ends.
    await fixture.fault(PREPARE, 'drop-after')
    await holdBack(READ, 2)
    await payWithoutAnswer(second)
    await allFaultsUsed()
    await holdBack(PREPARE)
    await payWithoutAnswer(first)
    await allFaultsUsed()
    await app.kill()
    await app.restart()
  })

  it('blocks a second request while 1688 shows the first deposit as unpaid, and records it once it is paid', async () => {
    const due = { orderId: first.orderId, stage: 1, dueMinor: (await sharesOf(first)).deposit }
    expect(await staged.press(first, sees(due))).toMatchObject({
      ok: false,
      message: expect.stringContaining('不会再付'),
    })
    expect(await fixture.witness(first.number)).toMatchObject({ payments: 0 })
    expect(['sending', 'unknown']).toContain((await paymentOf(first, 1)).state)
    // The held request is carried out, and nobody receives its answer.
    await control('DELETE', '/faults')
    await paidThere(first, 1)
    await fixture.refresh(first.id)
    await hasDepositOnly(first)
  })

  it('finds one whose connection was cut after the payment as paid', async () => {
    await fixture.refresh(second.id)
    expect(await paymentOf(second, 1)).toMatchObject({ message: '1688显示已付款' })
    await hasDepositOnly(second)
  })

  it('keeps one that was paid before, and a repeated request from before the kill does not pay the rest', async () => {
    const due = { orderId: third.orderId, stage: 1, dueMinor: (await sharesOf(third)).deposit }
    expect(await staged.press(third, sees(due))).toMatchObject({
      ok: false,
      message: expect.stringContaining('第1阶段已付过'),
    })
    await hasDepositOnly(third)
  })

  /** Checks that the deposit was paid once at 1688, and that the app recorded it once and shows it, to the fen. */
  async function hasDepositOnly(one: StagedOrder): Promise<void> {
    const { deposit, rest, totalMinor } = await sharesOf(one)
    expect(await fixture.witness(one.number)).toMatchObject({ payments: 1, paidFen: deposit })
    expect(await staged.paidLines(one)).toEqual([deposit])
    expect(await paymentOf(one, 1)).toMatchObject({ state: 'paid', totalMinor: deposit })
    expect(await fixture.detail(one.id)).toMatchObject({ state: 'to-pay', payment: 'part-paid' })
    expect(await staged.orderOf(one)).toMatchObject({
      stages: [
        { state: 'paid', amountMinor: deposit },
        { state: 'due', amountMinor: rest },
      ],
      paidMinor: deposit,
      dueMinor: rest,
    })
    expect(await staged.dueOf(one)).toMatchObject({ stage: 2, dueMinor: rest, paidMinor: deposit, totalMinor })
    await chainHolds()
  }
})

describe('a server killed with -9 in the middle of the second stage', () => {
  beforeAll(async () => {
    const { pool } = app.db
    const [reader, writer] = [await pool.connect(), await pool.connect()]
    try {
      // A reader locks the first purchase's row, so the answer is received and not stored.
      await holdBack(PREPARE)
      await payWithoutAnswer(first)
      await allFaultsUsed()
      await reader.query('begin')
      await reader.query('select 1 from purchase_order where id = $1 for update', [first.id])
      await control('DELETE', '/faults')
      await paidThere(first, 2)
      await waitingFor('purchase_order')
      // 1688 has received the request for `second`, and will refuse it: the balance is set to zero below.
      await holdBack(PREPARE)
      await payWithoutAnswer(second)
      await allFaultsUsed()
      // A person pays `third` at the pay link; its ledger line is about to be written.
      await app.ok('requestPayLink', { purchaseIds: [third.id] })
      await control('POST', `/1688/orders/${third.orderId}/pay`, {})
      await writer.query('begin')
      await writer.query('select pg_advisory_xact_lock($1)', [LEDGER_LOCK])
      void fixture.refresh(third.id).catch(() => undefined)
      await waitingFor('pg_advisory_xact_lock')
      await app.kill()
      await control('POST', '/1688/account', { balanceFen: 0 })
      await control('DELETE', '/faults')
      await until(
        () => control<{ total: number }>('GET', `/1688/journal?kind=pay-refused&orderId=${second.orderId}`),
        ({ total }) => total === 1,
      )
    } finally {
      for (const holder of [reader, writer]) {
        await holder.query('rollback')
        holder.release()
      }
    }
    await app.restart()
  })

  it('finds one whose answer was not stored as paid, completely', async () => {
    await fixture.refresh(first.id)
    await isPaid(first)
  })

  it('writes once what it was about to write', async () => {
    await fixture.refresh(third.id)
    await isPaid(third)
  })

  it('reports one that 1688 did not pay as unknown, releases it in the end, and it is paid once', async () => {
    const { deposit, rest } = await sharesOf(second)
    await minutesLater(await paymentOf(second, 2), 2)
    await runCron(app, 'settle-acts')
    const open = await until(
      () => paymentOf(second, 2),
      ({ state }) => state !== 'sending',
    )
    expect(open).toMatchObject({ state: 'unknown', totalMinor: rest, message: expect.stringContaining('点“刷新”') })
    expect(await fixture.detail(second.id)).toMatchObject({ state: 'to-pay', payment: 'part-paid' })
    expect(await staged.orderOf(second)).toMatchObject({ stages: [{ state: 'paid' }, { state: 'due' }] })
    const payable = await app.ok('queryPayable', { purchaseIds: [second.id] })
    expect(payable).toMatchObject({
      orders: [],
      left: { rows: [{ message: expect.stringContaining('结果还不清楚') }] },
    })
    const due = sees({ orderId: second.orderId, stage: 2, dueMinor: rest })
    expect(await staged.press(second, due)).toMatchObject({
      ok: false,
      message: expect.stringContaining('不会再付'),
    })

    await minutesLater(open, 60)
    await fixture.refresh(second.id)
    expect(await paymentOf(second, 2)).toMatchObject({ state: 'failed', message: expect.stringContaining('已释放') })
    expect(await fixture.witness(second.number)).toMatchObject({ payments: 1, paidFen: deposit })
    await control('POST', '/1688/account', { balanceFen: PLENTY })
    expect(await staged.press(second, due)).toMatchObject({ ok: true })
    await isPaid(second)
    const lines = (await app.ok('getLedger', { keyword: second.orderId })).list.toReversed()
    expect(lines.map(({ kind, summary }) => `${kind} ${summary}`).slice(-6)).toEqual([
      expect.stringMatching(/^pay-intent .*第2阶段/),
      expect.stringMatching(/^pay-answer .*没有收到1688的答复.*第2阶段/),
      expect.stringMatching(/^pay-answer .*已释放.*第2阶段/),
      expect.stringMatching(/^pay-intent .*第2阶段/),
      expect.stringMatching(/^pay-answer 1688确认已付款.*第2阶段/),
      expect.stringMatching(/^paid .*第2阶段/),
    ])
  })

  /** Checks that each stage was paid once at 1688, and that the app recorded it once and shows it, to the fen. */
  async function isPaid(one: StagedOrder): Promise<void> {
    const { deposit, rest, totalMinor } = await sharesOf(one)
    expect(await fixture.witness(one.number)).toMatchObject({ orders: 1, payments: 2, paidFen: totalMinor })
    expect(await staged.paidLines(one)).toEqual([deposit, rest])
    expect(await fixture.until(one.id, 'to-send')).toMatchObject({ payment: 'paid' })
    expect(await staged.orderOf(one)).toMatchObject({
      stages: [{ state: 'paid' }, { state: 'paid' }],
      paidMinor: totalMinor,
      dueMinor: 0,
    })
    expect((await paymentsOf(one, 2)).at(-1)).toMatchObject({ state: 'paid', totalMinor: rest })
    await chainHolds()
  }
})
