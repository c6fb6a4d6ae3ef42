import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from './fleet.ts'
import type { Node } from './node.ts'
import type { Passing } from './relay.ts'
import type { Aim } from './schedule.ts'

/**
 * Freezes a node at a chosen moment of its work, which is recognised from its traffic with the database: the relay stops the node before a
 * message is passed on in either direction.
 */
export type AimedFreezer = {
  /** Freezes the first free node that reaches the moment; undefined: none did in time. */
  freeze(aim: Aim, isFree: (node: Node) => boolean): Promise<{ node: Node; what: string } | undefined>
}

const IN_TIME_MS = 60_000
/** After this time any kind of act is accepted. */
const CHOOSY_MS = 30_000
/** An act that has not been marked by then is waiting in the queue of the rate limit. */
const QUEUED_MS = 60
/** Time after the mark at which a request was sent but has no answer yet: covers a good connection and most of the simulator's delay. */
const AWAY_MS = 40
/** What a node had sent before it was frozen reaches the database in this time. */
const ARRIVES_MS = 300

const INTENT = Buffer.from('insert into "remote_act"')
const MARK = Buffer.from('sends = sends + 1')
const COMMIT = Buffer.from('commit')
const LOCK = Buffer.from('pg_advisory_xact_lock')
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

type Sighted = { node: Node; act: string; port: number }
type Wanted = Aim & { since: number; isFree: (node: Node) => boolean; sighted: (sighted: Sighted) => void }

export function openAimedFreezer(fleet: Fleet): AimedFreezer {
  const kinds = new Map<string, string>()
  let wanted: Wanted | undefined

  const shoot = (node: Node, act: string, port: number): void => {
    if (wanted === undefined || !wanted.isFree(node)) return
    const { sighted } = wanted
    wanted = undefined
    node.freeze()
    sighted({ node, act, port })
  }
  const isWanted = (moment: Aim['moment'], act: string): boolean =>
    wanted?.moment === moment &&
    (moment === 'transaction' || kinds.get(act) === wanted.act || performance.now() - wanted.since > CHOOSY_MS)

  for (const node of fleet.nodes) node.relay?.listen(watch(node))

  function watch(node: Node): (passing: Passing) => void {
    /** by connection: the act whose intent, or whose mark, is being sent */
    const intents = new Map<number, string>()
    const marks = new Map<number, string>()
    const marked = new Set<string>()
    const later = (ms: number, act: string, port: number, isStill: () => boolean): void => {
      const { moment } = wanted!
      setTimeout(() => {
        if (isWanted(moment, act) && isStill()) shoot(node, act, port)
      }, ms).unref()
    }
    const fromNode = (bytes: Buffer, port: number): void => {
      if (bytes.includes(INTENT)) {
        const act = intentIn(bytes)
        if (act === undefined) return
        kinds.set(act.id, act.kind)
        intents.set(port, act.id)
      } else if (bytes.includes(MARK)) {
        const [id] = Array.from(bytes.toString('latin1').matchAll(UUID), ([found]) => found).slice(-1)
        if (id === undefined) return
        marks.set(port, id)
        marked.add(id)
      } else if (intents.has(port) && bytes.includes(COMMIT)) {
        const act = intents.get(port)!
        intents.delete(port)
        if (isWanted('intent', act)) shoot(node, act, port)
        else if (isWanted('queue', act)) later(QUEUED_MS, act, port, () => !marked.has(act))
      } else if (bytes.includes(LOCK) && isWanted('transaction', '')) shoot(node, '', port)
    }
    const reported = (port: number): void => {
      const act = marks.get(port)
      if (act === undefined) return
      marks.delete(port)
      if (isWanted('marked', act)) shoot(node, act, port)
      else if (isWanted('sent', act)) later(AWAY_MS, act, port, () => true)
    }
    return ({ from, bytes, port }) => (from === 'node' ? fromNode(bytes, port) : reported(port))
  }

  /** Whether the act is at the intended moment: the node may have gone on before the signal reached it. */
  async function stands({ moment }: Aim, { act, port }: Sighted): Promise<boolean> {
    if (moment === 'transaction') {
      const [row] = await fleet.query(
        `select 1 from pg_stat_activity where client_port = ${port} and xact_start is not null`,
      )
      return row !== undefined
    }
    const [row] = await fleet.query<{ sends: number; ended: boolean }>(
      `select sends, ended_at is not null as ended from remote_act where id = '${act}'`,
    )
    if (row === undefined) return false
    return moment === 'intent' || moment === 'queue' ? row.sends === 0 : row.sends > 0 && !row.ended
  }

  return {
    async freeze(aim, isFree) {
      const since = performance.now()
      for (let left = IN_TIME_MS; left > 0; left = IN_TIME_MS - (performance.now() - since)) {
        const sighted = await new Promise<Sighted | undefined>((resolve) => {
          const timer = setTimeout(() => {
            wanted = undefined
            resolve(undefined)
          }, left)
          wanted = {
            ...aim,
            since,
            isFree,
            sighted: (one) => {
              clearTimeout(timer)
              resolve(one)
            },
          }
        })
        if (!sighted) return undefined
        await sleep(ARRIVES_MS)
        // Without the database the moment cannot be verified: the node is thawed, and the next one is awaited.
        if (await stands(aim, sighted).catch(() => false)) {
          const kind = kinds.get(sighted.act)
          return { node: sighted.node, what: kind === undefined ? aim.moment : `${kind} ${aim.moment}` }
        }
        sighted.node.thaw()
      }
      return undefined
    },
  }
}

/** The values of an insert follow one another, each after its length: the act's id, then its kind. */
export function intentIn(bytes: Buffer): { id: string; kind: string } | undefined {
  const text = bytes.toString('latin1')
  const from = text.indexOf(INTENT.toString())
  UUID.lastIndex = 0
  const found = from < 0 ? undefined : Array.from(text.slice(from).matchAll(UUID))[0]
  if (found === undefined) return undefined
  const at = from + found.index + found[0].length
  if (bytes.length < at + 4) return undefined
  const length = bytes.readInt32BE(at)
  return { id: found[0], kind: text.slice(at + 4, at + 4 + length) }
}
