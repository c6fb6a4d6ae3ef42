import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyWebhook, webhookDelivery } from '../src/index.ts'

const body = Buffer.from('{"id":820982911946154508,"note":"颜色 🎨"}')
const signed = (secret: string, bytes = body): string => createHmac('sha256', secret).update(bytes).digest('base64')

it('verifies a delivery by the example of RFC 4231, case 2', () => {
  const signature = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString(
    'base64',
  )
  expect(verifyWebhook(Buffer.from('what do ya want for nothing?'), signature, ['Jefe'])).toBe(true)
})

it('accepts the old secret beside the new one', () => {
  expect(verifyWebhook(body, signed('old'), ['new', 'old'])).toBe(true)
  expect(verifyWebhook(body, signed('new'), ['new', 'old'])).toBe(true)
})

it.each([
  ['another secret', signed('other')],
  ['no signature', undefined],
  ['an empty signature', ''],
  ['a signature cut short', signed('new').slice(0, 20)],
  ['the signature of another body', signed('new', Buffer.from('{}'))],
])('refuses %s', (_what, signature) => {
  expect(verifyWebhook(body, signature, ['new', ''])).toBe(false)
})

it('never accepts an empty secret', () => {
  expect(verifyWebhook(body, createHmac('sha256', '').update(body).digest('base64'), [''])).toBe(false)
})

it('distinguishes an event from its delivery', () => {
  expect(
    webhookDelivery({
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'bridge-us.myshopify.com',
      'x-shopify-webhook-id': 'w-1',
      'x-shopify-event-id': 'e-1',
      'x-shopify-hmac-sha256': 'abc=',
      'x-shopify-triggered-at': '2026-11-21T00:00:00.123Z',
    }),
  ).toEqual({
    topic: 'orders/create',
    shopDomain: 'bridge-us.myshopify.com',
    webhookId: 'w-1',
    eventId: 'e-1',
    signature: 'abc=',
    triggeredAt: '2026-11-21T00:00:00.123Z',
  })
  expect(webhookDelivery({ 'x-shopify-topic': 'orders/create' })).toBeUndefined()
})
