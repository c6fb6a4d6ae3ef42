import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import type { Node } from './node.ts'
import { isTooFar } from './schedule.ts'
import type { Stroke } from './schedule.ts'

export type Striker = {
  /** Comes back when the node is struck; what lasts, lasts on meanwhile. */
  strike(stroke: Stroke): Promise<void>
  /** until every node runs again */
  over(): Promise<void>
  /** nodes that ended without being killed; they are started again */
  ended: string[]
  /** nodes that worked with a clock that is too far off, or refused one that is not */
  misjudged: string[]
}

export function openStriker(fleet: Fleet): Striker {
  const busy = new Map<Node, Promise<void>>()
  const misjudged: string[] = []
  const ended: string[] = []
  const lasting = async (node: Node, { kind, forMs, skewMs }: Stroke): Promise<void> => {
    if (kind === 'freeze') {
      node.freeze()
      await sleep(forMs)
      node.thaw()
    } else if (kind === 'cut' || kind === 'silence') {
      node.relay?.[kind]()
      await sleep(forMs)
      node.relay?.heal()
    } else if (kind === 'skew') {
      await node.kill()
      const works = await node.start(skewMs)
      if (works === isTooFar(skewMs)) misjudged.push(`${node.name} ${skewMs / 1000} s`)
      if (works) await sleep(forMs)
      await node.kill()
      await node.start()
    }
  }
  const raise = async (): Promise<void> => {
    for (const node of fleet.nodes) {
      if (!node.hasEnded()) continue
      ended.push(node.name)
      await node.kill()
      await node.start()
    }
  }
  return {
    misjudged,
    ended,
    async strike(stroke) {
      const node = fleet.nodes[stroke.node]!
      if (stroke.kind === 'backends') {
        await fleet.query?.(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           order by xact_start nulls last limit 3`,
        )
        return
      }
      await busy.get(node)
      await raise()
      if (stroke.kind === 'kill') {
        await node.kill()
        await node.start()
        return
      }
      const work = lasting(node, stroke)
      // Whoever waits for the node is told: unheard until then, it would end the storm and leave its nodes running.
      work.catch(() => undefined)
      busy.set(node, work)
    },
    async over() {
      await Promise.all(busy.values())
      await raise()
    },
  }
}
