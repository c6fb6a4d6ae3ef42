import { formatMinor } from '@huoqiao/kit'
import type { Call } from '../vendors/shopify/call.ts'
import { currentTotalsOf, fulfillmentStatus } from '../vendors/shopify/orders/order-money.ts'
import type { OrderRow } from '../vendors/shopify/orders/order.rows.ts'
import { PRESENTMENT } from '../vendors/shopify/orders/purchase.ts'
import { COUNTRIES } from './checkout.form.ts'
import type { CheckoutForm } from './checkout.form.ts'
import { cartTotal, lineHtml } from './cart.page.ts'
import type { CartLine } from './cart.page.ts'
import { escapeHtml, frame, moneyText } from './page.frame.ts'

const options = (rows: readonly (readonly [string, string])[], chosen: string): string =>
  rows
    .map(
      ([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`,
    )
    .join('')

const input = (form: CheckoutForm, name: keyof CheckoutForm, label: string, more = ''): string =>
  `<label><span>${label}</span><input name="${name}" value="${escapeHtml(form[name])}" ${more}></label>`

/** Contact, address, currency and payment on one page, with the basket beside it. */
export function checkoutPage(call: Call, lines: readonly CartLine[], form: CheckoutForm, problem?: string): string {
  const { facts } = call.shop
  const currencies = [facts.currency, ...Object.keys(PRESENTMENT[facts.currency] ?? {})].map(
    (code) => [code, code] as const,
  )
  const radio = (value: string, title: string, text: string): string =>
    `<label class="choice"><input type="radio" name="payment" value="${value}"${form.payment === value ? ' checked' : ''}><span><strong>${title}</strong><br><span class="soft">${text}</span></span></label>`
  const summary = lines
    .map(
      (line) =>
        `<div class="row">${lineHtml(line, call)}<span class="soft">× ${line.quantity}</span><span class="sum">${moneyText(line.variant.priceMinor * line.quantity, call)}</span></div>`,
    )
    .join('')
  const note = problem === undefined ? '' : `<p class="note" role="alert">${escapeHtml(problem)}</p>`
  const fields = `<h2>Contact</h2>${input(form, 'email', 'Email', 'type="email" required autocomplete="email"')}
<h2>Delivery</h2><label><span>Country/Region</span><select name="country">${options(
    COUNTRIES.map(([iso, name]) => [iso, name] as const),
    form.country,
  )}</select></label><div class="pair">${input(form, 'firstName', 'First name', 'autocomplete="given-name"')}${input(form, 'lastName', 'Last name', 'required autocomplete="family-name"')}</div>${input(form, 'address1', 'Address', 'required autocomplete="address-line1"')}${input(form, 'address2', 'Apartment, suite, etc. (optional)')}<div class="pair">${input(form, 'zip', 'Postal code', 'required')}${input(form, 'city', 'City', 'required')}</div><div class="pair">${input(form, 'province', 'State/Province')}${input(form, 'phone', 'Phone')}</div>
<h2>Payment</h2><label><span>Currency</span><select name="currency">${options(currencies, form.currency || facts.currency)}</select></label>${radio('paid', 'Card', 'Paid at once. No card is asked for in this pretend shop.')}${radio('pending', 'Bank deposit', 'We send the goods when your transfer has arrived.')}
<h2>Remarks</h2>${input(form, 'tip', `Add a tip (${facts.currency})`, 'inputmode="decimal"')}${input(form, 'code', 'Discount code (WELCOME10)')}<label><span>Note to the shop</span><textarea name="note" rows="3">${escapeHtml(form.note)}</textarea></label>`
  return frame(
    'Checkout',
    `<h1>Checkout</h1>${note}<form class="checkout" method="post" action="/shops/${facts.slug}/checkout"><div class="fields">${fields}<button class="button wide">Complete order</button></div><aside><h2>Order summary</h2>${summary}<div class="row total"><span>Subtotal</span><span class="sum">${moneyText(cartTotal(lines), call)}</span></div><p class="soft">Shipping, duties and taxes follow from the address.</p></aside></form>`,
    call,
  )
}

const STATUS: Readonly<Record<string, string>> = {
  UNFULFILLED: 'Confirmed',
  ON_HOLD: 'On hold',
  SCHEDULED: 'Scheduled',
  PARTIALLY_FULFILLED: 'Partly shipped',
  FULFILLED: 'Shipped',
}

/** What the shopper sees after buying, and later at the same address: number, state, parcels, sums in their currency. */
export function thankYouPage(call: Call, order: OrderRow): string {
  const text = (minor: number): string =>
    `${formatMinor(minor, order.presentmentCurrency)} ${order.presentmentCurrency}`
  const totals = currentTotalsOf(order)
  const rows = order.lines
    .map(
      (line) =>
        `<tr><td>${escapeHtml(line.title)}${line.variantTitle === null ? '' : ` <span class="soft">${escapeHtml(line.variantTitle)}</span>`}</td><td>× ${line.quantity}</td><td class="sum">${text(line.unitPrice.presentment * line.quantity)}</td></tr>`,
    )
    .join('')
  const sum = (title: string, minor: number): string =>
    `<tr><td>${title}</td><td></td><td class="sum">${text(minor)}</td></tr>`
  const waits = order.transactions.every((entry) => entry.status === 'PENDING')
  const bank =
    waits && order.cancelledAt === null
      ? `<p class="note">Please transfer ${text(totals.total.presentment)} and name order #${order.number}. We send your goods when the money has arrived.</p>`
      : ''
  const parcels = order.fulfillments
    .filter((sent) => sent.status === 'SUCCESS')
    .flatMap((sent) => sent.tracking)
    .map((row) => {
      const words = escapeHtml([row.company, row.number].filter(Boolean).join(' '))
      return `<li>${row.url ? `<a href="${escapeHtml(row.url)}" rel="noreferrer">${words}</a>` : words}</li>`
    })
    .join('')
  const status = order.cancelledAt === null ? (STATUS[fulfillmentStatus(order)] ?? 'Confirmed') : 'Cancelled'
  const address = order.shippingAddress
    ? `<h2>Shipping to</h2><p>${[order.shippingAddress.firstName, order.shippingAddress.lastName]
        .filter(Boolean)
        .map((part) => escapeHtml(part ?? ''))
        .join(
          ' ',
        )}<br>${escapeHtml([order.shippingAddress.address1, order.shippingAddress.zip, order.shippingAddress.city, order.shippingAddress.country].filter(Boolean).join(', '))}</p>`
    : ''
  return frame(
    `Order #${order.number}`,
    `<p class="soft">Order <strong id="order-number">#${order.number}</strong> · ${status}</p><h1>Thank you${order.shippingAddress?.firstName ? `, ${escapeHtml(order.shippingAddress.firstName)}` : ''}!</h1>${bank}<table class="cart"><tbody>${rows}${sum('Shipping', totals.shipping.presentment)}${totals.discount.presentment > 0 ? sum('Discount', -totals.discount.presentment) : ''}${totals.duties.presentment > 0 ? sum('Duties', totals.duties.presentment) : ''}${sum(order.taxesIncluded ? 'Taxes (included)' : 'Taxes', totals.tax.presentment)}<tr class="total"><td>Total</td><td></td><td class="sum">${text(totals.total.presentment)}</td></tr></tbody></table>${parcels ? `<h2>Parcels</h2><ul>${parcels}</ul>` : ''}${address}<p><a class="button" href="/shops/${call.shop.facts.slug}/">Continue shopping</a></p>`,
    call,
  )
}
