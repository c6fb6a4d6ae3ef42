import type * as z from './zod.ts'
import type { RefusalWord } from './errors.ts'
import type { FeatureName } from './features.ts'
import type { Field } from './fields.ts'
import type { LabelledKey, ObjectKind } from './object-kinds.ts'

/** The six body modes of specification section 7. */
export type BodyMode = 'get' | 'post' | 'postjson' | 'postquery' | 'upload' | 'sliceupload'

/**
 * Who may call: everybody; every logged-in user; or accounts whose roles hold the call's right, which is its path (decisions, section 2).
 * `worker` calls carry a signature instead of a session, `collector` calls a key of the browser extension (decision 0051).
 */
export type EndpointRight = 'public' | 'session' | 'granted' | 'worker' | 'collector'

/** One call, as data. The server's route, the console's hook, the rights and the log are derived from this record. */
export type Endpoint<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> = {
  readonly feature: FeatureName
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly mode: BodyMode
  readonly right: EndpointRight
  /** May be called before a required authenticator is bound (decision 0033); all other calls are refused until then. */
  readonly beforeAuthenticator?: true
  /** What the call does, in Chinese: shown in the operation log and as name of the right in the role editor. */
  readonly title: string
  /** Whether the operation log records it. Reads are not recorded unless they take data out of the app. */
  readonly logged: boolean
  /** The kind of object that the call changes: the operation log labels the fields of its input as that kind does. */
  readonly object?: ObjectKind
  /** The labels in the operation log of input fields that are not fields of the object. */
  readonly labels?: InputLabels
  readonly input: Input
  /**
   * Input fields whose empty value has a meaning. The console removes empty values from all requests (specification, section 5). If '' or
   * null means something other than an absent field, the field is listed here by its path (`edit.note`), and it and everything inside it
   * are sent unchanged. docs/calls.md lists all of them.
   */
  readonly carriesEmpty?: readonly string[]
  /** Maximum body length in bytes, if `BODY_MAX` is too small for legitimate requests. */
  readonly bodyMax?: number
  /** Query fields in addition to the body, for `postjson` and uploads. */
  readonly query?: Query
  readonly output: Output
  readonly refusals: readonly RefusalWord[]
  /** Names of the lists whose cached answers are outdated after this call succeeded; for a read, the lists it belongs to. */
  readonly lists: readonly ListName[]
  /** The answer is a server-sent stream of `output` events. */
  readonly stream?: true
}

/** 1 MB: five hundred rows of a bulk action have some tens of kB. */
export const BODY_MAX = 1024 * 1024

export type ListName =
  | 'dictionaries'
  | 'session'
  | 'menus'
  | 'roles'
  | 'accounts'
  | 'departments'
  | 'elements'
  | 'system-config'
  | 'operation-log'
  | 'sessions'
  | 'files'
  | 'price-rules'
  | 'stores'
  | 'store-products'
  | 'products'
  | 'collection'
  | 'collector-keys'
  | 'offers'
  | 'marketplace-accounts'
  | 'sync-tasks'
  | 'takeovers'
  | 'translations'
  | 'glossary'
  | 'translation-providers'
  | 'translation-tasks'
  | 'translation-pushes'
  | 'inbox'
  | 'orders'
  | 'purchases'
  | 'addresses'
  | 'suppliers'
  | 'ledger'
  | 'payments'
  | 'approvals'
  | 'parcels'
  | 'shipments'
  | 'reconciliation'
  | 'analytics'
  | 'triage'
  | 'warnings'
  | 'alerts'

/** The label alone, or the whole field if its values are not plain text. */
export type InputLabels = Readonly<Record<string, string | Field>>

type InputKey<E> = E extends { input: { shape: infer Shape } } ? keyof Shape : never
type KindOf<E> = E extends { object: infer Kind extends ObjectKind } ? Kind : never
type OwnLabel<E> = E extends { labels: infer Labels } ? keyof Labels : never
type Unlabelled<E> = Exclude<InputKey<E>, LabelledKey<KindOf<E>> | OwnLabel<E>>
type LabelsFor<Key> = [Key] extends [never]
  ? unknown
  : Key extends string
    ? { labels: Record<Key, string | Field> }
    : never
/** A logged call must name its object, and have a label for each field of its input; otherwise this type names what is missing. */
type Labelled<E> = E extends { logged: true }
  ? [KindOf<E>] extends [never]
    ? { object: ObjectKind }
    : LabelsFor<Unlabelled<E>>
  : unknown

/** Keeps each record's exact types and checks that it is an endpoint. */
export const defineEndpoints = <T extends Record<string, Endpoint>>(
  endpoints: T & { [Name in keyof T]: Labelled<T[Name]> },
): T => endpoints

export type InputOf<E> = E extends { input: infer I extends z.ZodType } ? z.output<I> : never
/** The input of a call that edits a row, without the row's id and version. */
export type EditOf<E> = Omit<InputOf<E>, 'id' | 'version'>
/** What a caller sends: before defaults and parsing of text values. */
export type RequestOf<E> = E extends { input: infer I extends z.ZodType } ? z.input<I> : never
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
export type OutputOf<E> = E extends { output: infer O extends z.ZodType } ? z.output<O> : never
