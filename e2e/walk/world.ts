import type { Page } from 'playwright-core'
import { orderBesideTheApp } from '../alibaba-buyer.ts'
import { control } from '../control.ts'
import { deliveryWorld } from '../delivery-world.ts'
import { TITLE, reconWorld } from '../recon-world.ts'
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
  const stores = await ask<Shop[]>('GET', '/api/shopify/store/getAllShopifyStores')
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
  const reviewed = async (): Promise<string> => {
    const { purchaseId } = await deals.plan(2)
    await ask('POST', `${purchases}/completeReviewOrder`, { purchaseIds: [purchaseId] })
    return purchaseId
  }
  const asked = async (): Promise<void> => {
    const purchaseIds = [await reviewed()]
    await ask('POST', '/api/purchase/approval/requestApproval', { kind: 'place', purchaseIds, reason: '超过今日额度' })
  }
  const merged = async (): Promise<void> => {
    const plans = [await deals.plan(1), await deals.plan(2)]
    await ask('POST', `${purchases}/mergeOrderByPurOrderNo`, { numbers: plans.map(({ number }) => number) })
  }
  /** An order whose goods arrived and whose tracking number is sent to the shop. */
  const shipped = async (): Promise<void> => {
    const deal = await deals.buy(2)
    await deals.send(deal)
    await received(ask, deal.purchaseId, 2)
    const item = { orderId: deal.orderId, carrier: 'YunExpress', numbers: ['YT2600000001'] }
    await ask('POST', '/api/purchase/delivery/shipOrders', { items: [item] })
  }
  /** One return that waits for an answer, and one that was approved. */
  const returned = async (): Promise<void> => {
    for (const isApproved of [false, true]) {
      const deal = await deals.buy(2)
      await deals.send(deal)
      await deals.staff(deal, 'fulfil')
      const shop = `shopify/bridge-us/orders/${deal.order.slice(1)}`
      const { order } = await control<{ order: { lines: { id: string }[] } }>(app, 'GET', shop)
      const lines = [{ lineId: order.lines[0]!.id, quantity: 1, reason: 'DEFECTIVE', note: 'broken' }]
      await control(app, 'POST', `${shop}/return`, { lines, requested: !isApproved })
      await ask('POST', '/api/order/center/refreshOrder', { orderId: deal.orderId })
    }
  }
  /** An order that is placed at 1688 without the app, for one of our purchases. */
  const besideTheApp = async (): Promise<void> => {
    const { lines } = await ask<Details>('GET', `${purchases}/getPurchaseOrderSkuDetails`, {
      purchaseId: await reviewed(),
    })
    await orderBesideTheApp(app.simulator, 'by-hand', lines)
  }
  await Promise.all([payable(false), payable(true), reviewed(), asked(), merged(), besideTheApp()])
  await Promise.all([shipped(), returned()])
  await Promise.all([bought(), deals.buy(3).then((deal) => deals.send(deal)), deals.buy(2), deals.plan(2)])
  const cut = await deals.plan(4)
  await deals.staff(cut, 'cancel')
  // The last purchase, because its spare pieces would cover the orders after it.
  await deals.buy(2, 3)
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
  await ask('POST', `${translations}/addTranslationProvider`, {
    name: '看图的模型',
    kind: 'openai',
    address: app.url,
    secretKey: 'key-of-the-walk',
    model: 'any',
    readsPictures: true,
    pricePerPicture: 2,
  })
  await until('products to translate', () => has(`${translations}/queryTranslations`, { locale: 'ja' }, 20))
  await translated(ask, stores)
  // Collected and not claimed yet.
  const cups = await ask<List<{ offerId: string }>>('GET', `${product}/keywordQuery`, { keyword: '杯', pageSize: 5 })
  await ask('POST', `${product}/collectProducts`, { lines: cups.list.map(({ offerId }) => offerId) })
  await until('payments', () => has('/api/purchase/center/getPayments', {}, 2))
  await until('orders', () => has('/api/order/center/getOrdersByCondition', { pageSize: 48 }, 40))
}

type Ask = ReturnType<typeof reconWorld>['ask']

type Shop = { id: string; currency: string; markets: { id: string }[] }

/**
 * German translations of a product of the US shop, one general and one for a market, pushed to the shop; and words on a picture of another
 * product.
 */
async function translated(ask: Ask, stores: readonly Shop[]): Promise<void> {
  const { list } = await ask<List<{ id: string }>>('GET', '/api/alibaba/product/getProductsByCondition', {
    keyword: TITLE,
  })
  const productId = list[0]!.id
  const grid = await ask<List<{ productId: string; image: string | null }>>(
    'GET',
    '/api/shopify/translation/queryTranslations',
    {
      locale: 'de',
      pageSize: 50,
    },
  )
  const pictured = { productId: grid.list.find(({ image }) => image !== null)!.productId, locale: 'de' }
  const { pictures } = await ask<{ pictures: { pictureId: string }[] }>(
    'GET',
    '/api/shopify/translation/getProductPictures',
    pictured,
  )
  await ask('POST', '/api/shopify/translation/savePictureWords', {
    ...pictured,
    pictureId: pictures[0]!.pictureId,
    words: '厂家直销 包邮',
    language: 'zh-CN',
    version: 0,
  })
  const { id: storeId, markets } = stores.find(({ currency }) => currency === 'USD')!
  const save = (text: string, scope: object = {}): Promise<unknown> =>
    ask('POST', '/api/shopify/translation/saveTranslations', {
      productId,
      locale: 'de',
      ...scope,
      edits: [{ field: 'title', text, version: 0 }],
    })
  await save('Lampe der App')
  await save('Lampe des Marktes', { storeId, marketId: markets[0]!.id })
  await ask('POST', '/api/shopify/translation/pushTranslations', {
    storeId,
    productIds: [productId],
    locales: ['de'],
  })
}

/** Makes offers at 1688 more expensive, cheaper and sold out, and reads them again: 货源雷达 has rows of every kind. */
async function sourcesChange(app: SharedApp, ask: Ask, offerIds: readonly string[]): Promise<void> {
  const [up = '', up2 = '', down = '', down2 = '', ...gone] = offerIds
  await control(app, 'POST', 'scenario', { name: 'price-jump', percent: 30, offerIds: [up, up2] })
  await control(app, 'POST', 'scenario', { name: 'price-jump', percent: -20, offerIds: [down, down2] })
  for (const offerId of gone) await control(app, 'POST', 'market/offer', { offerId, change: { stock: 0 } })
  await ask('POST', '/api/alibaba/product/checkSources', { offerIds })
}

/** More than a page of alert messages that cannot be delivered: their address is a path of the app that receives nothing. */
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

type Line = { id: string; offerId: string; specId: string | null; quantity: number }
type Details = { lines: Line[] }

/** Receives one piece by default, which is only a part of the goods: the rest is still expected. */
async function received(ask: Ask, purchaseId: string, quantity = 1): Promise<void> {
  const { lines } = await ask<Details>('GET', '/api/purchase/center/getPurchaseOrderSkuDetails', { purchaseId })
  await ask('POST', '/api/purchase/delivery/receiveGoods', {
    purchaseId,
    key: crypto.randomUUID(),
    lines: lines.slice(0, 1).map(({ id }) => ({ lineId: id, quantity })),
    unsentReason: '货先到了',
  })
}
