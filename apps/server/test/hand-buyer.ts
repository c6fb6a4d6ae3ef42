import { randomUUID } from 'node:crypto'
import { createAlibabaConnector } from '@huoqiao/connector-1688'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import type { TestSimulator } from './simulator.ts'

type Line = { offerId: string; specId: string | null; quantity: number }

/** Somebody who buys at 1688 with the app's account, outside the app. */
export function handBuyer(simulator: Pick<TestSimulator, 'alibaba'>) {
  const { gateway, appKey, appSecret, accessToken } = simulator.alibaba
  const rest = { refreshToken: null, expiresAt: null, refreshTokenExpiresAt: null, memberId: null, loginId: null }
  const tokens = { accessToken, aliId: null, ...rest }
  const connector: AlibabaConnector = createAlibabaConnector({
    gateway,
    appKey,
    appSecret,
    tokens: { read: () => Promise.resolve(tokens), write: () => Promise.resolve() },
  })
  return {
    connector,
    /** Places an order for these goods, with all quantities multiplied by `times`; returns its number at 1688. */
    async buy(lines: readonly Line[], times = 1): Promise<string> {
      const [address] = await connector.receiveAddresses()
      const made = await connector.createOrder({
        flow: 'general',
        address: { addressId: address!.addressId },
        cargo: lines.map(({ offerId, specId, quantity }) => ({ offerId, specId, quantity: quantity * times })),
        outOrderId: `hand-${randomUUID()}`.slice(0, 30),
      })
      return made.orders[0]!.orderId
    },
  }
}
