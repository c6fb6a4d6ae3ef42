import { isRemoteFailure } from '@huoqiao/connector-kit'
import { z } from 'zod'
import type { CallOptions, Execute, Operation } from '../operation.ts'
import { gid, pageOf } from '../wire.ts'

const market = z.object({ id: gid, name: z.string(), handle: z.string(), status: z.string() })
const answer = z.object({ markets: pageOf(market) })

const PAGE = 50

export const SHOP_MARKETS: Operation<{ first: number; after: string | null }, z.infer<typeof answer>> = {
  name: 'markets',
  mutation: false,
  safe: true,
  cost: ({ first }) => first + 3,
  answer,
  document: `query ShopMarkets($first: Int!, $after: String) {
  markets(first: $first, after: $after) {
    nodes { id name handle status }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

export type ShopMarket = {
  readonly id: string
  readonly name: string
  readonly handle: string
  /** it is used for shoppers; translations can also be written before it is active */
  readonly active: boolean
}

/** Every market of the shop, by name. Undefined: the app lacks read_markets. */
export async function shopMarkets(execute: Execute, options?: CallOptions): Promise<ShopMarket[] | undefined> {
  try {
    return await allMarkets(execute, options)
  } catch (failure) {
    if (isRemoteFailure(failure) && failure.detail.code === 'ACCESS_DENIED') return undefined
    throw failure
  }
}

async function allMarkets(execute: Execute, options?: CallOptions): Promise<ShopMarket[]> {
  const found: ShopMarket[] = []
  let after: string | null = null
  do {
    const { markets }: z.infer<typeof answer> = await execute(SHOP_MARKETS, { first: PAGE, after }, options)
    for (const { status, ...rest } of markets.nodes) found.push({ ...rest, active: status === 'ACTIVE' })
    after = markets.pageInfo.hasNextPage ? (markets.pageInfo.endCursor ?? null) : null
  } while (after !== null)
  return found
}
