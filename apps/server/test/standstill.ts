import pg from 'pg'
import { vi } from 'vitest'

/** Where a remote act is stopped: before its intent is committed, or before the database is asked whether it may be sent. */
export type StopAt = 'commit' | 'mark'

type Stop = { at: StopAt; passes: number; reached: () => void; client?: pg.Client }
type Query = { text: string; values: readonly unknown[] }

/**
 * Freezes one node of an installation: its statements wait, as if the machine had been paused. The node is identified by the application
 * name of its database sessions.
 */
export type Standstill = {
  /**
   * Stops the next act of this kind at that point, until `go`. `passes`: how many times it may pass the point before. `client`: the session
   * whose transaction is open.
   */
  stop(kind: string, at: StopAt, passes?: number): Promise<{ client: pg.Client; go(): void }>
  /** No statement of the node reaches the database any more, until `thaw`. */
  freeze(): void
  /** Continues everything: frozen statements and every stopped act. */
  thaw(): void
  end(): void
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as Query | undefined)?.text ?? '')

export function standstillOf(nodeName: string): Standstill {
  const kindOfAct = new Map<string, string>()
  /** by session, the kind of the act that its open transaction has recorded */
  const intended = new WeakMap<pg.Client, string>()
  const stops = new Map<string, Stop>()
  let waiting: (() => void)[] = []
  let isFrozen = false
  const held = (): Promise<void> => new Promise((resolve) => waiting.push(resolve))
  const goOn = (): void => waiting.splice(0).forEach((one) => one())

  const stopOf = (client: pg.Client, text: string, values: readonly unknown[]): Stop | undefined => {
    if (text.startsWith('insert into "remote_act"')) {
      const [id, kind] = values as string[]
      kindOfAct.set(id!, kind!)
      intended.set(client, kind!)
    }
    const isMark = /^\s*update remote_act\s+set state = case/.test(text)
    const kind = isMark ? kindOfAct.get(String(values[1])) : /^commit/i.test(text) ? intended.get(client) : undefined
    if (/^(commit|rollback)/i.test(text)) intended.delete(client)
    const stop = kind === undefined ? undefined : stops.get(kind)
    if (stop?.at !== (isMark ? 'mark' : 'commit')) return undefined
    return stop.passes-- > 0 ? undefined : stop
  }

  // oxlint-disable-next-line typescript/unbound-method -- called with the session that it is of
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(function waits(this: pg.Client, ...args: unknown[]): unknown {
    const now = (): unknown => query.apply(this, args)
    const { application_name: name } = (this as unknown as { connectionParameters: { application_name?: string } })
      .connectionParameters
    if (name !== nodeName) return now()
    const values = (Array.isArray(args[1]) ? args[1] : ((args[0] as Query | undefined)?.values ?? [])) as unknown[]
    const stop = stopOf(this, textOf(args[0]), values)
    if (stop === undefined && !isFrozen) return now()
    const goes = held()
    if (stop) {
      stop.client = this
      stop.reached()
    }
    if (!args.some((one) => typeof one === 'function')) return goes.then(now)
    void goes.then(now)
    return undefined
  })

  return {
    async stop(kind, at, passes = 0) {
      const stop: Stop = { at, passes, reached: () => undefined }
      const reached = new Promise<void>((resolve) => (stop.reached = resolve))
      stops.set(kind, stop)
      await reached
      stops.delete(kind)
      return { client: stop.client!, go: goOn }
    },
    freeze() {
      isFrozen = true
    },
    thaw() {
      isFrozen = false
      goOn()
    },
    end() {
      isFrozen = false
      goOn()
      spy.mockRestore()
    },
  }
}
