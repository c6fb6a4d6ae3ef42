import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Simulator } from '../compose.ts'
import { openCounter } from '../vendors/shopify/orders/orders.testing.ts'
import type { Counter } from '../vendors/shopify/orders/orders.testing.ts'
import { openTestShop, startSimulator } from '../vendors/shopify/shopify-client.testing.ts'
import type { TestShop } from '../vendors/shopify/shopify-client.testing.ts'

let sim: Simulator
let shop: TestShop
let counter: Counter
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ sim, stop } = await startSimulator())
  shop = await openTestShop(sim)
  counter = await openCounter(shop)
})
afterAll(() => stop())

/** A browser without JavaScript: it keeps the cookie and follows redirects only on request. */
function shopper() {
  let cookie = ''
  const go = async (path: string, form?: Record<string, string>) => {
    const response = await fetch(path.startsWith('http') ? path : `${shop.origin}${path}`, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    const set = response.headers.get('set-cookie')
    if (set) cookie = set.split(';')[0]!
    return { status: response.status, to: response.headers.get('location'), html: await response.text() }
  }
  return { go }
}

const ADDRESS = {
  email: 'ava@shopper.example',
  firstName: 'Ava',
  lastName: '<b>Walker</b>',
  address1: '418 Maple Ave',
  zip: '07104',
  city: 'Newark',
  country: 'US',
}
const number = (gid: string): string => gid.split('/').at(-1)!

it('goes from a product through cart and checkout to an order number, with stock taken', async () => {
  const { go } = shopper()
  const mug = await counter.variant('Enamel Camp Mug')
  const socks = await counter.variant('Merino Crew Socks')
  expect((await go('/products/enamel-camp-mug')).html).toContain(`name="variant" value="${number(mug.variantId)}"`)
  expect((await go('/checkout')).to).toBe('/shops/bridge-us/cart')
  expect(await go('/cart', { variant: number(mug.variantId), quantity: '2' })).toMatchObject({
    status: 303,
    to: '/shops/bridge-us/cart',
  })
  const direct = await go('/cart', { variant: number(socks.variantId), quantity: '1', do: 'checkout' })
  expect(direct.to).toBe('/shops/bridge-us/checkout')
  expect((await go('/cart')).html).toContain('$51.00')
  await go('/cart', { [`quantity-${number(socks.variantId)}`]: '0', do: 'update' })
  expect((await go('/cart')).html).toContain('$33.00')
  const bought = await go('/checkout', {
    ...ADDRESS,
    payment: 'pending',
    currency: 'EUR',
    note: 'Ring twice',
    code: 'welcome10',
  })
  expect(bought.status).toBe(303)
  const thanks = await go(`${sim.core.origin}${bought.to}`)
  const [, name] = /id="order-number">#(\d+)</.exec(thanks.html)!
  expect(thanks.html).toContain('Please transfer')
  expect(thanks.html).not.toContain('<b>Walker')
  expect(await counter.control('GET', `orders/${name}`)).toMatchObject({
    order: {
      financialStatus: 'PENDING',
      presentmentCurrency: 'EUR',
      email: 'ava@shopper.example',
      note: 'Ring twice',
      lines: [{ variantId: mug.variantId, quantity: 2 }],
    },
  })
  expect((await counter.variant('Enamel Camp Mug')).stock).toBe(mug.stock - 2)
  expect((await go('/cart')).html).toContain('Your cart is empty')
})

it('reports an invalid address or missing stock and keeps what was typed', async () => {
  const { go } = shopper()
  const pack = await counter.variant('Waxed Canvas Daypack')
  await go('/cart', { variant: number(pack.variantId), quantity: '99' })
  const bad = await go('/checkout', { ...ADDRESS, email: 'nobody' })
  expect(bad.status).toBe(422)
  expect(bad.html).toContain('Enter a valid email')
  expect(bad.html).toContain('418 Maple Ave')
  const sold = await go('/checkout', ADDRESS)
  expect(sold.status).toBe(422)
  expect(sold.html).toContain('only')
  expect((await counter.variant('Waxed Canvas Daypack')).stock).toBe(pack.stock)
})

it('shows customers their parcels at the same address', async () => {
  const { go } = shopper()
  const mug = await counter.variant('Enamel Camp Mug')
  await go('/cart', { variant: number(mug.variantId), quantity: '1' })
  const { to } = await go('/checkout', ADDRESS)
  const [, name] = /id="order-number">#(\d+)</.exec((await go(`${sim.core.origin}${to}`)).html)!
  await counter.control('POST', `orders/${name}/fulfil`, { company: 'USPS', number: '9400' })
  const page = await go(`${sim.core.origin}${to}`)
  expect(page.html).toContain('Shipped')
  expect(page.html).toMatch(/href="https:[^"]+9400"/)
  expect((await go('/orders/none')).status).toBe(404)
})

it('accepts a tip, and duties of a customer abroad where the shop collects them', async () => {
  const { go } = shopper()
  const mug = await counter.variant('Enamel Camp Mug')
  sim.core.quirks.set('shopify.duty-percent', 10)
  const total = async (more: Record<string, string>): Promise<number> => {
    await go('/cart', { variant: number(mug.variantId), quantity: '1' })
    const { to } = await go('/checkout', { ...ADDRESS, country: 'CA', ...more })
    const { html } = await go(`${sim.core.origin}${to}`)
    const [, name] = /id="order-number">#(\d+)</.exec(html)!
    const { order } = await counter.control<{ order: { total: string } }>('GET', `orders/${name}`)
    return Math.round(Number(order.total) * 100)
  }
  const plain = await total({})
  expect(await total({ tip: '3.50' })).toBe(plain + 350)
  sim.core.quirks.reset()
  expect(await total({})).toBe(plain - mug.priceMinor / 10)
  await go('/cart', { variant: number(mug.variantId), quantity: '1' })
  expect(await go('/checkout', { ...ADDRESS, tip: 'lots' })).toMatchObject({ status: 422 })
})
