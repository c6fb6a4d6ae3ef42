import type { LoggedKind } from '@huoqiao/contract'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'

/** The caller. Rights are checked by a function, so that no other code compares strings. */
export type Actor = {
  readonly accountId: string
  readonly userAccount: string
  readonly name: string
  readonly isAdmin: boolean
  readonly roleIds: readonly string[]
  readonly sessionId: string
  readonly mustChangePassword: boolean
  /** a role requires an authenticator and none is bound */
  readonly mustBindAuthenticator: boolean
  holds(right: string): boolean
  rights(): readonly string[]
}

/** What the operation log records about a call in addition to its outcome. */
export type CallNotes = {
  object(kind: LoggedKind, id: string, label?: string): void
  change(field: string, before: unknown, after: unknown): void
}

/** An uploaded file: its name without folders, and its bytes. The name proves nothing about the content. */
export type UploadedFile = { readonly name: string; readonly bytes: Buffer }

/** One request as services see it. */
export type Call = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly log: Log
  readonly notes: CallNotes
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
  /** the file of an `upload` or `sliceupload` call; throws `file-unset` if there is none */
  readonly file: UploadedFile
  readonly maybeActor: Actor | undefined
  /** the actor of a call that needs a session; throws for a public call */
  readonly actor: Actor
}

/** Who did it, as stored in histories and timelines. */
export type By = { readonly accountId: string; readonly name: string }

export const byOf = ({ actor }: Call): By => ({ accountId: actor.accountId, name: actor.name })

/** The same as two columns of a row; `byId` is null if the app itself did it. */
export type ByColumns = { readonly byId: string | null; readonly by: string }

export const byColumnsOf = ({ actor }: Call) => ({ byId: actor.accountId, by: actor.name }) satisfies ByColumns

/** The app's own work outside any request: without rights and notes. */
export const systemCall = (log: Log): Call => ({
  requestId: 'system',
  ip: '',
  userAgent: '',
  log,
  notes: { object: () => undefined, change: () => undefined },
  signal: new AbortController().signal,
  get file(): UploadedFile {
    throw new Refusal('file-unset')
  },
  maybeActor: undefined,
  get actor(): Actor {
    throw new Error('the app itself is no actor')
  },
})
