import { isRemoteFailure } from '@huoqiao/connector-kit'
import { parsePush } from '@huoqiao/connector-1688'
import type { PushMessage } from '@huoqiao/connector-1688'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { InboxConsumer, InboxApi, InboxMessageDoc, InboxOutcome } from '../inbox/index.ts'
import type { MarketplaceService } from '../marketplace/index.ts'
import { readAlibabaOrders } from './placement.jobs.ts'
import { findOrdersByNumbers } from './placement.store.ts'

/** Rounds of fetching undelivered messages, 200 each (reference 5.4). */
const ROUNDS = 50

const ordersOf = (message: PushMessage | undefined): string[] => {
  if (message?.data.kind === 'order') return [message.data.orderId]
  if (message?.data.kind === 'batch-pay') return message.data.orders.map((order) => order.orderId)
  return []
}

/**
 * Handles order messages of 1688. A message is only a hint: the order is always read again, so repeated or reordered messages do no harm
 * (decisions, section 5).
 */
export function pushesService(deps: {
  db: Db
  log: Log
  jobs: Jobs
  inbox: InboxApi
  marketplace: Pick<MarketplaceService, 'withConnector' | 'queryMarketplaceAccounts'>
}) {
  const consumer: InboxConsumer = {
    source: '1688',
    takes: (topic) => topic.startsWith('ORDER_'),
    async handle(
      tx: Tx,
      _ownerId: string,
      messages: readonly InboxMessageDoc[],
    ): Promise<ReadonlyMap<string, InboxOutcome>> {
      const reported = messages.map((message) => ({ id: message.id, orderIds: ordersOf(parsePush(message.body)) }))
      const rows = await findOrdersByNumbers(tx, [...new Set(reported.flatMap((one) => one.orderIds))])
      const ours = new Set(rows.map((row) => row.orderId))
      if (ours.size > 0) await deps.jobs.enqueue(tx, readAlibabaOrders, { orderIds: [...ours] })
      return new Map(
        reported.map(({ id, orderIds }) => {
          const known = orderIds.filter((orderId) => ours.has(orderId))
          return [
            id,
            known.length > 0
              ? { kind: 'handled', message: `重新读取1688订单 ${known.join('、')}` }
              : { kind: 'ignored', message: '不是从这里下的1688订单' },
          ]
        }),
      )
    },
  }

  return {
    consumer,

    /** Fetches messages that 1688 failed to deliver. Fetching confirms them at 1688, so they are stored here at once. */
    async catchUp(signal: AbortSignal): Promise<void> {
      for (const account of await deps.marketplace.queryMarketplaceAccounts(deps.db.handle)) {
        for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
          const messages = await deps.marketplace
            .withConnector(account.id, (connector) => connector.cursorMessages({ quantity: 200 }, { signal }))
            .catch((error: unknown) => {
              if (!isRemoteFailure(error)) throw error
              deps.log.warn(
                { account: account.id, word: error.word },
                'placement: undelivered messages could not be fetched',
              )
              return []
            })
          for (const message of messages) await keep(account.id, message)
          if (messages.length === 0) break
        }
      }
    },
  }

  async function keep(ownerId: string, message: PushMessage): Promise<void> {
    await deps.inbox.keep({
      source: '1688',
      ownerId,
      topic: message.topic,
      eventId: message.msgId,
      deliveryId: null,
      about: ordersOf(message)[0] ?? null,
      body: JSON.stringify({
        msgId: message.msgId,
        type: message.topic,
        gmtBorn: message.bornAt,
        userInfo: message.userInfo,
        data: message.raw,
      }),
      headers: { via: 'cursor.messageList' },
      triggeredAt: message.bornAt === null ? null : new Date(message.bornAt),
    })
  }
}
