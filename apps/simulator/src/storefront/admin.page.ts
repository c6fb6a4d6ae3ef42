import type { Call } from '../vendors/shopify/call.ts'
import { gidNumber } from '../vendors/shopify/gid.ts'
import type { ProductRow, VariantRow } from '../vendors/shopify/rows.ts'
import { cdnUrl, filesOf } from '../vendors/shopify/types/media.fields.ts'
import { variantTitle } from '../vendors/shopify/types/variant.fields.ts'
import { escapeHtml, frame, moneyText } from './page.frame.ts'

const LISTED = 500

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const stock = (variant: VariantRow): number => variant.levels.reduce((sum, level) => sum + level.available, 0)

/** All products of the shop with their status, newest first, also those that a shopper does not see. */
export function adminListPage(call: Call): string {
  const all = call.shop.products.sorted().toReversed()
  const rows = all
    .slice(0, LISTED)
    .map((product) => [
      `<a href="products/${gidNumber(product.id)}">${escapeHtml(product.title)}</a>`,
      product.status,
      String(product.variants.length),
      String(product.variants.reduce((sum, variant) => sum + stock(variant), 0)),
      escapeHtml(product.vendor),
      product.updatedAt,
    ])
  const heading = `<h1>Products</h1><p class="soft">${all.length} products${all.length > LISTED ? `, the newest ${LISTED} shown` : ''}</p>`
  return frame('Products', heading + table(['Product', 'Status', 'Variants', 'Stock', 'Vendor', 'Updated'], rows), call)
}

/** One product with the raw fields of the Admin API. */
export function adminProductPage(call: Call, product: ProductRow): string {
  const { shop } = call
  const place = (id: string): string =>
    escapeHtml([...shop.places.locations, ...shop.places.publications].find((entry) => entry.id === id)?.name ?? id)
  const facts = [
    ['id', product.id],
    ['handle', product.handle],
    ['status', product.status],
    ['vendor', product.vendor],
    ['productType', product.productType],
    ['tags', product.tags.join(', ')],
    ['createdAt', product.createdAt],
    ['updatedAt', product.updatedAt],
  ].map(([name, value]) => [`<code>${name}</code>`, escapeHtml(value ?? '')])
  const variants = product.variants.map((variant) => [
    escapeHtml(variantTitle(product, variant)),
    escapeHtml(variant.sku ?? ''),
    moneyText(variant.priceMinor, call),
    variant.costMinor === null ? '' : moneyText(variant.costMinor, call),
    variant.tracked
      ? variant.levels.map((level) => `${place(level.locationId)}: ${level.available}`).join('<br>')
      : 'not tracked',
    `${variant.weight.value} ${variant.weight.unit.toLowerCase()}`,
    `<code>${gidNumber(variant.id)}</code>`,
  ])
  const media = filesOf(product.media, call).map((file) => [
    file.blob ? `<img width="64" src="${escapeHtml(cdnUrl(file, call))}" alt="">` : '',
    file.status,
    escapeHtml(file.errors.map((error) => `${error.code}: ${error.message}`).join('; ')),
    escapeHtml(file.alt ?? ''),
    `<code>${escapeHtml(file.filename)}</code>`,
    `<code>${gidNumber(file.id)}</code>`,
  ])
  const metafields = [
    ...product.metafields.map((row) => ['product', row] as const),
    ...product.variants.flatMap((variant) =>
      variant.metafields.map((row) => [variantTitle(product, variant), row] as const),
    ),
  ].map(([owner, row]) => [
    escapeHtml(owner),
    `<code>${escapeHtml(`${row.namespace}.${row.key}`)}</code>`,
    escapeHtml(row.type),
    escapeHtml(row.value),
  ])
  const channels = product.publications.map((entry) => [place(entry.publicationId), entry.publishDate])
  const section = (title: string, heads: string[], rows: string[][]): string =>
    `<h2>${title}</h2>${rows.length > 0 ? table(heads, rows) : '<p class="soft">None.</p>'}`
  const preview = `/shops/${shop.facts.slug}/products/${encodeURIComponent(product.handle)}?preview=${gidNumber(product.id)}`
  return frame(
    product.title,
    `<h1>${escapeHtml(product.title)}</h1><p><a href="${preview}">View as a shopper</a></p>${section('Facts', ['Field', 'Value'], facts)}${section('Variants', ['Title', 'SKU', 'Price', 'Cost', 'Stock', 'Weight', 'Id'], variants)}${section('Media', ['', 'Status', 'Problem', 'Alt', 'File', 'Id'], media)}${section('Metafields', ['Owner', 'Key', 'Type', 'Value'], metafields)}${section('Published on', ['Channel', 'Since'], channels)}<h2>Description</h2><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(product.descriptionHtml)}</pre>`,
    call,
  )
}
