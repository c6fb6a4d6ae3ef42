import type { Tx } from './db/db.ts'
import { openDemoLogins } from './first-start.ts'
import type { AccountsService } from './features/accounts/index.ts'
import type { MarketplaceService } from './features/marketplace/index.ts'
import type { StoresService } from './features/stores/index.ts'

/** A real installation still contains data of a demo. `message` is for the person who started it. */
export class DemoLeft extends Error {
  override readonly name = 'DemoLeft'
}

/** Throws DemoLeft if an installation without demo mode has an account with a well-known demo password, or a store in the simulator. */
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

/** Only a simulator can be on this machine; a real shop or 1688 cannot. */
export function isThisMachine(address: string): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
