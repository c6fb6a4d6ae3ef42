import type { FastifyInstance } from 'fastify'
import type { Market } from '../../world/market.ts'
import type { Pictures } from '../../world/pictures.ts'
import type { Accounts } from './accounts.ts'
import { ACCOUNTS } from './buyers.ts'
import { escapeHtml } from './detail.ts'
import { detailUrl, isPublished, totalStock, yuan } from './offer.facts.ts'
import type { Quirks1688 } from './quirks.ts'
import { matchOffers, publishedOffers } from './search.matching.ts'
import { LIST_STYLE, searchCard, shopCard } from './web-lists.ts'
import { asScript, contextOf } from './web-product.ts'

/** The pages of the simulated platform: pictures, product pages and the consent page. */
export type PageDeps = {
  market: Market
  images: Pictures
  accounts: Accounts
  quirks: Quirks1688
  pictureUrl(name: string): string
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `<meta name="viewport" content="width=device-width"><style>body{font:14px/1.6 system-ui,sans-serif;margin:24px auto;max-width:960px;padding:0 16px;color:#222}` +
  `img{max-width:100%;border-radius:6px}.gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:8px}` +
  `table{border-collapse:collapse;width:100%;margin:12px 0}td,th{border:1px solid #e5e5e5;padding:5px 8px;text-align:left}` +
  `.price{color:#ff5000;font-size:22px}.gone{background:#fff1f0;padding:8px}.button{background:#ff5000;color:#fff;padding:8px 20px;border-radius:4px;text-decoration:none}</style></head><body>${body}</body></html>`

/** The data in the variable that the page's own scripts read; any other `version` simulates a redesigned page, which has no such variable. */
const pageScript = (version: string, data: object): string =>
  version === 'context'
    ? `<script>window.contextPath='/offer';window.context=(function(b,d){return d})(window.contextPath,${asScript(data)});</script>`
    : `<script>window.__OD_STATE__={"version":"od-next"};</script>`

/** Offers on a result page and on a shop's page, as on the platform. */
const SEARCH_CARDS = 60
const SHOP_CARDS = 30

function offerPage(deps: PageDeps, offerId: string): string | undefined {
  const offer = deps.market.get(offerId)
  if (!offer) return undefined
  const rows = offer.skus.map(
    (sku) =>
      `<tr><td>${escapeHtml(sku.values.map((value) => value.value.zh).join(' / '))}</td><td>¥${yuan(sku.priceFen)}</td><td>${sku.stock}</td><td>${sku.skuId}</td></tr>`,
  )
  const tiers = offer.tiers.map(
    (tier) => `≥${tier.startQuantity}${offer.unit.zh}：<b class="price">¥${yuan(tier.priceFen)}</b>`,
  )
  const facts = offer.attributes.map(
    (row) => `<tr><th>${escapeHtml(row.name.zh)}</th><td>${escapeHtml(row.value.zh)}</td></tr>`,
  )
  const descriptionUrl = (id: string): string => `//itemcdn.tmall.com/1688offer/${id}/zh`
  const data = contextOf({ pictureUrl: (name) => deps.pictureUrl(name), descriptionUrl }, offer)
  const pictures = (names: readonly string[]): string =>
    names.map((name) => `<img src="${deps.pictureUrl(name)}" alt="">`).join('')
  return page(
    offer.title.zh,
    pageScript(deps.quirks.productPage(), data) +
      `<h1>${escapeHtml(offer.title.zh)}</h1><p>${escapeHtml(offer.title.en)}</p>` +
      (isPublished(offer) ? '' : `<p class="gone">商品已下架（${escapeHtml(offer.status)}）</p>`) +
      `<p>${escapeHtml(offer.supplier.companyName)} · ${offer.supplier.province}${offer.supplier.city} · ${offer.supplier.tpYear} 年</p>` +
      `<p>${tiers.join('　')}</p><p>起批 ${offer.minOrderQuantity} ${offer.unit.zh} · 库存 ${totalStock(offer)} · 月销 ${offer.monthSold}</p>` +
      `<div class="gallery">${pictures(offer.images)}</div>` +
      (rows.length > 0
        ? `<table><tr><th>规格</th><th>单价</th><th>库存</th><th>SKU</th></tr>${rows.join('')}</table>`
        : '') +
      `<table>${facts.join('')}</table><div>${pictures(offer.descriptionImages)}</div><p><small>${detailUrl(offerId)}</small></p>`,
  )
}

/** Where an authorization may redirect the browser to (reference 1.6): http(s), and the registered host when one is set. */
function callbackUrl(text: string | undefined, host: string): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  return host === '' || url.host === host ? url : undefined
}

/** Where the browser is sent when the person refuses. The vendor does not document it, so a quirk chooses between both possibilities. */
function refusalUrl(callback: URL, how: string): string {
  if (how === 'stay') return '#refused'
  const url = new URL(callback)
  url.searchParams.delete('code')
  url.searchParams.set('error', 'access_denied')
  return url.href
}

export function bindPages(app: FastifyInstance, deps: PageDeps): void {
  app.get<{ Params: { name: string } }>('/img/ibank/:name', async (request, reply) => {
    const picture = await deps.images.read(request.params.name)
    if (!picture) return reply.code(404).type('text/plain; charset=utf-8').send('no such picture')
    return reply.type('image/jpeg').header('cache-control', 'public, max-age=31536000, immutable').send(picture)
  })
  app.get<{ Params: { file: string } }>('/offer/:file', (request, reply) => {
    const id = /^(\d+)\.html$/.exec(request.params.file)?.[1]
    const html = id === undefined ? undefined : offerPage(deps, id)
    void reply.type('text/html; charset=utf-8')
    return html ?? reply.code(404).send(page('商品不存在', '<h1>商品不存在</h1>'))
  })
  app.get<{ Querystring: { keywords?: string } }>('/selloffer/offer_search.htm', (request, reply) => {
    const keywords = request.query.keywords ?? ''
    const cards = matchOffers(deps.market, keywords, true)
      .slice(0, SEARCH_CARDS)
      .map((offer, index) => searchCard(deps, offer, index))
    void reply.type('text/html; charset=utf-8')
    return page(
      `${keywords}_${keywords}批发_阿里巴巴`,
      `${LIST_STYLE}<h1>${escapeHtml(keywords)}</h1><div class="feeds-wrapper">${cards.join('')}</div>`,
    )
  })
  // Each shop has its own host name. Any other host, such as the simulator's, shows the first shop.
  app.get('/page/offerlist.htm', (request, reply) => {
    const shop = request.host.split('.')[0]
    const offers = publishedOffers(deps.market)
    const { supplier } = offers.find((offer) => offer.supplier.memberId === shop) ?? offers[0]!
    const cards = offers
      .filter((offer) => offer.supplier.memberId === supplier.memberId)
      .slice(0, SHOP_CARDS)
      .map((offer) => shopCard(deps, offer))
    void reply.type('text/html; charset=utf-8')
    return page(
      supplier.companyName,
      `${LIST_STYLE}<h1>${escapeHtml(supplier.companyName)}</h1><ul class="offer-list">${cards.join('')}</ul>`,
    )
  })
  app.get<{ Querystring: Record<string, string | undefined> }>('/oauth/authorize', (request, reply) => {
    const { client_id: clientId = '', redirect_uri: redirectUri, state = '' } = request.query
    const callback = callbackUrl(redirectUri, deps.quirks.redirectHost())
    void reply.type('text/html; charset=utf-8')
    if (!deps.accounts.app(clientId) || !callback)
      return reply
        .code(400)
        .send(page('授权失败', '<h1>授权失败</h1><p>client_id 不存在，或 redirect_uri 与登记的域名不一致。</p>'))
    callback.searchParams.set('state', state)
    const buttons = ACCOUNTS.map((account, index) => {
      callback.searchParams.set('code', deps.accounts.issueCode(clientId, account, redirectUri!))
      const id = index === 0 ? 'authorize' : `authorize-${index + 1}`
      return `<p><a class="button" id="${id}" href="${escapeHtml(callback.href)}">以 ${escapeHtml(account.loginId)} 授权</a></p>`
    })
    const refusal = refusalUrl(callback, deps.quirks.consentRefusal())
    const refuse = `<p><a id="refuse" href="${escapeHtml(refusal)}">拒绝</a></p>`
    return page(
      '1688 账号授权',
      `<h1>1688 账号授权（模拟）</h1><p>应用 ${escapeHtml(clientId)} 请求访问采购账号。用哪一个账号登录：</p>${buttons.join('')}${refuse}`,
    )
  })
}
