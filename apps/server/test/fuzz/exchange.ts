import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from './node.ts'

/** Everything of a request that goes over the wire. */
export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}
export type Answered =
  | { how: 'answered'; status: number; type: string; headers: string; text: string }
  /** the server used so much processor time, or so much time has passed, that no answer is expected */
  | { how: 'hung'; after: string }
  | { how: 'died'; log: string }
  | { how: 'broken'; error: string }

/**
 * Limits after which the caller gives up: processor time, which does not depend on the speed of the machine so much, and time, for a server
 * that only waits.
 */
const HANGS = { cpuSeconds: 60, waitingMs: 300_000 }
const LOOK_EVERY_MS = 2_000

export async function exchange(node: Node, url: string, sent: Sent, hangs = HANGS): Promise<Answered> {
  const stop = new AbortController()
  let done = false
  const asked = ask(url, sent, stop).finally(() => (done = true))
  const hung = watch(node, hangs, () => done)
  const first = await Promise.race([asked, hung])
  if (first !== undefined) {
    stop.abort()
    if (first.how === 'broken' && !(await staysAlive(node))) return { how: 'died', log: node.newLog() }
    return first
  }
  return asked
}

async function ask(url: string, { method, path, headers, body }: Sent, stop: AbortController): Promise<Answered> {
  try {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: body as never }),
      redirect: 'manual',
      signal: stop.signal,
    })
    const type = response.headers.get('content-type') ?? ''
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    // A stream goes on until the client disconnects; its headers are enough.
    const text = type.startsWith('text/event-stream') ? '' : await response.text()
    return { how: 'answered', status: response.status, type, headers: head, text }
  } catch (error) {
    return {
      how: 'broken',
      error:
        error instanceof Error
          ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
          : String(error),
    }
  }
}

/** Resolves when the server hangs, or with undefined once `isDone`. */
async function watch(node: Node, hangs: typeof HANGS, isDone: () => boolean): Promise<Answered | undefined> {
  const began = performance.now()
  let before: number | undefined
  for (;;) {
    await sleep(before === undefined ? 50 : LOOK_EVERY_MS, undefined, { ref: false })
    if (isDone()) return undefined
    const used = await node.cpuSeconds()
    before ??= used ?? 0
    if (!node.isAlive()) return { how: 'died', log: node.newLog() }
    if (used !== undefined && used - before > hangs.cpuSeconds)
      return { how: 'hung', after: `${hangs.cpuSeconds} s of processor time` }
    if (performance.now() - began > hangs.waitingMs) return { how: 'hung', after: `${hangs.waitingMs / 1000} s` }
  }
}

/** A dying process closes its connections a moment before its exit is reported. */
async function staysAlive(node: Node): Promise<boolean> {
  for (let looks = 0; looks < 20 && node.isAlive(); looks++) await sleep(50)
  return node.isAlive()
}
