import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAlibabaConnector } from '@huoqiao/connector-1688'
import type { AlibabaConnector, CargoLine, Tokens } from '@huoqiao/connector-1688'
import { createPace, RemoteFailure, systemClock } from '@huoqiao/connector-kit'
import { patientFetch, startSimulator } from './simulator.ts'

export type Credentials = {
  appKey: string
  appSecret: string
  accessToken: string
  refreshToken: string
  gateway: string
}

export type Witness = {
  readonly orders: number
  readonly orderIds: readonly string[]
  readonly payments: number
  readonly paidFen: number
}

/** A buyer with its own simulated market: the connector, and the control API as the only other access. */
export async function openBuyer() {
  const simulator = await startSimulator()
  const control = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${simulator.origin}/control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const result = (await answer.json()) as T
    if (!answer.ok) throw new Error(`control ${path}: ${JSON.stringify(result)}`)
    return result
  }
  const { alibaba } = await control<{ alibaba: Credentials }>('GET', 'credentials')
  let held: Tokens = {
    accessToken: alibaba.accessToken,
    refreshToken: alibaba.refreshToken,
    expiresAt: null,
    refreshTokenExpiresAt: null,
    memberId: null,
    loginId: null,
    aliId: null,
  }
  const tokens = {
    read: () => Promise.resolve(held),
    write: (fresh: Tokens) => {
      held = fresh
      return Promise.resolve()
    },
  }
  const connector = createAlibabaConnector({
    gateway: alibaba.gateway,
    appKey: alibaba.appKey,
    appSecret: alibaba.appSecret,
    tokens,
    fetch: patientFetch,
    pace: createPace({ startsPerSecond: 10_000 }, systemClock),
  })
  const quirk = (name: string, value: unknown) => control<unknown>('POST', 'quirks', { name, value })
  /** Resets everything to the seed, with no automatic events that could happen while a slow machine runs the test. */
  const calm = async (): Promise<void> => {
    await control<unknown>('POST', 'reset')
    for (const [name, value] of [
      ['qps', 10_000],
      ['autoShip', false],
      ['refundMinutes', 100_000],
      ['traceMinutes', 100_000],
      ['completeSeconds', 86_400],
      ['pushTimeoutMs', 3_600_000],
    ] as const)
      await quirk(`1688.${name}`, value)
  }
  await calm()
  return {
    connector,
    credentials: alibaba,
    control,
    quirk,
    calm,
    fault: (call: string, kind: string) =>
      control<unknown>('POST', 'faults', { vendor: '1688', call, fault: { kind } }),
    advance: (ms: number) => control<unknown>('POST', 'clock', { advanceMs: ms }),
    witness: (outOrderId: string) => control<Witness>('GET', `1688/witness?outOrderId=${outOrderId}`),
    stop: () => simulator.stop(),
  }
}

export type Buyer = Awaited<ReturnType<typeof openBuyer>>

/** Orders in the initial state of a test; each is placed by the connector and moved on by the seller's acts. */
export async function ordersFor(buyer: Buyer, cargo: readonly CargoLine[]) {
  const { connector, control } = buyer
  const address = { addressId: (await connector.receiveAddresses())[0]!.addressId }
  let nr = 0
  const act = (orderId: string, name: string, body: object = {}) =>
    control<unknown>('POST', `1688/orders/${orderId}/${name}`, body)
  const placed = async (): Promise<{ orderId: string; outOrderId: string; totalFen: number }> => {
    nr += 1
    const outOrderId = `PO-TEST-${nr}`
    const { orders } = await connector.createOrder({ flow: 'general', address, cargo, outOrderId })
    return { orderId: orders[0]!.orderId, outOrderId, totalFen: orders[0]!.totalFen! }
  }
  const paid = async () => {
    const order = await placed()
    await act(order.orderId, 'pay')
    return order
  }
  const shipped = async (how: string) => {
    const order = await paid()
    await act(order.orderId, 'ship', { how })
    return order
  }
  return { act, placed, paid, shipped }
}

export type Orders = Awaited<ReturnType<typeof ordersFor>>

/** Lines of different offers of one supplier that a preview accepts, found by searching, as a merchant does. */
export async function findCargo(connector: AlibabaConnector, lines: number, quantity: number): Promise<CargoLine[]> {
  for (const keyword of ['杯', '灯', '包', '衣']) {
    const { cards } = await connector.searchOffers({ keyword, pageSize: 20 })
    for (const card of cards) {
      const { supplier } = await connector.getOffer({ offerId: card.offerId })
      const shelf = await connector.sellerOffers({ sellerOpenId: supplier.openId ?? '', pageSize: 50 })
      const cargo: CargoLine[] = []
      for (const { offerId } of shelf.cards) {
        if (cargo.length === lines) return cargo
        const line = await orderable(connector, offerId, quantity)
        if (line) cargo.push(line)
      }
      if (cargo.length === lines) return cargo
    }
  }
  throw new Error(`no supplier with ${lines} offers that can be ordered`)
}

async function orderable(
  connector: AlibabaConnector,
  offerId: string,
  quantity: number,
): Promise<CargoLine | undefined> {
  const offer = await connector.getOffer({ offerId })
  if (!offer.published || (offer.minOrderQuantity ?? 1) > quantity || offer.batchNumber !== null) return undefined
  const sku = offer.skus.find((one) => (one.stock ?? 0) > 100)
  return sku ? { offerId, specId: sku.specId, quantity } : undefined
}

/** A server that receives push messages: each body, decoded once and otherwise unchanged. */
export async function openMailbox() {
  const posted: { message: string; signature: string | undefined }[] = []
  // Only the client ends a kept-alive connection, never the server while a request is under way.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const read = async (): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      posted.push({ message: form.get('message') ?? '', signature: form.get('_aop_signature') ?? undefined })
      response.writeHead(200).end()
    }
    void read()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    posted,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

export async function refusalOf(promise: Promise<unknown>): Promise<[string, string | undefined]> {
  const outcome = await promise.catch((error: unknown) => error)
  if (outcome instanceof RemoteFailure) return [outcome.word, outcome.detail.code]
  throw new Error('expected a RemoteFailure', { cause: outcome })
}
