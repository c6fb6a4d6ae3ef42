import { setTimeout as sleep } from 'node:timers/promises'
import { chanceOf } from './chance.ts'
import { openClerk } from './clerk.ts'
import type { Clerk, Wanted } from './clerk.ts'
import type { DatabaseChoice } from './database.ts'
import { must, openStormClient } from './client.ts'
import type { Client } from './client.ts'
import { startFleet } from './fleet.ts'
import type { Fleet } from './fleet.ts'
import { proveEndings } from './ending-proof.ts'
import { proveHistory } from './history.ts'
import { openMerchant } from './merchant.ts'
import type { Merchant } from './merchant.ts'
import { openPacker } from './packer.ts'
import type { Packer } from './packer.ts'
import { none, proveOrders, provePurchases, proveShipments } from './proof.ts'
import type { Fact } from './proof.ts'
import { pairOf } from './pair.ts'
import { provePayments } from './payment-proof.ts'
import { prepare } from './prepare.ts'
import { proveProducts } from './product-proof.ts'
import { scheduleOf } from './schedule.ts'
import type { FaultKind, FaultCounts } from './schedule.ts'
import { openFaultInjector } from './fault-injector.ts'
import type { FaultInjector } from './fault-injector.ts'
import { openShoppers } from './shoppers.ts'
import { openWorld } from './world.ts'
import type { World } from './world.ts'

export type StormOptions = {
  /** determines who buys what, the kills and the cuts; their timing also depends on the speed of the machine */
  seed: string
  placements: number
  /** `placements` of these are bought for */
  orders: number
  /** that are pushed to the shops and changed during the storm */
  products: number
  faults: FaultCounts
  /** the maximum duration of a freeze or a cut in milliseconds */
  longestMs: number
  database: DatabaseChoice
  /** the delay after which 1688's list shows an order */
  lagSeconds: number
  /** every request arrives: otherwise it takes minutes until the app treats a missing one as not received */
  isBrief?: boolean
  /** rejects when the storm is interrupted: everything that it started ends with it */
  interrupted?: Promise<never>
  say?: (line: string) => void
}
export type StormResult = {
  facts: Fact[]
  nodes: number
  /** which one, with its version */
  database: string
  /** calls that the vendors cut */
  cut: { market: number; shops: number }
  /** our calls without an answer that were sent again */
  again: number
  /** calls made by two clerks at once */
  together: number
  /** injected faults; for aimed ones, what they hit */
  injected: ReadonlyMap<FaultKind, number>
  hits: ReadonlyMap<string, number>
  problems: [string, number][]
  seconds: number
}

/** The part of the calls that two clerks make at once. */
const TOGETHER = 0.3
const LAG_MS = 5 * 60_000
/**
 * Work that is left after the last kill may take long: the app treats an order as absent after a minute at the earliest. This limit ends a
 * hang; it is not a limit for a slow machine.
 */
const AFTERMATH_MS = 60 * 60_000
const TELL_EVERY_MS = 20_000

/**
 * Shoppers buy, a clerk purchases and pays, at once or in stages, a warehouse receives and sends, connections are cut before and after the
 * work, messages are lost, repeated and delayed, and nodes are killed, frozen and cut off again and again. Afterwards the records of both
 * sides are compared.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const injected = new Map<FaultKind, number>()
  try {
    const fleet = await startFleet(options)
    try {
      const storm = stormOver(fleet, options, injected)
      return await Promise.race([storm, ...(options.interrupted ? [options.interrupted] : [])])
    } finally {
      await fleet.stop()
    }
  } catch (error) {
    throw new StormEnded(error, injected)
  }
}

/** The storm has no result, but its faults were injected. */
export class StormEnded extends Error {
  override readonly name = 'StormEnded'
  readonly injected: ReadonlyMap<FaultKind, number>
  constructor(cause: unknown, injected: ReadonlyMap<FaultKind, number>) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.injected = injected
  }
}

async function stormOver(fleet: Fleet, options: StormOptions, injected: Map<FaultKind, number>): Promise<StormResult> {
  const say = options.say ?? (() => undefined)
  const startedAt = performance.now()
  const world = await openWorld(fleet.simulator)
  const double = chanceOf(options.seed, 'double')
  const client = pairOf(
    openStormClient(fleet.urls),
    openStormClient(fleet.urls.toReversed()),
    () => double.next() < TOGETHER,
  )
  const sources = await prepare(client, world, options)
  const wanted: Wanted = new Map()
  const clerk = openClerk(client, wanted, {
    placements: options.placements,
    payAtCashier: (orderId, stage) => world.payAtCashier(orderId, stage),
  })
  const people = { clerk, packer: openPacker(client, clerk), merchant: openMerchant(client, clerk, options) }
  await people.merchant.open()
  await world.startFaults({ lagSeconds: options.lagSeconds, isBrief: options.isBrief ?? false })
  const shoppers = openShoppers(world, wanted, sources, options)
  const injector = openFaultInjector(fleet, injected)
  await injectFaults(fleet, injector, shoppers, people, options, say)
  const reported = [
    none('钟偏差过大仍工作或偏差不大却拒绝的节点', injector.misjudged),
    none('自行退出的节点', injector.ended),
  ]
  const facts = [...reported, ...(await resolve(fleet, client, world, people, options, say))]
  return {
    facts,
    nodes: fleet.nodes.length,
    database: await databaseOf(fleet, options.database),
    cut: { market: await world.cut('1688'), shops: await world.cut('shopify') },
    again: client.again(),
    together: client.together(),
    injected,
    hits: injector.hits,
    problems: Array.from(clerk.problems).sort((a, b) => b[1] - a[1]),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  }
}

type People = { clerk: Clerk; packer: Packer; merchant: Merchant }

/** The merchant works in parallel; clerk and warehouse work in turn. */
async function roundOf({ clerk, packer, merchant }: People): Promise<void> {
  const buying = async (): Promise<void> => {
    await clerk.round()
    await packer.round()
  }
  await Promise.all([buying(), merchant.round()])
}

const areFinished = async ({ clerk, packer, merchant }: People): Promise<boolean> =>
  (await clerk.finished()) && (await packer.finished()) && merchant.finished()

/** Clerk and warehouse work all the time; with every fault a part of the orders arrives. */
async function injectFaults(
  fleet: Fleet,
  injector: FaultInjector,
  release: (share: number) => Promise<void>,
  people: People,
  { seed, faults, longestMs, placements }: StormOptions,
  say: (line: string) => void,
): Promise<void> {
  const schedule = scheduleOf(seed, { faults, nodes: fleet.nodes.length, longestMs })
  let over = false
  const work = (async () => {
    while (!over) await roundOf(people)
  })()
  // Handled below; until then the faults continue.
  work.catch(() => undefined)
  try {
    for (const [index, fault] of schedule.entries()) {
      await release((index + 1) / schedule.length)
      people.merchant.allowChanges((index + 1) / schedule.length)
      await sleep(fault.quietMs)
      // On a slow machine the faults must not be over before there is work to disturb.
      const enough = Math.floor((placements * index) / schedule.length / 2)
      for (const since = performance.now(); people.clerk.placed() < enough && performance.now() - since < LAG_MS;)
        await sleep(100)
      say(`${index + 1}/${schedule.length} ${fault.kind} ${await injector.inject(fault)}`)
    }
  } finally {
    await injector.over()
    over = true
    await work
  }
}

async function databaseOf(fleet: Fleet, choice: DatabaseChoice): Promise<string> {
  const [row] = await fleet.query<{ server_version: string }>('show server_version')
  return `${choice === 'embedded' ? 'embedded' : 'PostgreSQL'} ${Number.parseInt(row!.server_version, 10)}`
}

/** What is still open, for the person at the terminal. */
async function rating(clerk: Clerk): Promise<string> {
  const counts = new Map<string, number>()
  for (const { state, payment } of await clerk.purchases()) {
    const at = `${state}/${payment}`
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return `等待结果：${Array.from(counts, ([at, count]) => `${at} ${count}`).join('，')}`
}

async function resolve(
  fleet: Fleet,
  client: Client,
  world: World,
  people: People,
  options: StormOptions,
  say: (line: string) => void,
): Promise<Fact[]> {
  const { clerk, packer, merchant } = people
  const deadline = performance.now() + AFTERMATH_MS
  let reportedAt = performance.now()
  let isCalm = false
  while (!(await areFinished(people)) && performance.now() < deadline) {
    await roundOf(people)
    // A request that is sent again after its look-up may be cut again, and the app waits minutes each time. Once each purchase and each
    // fault was tried, this tests nothing new, and the faults end.
    if (!isCalm && (await clerk.tried()) && (await world.allFaultsUsed())) {
      await world.calm()
      isCalm = true
    }
    if (performance.now() - reportedAt < TELL_EVERY_MS) continue
    reportedAt = performance.now()
    say(await rating(clerk))
  }
  say('采购单已全部有了结果，核对双方账目')
  await world.calm()
  for (;;) {
    await must(client.post('/api/order/center/pullOrders'))
    await sleep(2_000)
    const facts = [
      ...(await proveOrders(client, world)),
      ...(await provePurchases(client, world, clerk, options.placements)),
      ...(await provePayments(client, world, clerk)),
      ...(await proveEndings(client, world, clerk)),
      ...(await proveProducts(world, merchant)),
      ...(await proveShipments(world, clerk, packer)),
      ...(await proveHistory(fleet, world, clerk)),
    ]
    if (facts.every(({ holds }) => holds) || performance.now() > deadline) return facts
    for (const { what, here, there, holds } of facts) if (!holds) say(`  还不一致：${what}：${here} / ${there}`)
    // Orders that changed within the last pull are read by the next one.
    await sleep(5_000)
  }
}
