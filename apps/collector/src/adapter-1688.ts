import type { CollectedOffer } from '@huoqiao/contract/collection/collector.schema'

/**
 * Everything that the collector knows of the marketplace's pages is in this file: the paths of their data, and the selectors. The pages are not
 * documented and change without notice; this is the form that they have had since 2024 (decision 0051). A page in any other form is
 * reported as unreadable, with what was found instead; no value is guessed.
 */

/** The global variable of the product page that holds its data. */
export const PAGE_VARIABLE = 'context'
const VERSION = 'context-2024'

/** Cards of result and shop pages: the elements that get a tick box. */
const CARDS = [
  '[data-renderkey]',
  '.search-offer-wrapper',
  '[class*="searchOfferWrapper"]',
  '[class*="offer-item"]',
  '[class*="offerItem"]',
  'li',
].join(', ')
const OFFER_LINKS = 'a[href*="/offer/"], a[href*="offerId="]'
/** Elements of the captcha that the page shows instead of its content. */
const CHALLENGES = '#nocaptcha, #nc_1_wrapper, .nc-container, #baxia-punish, [id^="baxia-dialog"]'
const RENDER_KEY = 'data-renderkey'

export type PageKind = { kind: 'product'; offerId: string } | { kind: 'list' } | { kind: 'other' }

export function pageKindOf(url: URL): PageKind {
  const offerId = /^\/offer\/(\d{6,19})\.html$/.exec(url.pathname)?.[1]
  if (url.hostname === 'detail.1688.com')
    return offerId === undefined ? { kind: 'other' } : { kind: 'product', offerId }
  if (url.hostname === 's.1688.com') return { kind: 'list' }
  return url.pathname.startsWith('/page/offerlist') ? { kind: 'list' } : { kind: 'other' }
}

export const isChallenged = (page: ParentNode): boolean => page.querySelector(CHALLENGES) !== null

/** The page of an offer, over the protocol of the page on which it was chosen. */
export const productUrl = (offerId: string, protocol: string): string =>
  `${protocol}//detail.1688.com/offer/${offerId}.html`

export type Card = { readonly offerId: string; readonly element: HTMLElement }

/** The offers of a result or shop page, each once, with the element that shows it. */
export function cardsOf(page: ParentNode): Card[] {
  const found = new Map<string, HTMLElement>()
  const note = (offerId: string | undefined, element: Element | null): void => {
    if (offerId !== undefined && element && !found.has(offerId)) found.set(offerId, element as HTMLElement)
  }
  for (const card of page.querySelectorAll(`[${RENDER_KEY}]`))
    note(/_(\d{6,19})$/.exec(card.getAttribute(RENDER_KEY) ?? '')?.[1], card)
  for (const link of page.querySelectorAll(OFFER_LINKS)) {
    const href = link.getAttribute('href') ?? ''
    note(
      /\/offer\/(\d{6,19})\.html|[?&]offerId=(\d{6,19})/.exec(href)?.slice(1).find(Boolean),
      link.closest(CARDS) ?? link,
    )
  }
  return [...found].map(([offerId, element]) => ({ offerId, element }))
}

/** From the product page's own variables: the value of the one with the data, and the names of others, which identify the page's version. */
export type PageData = { readonly context?: unknown; readonly variables: readonly string[] }

export type ReadProduct =
  | { ok: true; offer: CollectedOffer; descriptionUrl: string | null }
  /** `version`: what identifies the page that could not be read */
  | { ok: false; why: 'unknown-page'; version: string }
  | { ok: false; why: 'not-for-sale'; status: string }

export function readProduct({ context, variables }: PageData, page: URL): ReadProduct {
  const parts = at(context, 'result', 'data')
  const missing = ['gallery', 'mainPrice'].filter((name) => at(parts, name, 'fields') === undefined)
  const kind = pageKindOf(page)
  const title = text(at(parts, 'productTitle', 'fields', 'title')) ?? text(at(parts, 'gallery', 'fields', 'subject'))
  if (kind.kind !== 'product' || missing.length > 0 || title === null)
    return {
      ok: false,
      why: 'unknown-page',
      version: versionOf(parts, [...missing, ...(title ? [] : ['title'])], variables),
    }
  const model = at(context, 'result', 'global', 'globalData', 'model')
  const status = text(at(model, 'offerDetail', 'status'))
  if (status !== null && status !== 'published') return { ok: false, why: 'not-for-sale', status }
  return {
    ok: true,
    offer: offerOf(kind.offerId, cut(title, 512), parts, model, page),
    descriptionUrl: addressOf(at(parts, 'description', 'fields', 'detailUrl'), page),
  }
}

function versionOf(parts: unknown, missing: readonly string[], variables: readonly string[]): string {
  if (parts !== undefined) return `window.${PAGE_VARIABLE}，缺 ${missing.join('、')}`
  return variables.length > 0 ? variables.map((name) => `window.${name}`).join('、') : `没有 window.${PAGE_VARIABLE}`
}

function offerOf(offerId: string, title: string, parts: unknown, model: unknown, page: URL): CollectedOffer {
  const gallery = at(parts, 'gallery', 'fields')
  const price = at(parts, 'mainPrice', 'fields')
  const trade = at(price, 'finalPriceModel', 'tradeWithoutPromotion')
  const shipping = at(parts, 'shippingServices', 'fields')
  const temp = at(parts, 'Root', 'fields', 'dataJson', 'tempModel')
  const images = list(at(gallery, 'offerImgList')).length > 0 ? at(gallery, 'offerImgList') : at(gallery, 'mainImage')
  const unitKilograms = number(at(shipping, 'unitWeight'))
  return {
    offerId,
    pageVersion: VERSION,
    title,
    images: once(list(images).flatMap((image) => addressOf(pictureIn(image), page) ?? [])).slice(0, 100),
    attributes: attributesOf(at(gallery, 'CpvEnhance')),
    skus: skusOf(parts, model, trade, page),
    tiers: tiersOf(at(price, 'priceModel', 'currentPrices')),
    minOrderQuantity: pieces(at(trade, 'offerBeginAmount')) ?? pieces(at(model, 'tradeModel', 'beginAmount')),
    unit: cutOrNull(text(at(price, 'unit')) ?? text(at(temp, 'offerUnit')), 20),
    stock: pieces(at(trade, 'canBookedAmountOriginal')) ?? pieces(at(model, 'tradeModel', 'canBookedAmount')),
    supplierName: cutOrNull(
      text(at(model, 'sellerModel', 'companyName')) ??
        text(at(temp, 'companyName')) ??
        text(at(parts, 'productTitle', 'fields', 'shopInfo', 'companyName')),
      200,
    ),
    sendFrom: cutOrNull(text(at(shipping, 'location')), 200),
    shipWithin: shipWithinOf(text(at(shipping, 'deliveryLimitText')) ?? ''),
    freightMinor: freightOf(shipping),
    weightGrams: unitKilograms === null ? null : Math.round(unitKilograms * 1000),
    soldCount: pieces(at(temp, 'saledCount')),
    videoUrl: addressOf(at(gallery, 'video', 'videoUrl'), page),
    descriptionHtml: null,
  }
}

/** A row has a name and either a list of values or one text. */
function attributesOf(enhanced: unknown): CollectedOffer['attributes'] {
  const rows = [...list(at(enhanced, 'decisionCpv')), ...list(at(enhanced, 'normalCpv'))]
  return rows
    .flatMap((row) => {
      const name = text(at(row, 'name'))
      const values = list(at(row, 'values')).flatMap((value) => text(value) ?? [])
      const value = values.length > 0 ? values.join('、') : text(at(row, 'value'))
      return name && value ? [{ name: cut(name, 200), value: cut(value, 2000) }] : []
    })
    .slice(0, 500)
}

type Property = { name: string; values: { value: string; image: string | null }[] }

function propertiesOf(parts: unknown, model: unknown, page: URL): Property[] {
  const places = [
    at(model, 'skuModel', 'skuProps'),
    at(model, 'offerDetail', 'skuProps'),
    at(parts, 'Root', 'fields', 'dataJson', 'skuModel', 'skuProps'),
  ]
  return list(places.find((place) => list(place).length > 0)).map((property, index) => ({
    name: cut(text(at(property, 'prop')) ?? `规格${index + 1}`, 200),
    values: list(at(property, 'value')).flatMap((one) => {
      const value = text(at(one, 'name'))
      return value === null ? [] : [{ value, image: addressOf(at(one, 'imageUrl'), page) }]
    }),
  }))
}

function skusOf(parts: unknown, model: unknown, trade: unknown, page: URL): CollectedOffer['skus'] {
  const properties = propertiesOf(parts, model, page)
  const scale = list(at(parts, 'productPackInfo', 'fields', 'pieceWeightScale', 'pieceWeightScaleInfo'))
  const grams = new Map(scale.map((row) => [idOf(at(row, 'skuId')), number(at(row, 'weight'))]))
  return list(at(trade, 'skuMapOriginal'))
    .flatMap((row) => {
      const skuId = idOf(at(row, 'skuId'))
      if (skuId === null) return []
      const spec = (text(at(row, 'specAttrs')) ?? '')
        .replaceAll('&gt;', '>')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&')
      const weight = grams.get(skuId) ?? null
      return [
        {
          skuId,
          specId: cutOrNull(text(at(row, 'specId')), 64),
          values: valuesOf(spec, properties),
          priceMinor: fen(at(row, 'price')),
          promotionPriceMinor: fen(at(row, 'discountPrice')),
          stock: pieces(at(row, 'canBookCount')),
          weightGrams: weight === null || weight <= 0 ? null : Math.round(weight),
        },
      ]
    })
    .slice(0, 3000)
}

/** `红色>XL`: the values in the order of the properties. A value may contain the sign itself, so known values are preferred. */
function valuesOf(spec: string, properties: readonly Property[]): CollectedOffer['skus'][number]['values'] {
  if (spec === '') return []
  const found: CollectedOffer['skus'][number]['values'] = []
  let rest = spec
  for (const { name, values } of properties) {
    const known = values
      .filter(({ value }) => rest === value || rest.startsWith(`${value}>`))
      .toSorted((a, b) => b.value.length - a.value.length)[0]
    const value = known?.value ?? rest.split('>')[0]!
    if (value === '') break
    found.push({ name, value: cut(value, 500), image: known?.image ?? null })
    rest = rest.slice(value.length + 1)
  }
  const unnamed = rest.split('>').filter((part) => part !== '')
  for (const part of unnamed) found.push({ name: `规格${found.length + 1}`, value: cut(part, 500), image: null })
  return found.slice(0, 10)
}

function tiersOf(prices: unknown): CollectedOffer['tiers'] {
  return list(prices)
    .flatMap((row) => {
      const [startQuantity, priceMinor] = [pieces(at(row, 'beginAmount')), fen(at(row, 'price'))]
      return startQuantity === null || priceMinor === null
        ? []
        : [{ startQuantity, priceMinor, promotionPriceMinor: null }]
    })
    .toSorted((a, b) => a.startQuantity - b.startQuantity)
    .slice(0, 20)
}

function shipWithinOf(promise: string): CollectedOffer['shipWithin'] {
  const hours = Number(/(\d+)\s*小时/.exec(promise)?.[1] ?? Number.NaN)
  if (hours <= 24) return '24h'
  return hours <= 48 ? '48h' : null
}

function freightOf(shipping: unknown): number | null {
  if (at(shipping, 'postFree') === true) return 0
  return fen(at(shipping, 'totalCost')) ?? fen(at(shipping, 'freightInfo', 'totalCost'))
}

/** The HTML of a description page: as it is, or in a script that assigns it (`var offer_details={"content":"…"};`). */
export function descriptionIn(page: string): string | null {
  const source = page.trim()
  const start = source.indexOf('{')
  if (source.startsWith('<') || start < 0) return source === '' ? null : source
  try {
    return text(at(JSON.parse(source.slice(start).replace(/;$/, '')), 'content'))
  } catch {
    // Another kind of script: no description is returned, because its text would be source code.
    return null
  }
}

/** A value inside the page's data; undefined where the path ends early. Some parts are JSON in a text. */
function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value
  for (const name of path) {
    if (typeof here === 'string' && here.startsWith('{')) here = parsed(here)
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Record<string, unknown>)[name]
  }
  return here
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : typeof value === 'object' && value !== null ? Object.values(value) : []
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)
const number = (value: unknown): number | null => {
  const read =
    typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(read) && read >= 0 ? read : null
}
const pieces = (value: unknown): number | null => {
  const read = number(value)
  return read === null ? null : Math.min(Math.floor(read), 2_147_483_647)
}
/** Yuan as text or number, in fen. */
const fen = (value: unknown): number | null => {
  const read = number(value)
  return read === null ? null : Math.round(read * 100)
}
/** An id is a number or a string of digits. Ids that a number cannot represent exactly are strings on the page, so none is rounded. */
const idOf = (value: unknown): string | null => {
  const digits = typeof value === 'number' ? String(value) : text(value)
  return digits !== null && /^\d{1,19}$/.test(digits) ? digits : null
}
const cut = (value: string, max: number): string => value.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
const cutOrNull = (value: string | null, max: number): string | null => (value === null ? null : cut(value, max))
const once = (values: readonly string[]): string[] => [...new Set(values)]
/** A picture is an address, or a record with one. */
const pictureIn = (image: unknown): unknown => text(image) ?? at(image, 'fullPathImageURI') ?? at(image, 'url')

/** A web address of the page, also without a protocol; null for anything else. */
function addressOf(value: unknown, page: URL): string | null {
  const written = text(value)
  if (written === null || !URL.canParse(written, page)) return null
  const url = new URL(written, page)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.href.length <= 2000 ? url.href : null
}
