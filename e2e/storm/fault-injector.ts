import { setTimeout as sleep } from 'node:timers/promises'
import { openAimedFreezer } from './aim.ts'
import type { Fleet } from './fleet.ts'
import type { Node } from './node.ts'
import { isTooFar } from './schedule.ts'
import type { ScheduledFault, FaultKind } from './schedule.ts'

export type FaultInjector = {
  /** Resolves when the fault was injected; a lasting fault continues after that. Returns a description of what was injected. */
  inject(fault: ScheduledFault): Promise<string>
  /** resolves when every node runs again */
  over(): Promise<void>
  /** how often each moment was hit */
  hits: Map<string, number>
  /** nodes that ended without being killed; they are started again */
  ended: string[]
  /** nodes that worked with a clock that is too far off, or refused one that is not */
  misjudged: string[]
}

/** How long PostgreSQL is unavailable, or its disk full, at most. */
const [AWAY_AT_MOST_MS, FULL_AT_MOST_MS] = [10_000, 20_000]
const NOT_STRUCK = '（未打击）'

/** `injected` counts the injected faults of each kind; faults that could not be injected here, or missed, do not count. */
export function openFaultInjector(fleet: Fleet, injected: Map<FaultKind, number>): FaultInjector {
  const busy = new Map<Node, Promise<void>>()
  const misjudged: string[] = []
  const ended: string[] = []
  const hits: FaultInjector['hits'] = new Map()
  const aimedFreezer = openAimedFreezer(fleet)

  /** A node is started only while its database is available, and never two at the same time. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }
  const again = async (node: Node, skewMs?: number): Promise<boolean> => {
    await node.kill()
    return node.start(skewMs)
  }
  const restart = (node: Node): Promise<boolean> => inTurn(() => again(node))
  const lasting = async (node: Node, { kind, forMs, skewMs }: ScheduledFault): Promise<void> => {
    if (kind === 'freeze') {
      node.freeze()
      await sleep(forMs)
      node.thaw()
    } else if (kind === 'cut' || kind === 'silence') {
      node.relay?.[kind]()
      await sleep(forMs)
      node.relay?.heal()
    } else if (kind === 'skew') {
      // A node that refuses to start ends the embedded database: the database must run again before another node is started.
      const works = await inTurn(async () => (await again(node, skewMs)) || !(await again(node)))
      if (works === isTooFar(skewMs)) misjudged.push(`${node.name} ${skewMs / 1000} s`)
      if (!works) return
      await sleep(forMs)
      await restart(node)
    }
  }
  const begin = (node: Node, work: Promise<void>): void => {
    const done = work.finally(() => {
      if (busy.get(node) === done) busy.delete(node)
    })
    // The caller that waits for the node gets the error; without this handler an unhandled rejection would end the storm and leave its
    // nodes running.
    done.catch(() => undefined)
    busy.set(node, done)
  }
  const raise = async (): Promise<void> => {
    for (const node of fleet.nodes) {
      if (!node.hasEnded()) continue
      ended.push(node.name)
      await restart(node)
    }
  }
  const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

  /** Faults of all nodes, or of no particular node. */
  const ofAll: Partial<Record<FaultKind, (fault: ScheduledFault) => Promise<string | undefined>>> = {
    async backends() {
      await fleet.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         order by xact_start nulls last limit 3`,
      )
      return ''
    },
    async aimed({ aim, forMs }) {
      if (!aim) return undefined
      const hit = await aimedFreezer.freeze(aim, (node) => !busy.has(node))
      if (!hit) return undefined
      count(hits, hit.what)
      begin(
        hit.node,
        sleep(forMs).then(() => hit.node.thaw()),
      )
      return `${hit.node.name} ${hit.what} ${Math.round(forMs / 1000)} s`
    },
    async postgres({ forMs }) {
      const { crashDatabase } = fleet
      if (!crashDatabase) return undefined
      await inTurn(async () => {
        await crashDatabase()
        await sleep(Math.min(forMs, AWAY_AT_MOST_MS))
        await fleet.reviveDatabase()
      })
      return ''
    },
    async full({ forMs }) {
      const { disk } = fleet
      if (!disk) return undefined
      await inTurn(async () => {
        await disk.fill()
        await sleep(Math.min(forMs, FULL_AT_MOST_MS))
        await disk.free()
        await fleet.reviveDatabase()
      })
      return ''
    },
  }
  /** Injects a fault at one node. Undefined: not possible, because a node without a relay to its database cannot be cut off. */
  async function atNode(node: Node, fault: ScheduledFault): Promise<string | undefined> {
    const { kind, forMs } = fault
    if ((kind === 'cut' || kind === 'silence') && !node.relay) return undefined
    await busy.get(node)
    await raise()
    if (kind === 'kill') {
      await restart(node)
      return node.name
    }
    begin(node, lasting(node, fault))
    return `${node.name} ${Math.round(forMs / 1000)} s`
  }

  return {
    hits,
    misjudged,
    ended,
    async inject(fault) {
      const general = ofAll[fault.kind]
      const what = general ? await general(fault) : await atNode(fleet.nodes[fault.node]!, fault)
      if (what === undefined) return NOT_STRUCK
      count(injected, fault.kind)
      return what
    },
    async over() {
      await Promise.all(busy.values())
      await raise()
    },
  }
}
