import type { Call } from '../vendors/shopify/call.ts'
import { gidNumber } from '../vendors/shopify/gid.ts'
import { sellable } from '../vendors/shopify/orders/order-stock.ts'
import type { FileRow, ProductRow, VariantRow } from '../vendors/shopify/rows.ts'
import { cdnUrl, filesOf } from '../vendors/shopify/types/media.fields.ts'
import { isDefaultOnly } from '../vendors/shopify/types/product.fields.ts'
import { variantTitle } from '../vendors/shopify/types/variant.fields.ts'
import { altIn, inLanguage, languageLinks } from './language.ts'
import type { Reader } from './language.ts'
import { escapeHtml, frame, moneyText } from './page.frame.ts'

/** A product as a shopper sees it: pictures, options, the chosen variant's price and stock, the description. */
export function productPage(
  call: Call,
  source: ProductRow,
  asked: Reader & { preview: boolean; variant?: string | undefined },
): string {
  const product = inLanguage(call, source, asked)
  const chosen = product.variants.find((variant) => gidNumber(variant.id) === asked.variant) ?? product.variants[0]!
  const files = filesOf(product.media, call).filter((file) => file.status === 'READY' && file.blob)
  const main = files.find((file) => file.id === chosen.media[0]) ?? files[0]
  const rest = files.filter((file) => file !== main)
  const thumbs =
    rest.length > 0 ? `<div class="thumbs">${rest.map((file) => image(file, product, call, asked)).join('')}</div>` : ''
  const note =
    asked.preview && product.status !== 'ACTIVE'
      ? `<p class="note">Preview: this product is ${product.status.toLowerCase()}.</p>`
      : ''
  const was =
    chosen.compareAtMinor !== null && chosen.compareAtMinor > chosen.priceMinor
      ? `<span class="was">${moneyText(chosen.compareAtMinor, call)}</span>`
      : ''
  const facts = `<p class="soft">${escapeHtml(product.vendor)}</p><h1>${escapeHtml(product.title)}</h1><p class="price">${moneyText(chosen.priceMinor, call)}${was}</p>${choices(product, chosen, asked.preview)}<p class="soft">${escapeHtml(stockText(chosen))}${chosen.sku ? ` · SKU ${escapeHtml(chosen.sku)}` : ''}</p>${buyForm(chosen, call)}<div class="description">${safeHtml(product.descriptionHtml)}</div>`
  const stage = `<div class="stage">${main ? image(main, product, call, asked) : 'No picture yet'}</div>`
  return frame(
    product.title,
    `${note}${languageLinks(call, product.handle, asked.locale)}<div class="product"><div>${stage}${thumbs}</div><div>${facts}</div></div>`,
    call,
    asked.locale,
  )
}

const image = (file: FileRow, product: ProductRow, call: Call, reader: Reader): string =>
  `<img src="${escapeHtml(cdnUrl(file, call))}" alt="${escapeHtml(altIn(call, file, reader) ?? product.title)}">`

function choices(product: ProductRow, chosen: VariantRow, preview: boolean): string {
  if (isDefaultOnly(product)) return ''
  const keep = preview ? `preview=${gidNumber(product.id)}&` : ''
  return (
    product.options
      .map((option, at) => {
        const chips = option.values.flatMap((value) => {
          const wanted = chosen.values.with(at, value.id)
          const variant =
            product.variants.find((row) => row.values.every((id, index) => id === wanted[index])) ??
            product.variants.find((row) => row.values[at] === value.id)
          if (!variant) return []
          const on = chosen.values[at] === value.id ? ' on' : ''
          return `<a class="chip${on}" href="?${keep}variant=${gidNumber(variant.id)}">${escapeHtml(value.name)}</a>`
        })
        return `<div><strong>${escapeHtml(option.name)}</strong><div class="chips">${chips.join('')}</div></div>`
      })
      .join('') +
    (product.variants.length > 1
      ? `<p class="soft">${escapeHtml(variantTitle(product, chosen))} · ${product.variants.length} variants</p>`
      : '')
  )
}

/** Adds the chosen variant to the basket, or opens the checkout directly; a sold-out one cannot be bought. */
function buyForm(variant: VariantRow, call: Call): string {
  const off = sellable(variant) === 0 ? ' disabled' : ''
  return `<form class="buy" method="post" action="/shops/${call.shop.facts.slug}/cart"><input type="hidden" name="variant" value="${gidNumber(variant.id)}"><input class="quantity" type="number" name="quantity" min="1" max="999" value="1" aria-label="Quantity"${off}><button class="button plain"${off}>Add to cart</button><button class="button" name="do" value="checkout"${off}>Buy it now</button></form>`
}

function stockText(variant: VariantRow): string {
  if (!variant.tracked) return 'In stock'
  const left = variant.levels.reduce((sum, level) => sum + level.available, 0)
  if (left > 0) return `${left} in stock`
  return variant.inventoryPolicy === 'CONTINUE' ? 'Available to order' : 'Sold out'
}

/** The description comes from outside: scripts, event handlers and frames are removed before it is shown. */
const safeHtml = (html: string): string =>
  html
    .replace(/<(script|style|iframe|object|embed|form)\b[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
    .replace(/(href|src)\s*=\s*(["']?)\s*javascript:[^"'\s>]*\2/gi, '')
