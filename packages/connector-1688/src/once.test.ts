import { NO_RETRY } from '@huoqiao/connector-kit'
import { describe, expect, it } from 'vitest'
import { closeGatewayAfterEach, connected, connectorTo, failureOf } from './testing/connected.ts'
import { gatewayError } from './testing/answers.ts'
import { deadlineInHand } from './testing/deadline.ts'
import { NOBODY } from './testing/scripted-gateway.ts'
import { ORDER_ID, OUT_ORDER_ID } from './testing/trade-answers.ts'
import type { CreateOrderInput } from './trade.ts'

closeGatewayAfterEach()

const order: CreateOrderInput = {
  flow: 'general',
  address: { addressId: '593861699' },
  cargo: [{ offerId: '548818919805', specId: 'eb81c61de14f4adb405ffcc2c8a4a3fb', quantity: 2 }],
  outOrderId: OUT_ORDER_ID,
}

describe('writes that cost money', () => {
  const writes = {
    'creating an order': (c: Awaited<ReturnType<typeof connected>>['connector']) => c.createOrder(order),
    'paying without a person': (c) => c.preparePay({ orderId: ORDER_ID, amountFen: 4400 }),
    'asking for a refund': (c) =>
      c.createRefund({
        orderId: ORDER_ID,
        itemIds: [],
        kind: 'refund',
        goodsFen: 1,
        freightFen: 0,
        reasonId: '1',
        description: '不要了',
        goodsStatus: 'refundWaitSellerSend',
      }),
    cancelling: (c) => c.cancelOrder({ orderId: ORDER_ID, reason: 'other' }),
    'confirming receipt': (c) => c.confirmReceipt({ orderId: ORDER_ID, itemIds: [] }),
    'cancelling a refund': (c) => c.cancelRefund('TQ1'),
    'sending goods back': (c) => c.returnGoods({ refundId: 'TQ1', carrierCode: 'ZTO', trackingNo: '1' }),
    'reading messages off': (c) => c.cursorMessages({}),
  } satisfies Record<string, (c: Awaited<ReturnType<typeof connected>>['connector']) => Promise<unknown>>

  describe.each(Object.entries(writes))('%s', (_name, write) => {
    it.each([
      ['the line drops after the request', 'drop'],
      ['the server breaks', { status: 502, text: '<html>Bad Gateway</html>' }],
      ['the answer is cut', { text: '{"success": tr' }],
      ['nothing comes', 'silence'],
    ] as const)('is sent once and leaves its outcome open when %s', async (_way, answer) => {
      const deadline = deadlineInHand()
      const { connector, received } = await connected(() => {
        if (answer === 'silence') deadline.pass()
        return answer
      })
      expect((await failureOf(write(connector))).word).toBe('unknown-outcome')
      expect(received).toHaveLength(1)
    })

    it('is not carried out, and may be sent again, when 1688 can’t be reached', async () => {
      expect((await failureOf(write(connectorTo(NOBODY)))).word).toBe('unavailable')
    })
  })

  it('are sent again after a refusal by the gateway, which happens before anything is carried out', async () => {
    const { connector, received } = await connected((_call, nr) =>
      nr === 1
        ? { status: 400, json: gatewayError('gw.QosAppFrequencyLimit', 'App call exceeds limited frequency') }
        : { json: { success: true, result: { orderId: ORDER_ID } } },
    )
    expect((await connector.createOrder(order)).orders).toHaveLength(1)
    expect(received).toHaveLength(2)
  })

  it('are not sent again for a caller without patience for a wait', async () => {
    const { connector, received } = await connected(() => ({
      status: 400,
      json: gatewayError('gw.QosAppFrequencyLimit', 'App call exceeds limited frequency'),
    }))
    expect((await failureOf(connector.createOrder(order, { retry: NO_RETRY }))).word).toBe('throttled')
    expect(received).toHaveLength(1)
  })
})
