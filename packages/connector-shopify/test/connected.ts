import { RemoteFailure } from '@huoqiao/connector-kit'
import { onTestFinished } from 'vitest'
import { createShopifyConnector } from '../src/index.ts'
import type { ConnectorEvent, Credentials, StoredToken } from '../src/index.ts'
import { pretendShop, tokenShelf } from './pretend-shop.ts'
import type { Answer } from './pretend-shop.ts'
import { quickClock } from './virtual-time.ts'

const PERMANENT: Credentials = { kind: 'token', accessToken: 'shpat_1' }

type Given = { readonly credentials?: Credentials; readonly stored?: StoredToken }

/** A connector to a shop with the answers of the test; closed after the test. */
export async function connect(answer: Answer, { credentials = PERMANENT, stored }: Given = {}) {
  const shop = await pretendShop(answer)
  onTestFinished(() => shop.close())
  const events: ConnectorEvent[] = []
  const tokens = tokenShelf(stored)
  const clock = quickClock()
  const connector = createShopifyConnector({
    origin: shop.origin,
    credentials,
    tokens,
    clock,
    random: () => 0,
    log: (event) => events.push(event),
  })
  return { shop, connector, events, tokens, clock }
}

/** The remote failure with which the work ends. */
export const caught = async (work: Promise<unknown>): Promise<RemoteFailure> => {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof RemoteFailure)) throw new Error(`expected a remote failure, got ${String(failure)}`)
  return failure
}
