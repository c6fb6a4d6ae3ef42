import { isRemoteFailure } from '@huoqiao/connector-kit'
import type { RemoteFailure } from '@huoqiao/connector-kit'
import { isPassing } from '../../acts/failure.rules.ts'
import { isRefusal } from '../../platform/refusal.ts'
import { explainMarketplaceFailure } from '../marketplace/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { orderAddressOf } from './order-address.mapping.ts'
import type { AddressDoc } from './purchases.types.ts'

export type FreightLine = { readonly offerId: string; readonly specId: string | null; readonly quantity: number }
/** `freightMinor` null: unknown, and `note` says why. `refusal`: 1688 refuses the order as it is. `passing`: a temporary failure. */
export type Freight = { freightMinor: number | null; note: string; refusal: boolean; passing?: RemoteFailure }
export type FreightService = ReturnType<typeof freightService>

/** Number of concurrent remote calls for one request. The connector limits the rate; this limits how long a person waits. */
const AT_ONCE = 4

/** Asks 1688's preview for the freight; it creates no order (1688 reference, 3.3). Never called inside a transaction. */
export function freightService({ marketplace }: { marketplace: MarketplaceService }) {
  const estimate = async (
    what: { accountId: string | null; address: AddressDoc | null; lines: readonly FreightLine[] },
    signal?: AbortSignal,
  ): Promise<Freight> => {
    const { accountId, address } = what
    const cargo = what.lines.filter((line) => line.quantity > 0)
    if (accountId === null) return unknown('没有选择1688账号')
    if (address === null) return unknown('没有收货地址，运费未知')
    if (cargo.length === 0) return { freightMinor: 0, note: '', refusal: false }
    try {
      const preview = await marketplace.withConnector(accountId, (connector) =>
        connector.previewOrder({ address: orderAddressOf(address, accountId), cargo }, signal ? { signal } : {}),
      )
      const bad = preview.orders.find((order) => !order.ok)
      if (bad) return { freightMinor: null, note: `1688：${bad.message ?? bad.code ?? '不能下单'}`, refusal: true }
      const freights = preview.orders.map((order) => order.freightFen)
      if (freights.length === 0 || freights.some((fen) => fen === null)) return unknown('1688没有给出运费')
      return { freightMinor: freights.reduce<number>((sum, fen) => sum + (fen ?? 0), 0), note: '', refusal: false }
    } catch (error) {
      if (isRefusal(error)) return unknown(error.message)
      if (!isRemoteFailure(error)) throw error
      // A refusal in 1688's own words is about the goods; any other failure is about the connection.
      if (error.word === 'rejected')
        return { freightMinor: null, note: `1688：${spoken(error.message)}`, refusal: true }
      return { ...unknown(explainMarketplaceFailure(error).message), ...(isPassing(error) ? { passing: error } : {}) }
    }
  }

  return {
    estimate,
    async estimateAll(asked: readonly Parameters<typeof estimate>[0][], signal?: AbortSignal): Promise<Freight[]> {
      const answers: Freight[] = []
      for (let from = 0; from < asked.length; from += AT_ONCE)
        answers.push(...(await Promise.all(asked.slice(from, from + AT_ONCE).map((one) => estimate(one, signal)))))
      return answers
    },
  }
}

/** 1688's message without the call name in front of it. */
export const spoken = (message: string): string => message.replace(/^[\w.]+:\s*/, '')

const unknown = (note: string): Freight => ({ freightMinor: null, note, refusal: false })
