import type { Page } from 'playwright-core'
import { control } from '../control.ts'
import { deliveryWorld } from '../delivery-world.ts'
import { reconWorld } from '../recon-world.ts'
import type { SharedApp } from '../shared-app.ts'

type List<Row> = { list: Row[]; total: number }

/**
 * An installation in which every list has something to show, and most of them more than a page: made by staff through the calls, and by
 * customers, sellers and the shops' staff through the simulator.
 */
export async function furnish(app: SharedApp, page: Page): Promise<void> {
  const { ask, renamedInShop, unsourced } = reconWorld(app, page)
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (let look = 0; !(await isSo()); look++) {
      if (look > 600) throw new Error(`the world of the walk is not ready: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const has = async (path: string, fields: object, least: number): Promise<boolean> =>
    (await ask<List<object>>('GET', path, fields)).list.length >= least
  const product = '/api/alibaba/product'

  // The shop does not fetch our picture addresses, which don't exist.
  await control(app, 'POST', 'quirks', { name: 'shopify.fetch-media', value: false })
  const stores = await ask<{ id: string; currency: string }[]>('GET', '/api/shopify/store/getAllShopifyStores')
  const offers = await ask<List<{ offerId: string }>>('GET', `${product}/keywordQuery`, {
    keyword: '收纳',
    pageSize: 30,
  })
  // More than a page of products and of collected offers; the last line is invalid.
  const claimed = ask('POST', `${product}/claimProducts?origin=1688`, {
    lines: [...offers.list.map(({ offerId }) => offerId), '1'],
    storeIds: stores.slice(0, 2).map(({ id }) => id),
  })
  await ask('POST', `${product}/createCollectorKey`, { name: '办公室电脑' })
  const busy = ['bridge-us', 'bridge-eu'].map((shop) => control(app, 'POST', `shopify/${shop}/busy-day`, { count: 30 }))
  await Promise.all([claimed, ...busy, people(ask), alerted(app, ask)])
  await ask('POST', '/api/order/center/pullOrders')

  const deals = await deliveryWorld(app, page)
  const bought = async (): Promise<void> => {
    const deal = await deals.buy(2)
    await deals.send(deal)
    await received(ask, deal.purchaseId)
  }
  const purchases = '/api/purchase/center'
  /** Requests a pay link: 付款记录 has a row, and one of them is paid. */
  const payable = async (isPaid: boolean): Promise<void> => {
    const { purchaseId, alibabaOrderIds } = await deals.place(2)
    const { payments } = await ask<{ payments: object[] }>('POST', `${purchases}/requestPayLink`, {
      purchaseIds: [purchaseId],
    })
    if (payments.length === 0) throw new Error('the world of the walk has no payment')
    if (!isPaid) return
    for (const id of alibabaOrderIds) await control(app, 'POST', `1688/orders/${id}/pay`, {})
    await ask('POST', `${purchases}/refreshAlibabaOrders`, { purchaseIds: [purchaseId] })
  }
  const reviewed = async (): Promise<void> => {
    const { purchaseId } = await deals.plan(2)
    await ask('POST', `${purchases}/completeReviewOrder`, { purchaseIds: [purchaseId] })
  }
  await Promise.all([payable(false), payable(true), reviewed()])
  await Promise.all([bought(), deals.buy(3).then((deal) => deals.send(deal)), deals.buy(2), deals.plan(2)])
  const cut = await deals.plan(4)
  await deals.staff(cut, 'cancel')
  await Promise.all([renamedInShop(), unsourced(2)])
  await ask('POST', '/api/purchase/reconciliation/startReconciliation')
  await until('products', () => has(`${product}/getProductsByCondition`, { pageSize: 48 }, 25))
  await sourcesChange(
    app,
    ask,
    offers.list.slice(-6).map(({ offerId }) => offerId),
  )
  await until('the radar', () => has(`${product}/getSourceChanges`, {}, 4))
  // Products that the shops had before the app.
  await ask('POST', '/api/shopify/takeover/startShopTakeover', { storeId: stores[0]!.id })
  await until('products to take over', () =>
    has('/api/shopify/takeover/queryTakeoverItems', { storeId: stores[0]!.id }, 3),
  )
  const translations = '/api/shopify/translation'
  await ask('POST', `${translations}/saveTranslationLanguages`, { locales: ['de', 'ja'], version: 0 })
  await ask('POST', `${translations}/addGlossaryTerm`, { kind: 'keep', source: 'Huoqiao' })
  await ask('POST', `${translations}/addTranslationProvider`, {
    name: 'DeepL',
    kind: 'deepl',
    address: app.url,
    secretKey: 'key-of-the-walk',
  })
  await until('products to translate', () => has(`${translations}/queryTranslations`, { locale: 'ja' }, 20))
  await until('payments', () => has('/api/purchase/center/getPayments', {}, 2))
  await until('orders', () => has('/api/order/center/getOrdersByCondition', { pageSize: 48 }, 40))
}

type Ask = ReturnType<typeof reconWorld>['ask']

/** More expensive, cheaper and sold out at 1688, then read again: rows of every kind on 货源雷达. */
async function sourcesChange(app: SharedApp, ask: Ask, offerIds: readonly string[]): Promise<void> {
  const [up = '', up2 = '', down = '', down2 = '', ...gone] = offerIds
  await control(app, 'POST', 'scenario', { name: 'price-jump', percent: 30, offerIds: [up, up2] })
  await control(app, 'POST', 'scenario', { name: 'price-jump', percent: -20, offerIds: [down, down2] })
  for (const offerId of gone) await control(app, 'POST', 'market/offer', { offerId, change: { stock: 0 } })
  await ask('POST', '/api/alibaba/product/checkSources', { offerIds })
}

/** More than a page of messages that the receiver, the app itself, does not take. */
async function alerted(app: SharedApp, ask: Ask): Promise<void> {
  const { id } = await ask<{ id: string }>('POST', '/admin/alert/addAlertChannel', {
    name: '值班系统',
    kind: 'webhook',
    secretAddress: `${app.url}/no-receiver`,
    signingSecret: 'secret-of-the-walk',
  })
  const rule = { name: '全部通知', level: 'info', channelIds: [id], quietFrom: '22:00', quietUntil: '07:00' }
  await ask('POST', '/admin/alert/addAlertRule', rule)
  for (let times = 0; times < 12; times++)
    await ask('POST', '/admin/alert/sendTestAlert', { id }).catch(() => undefined)
}

async function people(ask: Ask): Promise<void> {
  const dept = await ask<{ id: string }>('POST', '/admin/dept/addDept', { name: '采购部', position: 0 })
  for (const name of ['张三', '李四', '王五'])
    await ask('POST', '/admin/adminUser/add.do', {
      userAccount: `walk${name.codePointAt(0)}`,
      name,
      roleType: 0,
      deptId: dept.id,
      roleIds: [],
    })
  await ask('POST', '/admin/role/addRole', { name: '仓库', note: '收货与发货' })
}

type Line = { id: string }
type Details = { lines: Line[] }

/** A part of the goods, so that some are still expected. */
async function received(ask: Ask, purchaseId: string): Promise<void> {
  const { lines } = await ask<Details>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId })
  await ask('POST', '/api/purchase/delivery/receiveGoods', {
    purchaseId,
    key: crypto.randomUUID(),
    lines: lines.slice(0, 1).map(({ id }) => ({ lineId: id, quantity: 1 })),
    unsentReason: '货先到了',
  })
}
