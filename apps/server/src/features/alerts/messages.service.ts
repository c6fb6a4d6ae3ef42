import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { AlertMessage } from '@huoqiao/contract/alerts/alerts.schema'
import { ALERT_STATES } from '@huoqiao/contract/alerts/alerts.status'
import type { AlertState } from '@huoqiao/contract/alerts/alerts.status'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sendAlerts } from './alerts.jobs.ts'
import { mayResend, messageView } from './alerts.view.ts'
import { countMessages, findMessages } from './message-list.store.ts'
import { countWaiting, findMessage, putBack, removeMessages } from './messages.store.ts'

type Endpoints = typeof ENDPOINTS
export type MessagesService = ReturnType<typeof messagesService>

const KEPT_MS = 90 * 86_400_000
const STATES = Object.keys(ALERT_STATES) as AlertState[]

/** The messages that were sent, and their outcome. */
export function messagesService(deps: { db: Db; clock: Clock; jobs: Pick<Jobs, 'enqueue'> }) {
  const now = (): Date => new Date(deps.clock.now())
  return {
    async queryAlertMessages(
      tx: Tx,
      input: InputOf<Endpoints['queryAlertMessages']>,
    ): Promise<OutputOf<Endpoints['queryAlertMessages']>> {
      const { rows, ...count } = await findMessages(tx, input, input)
      return {
        list: rows.map(messageView),
        ...count,
        page: input.page,
        pageSize: input.pageSize,
        waiting: await countWaiting(tx),
      }
    },

    getAlertMessageCountByState: (
      tx: Tx,
      input: InputOf<Endpoints['getAlertMessageCountByState']>,
    ): Promise<OutputOf<Endpoints['getAlertMessageCountByState']>> => countMessages(tx, input, STATES),

    async getAlertMessage(tx: Tx, { id }: InputOf<Endpoints['getAlertMessage']>): Promise<AlertMessage> {
      const row = await findMessage(tx, id)
      if (row === undefined) throw new Refusal('not-found')
      return messageView(row)
    },

    async resendAlert(tx: Tx, call: Call, { id }: InputOf<Endpoints['resendAlert']>): Promise<AlertMessage> {
      const before = await findMessage(tx, id)
      if (before === undefined) throw new Refusal('not-found')
      call.notes.object('alert-message', id, before.title)
      const may = mayResend(before)
      const row = may === true ? await putBack(tx, id, now()) : undefined
      if (row === undefined) throw new Refusal('state-not-allowed', may === true ? {} : { why: may })
      call.notes.change('state', before.state, row.state)
      await deps.jobs.enqueue(tx, sendAlerts, { channelId: row.channelId! })
      return messageView(row)
    },

    sweep: (): Promise<void> => removeMessages(deps.db.handle, new Date(deps.clock.now() - KEPT_MS)),
  }
}
