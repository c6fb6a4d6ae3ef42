import type { LiveOffer } from '../../world/market.ts'
import { escapeHtml } from './detail.ts'
import { listPriceFen, yuan } from './offer.facts.ts'

/**
 * Result and shop pages in the platform's form: a card for each offer, with the offer's id in its link and in the attributes for the page's
 * own statistics. The class names are those that published scrapers of these pages use.
 */
type CardDeps = { pictureUrl(name: string): string }

/** Without a protocol, as on the platform's pages. */
export const offerHref = (offerId: string): string => `//detail.1688.com/offer/${offerId}.html`

const price = (offer: LiveOffer): string => {
  const [whole, part] = yuan(listPriceFen(offer)).split('.') as [string, string]
  return `<div class="price-item"><div class="price-units">¥</div><div class="text-main">${whole}</div><div>.${part}</div></div>`
}

/** A card of the result page. It links to the mobile page, as on the platform. */
export function searchCard(deps: CardDeps, offer: LiveOffer, index: number): string {
  const { supplier } = offer
  return (
    `<a class="search-offer-wrapper cardui-normal search-offer-item major-offer" data-index="${index}"` +
    ` data-renderkey="${index}_1_normal_${escapeHtml(supplier.memberId)}_${offer.offerId}" data-aplus-report="object_id@${offer.offerId}"` +
    ` href="//detail.m.1688.com/page/index.html?offerId=${offer.offerId}" target="_blank">` +
    `<div class="offer-img"><img class="main-img" src="${deps.pictureUrl(offer.images[0]!)}" alt=""></div>` +
    `<div class="offer-title-row"><div class="title-text"><div>${escapeHtml(offer.title.zh)}</div></div></div>` +
    `<div class="offer-price-row">${price(offer)}</div>` +
    `<div class="offer-shop-row"><div class="desc-text">${escapeHtml(supplier.companyName)}</div></div></a>`
  )
}

/** A card of a shop's page. It links to the product page. */
export const shopCard = (deps: CardDeps, offer: LiveOffer): string =>
  `<li class="offer-item"><a href="${offerHref(offer.offerId)}" target="_blank" title="${escapeHtml(offer.title.zh)}">` +
  `<img src="${deps.pictureUrl(offer.images[0]!)}" alt="${escapeHtml(offer.title.zh)}"></a>` +
  `<a class="title" href="${offerHref(offer.offerId)}" target="_blank">${escapeHtml(offer.title.zh)}</a>${price(offer)}</li>`

export const LIST_STYLE =
  '<style>.feeds-wrapper,.offer-list{display:grid;grid-template-columns:repeat(auto-fill,minmax(170px,1fr));gap:12px;list-style:none;padding:0}' +
  '.search-offer-wrapper,.offer-item{position:relative;border:1px solid #e5e5e5;border-radius:6px;padding:8px;color:inherit;text-decoration:none}' +
  '.price-item{display:flex;color:#ff5000}</style>'
