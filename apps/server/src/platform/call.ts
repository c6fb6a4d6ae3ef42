import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'

/** Who calls. Rights are answered by a question, so that nobody compares strings elsewhere. */
export type Actor = {
  readonly accountId: string
  readonly userAccount: string
  readonly name: string
  readonly isAdmin: boolean
  readonly roleIds: readonly string[]
  readonly sessionId: string
  readonly mustChangePassword: boolean
  /** a role demands an authenticator and none is bound */
  readonly mustBindAuthenticator: boolean
  holds(right: string): boolean
  rights(): readonly string[]
}

/** What the operation log keeps of a call beside its outcome. */
export type CallNotes = {
  object(kind: string, id: string, label?: string): void
  change(field: string, before: unknown, after: unknown): void
}

/** The file of an upload: its name without folders, and its bytes. The name proves nothing about the content. */
export type UploadedFile = { readonly name: string; readonly bytes: Buffer }

/** One request on its way through a service. */
export type Call = {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly log: Log
  readonly notes: CallNotes
  /** aborted when the caller hung up */
  readonly signal: AbortSignal
  /** the file of an `upload` or `sliceupload` call; refuses with `file-unset` when none came */
  readonly file: UploadedFile
  readonly maybeActor: Actor | undefined
  /** the actor of a call that needs a session; throws when a public call asks */
  readonly actor: Actor
}

/** Who did it, as histories and timelines keep it. */
export type By = { readonly accountId: string; readonly name: string }

export const byOf = ({ actor }: Call): By => ({ accountId: actor.accountId, name: actor.name })

/** The same as two columns of a row; `byId` is null where the system itself did it. */
export type ByColumns = { readonly byId: string | null; readonly by: string }

export const byColumnsOf = ({ actor }: Call) => ({ byId: actor.accountId, by: actor.name }) satisfies ByColumns

/** The app's own work outside any request: nobody's rights, nothing noted. */
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
