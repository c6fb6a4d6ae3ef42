import type { ChannelKind } from '@huoqiao/contract/alerts/alerts.status'
import type { AlertItem } from '@huoqiao/contract/alerts/alerts.schema'
import type { MailSecurity } from '@huoqiao/contract/alerts/alerts.status'

/** Where a channel sends, with its decrypted secrets. */
export type Destination =
  | { kind: Exclude<ChannelKind, 'email'>; address: string; secret: string | undefined }
  | {
      kind: 'email'
      host: string
      port: number
      security: MailSecurity
      userName: string
      password: string | undefined
      sender: string
      recipients: readonly string[]
    }

/** One message, as it is sent. */
export type Outgoing = {
  id: string
  isTest: boolean
  title: string
  /** for people */
  text: string
  /** for programs */
  items: readonly AlertItem[]
  /** the address of the console; '' if it is not set */
  origin: string
  createdAt: number
}

/** Why a message was not sent, for people. */
export type Failure = { why: string; next: string; answer?: string }

/**
 * `not-sent`: nothing was sent, or the receiver asked for a later try; `refused`: another try would be refused too; `unknown`: the answer
 * was lost. `again`: the pause that the receiver asked for.
 */
export type Delivery =
  | { result: 'sent'; answer: string }
  | ({ result: 'not-sent'; againMs?: number } & Failure)
  | ({ result: 'refused' } & Failure)
  | ({ result: 'unknown' } & Failure)
