import type { Call } from '../vendors/shopify/call.ts'
import { gidNumber } from '../vendors/shopify/gid.ts'
import type { ProductRow } from '../vendors/shopify/rows.ts'
import { cdnUrl, filesOf } from '../vendors/shopify/types/media.fields.ts'
import { escapeHtml, frame, moneyText } from './page.frame.ts'

export type CollectionView = { products: readonly ProductRow[]; total: number; page: number; pages: number; q: string }

/** The product grid of a shop: products that are ACTIVE and published on the online store, newest first. */
export function collectionPage(call: Call, view: CollectionView): string {
  const cards = view.products.map((product) => card(product, call)).join('')
  const search = `<form class="search"><input name="q" value="${escapeHtml(view.q)}" placeholder="Search products" aria-label="Search products"></form>`
  const grid = view.products.length > 0 ? `<div class="grid">${cards}</div>` : '<p>No products found.</p>'
  const heading = `<h1>All products</h1><p class="soft">${view.total} products</p>${search}`
  return frame(call.shop.facts.name, `${heading}<div style="height:20px"></div>${grid}${pageLinks(view)}`, call)
}

function card(product: ProductRow, call: Call): string {
  const prices = product.variants.map((variant) => variant.priceMinor)
  const low = Math.min(...prices)
  const from = low === Math.max(...prices) ? '' : 'From '
  return `<a class="card" href="/shops/${call.shop.facts.slug}/products/${encodeURIComponent(product.handle)}" data-id="${gidNumber(product.id)}"><div class="frame">${picture(product, call)}</div><h3>${escapeHtml(product.title)}</h3><span>${from}${moneyText(low, call)}</span></a>`
}

function picture(product: ProductRow, call: Call): string {
  const file = filesOf(product.media, call).find((entry) => entry.status === 'READY' && entry.blob)
  return file
    ? `<img loading="lazy" src="${escapeHtml(cdnUrl(file, call))}" alt="${escapeHtml(file.alt ?? product.title)}">`
    : 'No picture'
}

function pageLinks(view: CollectionView): string {
  if (view.pages === 1) return ''
  const link = (page: number, text: string): string =>
    page >= 1 && page <= view.pages ? `<a href="?page=${page}&q=${encodeURIComponent(view.q)}">${text}</a>` : ''
  return `<nav class="pages">${link(view.page - 1, 'Previous')}<span class="soft">Page ${view.page} of ${view.pages}</span>${link(view.page + 1, 'Next')}</nav>`
}
