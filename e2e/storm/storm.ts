import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from './chance.ts'
import { keyOf, openClerk } from './clerk.ts'
import type { Clerk, Source, Wanted } from './clerk.ts'
import { must, openStormDesk } from './desk.ts'
import type { Desk } from './desk.ts'
import { startFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { proveHistory } from './history.ts'
import { openPacker } from './packer.ts'
import type { Packer } from './packer.ts'
import { none, proveOrders, provePurchases, proveShipments } from './proof.ts'
import type { Fact } from './proof.ts'
import { provePayments } from './payment-proof.ts'
import { scheduleOf } from './schedule.ts'
import type { Strokes } from './schedule.ts'
import { openStriker } from './strike.ts'
import type { Striker } from './strike.ts'
import { LATER_TERMS, openWorld, STEP_STATUSES } from './world.ts'
import type { World } from './world.ts'

export type StormOptions = {
  /** repeats who buys what, when it is killed and where connections are cut; not how fast the machine is */
  seed: string
  placements: number
  /** of these, `placements` are bought for */
  orders: number
  strokes: Strokes
  /** milliseconds that a freeze or a cut may last */
  longestMs: number
  /** a PostgreSQL on which a database may be made; without it the embedded one */
  server?: string | undefined
  say?: (line: string) => void
}
export type StormResult = {
  facts: Fact[]
  nodes: number
  /** which one, with its version */
  database: string
  /** calls that the vendors cut */
  cut: { market: number; shops: number }
  /** calls of ours that got no answer and were made again */
  again: number
  doubled: number
  troubles: [string, number][]
  seconds: number
}

const LAG_MS = 5 * 60_000
/**
 * What waits after the last kill may take its time: an absence is believed after a minute at the earliest. It ends what hangs, and is no
 * limit for a slow machine.
 */
const AFTERMATH_MS = 60 * 60_000
const TELL_EVERY_MS = 20_000

/**
 * Shoppers buy, a clerk purchases and pays, at once or in stages, a warehouse receives and sends on, connections are cut before and
 * after the work, messages get lost, doubled and late, and nodes are killed, frozen and cut off again and again. Afterwards both sides are asked what happened.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const say = options.say ?? (() => undefined)
  const startedAt = performance.now()
  const fleet = await startFleet(options)
  try {
    const world = await openWorld(fleet.simulator)
    const desk = openStormDesk(fleet.urls)
    const sources = await prepare(desk, world, options.seed)
    const wanted: Wanted = new Map()
    const double = chanceOf(options.seed, 'double')
    const clerk = openClerk(desk, wanted, {
      placements: options.placements,
      doubles: () => double.next() < 0.3,
      payAtCashier: (orderId, stage) => world.payAtCashier(orderId, stage),
    })
    const packer = openPacker(desk, clerk)
    await world.brew()
    const shoppers = openShoppers(world, wanted, sources, options)
    const striker = openStriker(fleet)
    await weather(fleet, striker, shoppers, { clerk, packer }, options, say)
    const told = [
      none('钟偏差过大仍工作或偏差不大却拒绝的节点', striker.misjudged),
      none('自行退出的节点', striker.ended),
    ]
    const facts = [...told, ...(await settle(fleet, desk, world, { clerk, packer }, options, say))]
    return {
      facts,
      nodes: fleet.nodes.length,
      database: await databaseOf(fleet),
      cut: { market: await world.cut('1688'), shops: await world.cut('shopify') },
      again: desk.again(),
      doubled: clerk.doubled(),
      troubles: Array.from(clerk.troubles).sort((a, b) => b[1] - a[1]),
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
  } finally {
    await fleet.stop()
  }
}

const WAREHOUSE = {
  name: '义乌仓',
  fullName: '王芳',
  mobile: '13312345678',
  provinceText: '浙江省',
  cityText: '金华市',
  areaText: '义乌市',
  address: '稠江街道某路1号',
  districtCode: '330782',
  isDefault: true,
}

/** Of the offers that the clerk buys so many are sold in stages only, and as many again either way. */
const IN_STAGES = 2

/** What the clerk buys from; an absence is believed as early as the settings allow. */
async function prepare(desk: Desk, world: World, seed: string): Promise<Source[]> {
  type Entry = { key: string; version: number }
  const config = await must(desk.get<Entry[]>('/admin/systemConfig/querySystemConfig'))
  const { key, version } = config.find((entry) => entry.key === 'purchase.absentAfterMinutes')!
  await must(desk.post('/admin/systemConfig/updateSystemConfig', { key, value: 1, version }))
  const warehouses = await must(desk.get<object[]>('/api/purchase/center/queryReceivingAddresses'))
  if (warehouses.length === 0) await must(desk.post('/api/purchase/center/addReceivingAddress', WAREHOUSE))
  const found = await must(
    desk.get<{ list: { offerId: string }[] }>('/api/alibaba/product/keywordQuery', { keyword: '收纳', pageSize: 20 }),
  )
  const sources: Source[] = []
  for (const [index, { offerId }] of found.list.slice(0, 8).entries()) {
    const sold = index < IN_STAGES ? 'in-stages' : index < 2 * IN_STAGES ? 'either' : 'at-once'
    sources.push({ offerId, sold, ...(await world.fill(offerId)) })
  }
  const sold = (how: Source['sold']): string[] => sources.flatMap((one) => (one.sold === how ? [one.offerId] : []))
  const chance = chanceOf(seed, 'stages')
  await world.sellInStages(sold('in-stages'), sold('either'), {
    laterTerms: LATER_TERMS[chance.whole(0, LATER_TERMS.length - 1)]!,
    stepStatus: STEP_STATUSES[chance.whole(0, STEP_STATUSES.length - 1)]!,
  })
  return sources
}

/** Every third order is of goods that are paid in stages, in the smallest storm as well. */
const isInStages = (placement: number): boolean => placement % 3 === 0

/** `release(share)`: so much of all orders has been made by now. */
function openShoppers(world: World, wanted: Wanted, sources: readonly Source[], options: StormOptions) {
  const chance = chanceOf(options.seed, 'shoppers')
  const atOnce = sources.filter(({ sold }) => sold === 'at-once')
  const inStages = sources.filter(({ sold }) => sold !== 'at-once')
  let made = 0
  return async (share: number): Promise<void> => {
    const upTo = Math.ceil(options.orders * share)
    const others = new Map<string, number>()
    for (; made < upTo; made++) {
      const { shop, name } = world.shops[made % world.shops.length]!
      const before = Math.floor((made * options.placements) / options.orders)
      if (Math.floor(((made + 1) * options.placements) / options.orders) === before) {
        others.set(shop, (others.get(shop) ?? 0) + 1)
        continue
      }
      const lines = Array.from({ length: chance.whole(1, 3) }, (_, index) => ({
        title: `Storm ${made}-${index}`,
        priceMinor: chance.whole(500, 90_000),
        quantity: chance.whole(1, 4),
      }))
      const order = await world.sell(shop, lines)
      const among = isInStages(before) ? inStages : atOnce
      wanted.set(keyOf(name, order.name), among[chance.whole(0, among.length - 1)]!)
    }
    for (const [shop, count] of others) await world.busy(shop, count)
  }
}

type People = { clerk: Clerk; packer: Packer }

async function roundOf({ clerk, packer }: People): Promise<void> {
  await clerk.round()
  await packer.round()
}

/** The clerk and the warehouse work all the while; with every stroke a share of the orders comes in. */
async function weather(
  fleet: Fleet,
  striker: Striker,
  release: (share: number) => Promise<void>,
  people: People,
  { seed, strokes, longestMs, placements }: StormOptions,
  say: (line: string) => void,
): Promise<void> {
  const schedule = scheduleOf(seed, { strokes, nodes: fleet.nodes.length, longestMs })
  let over = false
  const work = (async () => {
    while (!over) await roundOf(people)
  })()
  // Heard below; until then the strokes go on.
  work.catch(() => undefined)
  try {
    for (const [index, stroke] of schedule.entries()) {
      await release((index + 1) / schedule.length)
      await sleep(stroke.quietMs)
      // A slow machine must not get through the strokes before there is work to break.
      const enough = Math.floor((placements * index) / schedule.length / 2)
      for (const since = performance.now(); people.clerk.placed() < enough && performance.now() - since < LAG_MS;)
        await sleep(100)
      say(`${index + 1}/${schedule.length} ${stroke.kind} ${fleet.nodes[stroke.node]!.name}`)
      await striker.strike(stroke)
    }
  } finally {
    await striker.over()
    over = true
    await work
  }
}

async function databaseOf({ query }: Fleet): Promise<string> {
  if (!query) return 'embedded'
  const [row] = await query<{ server_version: string }>('show server_version')
  return `PostgreSQL ${Number.parseInt(row!.server_version, 10)}`
}

/** What is still open, for whoever waits at the terminal. */
async function standing(clerk: Clerk): Promise<string> {
  const counts = new Map<string, number>()
  for (const { state, payment } of await clerk.purchases()) {
    const at = `${state}/${payment}`
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return `等待结果：${Array.from(counts, ([at, count]) => `${at} ${count}`).join('，')}`
}

async function settle(
  fleet: Fleet,
  desk: Desk,
  world: World,
  people: People,
  options: StormOptions,
  say: (line: string) => void,
): Promise<Fact[]> {
  const { clerk, packer } = people
  const deadline = performance.now() + AFTERMATH_MS
  let toldAt = performance.now()
  let isCalm = false
  while (!((await clerk.finished()) && (await packer.finished())) && performance.now() < deadline) {
    await roundOf(people)
    // What is sent again after its outcome was looked up may be cut again, and waits two minutes each time: once everything was tried
    // there is nothing new to see in that.
    if (!isCalm && (await clerk.finished()) && (await packer.tried())) {
      await world.calm()
      isCalm = true
    }
    if (performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    say(await standing(clerk))
  }
  say('采购单已全部有了结果，核对双方账目')
  await world.calm()
  for (;;) {
    await must(desk.post('/api/order/center/pullOrders'))
    await sleep(2_000)
    const facts = [
      ...(await proveOrders(desk, world)),
      ...(await provePurchases(desk, world, clerk, options.placements)),
      ...(await provePayments(desk, world, clerk)),
      ...(await proveShipments(world, clerk, packer)),
      ...(await proveHistory(fleet, world, clerk)),
    ]
    if (facts.every(({ holds }) => holds) || performance.now() > deadline) return facts
    for (const { what, here, there, holds } of facts) if (!holds) say(`  还不一致：${what}：${here} / ${there}`)
    // Orders that changed within the last pull are read by the next one.
    await sleep(5_000)
  }
}
