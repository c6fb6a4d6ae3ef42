import type { RemoteObserver } from '@huoqiao/connector-kit'
import type { FeatureName } from '@huoqiao/contract/features'
import type { HomeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import type { TriageKind } from '@huoqiao/contract/workbench/workbench.status'
import type { SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Acts } from './acts/acts.ts'
import type { Db } from './db/db.ts'
import type { Handlers } from './http/handlers.ts'
import type { Perform } from './http/perform.ts'
import type { EventDefinition, JobDefinition } from './jobs/define.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Clock } from './platform/clock.ts'
import type { NewId } from './platform/ids.ts'
import type { Log } from './platform/log.ts'
import type { Outward } from './platform/outward.ts'
import type { SecretBox } from './platform/secrets.ts'

/** What every feature is built from, beside the APIs of the features that it needs. */
export type Base = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  secrets: SecretBox
  secretKey: Buffer
  jobs: Jobs
  acts: Acts
  out: Outward
  remotes: RemoteObserver
  hooks: Hooks
  /** of all features */
  triage: TriageReadings
  figures: FigureReadings
  /** calls of the contract by their name, as their caller would make them */
  perform: Perform
  /** where this app listens, once it does */
  localOrigin(): string | undefined
  settings: ProcessSettings
}

/** Of this process, and no installation's: given on the command line or by a test. */
export type ProcessSettings = {
  filesDir: string
  isWholeApp: boolean
  sendSms?: (phone: string, code: string) => Promise<void>
  alibabaStartsPerSecond?: number
}

/**
 * What an earlier feature asks in its own transaction, and later features answer: why a row has to stay (a veto), what hangs on it, what
 * has to end with it. Beside events the only way in which something travels backwards through the ranks.
 */
export type Hook<Args extends readonly unknown[], Answer> = {
  readonly hook: string
  /** types only: there is no such value */
  readonly types?: (...args: Args) => Answer
}
export const defineHook = <Args extends readonly unknown[], Answer>(hook: string): Hook<Args, Answer> => ({ hook })

export type Hooks = {
  /** The answers of all features, in rank order. */
  ask<Args extends readonly unknown[], Answer>(hook: Hook<Args, Answer>, ...args: Args): Promise<Answer[]>
}

type HookAnswer = {
  readonly hook: string
  readonly answer: (base: Base, args: readonly unknown[]) => Promise<unknown>
}
export const answers = <Args extends readonly unknown[], Answer>(
  { hook }: Hook<Args, Answer>,
  answer: (base: Base, ...args: Args) => Promise<Answer>,
): HookAnswer => ({ hook, answer: (base, args) => answer(base, ...(args as unknown as Args)) })

/** A job that follows each event of an earlier feature, or of its own. */
type Consumption = { readonly event: string; readonly job: string; bind(jobs: Pick<Jobs, 'bind'>): void }
export const follows = <P extends object, E extends P>(
  event: EventDefinition<E>,
  job: JobDefinition<P>,
): Consumption => ({
  event: event.event,
  job: job.name,
  bind: (jobs) => jobs.bind(event, job),
})

/** One kind of what waits for a person: who may see it, and its rows, each with id, name, why, since and ref (what remedies are made of). */
type TriageReading = {
  right: string
  /** `partBefore`: a partial receipt that moved since is no work for anybody yet */
  reading: (limits: { partBefore: SQL }) => SQL
}
export type TriageReadings = Readonly<Partial<Record<TriageKind, TriageReading>>>

/** Of the home page: who may see it, and one number; `since`: the start of the day. */
type FigureReading = { right: string; reading: (limits: { since: SQL }) => SQL }
export type FigureReadings = Readonly<Partial<Record<Exclude<keyof HomeFigures, 'waiting'>, FigureReading>>>

export type Built<Api> = {
  /** what later features, and the process, may call */
  api: Api
  routes: Partial<Handlers>
  /** addresses that are no calls of the contract */
  serve?: (fastify: FastifyInstance) => void
  /** with the process: what goes on by itself */
  stop?: () => void
}

export type Feature<Api = unknown> = {
  readonly name: FeatureName
  readonly needs: Needs
  readonly consumes: readonly Consumption[]
  readonly answers: readonly HookAnswer[]
  readonly triage: TriageReadings
  readonly figures: FigureReadings
  /** `apis`: of the features in `needs`, under the same names */
  build(base: Base, apis: Readonly<Record<string, unknown>>): Built<Api>
}

type Needs = { readonly [name: string]: Feature }
type ApisOf<N extends Needs> = { readonly [K in keyof N]: N[K] extends Feature<infer Api> ? Api : never }
/** What a feature is built from: the base, and under their names the APIs of what it needs. */
export type DepsOf<N extends Needs> = Base & ApisOf<N>

/**
 * One feature as the process sees it: which APIs it uses, how it is built, what it does after events of others, and what it answers to the
 * hooks of earlier ones.
 */
export const defineFeature = <Api, const N extends Needs>(definition: {
  name: FeatureName
  needs: N
  consumes?: readonly Consumption[]
  answers?: readonly HookAnswer[]
  /** what of it waits for a person, and what the home page counts of it */
  triage?: TriageReadings
  figures?: FigureReadings
  build(deps: DepsOf<N>): Built<Api>
}): Feature<Api> => ({
  name: definition.name,
  needs: definition.needs,
  consumes: definition.consumes ?? [],
  answers: definition.answers ?? [],
  triage: definition.triage ?? {},
  figures: definition.figures ?? {},
  build: (base, apis) => definition.build({ ...base, ...(apis as ApisOf<N>) }),
})
