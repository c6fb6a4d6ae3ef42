import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from './db/db.ts'
import type { MarketplaceService } from './features/marketplace/index.ts'
import type { PurchasesServices } from './features/purchases/index.ts'
import type { PricingService } from './features/pricing/index.ts'
import type { StoresService } from './features/stores/index.ts'
import type { Call } from './platform/call.ts'
import type { Log } from './platform/log.ts'
import { isRefusal } from './platform/refusal.ts'
import { oneAtATime } from './first-start.ts'
import { originOf } from './listening-origin.ts'

/** What the simulator reports about itself: addresses and credentials of its marketplace and shops. */
const credentials = z.object({
  alibaba: z.object({
    gateway: z.string(),
    appKey: z.string(),
    appSecret: z.string(),
    accessToken: z.string(),
    refreshToken: z.string(),
    loginId: z.string().optional(),
  }),
  shops: z.array(
    z.object({
      name: z.string(),
      origin: z.string(),
      currency: z.string(),
      clientId: z.string(),
      clientSecret: z.string(),
    }),
  ),
})

/** Timeout for the simulator; long, because it may be slow on a busy machine. */
const SIMULATOR_ANSWERS_MS = 60_000

/** Approximate CNY for one unit, for the simulated shops; a person sets the real rate. */
const DEMO_RATES: Readonly<Record<string, string>> = { USD: '7.10', EUR: '7.80', GBP: '9.20', JPY: '0.048' }

/**
 * Demo mode: connects a new installation to the simulator's marketplace and shops, through the same services that a person's forms use.
 * Done once; later changes by a person stay.
 */
export async function seedDemo(deps: {
  db: Db
  log: Log
  simulator: string
  call: Call
  pricing: PricingService
  stores: StoresService
  marketplace: MarketplaceService
  addresses: Pick<
    PurchasesServices['addresses'],
    'addReceivingAddress' | 'queryAccountAddresses' | 'queryReceivingAddresses'
  >
}): Promise<void> {
  const { db } = deps
  const isNew = async (tx: Tx): Promise<boolean> =>
    (await deps.marketplace.queryMarketplaceAccounts(tx)).length === 0 && (await deps.stores.allStores(tx)).length === 0
  if (await isNew(db.handle)) {
    const given = await askSimulator(deps.simulator)
    // In one transaction: if the process is killed, the database is still new.
    await db.transaction(async (tx) => {
      await oneAtATime(tx)
      if (await isNew(tx)) await connect(tx, deps, given)
    })
  }
  for (const store of await deps.stores.allStores(db.handle))
    if (store.currency === null && store.origin.startsWith(deps.simulator)) await checkStore(deps, store)
  if ((await deps.addresses.queryReceivingAddresses(db.handle, { keyword: '' })).length === 0) await seedWarehouse(deps)
}

async function askSimulator(simulator: string): Promise<z.infer<typeof credentials>> {
  const response = await fetch(`${simulator}/control/credentials`, {
    signal: AbortSignal.timeout(SIMULATOR_ANSWERS_MS),
  })
  return credentials.parse(await response.json())
}

/** The account, the price rules and the shops. */
async function connect(
  tx: Tx,
  deps: { call: Call; pricing: PricingService; stores: StoresService; marketplace: MarketplaceService },
  { alibaba, shops }: z.infer<typeof credentials>,
): Promise<void> {
  const { call } = deps
  await deps.marketplace.addMarketplaceAccount(tx, call, {
    name: '沙箱1688账号',
    gateway: alibaba.gateway,
    appKey: alibaba.appKey,
    appSecret: alibaba.appSecret,
    accessToken: alibaba.accessToken,
    refreshToken: alibaba.refreshToken,
    isDefault: true,
  })
  for (const shop of shops) {
    const rule = await deps.pricing.addPriceRule(tx, call, {
      name: `${shop.currency} 标准定价`,
      currency: shop.currency,
      rate: DEMO_RATES[shop.currency] ?? '7.00',
      multiplier: '2.5',
      additionMinor: 200,
      freightPerKgMinor: 800,
      rounding: '.99',
      floorMarginPercent: 20,
      feePercent: 0,
      targetMarginPercent: null,
      compareAtMultiplier: '1.3',
    })
    await deps.stores.addShopifyStore(tx, call, {
      name: shop.name,
      origin: shop.origin,
      clientId: shop.clientId,
      clientSecret: shop.clientSecret,
      priceRuleId: rule.id,
      locationId: null,
      publicationIds: [],
      locale: 'en',
      vendorName: '',
      shipDays: 3,
    })
  }
}

async function checkStore(
  deps: { log: Log; call: Call; stores: StoresService },
  store: { id: string; name: string },
): Promise<void> {
  try {
    await deps.stores.checkShopifyStore(deps.call, store.id)
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.warn({ store: store.name, error: error.message }, 'demo store could not be checked')
  }
}

/** Purchases need a receiving address: the account's default address at 1688. */
async function seedWarehouse(deps: {
  db: Db
  log: Log
  call: Call
  addresses: Pick<
    PurchasesServices['addresses'],
    'addReceivingAddress' | 'queryAccountAddresses' | 'queryReceivingAddresses'
  >
}): Promise<void> {
  try {
    const saved = await deps.addresses.queryAccountAddresses(deps.call, {})
    const first = saved.find((one) => one.isDefault) ?? saved[0]
    if (!first) return
    await deps.db.transaction(async (tx) => {
      await oneAtATime(tx)
      if ((await deps.addresses.queryReceivingAddresses(tx, { keyword: '' })).length > 0) return
      await deps.addresses.addReceivingAddress(tx, deps.call, { ...first, name: '集运仓', note: '', isDefault: true })
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    deps.log.warn({ error: error.message }, 'the demo warehouse could not be read')
  }
}

/**
 * Makes the simulated marketplace send its messages to this app. For the real one, a person enters the address from 连接与参数 in 1688's
 * console.
 */
export function pointDemoPushes(
  app: FastifyInstance,
  deps: { db: Db; log: Log; simulator: string; marketplace: MarketplaceService },
): void {
  app.addHook('onListen', async () => {
    const origin = originOf(app)
    if (origin !== undefined) await pointTo({ ...deps, origin })
  })
}

async function pointTo(deps: {
  db: Db
  log: Log
  simulator: string
  origin: string
  marketplace: MarketplaceService
}): Promise<void> {
  const accounts = await deps.marketplace.queryMarketplaceAccounts(deps.db.handle)
  const account = accounts.find((one) => one.gateway.startsWith(deps.simulator))
  if (!account) return
  const response = await fetch(`${deps.simulator}/control/1688/push`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ appKey: account.appKey, callbackUrl: `${deps.origin}/webhooks/1688/${account.id}` }),
    signal: AbortSignal.timeout(SIMULATOR_ANSWERS_MS),
  }).catch((error: unknown) => String(error))
  if (typeof response === 'string' || !response.ok)
    deps.log.warn({ answer: typeof response === 'string' ? response : response.status }, 'demo messages stay away')
}
