import { ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { DETAIL, productsOf, withMarket } from './collection.testing.ts'
import { EXTENSION_ORIGIN, collect, pageOf } from './collector.testing.ts'

const market = withMarket()
const newKey = async (name = '办公室电脑', token?: string): Promise<{ id: string; key: string }> =>
  market.app.ok('createCollectorKey', { name }, token === undefined ? {} : { token })
const { path } = ENDPOINTS.collectPages
/** Makes 1688 refuse the detail call as not granted to the app. */
const deny = () =>
  market.simulator.control('POST', '/faults', {
    vendor: '1688',
    call: DETAIL,
    times: 100,
    fault: { kind: 'refuse', code: 'gw.APIACLDecline', message: 'AppKey is not allowed(acl)' },
  })

let key = ''
beforeAll(async () => {
  key = (await newKey('这个文件的')).key
})

describe('a key of the collector', () => {
  test('is shown once, stored as a digest, shows when it was used last, and opens nothing after it is withdrawn', async () => {
    const made = await newKey('仓库')
    const listed = async () => (await market.app.ok('queryCollectorKeys')).find(({ id }) => id === made.id)!
    expect(await listed()).toMatchObject({
      name: '仓库',
      hint: made.key.slice(0, 10),
      state: 'active',
      lastUsedAt: null,
      can: { withdrawCollectorKey: true },
    })
    const { rows } = await market.app.db.pool.query<{ content: string }>(
      `select to_jsonb(k)::text content from collector_key k union all select to_jsonb(l)::text from operation_log l`,
    )
    expect(rows.filter(({ content }) => content.includes(made.key))).toEqual([])

    expect(await collect(market, made.key, { offers: [] })).toMatchObject({
      code: 200,
      data: { account: '管理员', lines: [] },
    })
    expect((await listed()).lastUsedAt).toBeGreaterThan(0)

    await market.app.ok('withdrawCollectorKey', { id: made.id })
    expect(await collect(market, made.key, { offers: [] })).toMatchObject({
      code: 400,
      msg: '采集密钥无效或已撤销',
      data: { refusal: 'collector-key-gone', next: [{ label: expect.stringContaining('新建密钥') }] },
    })
    expect(await listed()).toMatchObject({ state: 'withdrawn', can: { withdrawCollectorKey: '已经撤销' } })
    expect(await market.app.call('withdrawCollectorKey', { id: made.id })).toMatchObject({
      code: 409,
      data: { refusal: 'state-not-allowed', why: '已经撤销' },
    })
  })

  test('opens no other call', async () => {
    for (const name of endpointNames) {
      const { right }: Endpoint = ENDPOINTS[name]
      if (['public', 'worker', 'collector'].includes(right)) continue
      expect([name, await market.app.call(name, {}, { token: key })]).toMatchObject([
        name,
        { code: 400, data: { refusal: 'login-first' } },
      ])
    }
  })

  test('belongs to its account: others do not see it and cannot withdraw it, and it is withdrawn with a suspension', async () => {
    const { app } = market
    const person = async (userAccount: string) => {
      const { user, initialPassword } = await app.ok('addAdminUser', { userAccount, name: userAccount, roleType: 0 })
      await app.db.pool.query('update account set must_change_password = false where id = $1', [user.id])
      await app.db.pool.query(
        `insert into account_role (account_id, role_id) select $1, id from role where name = '业务员'`,
        [user.id],
      )
      return { id: user.id, token: await app.login(userAccount, initialPassword) }
    }
    const [one, other] = [await person('collector-one'), await person('collector-two')]
    const made = await newKey('一号', one.token)
    expect((await app.ok('queryCollectorKeys', {}, { token: other.token })).map(({ id }) => id)).toEqual([])
    expect(await app.call('withdrawCollectorKey', { id: made.id }, { token: other.token })).toMatchObject({
      data: { refusal: 'not-found' },
    })
    expect(await collect(market, made.key, { offers: [] })).toMatchObject({ data: { account: 'collector-one' } })
    await app.ok('suspend', { ids: [one.id] })
    await app.ok('activate', { ids: [one.id] })
    expect(await collect(market, made.key, { offers: [] })).toMatchObject({ data: { refusal: 'collector-key-gone' } })

    const theirs = await newKey('二号', other.token)
    await app.db.pool.query('delete from account_role where account_id = $1', [other.id])
    expect(await collect(market, theirs.key, { offers: [] })).toMatchObject({
      code: 4030,
      data: { refusal: 'no-right', why: expect.stringContaining('采集商品') },
    })
  })

  test('is one of ten at most, and may be used 120 times a minute', async () => {
    const { pool } = market.app.db
    const admins = (await market.app.ok('queryCollectorKeys')).filter(({ account }) => account === '管理员')
    for (let n = admins.filter(({ state }) => state === 'active').length; n < 10; n++) await newKey(`第${n}个`)
    expect(await market.app.call('createCollectorKey', { name: '多一个' })).toMatchObject({
      code: 409,
      data: { refusal: 'too-many-keys' },
    })
    await pool.query(`update collector_key set withdrawn_at = now() where name like '第%个'`)
    const busy = await newKey('很忙')
    // The minute and its count are stored in the key's row: with the count at the limit of 120, the next call in this minute is refused.
    await collect(market, busy.key, { offers: [] })
    let answer = await collect(market, busy.key, { offers: [] })
    while (answer.data.refusal !== 'too-many') {
      await pool.query(`update collector_key set calls_in_minute = 120 where name = '很忙'`)
      answer = await collect(market, busy.key, { offers: [] })
    }
    expect(answer).toMatchObject({ code: 429, data: { why: '一个采集密钥每分钟最多120次' } })
    await pool.query(`update collector_key set minute = minute - interval '1 minute' where name = '很忙'`)
    expect(await collect(market, busy.key, { offers: [] })).toMatchObject({ code: 200 })
  })
})

describe('a collected page', () => {
  test('is in the box with what the page shows, and is claimed like others although 1688 grants nothing', async () => {
    const [offerId] = market.take(1) as [string]
    const page = await pageOf(market, offerId, { title: '网页上的标题' })
    const { data } = await collect(market, key, { offers: [page] })
    expect(data.lines).toMatchObject([{ line: '网页上的标题', outcome: 'accepted', message: '已加入采集箱', offerId }])
    const [item] = await market.boxOf([data.lines[0]!.collectId!])
    expect(item).toMatchObject({
      state: 'collected',
      collectedBy: '管理员',
      skuCount: page.skus.length,
      card: { title: '网页上的标题', supplierName: page.supplierName, minOrderQuantity: 2, shipWithin: '48h' },
    })
    const asked = await market.simulator.received(DETAIL)
    expect(await market.app.ok('getOffer', { offerId })).toMatchObject({
      origin: 'page',
      freightMinor: 800,
      attributes: page.attributes,
      images: page.images,
      sendFrom: '浙江省金华市',
    })
    await deny()
    await market.app.db.pool.query(
      `update source_offer set fetched_at = now() - interval '90 days' where offer_id = $1`,
      [offerId],
    )
    expect(await market.claim([offerId])).toMatchObject([{ outcome: 'claimed' }])
    expect(await market.simulator.received(DETAIL)).toBe(asked)
    const [claimed] = await market.boxOf([item!.id])
    const product = await market.app.ok('getProduct', { productId: productsOf(claimed!.card)[0]! })
    expect(product.variants).toHaveLength(Math.max(1, page.skus.length))
    expect(await collect(market, key, { offers: [page] })).toMatchObject({
      data: { lines: [{ outcome: 'already', message: '已认领过，货源内容已更新', productId: product.id }] },
    })
  })

  test('is replaced by a later read of the API; a page collected after that keeps what only the API knew', async () => {
    const [offerId] = market.take(1) as [string]
    const page = await pageOf(market, offerId, { title: '网页上的标题' })
    await collect(market, key, { offers: [page] })
    const fromApi = await market.app.ok('getOffer', { offerId, refresh: 'true' })
    expect(fromApi).toMatchObject({ origin: 'api', freightMinor: null })
    expect(fromApi.title).not.toBe('网页上的标题')
    expect(fromApi.titleTrans).not.toBe('')

    const supplierId = async () =>
      (
        await market.app.db.pool.query<{ supplier_open_id: string | null }>(
          'select supplier_open_id from source_offer where offer_id = $1',
          [offerId],
        )
      ).rows[0]!.supplier_open_id
    const known = await supplierId()
    expect(known).not.toBeNull()
    await collect(market, key, { offers: [{ ...page, title: fromApi.title, unit: null }] })
    expect(await market.app.ok('getOffer', { offerId })).toMatchObject({
      origin: 'page',
      titleTrans: fromApi.titleTrans,
      freightMinor: 800,
      attributes: page.attributes,
    })
    expect(await supplierId()).toBe(known)
    const { rows } = await market.app.db.pool.query('select 1 from source_offer_snapshot where offer_id = $1', [
      offerId,
    ])
    expect(rows).toHaveLength(3)
  })

  test('completes a claim that waits for its offer', async () => {
    const [offerId] = market.take(1) as [string]
    await deny()
    const [line] = await market.claim([offerId])
    const [failed] = await market.resolved([line!.collectId!])
    expect(failed!.state).toBe('collect-failed')
    expect(await collect(market, key, { offers: [await pageOf(market, offerId)] })).toMatchObject({
      data: { lines: [{ outcome: 'claimed', message: '已认领到1个店铺' }] },
    })
    const [claimed] = await market.boxOf([line!.collectId!])
    expect(claimed).toMatchObject({ state: 'claimed', error: null })
    expect(claimed!.card!.claims).toHaveLength(1)
  })

  test('has an outcome of its own beside others, and returns to the box what was ignored', async () => {
    const [first, second] = market.take(2) as [string, string]
    const pages = [await pageOf(market, first), await pageOf(market, second), await pageOf(market, first)]
    const { data } = await collect(market, key, { offers: pages })
    expect(data.lines.map(({ offerId, outcome }) => [offerId, outcome])).toEqual([
      [first, 'accepted'],
      [second, 'accepted'],
      [first, 'repeated'],
    ])
    const ids = data.lines.map(({ collectId }) => collectId!)
    await market.app.ok('ignoreCollectProducts', { ids: [ids[1]], ignored: true })
    const again = await collect(market, key, { offers: pages.slice(0, 2) })
    expect(again.data.lines.map(({ message }) => message)).toEqual(['已在采集箱，内容已更新', '已加入采集箱'])
    expect((await market.boxOf(ids)).map(({ state }) => state)).toEqual(['collected', 'collected'])
  })

  test('with a wrong field is refused, and nothing of its request is kept', async () => {
    const [first, second] = market.take(2) as [string, string]
    const wrong = { ...(await pageOf(market, second)), images: ['javascript:alert(1)'] }
    expect(await collect(market, key, { offers: [await pageOf(market, first), wrong] })).toMatchObject({
      code: 422,
      data: { refusal: 'invalid', fields: { 'offers.1.images.0': '应为网址' } },
    })
    const { rows } = await market.app.db.pool.query('select 1 from collect_item where offer_id = any($1)', [
      [first, second],
    ])
    expect(rows).toEqual([])
  })

  test('of 5 MB is refused in words with a next step, which the extension may read', async () => {
    const [offerId] = market.take(1) as [string]
    const page = await pageOf(market, offerId, { descriptionHtml: 'x'.repeat(5 * 1024 * 1024) })
    const response = await fetch(market.app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, origin: EXTENSION_ORIGIN },
      body: JSON.stringify({ offers: [page] }),
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('access-control-allow-origin')).toBe(EXTENSION_ORIGIN)
    expect(await response.json()).toMatchObject({
      code: 413,
      data: { what: expect.stringMatching(/最多 2 MB，这次有 5(\.\d)? MB/), next: [{ label: expect.any(String) }] },
    })
  })
})

describe('browser extensions', () => {
  const preflight = async (to: string, origin: string) => {
    const { status, headers } = await fetch(market.app.url + to, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')]
  }
  test('may send the collector’s call, and neither other calls nor other origins are allowed', async () => {
    expect(await preflight(path, EXTENSION_ORIGIN)).toEqual([204, EXTENSION_ORIGIN, 'authorization, content-type'])
    for (const origin of [
      'https://detail.1688.com',
      'null',
      'chrome-extension://x.evil.com',
      'https://chrome-extension',
      `https://a.b/${EXTENSION_ORIGIN}`,
    ])
      expect([origin, (await preflight(path, origin))[1]]).toEqual([origin, null])
    for (const name of ['collectProducts', 'login', 'createCollectorKey'] as const)
      expect([name, (await preflight(ENDPOINTS[name].path, EXTENSION_ORIGIN))[1]]).toEqual([name, null])
  })
})
