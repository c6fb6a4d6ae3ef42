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

/** What every feature receives, in addition to the APIs of the features that it needs. */
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
  /** runs calls of the contract by name for the current caller */
  perform: Perform
  /** the address where this app listens; undefined before */
  localOrigin(): string | undefined
  settings: ProcessSettings
}

/** Settings of this process, from the command line or a test; not stored in the installation. */
export type ProcessSettings = {
  filesDir: string
  isWholeApp: boolean
  sendSms?: (phone: string, code: string) => Promise<void>
  alibabaStartsPerSecond?: number
}

/**
 * A question that an earlier feature asks later ones in its own transaction: why a row must stay (a veto), what depends on it, or what has
 * to end with it. Besides events, the only way to call a later feature.
 */
export type Hook<Args extends readonly unknown[], Answer> = {
  readonly hook: string
  /** type only: there is no such value */
  readonly types?: (...args: Args) => Answer
}
export const defineHook = <Args extends readonly unknown[], Answer>(hook: string): Hook<Args, Answer> => ({ hook })

export type Hooks = {
  /** Returns the answers of all features, in rank order. */
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

/** A job that follows an event, of an earlier feature or its own. */
type Consumption = { readonly event: string; readonly job: string; bind(jobs: Pick<Jobs, 'bind'>): void }
export const follows = <P extends object, E extends P>(
  event: EventDefinition<E>,
  job: JobDefinition<P>,
): Consumption => ({
  event: event.event,
  job: job.name,
  bind: (jobs) => jobs.bind(event, job),
})

/**
 * One kind of entry in the triage list: the required right, and SQL for its rows with id, name, why, since and ref (input for the proposed
 * actions).
 */
type TriageReading = {
  right: string
  /** `partBefore`: a partial receipt that changed after this is not listed yet */
  reading: (limits: { partBefore: SQL }) => SQL
  /** SQL for the amount of money that the rows concern, in fen: one number. `rows`: the SQL of `reading` */
  stake?: (rows: SQL) => SQL
}
export type TriageReadings = Readonly<Partial<Record<TriageKind, TriageReading>>>

/**
 * A figure of the home page: the required right, and SQL for one whole number. `ofDay`: counts what happened from `since` to `until`. `alone`:
 * counts what happened since `since`; it cannot be read for an earlier day, so it is shown without a comparison. Neither: the current value.
 */
type FigureReading = { right: string; ofDay?: true; alone?: true; reading: (limits: { since: SQL; until: SQL }) => SQL }
export type FigureReadings = Readonly<Partial<Record<Exclude<keyof HomeFigures, 'waiting'>, FigureReading>>>

export type Built<Api> = {
  /** what later features and the process may call */
  api: Api
  routes: Partial<Handlers>
  /** registers addresses that are no calls of the contract */
  serve?: (fastify: FastifyInstance) => void
  /** stops background work when the process ends */
  stop?: () => void
}

export type Feature<Api = unknown> = {
  readonly name: FeatureName
  readonly needs: Needs
  readonly consumes: readonly Consumption[]
  readonly answers: readonly HookAnswer[]
  readonly triage: TriageReadings
  readonly figures: FigureReadings
  /** `apis`: the APIs of the features in `needs`, by name */
  build(base: Base, apis: Readonly<Record<string, unknown>>): Built<Api>
}

type Needs = { readonly [name: string]: Feature }
type ApisOf<N extends Needs> = { readonly [K in keyof N]: N[K] extends Feature<infer Api> ? Api : never }
/** The arguments of a feature: the base, and the APIs that it needs by name. */
export type DepsOf<N extends Needs> = Base & ApisOf<N>

/** One feature: the APIs that it uses, how it is built, which events it follows, and which hooks it answers. */
export const defineFeature = <Api, const N extends Needs>(definition: {
  name: FeatureName
  needs: N
  consumes?: readonly Consumption[]
  answers?: readonly HookAnswer[]
  /** its entries in the triage list, and its figures on the home page */
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
