import { CODE, ENDPOINTS, endpointNames } from '@huoqiao/contract'
import type { Endpoint, EndpointName } from '@huoqiao/contract'
import fc from 'fast-check'
import { placesOf } from '../hostile-inputs.ts'
import type { Json } from '../hostile-inputs.ts'
import { casesOf, isStray } from './cases.ts'
import type { Case, Step } from './cases.ts'
import { exchange } from './exchange.ts'
import type { Sent } from './exchange.ts'
import { changed, drawsOf, fittingInput, wholeSchemaOf } from './inputs.ts'
import { envelopeOf, judge } from './judge.ts'
import type { Exchange, Finding } from './judge.ts'
import { foreignOf, noteIds, namerFor } from './named.ts'
import type { SeenIds, Things } from './named.ts'
import { sentFor, strayFor } from './wire-step.ts'
import type { Lane, World } from './world.ts'

/** Counts of what was requested. */
export type Tally = {
  cases: number
  requests: number
  shrinking: number
  byCaller: Map<string, number>
  byOutcome: Map<string, number>
  /** by call, how often it was requested and how often it succeeded */
  calls: Map<EndpointName, { asked: number; done: number }>
  /** the fields that were changed, as `call path` */
  fields: Set<string>
  slowest: { call: string; ms: number }[]
}
export type Found = Finding & {
  /** the number of the case, by which it can be run again */
  only: number
  /** how often the same finding occurred */
  times: number
  smallest: { case: Case; sent: readonly Sent[] }
}
export type Result = { seed: number; tally: Tally; found: Found[] }

export type Options = {
  requests: number
  seed: number
  /** runs only the case with this number */
  only?: number
  calls?: readonly EndpointName[]
  /** another address than the server's own: a test's proxy */
  url?: string
  say?: (line: string) => void
  /** called from time to time with the intermediate result */
  reported?: (result: Result) => void
}

const TELL_EVERY = 1_000
/** Upper limit of requests for making a finding's case smaller. */
const SHRINKING_MOST = 150
/** Features whose calls can change rights. */
const GRANTING = new Set(['access', 'accounts', 'session'])

/** Runs random cases until `options.requests` requests were made. Each case starts on the same data: the writes of a case are undone. */
export async function fuzz(world: World, options: Options): Promise<Result> {
  const tally = newTally()
  const found = new Map<string, Found>()
  const cases = casesOf(options.calls)
  const foreign = foreignOf(world.things)
  const result = (): Result => ({ seed: options.seed, tally, found: [...found.values()] })
  let next = options.only ?? 0
  let tellAt = TELL_EVERY
  const isOver = (): boolean =>
    tally.requests >= options.requests || (options.only !== undefined && next > options.only)
  const run = async (lane: Lane): Promise<void> => {
    while (!isOver()) {
      const number = next++
      const fuzzing = { world, lane, options, tally, found, foreign }
      // Every other finding of the same case is made smaller separately.
      for (let isNew = await oneCase(fuzzing, cases, number); isNew;)
        isNew = await oneCase(fuzzing, cases, number, true)
      tally.cases++
      if (tally.requests < tellAt) continue
      tellAt += TELL_EVERY
      options.reported?.(result())
    }
  }
  await Promise.all(world.lanes.map(run))
  return result()
}

type Fuzzing = {
  world: World
  lane: Lane
  options: Options
  tally: Tally
  found: Map<string, Found>
  foreign: ReturnType<typeof foreignOf>
}

const keyOf = ({ rule, call }: Finding): string => `${call}: ${rule}`

/**
 * One case, generated from the seed and its own number only. fast-check makes the case of a new finding smaller (fewer steps, fewer
 * changes, simpler values) as long as the same finding occurs. `isAgain`: the case was counted already. Returns whether something new was
 * found.
 */
async function oneCase(fuzzing: Fuzzing, cases: fc.Arbitrary<Case>, number: number, isAgain = false): Promise<boolean> {
  const { options, found, tally } = fuzzing
  let looksFor: string | undefined
  let first: Finding | undefined
  let smallest: Found['smallest'] | undefined
  let spent = 0
  await fc.check(
    fc.asyncProperty(cases, async (drawn) => {
      const isShrinking = looksFor !== undefined
      if (isShrinking && spent > SHRINKING_MOST) return
      const { findings, sent } = await play(fuzzing, drawn, isShrinking || isAgain ? undefined : tally)
      if (isShrinking) {
        tally.shrinking += sent.length
        spent += sent.length
      } else if (!isAgain)
        for (const one of findings) {
          const before = found.get(keyOf(one))
          if (before) before.times++
        }
      const met = isShrinking
        ? findings.find((one) => keyOf(one) === looksFor)
        : findings.find((one) => !found.has(keyOf(one)))
      if (!met) return
      looksFor = keyOf(met)
      first = { rule: met.rule, call: met.call, what: met.what }
      // Steps after the finding are removed here, because fast-check does not shorten a case at its end.
      smallest = { case: drawn.slice(0, met.step + 1), sent: sent.slice(0, met.step + 1) }
      throw new Error(looksFor)
    }),
    { seed: (Math.imul(options.seed, 1_000_003) + number) | 0, numRuns: 1, maxSkipsPerRun: 0 },
  )
  if (!first || !smallest) return false
  const one: Found = { ...first, only: number, times: 1, smallest }
  found.set(keyOf(first), one)
  options.say?.(`发现 ${keyOf(first)}（--seed ${options.seed} --only ${number}）：${first.what.slice(0, 200)}`)
  return true
}

async function play(
  fuzzing: Fuzzing,
  steps: Case,
  tally: Tally | undefined,
): Promise<{ findings: (Finding & { step: number })[]; sent: Sent[] }> {
  const { world, lane } = fuzzing
  const seenIds: SeenIds = new Map()
  const findings: (Finding & { step: number })[] = []
  const sent: Sent[] = []
  let isGranted = false
  await lane.writes.sinceLast()
  for (const step of steps) {
    const { request, fields } = requestFor(fuzzing, step, seenIds)
    const began = performance.now()
    const answered = await exchange(lane.node(), fuzzing.options.url ?? lane.node().url, request)
    const ms = performance.now() - began
    const wrote = await lane.writes.sinceLast()
    const one: Exchange = { step, sent: request, answered, wrote, log: lane.node().newLog(), isGranted }
    findings.push(...judge(one, world.known).map((found) => ({ ...found, step: sent.length })))
    sent.push(request)
    if (tally) count(tally, one, fields, ms)
    if (answered.how === 'hung' || answered.how === 'died') await lane.restart()
    const envelope = answered.how === 'answered' ? envelopeOf(answered.text) : undefined
    if (isStray(step) || envelope?.code !== CODE.ok) continue
    noteIds(seenIds, step.call, envelope.data)
    if (GRANTING.has(ENDPOINTS[step.call].feature)) isGranted = true
  }
  const touched = await lane.writes.takeBack()
  // The server caches rights for a second at most, and clears the cache at the next call that may change them.
  if (touched.some((table) => REMEMBERED.has(table))) await forget(lane, world)
  if (steps.some((step) => !isStray(step) && TRIES.has(step.call))) await lane.forgetTries()
  return { findings, sent }
}
const REMEMBERED = new Set(['session', 'account', 'account_role', 'role', 'role_right', 'role_element', 'element'])
const TRIES = new Set<EndpointName>([
  'login',
  'getResourceType',
  'sendSmsCode',
  'safe_updatePassword',
  'confirmAuthenticator',
])

async function forget(lane: Lane, { tokens }: World): Promise<void> {
  const { path }: Endpoint = ENDPOINTS.readNotices
  await exchange(lane.node(), lane.node().url, {
    method: 'POST',
    path,
    headers: { authorization: tokens.admin!, 'content-type': 'application/json' },
    body: '{"ids":[]}',
  })
}

function requestFor(
  { world, foreign }: Fuzzing,
  step: Case[number],
  seenIds: SeenIds,
): { request: Sent; fields: readonly string[] } {
  if (isStray(step)) {
    const id = foreign(step.id, step.id) as string
    return { request: strayFor(step, id), fields: [] }
  }
  const input = inputFor(step, world.things, seenIds)
  let made = input
  const schema = wholeSchemaOf((ENDPOINTS[step.call] as Endpoint).input)
  const fields: string[] = []
  for (const change of step.changes) {
    const places = placesOf(made, [])
    const place = places[change.place % Math.max(1, places.length)]
    // All items of a list count as the same field.
    if (place) fields.push(`${step.call} ${place.filter((name) => !/^\d+$/.test(name)).join('.')}`)
    made = changed(made, schema, change, foreign)
  }
  return { request: sentFor(step, made, world.tokens[step.caller]), fields }
}

function inputFor(step: Step, things: Things, seenIds: SeenIds): Json {
  const draws = drawsOf(step.draws)
  return fittingInput(
    wholeSchemaOf((ENDPOINTS[step.call] as Endpoint).input),
    draws,
    namerFor(step.call, things, seenIds, draws),
  )
}

function newTally(): Tally {
  return {
    cases: 0,
    requests: 0,
    shrinking: 0,
    byCaller: new Map(),
    byOutcome: new Map(),
    calls: new Map(endpointNames.map((name) => [name, { asked: 0, done: 0 }])),
    fields: new Set(),
    slowest: [],
  }
}

function count(tally: Tally, { step, answered }: Exchange, fields: readonly string[], ms: number): void {
  tally.requests++
  const add = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)
  add(tally.byCaller, step.caller)
  const envelope = answered.how === 'answered' ? envelopeOf(answered.text) : undefined
  const outcome =
    answered.how !== 'answered'
      ? answered.how
      : answered.status !== 200 || !envelope
        ? `HTTP ${answered.status}`
        : String(envelope.code)
  add(tally.byOutcome, outcome)
  tally.slowest = [...tally.slowest, { call: isStray(step) ? 'an address' : step.call, ms }]
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 5)
  if (isStray(step)) return
  const call = tally.calls.get(step.call)!
  call.asked++
  if (envelope?.code === CODE.ok) call.done++
  for (const field of fields) tally.fields.add(field)
}
