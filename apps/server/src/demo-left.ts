import type { Tx } from './db/db.ts'
import { openDemoLogins } from './first-start.ts'
import type { AccountsService } from './features/accounts/index.ts'
import type { MarketplaceService } from './features/marketplace/index.ts'
import type { StoresService } from './features/stores/index.ts'

/** An installation for real use still holds what a demo made. `message` is for whoever started it. */
export class DemoLeft extends Error {
  override readonly name = 'DemoLeft'
}

/** Throws DemoLeft where an installation without demo can be entered with the passwords that everybody knows, or sells in a pretend shop. */
export async function refuseDemoLeft(
  tx: Tx,
  deps: {
    accounts: Pick<AccountsService, 'opens'>
    stores: Pick<StoresService, 'allStores'>
    marketplace: Pick<MarketplaceService, 'queryMarketplaceAccounts'>
  },
): Promise<void> {
  const logins = (await openDemoLogins(tx, deps.accounts)).map(({ account }) => `账号 ${account}（演示密码）`)
  const shops = (await deps.stores.allStores(tx)).filter(({ origin }) => isThisMachine(origin))
  const markets = (await deps.marketplace.queryMarketplaceAccounts(tx)).filter(({ gateway }) => isThisMachine(gateway))
  const left = [
    ...logins,
    ...shops.map(({ name }) => `店铺“${name}”`),
    ...markets.map(({ name }) => `1688账号“${name}”`),
  ]
  if (left.length === 0) return
  throw new DemoLeft(
    `这里是演示数据，不能用于正式环境（${left.join('、')}）。请用 HUOQIAO_DATA（或 DATABASE_URL）换一个空的位置启动；` +
      '要继续演示，请不要设置空的 HUOQIAO_DEMO_SIMULATOR。',
  )
}

/** Where only a simulator stands: neither a shop nor 1688 is ever this machine. */
export function isThisMachine(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
