import { expect, it } from 'vitest'
import { topicWord } from './inbox.words.ts'

/** The topics to which the server subscribes for the orders of a shop. */
const SUBSCRIBED = [
  ...['create', 'updated', 'paid', 'cancelled', 'edited', 'delete'].map((one) => `orders/${one}`),
  ...['placed_on_hold', 'hold_released', 'moved', 'split', 'merged', 'cancelled'].map(
    (one) => `fulfillment_orders/${one}`,
  ),
  ...['request', 'approve', 'decline', 'cancel', 'close', 'reopen', 'update', 'process'].map((one) => `returns/${one}`),
  'refunds/create',
  'fulfillments/create',
  'fulfillments/update',
  'app/uninstalled',
]

it('every subscribed topic has a name in Chinese', () => {
  for (const topic of SUBSCRIBED) expect(topicWord(topic)).toMatch(/\p{Script=Han}/u)
})
