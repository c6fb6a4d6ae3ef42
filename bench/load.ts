import { Agent, request } from 'node:http'
import { median, round, spread } from './figures.ts'

export type Target = { url: string; headers?: Record<string, string> }
export type Answer = { status: number; body: string; bytes: number }

const WARM_ROUNDS = Number(process.env['BENCH_WARM_ROUNDS'] ?? 5)

/** One request over a kept connection; the whole body is read, as a browser would. */
export function get(agent: Agent, { url, headers }: Target): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: headers ?? {} }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({ status: response.statusCode ?? 0, body: body.toString('utf8'), bytes: body.length })
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

export type Round = { perSecond: number; ms: number[] }

/** Asks `target` for `forMs`, `width` requests at a time over as many kept connections. A wrong answer ends it. */
export async function load(target: Target, options: { forMs: number; width: number }): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.width })
  const ms: number[] = []
  const started = performance.now()
  const until = started + options.forMs
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const sentAt = performance.now()
      const answer = await get(agent, target)
      if (answer.status !== 200 || !answer.body.startsWith('{"code":200') === !answer.body.startsWith('['))
        throw new Error(`${target.url}: ${answer.status} ${answer.body.slice(0, 300)}`)
      ms.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: options.width }, worker))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return { perSecond: ms.length / seconds, ms }
}

export type Interleaved<K extends string> = {
  /** median requests a second */
  perSecond: Record<K, number>
  spread: Record<K, { p50: number; p99: number }>
  /** median over the rounds of how many requests a second `a` answered for each of `b` in the same round */
  ratio(a: K, b: K): number
}

/**
 * Measures subjects in turn, A B A B …, so that whatever else the machine does meanwhile falls on all of them; ratios are
 * taken within a round. The first rounds only warm up: V8 compiles a whole server over some thousand calls and a bare handler
 * over some hundred, and a server is asked for days.
 */
export async function interleave<K extends string>(
  subjects: Record<K, () => Promise<Round>>,
  rounds: number,
): Promise<Interleaved<K>> {
  const names = Object.keys(subjects) as K[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<K, Round[]>
  for (let turn = 1 - WARM_ROUNDS; turn <= rounds; turn += 1) {
    // Every other round the other way round: nobody always runs in the wake of the same neighbour.
    for (const name of turn % 2 === 0 ? names : names.toReversed()) {
      const measured = await subjects[name]()
      if (turn > 0) seen[name].push(measured)
    }
  }
  const of = <T>(work: (name: K) => T): Record<K, T> =>
    Object.fromEntries(names.map((name) => [name, work(name)])) as Record<K, T>
  return {
    perSecond: of((name) => round(median(seen[name].map(({ perSecond }) => perSecond)))),
    spread: of((name) => spread(seen[name].flatMap(({ ms }) => ms))),
    ratio: (a, b) => median(seen[a].map(({ perSecond }, turn) => perSecond / seen[b][turn]!.perSecond)),
  }
}
