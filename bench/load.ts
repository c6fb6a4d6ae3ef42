import { openHttpProbe } from './http-probe.ts'
import type { HttpProbe } from './http-probe.ts'
import { median, round, spread } from './figures.ts'

/** `url`: one address, or several of one server that are requested in turn. */
export type Target = { url: string | readonly string[]; headers?: Record<string, string> }

const WARM_ROUNDS = Number(process.env['BENCH_WARM_ROUNDS'] ?? 5)

export type Round = { perSecond: number; ms: number[] }

/** Sends requests to `target` for `forMs`, `width` at a time over as many kept-alive connections. Throws at a wrong answer. */
export async function load({ url, headers }: Target, options: { forMs: number; width: number }): Promise<Round> {
  const urls = typeof url === 'string' ? [url] : url
  // Each connection starts at another address, and at another one in each round: a round is too short for all of them.
  const from = (): string[] => {
    const at = Math.floor(Math.random() * urls.length)
    return [...urls.slice(at), ...urls.slice(0, at)]
  }
  const probes = await Promise.all(Array.from({ length: options.width }, () => openHttpProbe(from(), headers ?? {})))
  const ms: number[] = []
  const started = performance.now()
  const until = started + options.forMs
  const worker = async (probe: HttpProbe): Promise<void> => {
    while (performance.now() < until) {
      const sentAt = performance.now()
      await probe.ask()
      ms.push(performance.now() - sentAt)
    }
  }
  try {
    await Promise.all(probes.map((probe) => worker(probe)))
    return { perSecond: ms.length / ((performance.now() - started) / 1000), ms }
  } finally {
    for (const probe of probes) probe.close()
  }
}

export type Interleaved<K extends string> = {
  /** median requests a second */
  perSecond: Record<K, number>
  /** over all rounds */
  spread: Record<K, { p50: number; p99: number }>
  /** median over the rounds: requests per second of `a` divided by those of `b` in the same round */
  ratio(a: K, b: K): number
}

/**
 * Measures subjects in turn, A B A B …, so that other load on the machine affects all of them; ratios are taken within a round. The first
 * rounds only warm up: V8 needs some thousand calls to compile a whole server and some hundred for a bare handler, while a real server runs
 * for days.
 */
export async function interleave<K extends string>(
  subjects: Record<K, () => Promise<Round>>,
  rounds: number,
): Promise<Interleaved<K>> {
  const names = Object.keys(subjects) as K[]
  const seen = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<K, Round[]>
  for (let turn = 1 - WARM_ROUNDS; turn <= rounds; turn += 1) {
    // Every other round in reverse order, so that no subject always follows the same other one.
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
