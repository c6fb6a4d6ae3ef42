import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { yuanText } from '@huoqiao/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { withBuyingApp } from '../placement/placement.testing.ts'

const fixture = withBuyingApp()

type Person = { token: string; roleId: string; password: string }
/** Somebody with a role that contains these calls. */
async function accountWith(userAccount: string, calls: readonly EndpointName[]): Promise<Person> {
  const { app } = fixture
  const role = await app.ok('addRole', { name: userAccount })
  const rights = calls.map((name) => ENDPOINTS[name].path)
  await app.ok('grantResourcesToRole', { roleId: role.id, version: role.version, rights, menuIds: [], elementIds: [] })
  const made = await app.ok('addAdminUser', { userAccount, name: userAccount, roleIds: [role.id] })
  await app.db.pool.query(`update account set must_change_password = false where user_account = $1`, [userAccount])
  const password = made.initialPassword
  return { token: await app.login(userAccount, password), roleId: role.id, password }
}
const SEES = ['getApproval', 'queryApprovals', 'getApprovalCountByState', 'getSpendingLeft'] as const
const SPENDS = [
  'approveApproval',
  'declineApproval',
  'createAlibabaOrder',
  'acceptAlibabaPrice',
  'payByProtocol',
  'requestPayLink',
] as const

let clerk: Person
let buyer: Person
beforeAll(async () => {
  clerk = await accountWith('preparer', [...SEES, 'requestApproval', 'withdrawApproval'])
  buyer = await accountWith('spender', [...SEES, ...SPENDS])
})

const ask = async (kind: 'place' | 'pay', purchaseIds: string[], reason = '客户催得急') =>
  fixture.app.ok('requestApproval', { kind, purchaseIds, reason }, clerk)
const asked = async (kind: 'place' | 'pay', purchaseIds: string[]): Promise<string> => {
  const { rows } = await ask(kind, purchaseIds)
  expect(rows.map(({ ok }) => ok)).toEqual(purchaseIds.map(() => true))
  return rows[0]!.id!
}
const read = (id: string, who: Person = buyer) => fixture.app.ok('getApproval', { id }, who)
const approve = async (id: string, who: Person = buyer) => {
  const { version, nowMinor } = await read(id, who)
  return fixture.app.call('approveApproval', { id, version, nowMinor }, who)
}
const limit = async (place: number | null, pay: number | null = null) => {
  const { app } = fixture
  const before = (await app.ok('querySpendingLimits', {})).find(({ roleId }) => roleId === buyer.roleId)!
  await app.ok('saveSpendingLimit', {
    roleId: buyer.roleId,
    version: before.version,
    placeMinor: place,
    payMinor: pay,
  })
}
const sumOf = ({ goodsMinor, freightMinor }: { goodsMinor: number; freightMinor: number | null }) =>
  goodsMinor + (freightMinor ?? 0)

describe('a request for an approval', () => {
  it('is in 待办 of those who may approve it, and not of its requester, until it is decided', async () => {
    const { app } = fixture
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    const waiting = async (who: Person) =>
      (await app.ok('getTriageQueue', { kind: 'approval-waiting', pageSize: 100 }, who)).list.filter(({ key }) =>
        key.endsWith(id),
      )
    const seesTriage = await accountWith('triage', ['getTriageQueue', 'approveApproval'])
    const [item] = await waiting(seesTriage)
    expect(item).toMatchObject({ why: '客户催得急', to: `/purchase/approvals?id=${id}` })
    expect(item!.title).toMatch(/^preparer 申请下单 1 张采购单，¥\d/)
    const stopped = async () =>
      (await app.ok('getHomeFigures', {})).stopped.find(({ kind }) => kind === 'approval-waiting')
    const { askedMinor } = await read(id)
    expect(await stopped()).toEqual({ kind: 'approval-waiting', count: 1, isCapped: false, minor: askedMinor })
    const colleague = await accountWith('triage-colleague', ['getTriageQueue', 'requestApproval'])
    expect(await waiting(colleague)).toEqual([])
    const { version } = await read(id)
    await app.ok('declineApproval', { id, version, note: '再等等' }, buyer)
    expect(await waiting(seesTriage)).toEqual([])
    expect(await stopped()).toBeUndefined()
  })

  it('has a sum and a reason; people who may approve see it, and approving places every purchase once', async () => {
    const purchases = await fixture.readyMany(2)
    const id = await asked(
      'place',
      purchases.map((one) => one.id),
    )
    const shown = await fixture.app.ok('queryNotices', {}, buyer)
    expect(shown.list[0]).toMatchObject({
      kind: 'approval-asked',
      text: '客户催得急',
      to: `/purchase/approvals?id=${id}`,
    })
    expect((await fixture.app.ok('queryNotices', {}, clerk)).list.map(({ kind }) => kind)).not.toContain(
      'approval-asked',
    )
    const sum = purchases.reduce((total, one) => total + sumOf(one), 0)
    expect(await read(id)).toMatchObject({ askedMinor: sum, nowMinor: sum, by: 'preparer', state: 'asked' })
    expect(await approve(id)).toMatchObject({ code: 200, data: { succeeded: 2 } })
    for (const { id: purchaseId, number } of purchases) {
      await fixture.until(purchaseId, 'to-pay')
      expect(await fixture.witness(number)).toMatchObject({ orders: 1 })
    }
    expect(await read(id)).toMatchObject({
      state: 'approved',
      decidedBy: 'spender',
      items: [{ outcome: { ok: true } }, {}],
    })
    expect((await fixture.app.ok('queryNotices', {}, clerk)).list[0]).toMatchObject({ kind: 'approval-decided' })
  })

  it('is carried out once when two people approve it at the same time', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    const answers = await Promise.all([
      approve(id),
      approve(id, { token: await fixture.app.login('admin', 'admin888'), roleId: '', password: '' }),
    ])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    await fixture.until(purchase.id, 'to-pay')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 1 })
  })

  it('is in a list by state, kind, number and requester, newest first', async () => {
    const [one, two] = await fixture.readyMany(2)
    const [first, second] = [await asked('place', [one!.id]), await asked('place', [two!.id])]
    const list = async (filter: object, who = buyer) =>
      (await fixture.app.ok('queryApprovals', filter, who)).list.map(({ id }) => id)
    expect((await list({ state: 'asked' })).slice(0, 2)).toEqual([second, first])
    expect(await list({ keyword: one!.number.toLowerCase() })).toEqual([first])
    expect(await list({ keyword: one!.number, kind: 'pay' })).toEqual([])
    expect((await list({ keyword: 'PREP' })).slice(0, 2)).toEqual([second, first])
    expect(await list({ mine: 'true' })).toEqual([])
    expect((await list({ mine: 'true' }, clerk)).slice(0, 2)).toEqual([second, first])
    const { counts, all } = await fixture.app.ok('getApprovalCountByState', { keyword: one!.number }, buyer)
    expect([counts, all]).toEqual([{ asked: 1 }, 1])
    // The purchases show it, too, until it is decided.
    expect((await fixture.detail(one!.id)).askedFor).toBe('place')
    await fixture.app.ok('withdrawApproval', { id: first, version: 0 }, clerk)
    expect((await fixture.detail(one!.id)).askedFor).toBeNull()
  })

  it('is refused for a purchase that is in another open request, or that was placed already', async () => {
    const [waiting, placed] = [await fixture.ready(), await fixture.placed()]
    const id = await asked('place', [waiting.id])
    const again = await ask('place', [waiting.id, placed.id])
    expect(again.rows).toMatchObject([
      { ok: false, word: 'state-not-allowed' },
      { ok: false, word: 'state-not-allowed' },
    ])
    const { version } = await read(id)
    await fixture.app.ok('withdrawApproval', { id, version }, clerk)
    expect(await asked('place', [waiting.id])).not.toBe(id)
  })

  it('is not approved for another sum than was shown, nor after it was decided', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    const { version, nowMinor } = await read(id)
    const wrong = await fixture.app.call('approveApproval', { id, version, nowMinor: nowMinor - 1 }, buyer)
    expect(wrong).toMatchObject({
      code: 409,
      data: { refusal: 'stale', why: expect.stringContaining(yuanText(nowMinor)) },
    })
    await fixture.app.ok('declineApproval', { id, version, note: '下周再买' }, buyer)
    expect(await approve(id)).toMatchObject({ code: 409, data: { refusal: 'state-not-allowed' } })
    expect(await read(id)).toMatchObject({ state: 'declined', note: '下周再买', items: [{ outcome: null }] })
    expect((await fixture.detail(purchase.id)).state).toBe('to-place')
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
  })

  it('is closed when somebody places its purchases directly', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    await fixture.place(purchase.id)
    await fixture.until(purchase.id, 'to-pay')
    await until(
      () => read(id),
      ({ state }) => state === 'overtaken',
    )
  })

  it('can’t be approved by its requester, who can’t decide requests of others either', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    const { version, nowMinor } = await read(id)
    expect(await fixture.app.call('approveApproval', { id, version, nowMinor }, clerk)).toMatchObject({ code: 4030 })
    expect(await fixture.app.call('declineApproval', { id, version, note: '不' }, clerk)).toMatchObject({ code: 4030 })
    expect((await read(id)).state).toBe('asked')
  })

  it('stays open when somebody who may approve, but not place, approves it', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    const judge = await accountWith('judge', [...SEES, 'approveApproval'])
    expect(await approve(id, judge)).toMatchObject({ code: 4030, data: { refusal: 'no-right' } })
    expect(await read(id)).toMatchObject({ state: 'asked', items: [{ outcome: null }] })
    expect(await approve(id)).toMatchObject({ code: 200 })
    await fixture.until(purchase.id, 'to-pay')
  })

  it('for a payment pays the money once, when it is approved', async () => {
    const purchase = await fixture.placed()
    const id = await asked('pay', [purchase.id])
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 0 })
    expect(await approve(id)).toMatchObject({ code: 200, data: { succeeded: 1 } })
    await fixture.until(purchase.id, 'to-send')
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 1 })
  })
})

describe('a daily limit', () => {
  it('applies to each placed purchase, whoever places how many at once', async () => {
    const purchases = await fixture.readyMany(4)
    const one = sumOf(purchases[0]!)
    const { usedMinor } = (await fixture.app.ok('getSpendingLeft', {}, buyer)).place
    await limit(usedMinor + 2 * one)
    const handed = await Promise.all(
      purchases.map(({ id }) => fixture.app.ok('createAlibabaOrder', { purchaseIds: [id] }, buyer)),
    )
    expect(handed.map(({ succeeded }) => succeeded).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1])
    const refused = handed.flatMap(({ rows }) => rows).filter(({ ok }) => !ok)
    expect(refused.map(({ word }) => word)).toEqual(['over-limit', 'over-limit'])
    for (const { key } of refused) expect((await fixture.detail(key)).state).toBe('to-place')
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).place).toEqual({
      limitMinor: usedMinor + 2 * one,
      usedMinor: usedMinor + 2 * one,
    })
    // Without a limit, the same person places the rest.
    await limit(null)
    await fixture.app.ok('createAlibabaOrder', { purchaseIds: refused.map(({ key }) => key) }, buyer)
    for (const { id } of purchases) await fixture.until(id, 'to-pay')
  })

  it('of ¥0 allows no spending, also blocks approving, and reports what is left', async () => {
    const purchase = await fixture.ready()
    const id = await asked('place', [purchase.id])
    await limit(0)
    const refused = await approve(id)
    expect(refused).toMatchObject({
      code: 409,
      data: { refusal: 'over-limit', why: expect.stringContaining('限额 ¥0.00') },
    })
    expect((await read(id)).state).toBe('asked')
    await limit(null)
  })

  it('does not count what was not placed after all', async () => {
    const purchase = await fixture.ready()
    const { usedMinor } = (await fixture.app.ok('getSpendingLeft', {}, buyer)).place
    await limit(usedMinor + sumOf(purchase))
    await fixture.app.ok('createAlibabaOrder', { purchaseIds: [purchase.id] }, buyer)
    const placed = await fixture.until(purchase.id, 'to-pay')
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).place.usedMinor).toBe(usedMinor + placed.actualMinor!)
    await fixture.quirk('cancelTooFastSeconds', 0)
    await fixture.app.ok('cancelAlibabaOrder', { purchaseIds: [purchase.id] })
    await fixture.until(purchase.id, 'cancelled')
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).place.usedMinor).toBe(usedMinor)
    await limit(null)
  })

  it('applies to paying, by a link and without a password', async () => {
    const purchase = await fixture.placed()
    const { usedMinor } = (await fixture.app.ok('getSpendingLeft', {}, buyer)).pay
    await limit(null, usedMinor + purchase.actualMinor! - 1)
    const paid = await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] }, buyer)
    expect(paid.rows[0]).toMatchObject({ ok: false, message: expect.stringContaining('付款限额') })
    expect(await fixture.app.call('requestPayLink', { purchaseIds: [purchase.id] }, buyer)).toMatchObject({
      code: 409,
      data: { refusal: 'over-limit' },
    })
    expect(await fixture.witness(purchase.number)).toMatchObject({ payments: 0 })
    await limit(null, usedMinor + purchase.actualMinor!)
    expect(await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] }, buyer)).toMatchObject({ succeeded: 1 })
    await limit(null)
  })

  it('counts a payment link, though an earlier payment of the order failed', async () => {
    const purchase = await fixture.placed()
    const other = await fixture.placed()
    const { usedMinor } = (await fixture.app.ok('getSpendingLeft', {}, buyer)).pay
    await fixture.simulator.control('POST', '/1688/account', { balanceFen: 0 })
    const [failed] = (await fixture.app.ok('payByProtocol', { purchaseIds: [purchase.id] }, buyer)).rows
    expect(failed).toMatchObject({ ok: false })
    await fixture.simulator.control('POST', '/1688/account', { balanceFen: 100_000_000 })
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).pay.usedMinor).toBe(usedMinor)
    await fixture.app.ok('requestPayLink', { purchaseIds: [purchase.id] }, buyer)
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).pay.usedMinor).toBe(usedMinor + purchase.actualMinor!)
    await limit(null, usedMinor + purchase.actualMinor!)
    expect(await fixture.app.call('requestPayLink', { purchaseIds: [other.id] }, buyer)).toMatchObject({
      data: { refusal: 'over-limit' },
    })
    await limit(null)
  })

  it('holds for what 1688 asks in the end: dearer within the tolerance, but beyond the limit, a person decides again', async () => {
    const purchase = await fixture.ready()
    const { usedMinor } = (await fixture.app.ok('getSpendingLeft', {}, buyer)).place
    await limit(usedMinor + sumOf(purchase))
    const { offerId } = (await fixture.detail(purchase.id)).lines[0]!
    await fixture.simulator.control('POST', '/market/offer', { offerId, change: { priceFactor: 1.02 } })
    await fixture.app.ok('createAlibabaOrder', { purchaseIds: [purchase.id] }, buyer)
    const stopped = await fixture.until(purchase.id, 'price-check', 'to-pay')
    expect(stopped).toMatchObject({ state: 'price-check', reason: expect.stringContaining('限额') })
    expect(await fixture.witness(purchase.number)).toMatchObject({ orders: 0 })
    await limit(null)
  })

  it('is not changed by the person whom it limits', async () => {
    const manager = await accountWith('manager', ['querySpendingLimits', 'saveSpendingLimit', 'createAlibabaOrder'])
    const own = { roleId: manager.roleId, version: 0, placeMinor: null, payMinor: null }
    expect(await fixture.app.call('saveSpendingLimit', own, manager)).toMatchObject({
      data: { refusal: 'not-yourself' },
    })
    const twice = { roleId: buyer.roleId, version: 0, placeMinor: 1, payMinor: null }
    expect(await fixture.app.call('saveSpendingLimit', twice, manager)).toMatchObject({
      code: 409,
      data: { refusal: 'stale' },
    })
  })
  it('starts again with the day in China', async () => {
    expect((await fixture.app.ok('getSpendingLeft', {}, buyer)).place.usedMinor).toBeGreaterThan(0)
    fixture.later(24 * 3_600_000)
    const token = await fixture.app.login('spender', buyer.password)
    expect((await fixture.app.ok('getSpendingLeft', {}, { token })).place.usedMinor).toBe(0)
  })
})
