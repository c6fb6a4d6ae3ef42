import { MARKETPLACE_PERMISSIONS, PERMISSION_KEYS } from '@huoqiao/contract/marketplace/permissions.status'
import type { MarketplacePermission } from '@huoqiao/contract/marketplace/permissions.status'
import type { AlibabaConnector } from '@huoqiao/connector-1688'
import { isRemoteFailure } from '@huoqiao/connector-kit'
import { isDeniedByAcl, isOwnAnswer } from './marketplace.mapping.ts'
import type { AccountRow } from './marketplace.store.ts'

/** The columns that a successful check sets. */
export type AccountFacts = Pick<AccountRow, 'health' | 'healthMessage' | 'permissions'>

/** A keyword with many offers. */
const KEYWORD = '收纳'
const DAYS_30_MS = 30 * 86_400_000

/**
 * Requests 1688's time (tests key and secret), then calls one reading API of each group (tests token and grants). Groups whose APIs all write are
 * not tried. Throws RemoteFailure if the account itself is refused or 1688 cannot be reached.
 */
export async function checkAccount(
  connector: AlibabaConnector,
  known: AccountRow['permissions'],
  { signal, now }: { signal: AbortSignal; now: number },
): Promise<AccountFacts> {
  const options = { signal }
  const { roundTripMs } = await connector.probe(options)
  let offerId = '1'
  const probes: Partial<Record<MarketplacePermission, () => Promise<unknown>>> = {
    search: async () => {
      const page = await connector.searchOffers({ keyword: KEYWORD, pageSize: 1 }, options)
      offerId = page.cards[0]?.offerId ?? offerId
    },
    detail: () => connector.getOffer({ offerId }, options),
    orders: () => connector.receiveAddresses(options),
    payment: () => connector.isPayProtocolOpen(options),
    logistics: () => connector.carriers(options),
    refunds: () => connector.listRefunds({ modifiedFrom: now - DAYS_30_MS, modifiedTo: now }, options),
  }
  const permissions: AccountRow['permissions'] = { ...known }
  for (const key of PERMISSION_KEYS) {
    const probe = probes[key]
    if (probe) permissions[key] = (await isAllowed(probe)) ? 'granted' : 'denied'
  }
  const missing = PERMISSION_KEYS.filter((key) => permissions[key] === 'denied')
  return missing.length === 0
    ? { health: 'ok', healthMessage: `连接正常，往返 ${roundTripMs} 毫秒`, permissions }
    : {
        health: 'missing-permissions',
        healthMessage: `连接正常，但应用没有开通：${missing.map((key) => MARKETPLACE_PERMISSIONS[key].label).join('、')}`,
        permissions,
      }
}

/** Whether the app may call the API. A refusal by the API itself means yes, because the call was let through to it. */
async function isAllowed(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe()
    return true
  } catch (error) {
    if (!isRemoteFailure(error)) throw error
    if (isDeniedByAcl(error)) return false
    if (isOwnAnswer(error)) return true
    throw error
  }
}
