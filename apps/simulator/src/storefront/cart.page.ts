import type { Call } from '../vendors/shopify/call.ts'
import { gid, gidNumber } from '../vendors/shopify/gid.ts'
import type { ProductRow, VariantRow } from '../vendors/shopify/rows.ts'
import { cdnUrl, filesOf } from '../vendors/shopify/types/media.fields.ts'
import { variantTitle } from '../vendors/shopify/types/variant.fields.ts'
import type { Basket } from './cart.cookie.ts'
import { escapeHtml, frame, moneyText } from './page.frame.ts'

export type CartLine = { product: ProductRow; variant: VariantRow; quantity: number }

/** Lines of the basket whose variants still exist. */
export const cartLines = (call: Call, basket: Basket): CartLine[] =>
  basket.flatMap(({ variant, quantity }) => {
    const owned = call.shop.products.variant(gid('ProductVariant', variant))
    return owned ? [{ ...owned, quantity }] : []
  })

export const cartTotal = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, line) => sum + line.variant.priceMinor * line.quantity, 0)

/** Picture, title and options of one line, for the basket and the checkout. */
export function lineHtml({ product, variant }: CartLine, call: Call): string {
  const file = filesOf([...variant.media, ...product.media], call).find((row) => row.status === 'READY' && row.blob)
  const picture = file ? `<img src="${escapeHtml(cdnUrl(file, call))}" alt="">` : ''
  const choice = variantTitle(product, variant)
  const words = choice === 'Default Title' ? '' : `<br><span class="soft">${escapeHtml(choice)}</span>`
  return `<div class="line"><span class="small">${picture}</span><span><a href="/shops/${call.shop.facts.slug}/products/${encodeURIComponent(product.handle)}">${escapeHtml(product.title)}</a>${words}</span></div>`
}

/** The basket: quantities can be changed, 0 removes a line. */
export function cartPage(call: Call, lines: readonly CartLine[]): string {
  const base = `/shops/${call.shop.facts.slug}`
  if (lines.length === 0)
    return frame(
      'Your cart',
      `<h1>Your cart</h1><p>Your cart is empty.</p><p><a class="button" href="${base}/">Continue shopping</a></p>`,
      call,
    )
  const rows = lines
    .map((line) => {
      const id = gidNumber(line.variant.id)
      const label = `Quantity of ${escapeHtml(line.product.title)}`
      return `<tr><td>${lineHtml(line, call)}</td><td>${moneyText(line.variant.priceMinor, call)}</td><td><input class="quantity" type="number" min="0" max="999" name="quantity-${id}" value="${line.quantity}" aria-label="${label}"></td><td class="sum">${moneyText(line.variant.priceMinor * line.quantity, call)}</td></tr>`
    })
    .join('')
  return frame(
    'Your cart',
    `<h1>Your cart</h1><form method="post" action="${base}/cart"><table class="cart"><thead><tr><th>Product</th><th>Price</th><th>Quantity</th><th class="sum">Total</th></tr></thead><tbody>${rows}</tbody></table><div class="after"><button class="button plain" name="do" value="update">Update</button><span class="push">Subtotal <strong>${moneyText(cartTotal(lines), call)}</strong></span><button class="button" name="do" value="checkout">Check out</button></div><p class="soft">Taxes and shipping are calculated at checkout.</p></form>`,
    call,
  )
}
