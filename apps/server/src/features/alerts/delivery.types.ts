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
 * `not-sent`: it did not leave, or the receiver asked to come again; `refused`: the same again is useless; `unknown`: the answer was lost.
 * `again`: the receiver's own pause.
 */
export type Delivery =
  | { result: 'sent'; answer: string }
  | ({ result: 'not-sent'; againMs?: number } & Failure)
  | ({ result: 'refused' } & Failure)
  | ({ result: 'unknown' } & Failure)
