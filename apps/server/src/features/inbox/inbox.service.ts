import type { BulkOutcome, InputOf, OutputOf } from '@huoqiao/contract'
import type { inboxEndpoints } from '@huoqiao/contract/inbox/inbox.endpoints'
import type { InboxMessage } from '@huoqiao/contract/inbox/inbox.endpoints'
import { INBOX_STATES } from '@huoqiao/contract/inbox/inbox.status'
import type { InboxState } from '@huoqiao/contract/inbox/inbox.status'
import { SEE_CUSTOMER } from '@huoqiao/contract/access/elements'
import { groupBy } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { MESSAGE_CHARS } from '../../platform/message-length.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { NoticesService } from '../notices/index.ts'
import type { StoresApi } from '../stores/index.ts'
import type { SystemConfigService } from '../system-config/index.ts'
import { drainInbox } from './inbox.jobs.ts'
import { MAX_ATTEMPTS, retryAfterMs } from './inbox.rules.ts'
import {
  claimMessage,
  claimMessages,
  countMessages,
  findBacklog,
  findFailedIds,
  findMessage,
  findMessages,
  keepMessage,
  markHandled,
  noteFailure,
  purgeMessages,
  replayMessages,
} from './inbox.store.ts'
import type { InboxRow } from './inbox.store.ts'
import type { InboxConsumer, InboxApi, InboxOutcome, NewMessage } from './inbox.types.ts'
import { messageView } from './inbox.view.ts'

/** Rows of a replay that are returned one by one; the rest is only counted. */
const ROWS_REPORTED = 500

type Endpoints = typeof inboxEndpoints
export type InboxService = ReturnType<typeof inboxService>

/** Messages in one transaction: enough to make its statements worthwhile. */
const BATCH = 250
/** Minimum time between two wake-ups of one process; a burst shares one. */
const WAKE_MS = 150
const SLICE = 5_000
const DAY_MS = 86_400_000
const STATES = Object.keys(INBOX_STATES) as InboxState[]

/** Messages from vendors: stored first, handled once, can be replayed (beyond, item 11). */
export function inboxService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  jobs: Jobs
  config: Pick<SystemConfigService, 'setting'>
  notices: Pick<NoticesService, 'tell'>
  stores: Pick<StoresApi, 'storeNames'>
  /** names of the 1688 accounts */
  accountNames: (tx: Tx) => Promise<ReadonlyMap<string, string>>
}) {
  const { db } = deps
  const consumers: InboxConsumer[] = []
  const now = (): Date => new Date(deps.clock.now())
  const wake = wakeUp(() => deps.jobs.enqueue(db.handle, drainInbox, {}), deps.log)

  /**
   * Lets the consumers handle the messages that `tx` has locked, and stores the outcomes. Groups are handled in the order of their owners,
   * which is also their lock order.
   */
  const handle = async (tx: Tx, rows: readonly InboxRow[]): Promise<void> => {
    const groups = [...groupBy(rows, (row) => `${row.source} ${row.ownerId}`)].sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [, group] of groups) {
      const { source, ownerId } = group[0]!
      const outcomes = new Map<string, InboxOutcome>()
      for (const consumer of consumers) {
        const mine = group.filter(({ topic }) => consumer.source === source && consumer.takes(topic))
        if (mine.length === 0) continue
        for (const [id, outcome] of await consumer.handle(tx, ownerId, mine))
          outcomes.set(id, joined(outcomes.get(id), outcome))
      }
      await markHandled(
        tx,
        group.map(({ id }) => {
          const outcome = outcomes.get(id) ?? { kind: 'ignored' as const, message: '没有功能需要这类消息' }
          return { id, state: outcome.kind, message: outcome.message.slice(0, MESSAGE_CHARS) }
        }),
        now(),
      )
    }
  }

  /** Handles one message in its own transaction: a failing message of a batch must not block the others. */
  const handleAlone = async (row: InboxRow): Promise<void> => {
    try {
      await db.transaction(async (tx) => {
        const claimed = await claimMessage(tx, row.id)
        if (claimed) await handle(tx, [claimed])
      })
    } catch (error) {
      const attempts = row.attempts + 1
      const isOver = attempts >= MAX_ATTEMPTS
      const message = firstLine(error)
      deps.log.warn({ message: row.id, topic: row.topic, attempts, error: message }, 'inbox message failed')
      await db.transaction(async (tx) => {
        await noteFailure(tx, row.id, {
          state: isOver ? 'failed' : 'waiting',
          message,
          nextAt: new Date(deps.clock.now() + retryAfterMs(attempts)),
          updatedAt: now(),
        })
        if (isOver)
          await deps.notices.tell(tx, {
            kind: 'message-failed',
            about: row.topic,
            text: `消息“${row.topic}”处理失败：${message}`,
            to: '/system/inbox?state=failed',
          })
      })
    }
  }

  /** Returns how many messages were tried. */
  const drainBatch = async (): Promise<number> => {
    let claimed: InboxRow[] = []
    try {
      await db.transaction(async (tx) => {
        claimed = await claimMessages(tx, now(), BATCH)
        await handle(tx, claimed)
      })
    } catch (error) {
      if (claimed.length === 0) throw error
      for (const row of claimed) await handleAlone(row)
    }
    return claimed.length
  }

  const api: InboxApi = {
    consume: (consumer) => void consumers.push(consumer),
    async keep(message: NewMessage): Promise<boolean> {
      const at = now()
      const isNew = await keepMessage(db.handle, {
        id: deps.newId(),
        ...message,
        receivedAt: at,
        state: 'waiting',
        nextAt: at,
        attempts: 0,
        repeats: 0,
        message: '',
        handledAt: null,
        createdAt: at,
        updatedAt: at,
      })
      if (isNew) wake.soon()
      return isNew
    },
  }

  const ownersOf = async (tx: Tx): Promise<ReadonlyMap<string, string>> =>
    new Map([...(await deps.stores.storeNames()), ...(await deps.accountNames(tx))])

  return {
    api,
    /** Waiting messages by source, for the metrics. */
    backlog: findBacklog,
    stop: () => wake.stop(),

    /** Runs until nothing is due. Returns how many messages were handled. */
    async drain(signal: AbortSignal): Promise<number> {
      let total = 0
      for (;;) {
        signal.throwIfAborted()
        const seen = await drainBatch()
        total += seen
        if (seen === 0) return total
      }
    },

    async purge(): Promise<void> {
      const days = await deps.config.setting(db.handle, 'inbox.keepDays')
      const before = new Date(deps.clock.now() - days * DAY_MS)
      while ((await purgeMessages(db.handle, before, SLICE)) === SLICE);
    },

    async queryInbox(
      tx: Tx,
      { page, pageSize, ...filter }: InputOf<Endpoints['queryInbox']>,
    ): Promise<OutputOf<Endpoints['queryInbox']>> {
      const { rows, total, totalCapped } = await findMessages(tx, filter, { page, pageSize })
      const owners = await ownersOf(tx)
      const list: InboxMessage[] = rows.map((row) => messageView(row, owners))
      return { list, total, page, pageSize, ...(totalCapped ? { totalCapped } : {}) }
    },

    async getInboxCountByState(
      tx: Tx,
      filter: InputOf<Endpoints['getInboxCountByState']>,
    ): Promise<OutputOf<Endpoints['getInboxCountByState']>> {
      const { counts, capped } = await countMessages(tx, filter, STATES)
      return { counts, all: Object.values(counts).reduce((sum, n) => sum + n, 0), capped }
    },

    async getInboxMessage(tx: Tx, call: Call, id: string): Promise<OutputOf<Endpoints['getInboxMessage']>> {
      const row = await findMessage(tx, id)
      if (!row) throw new Refusal('not-found')
      const sees = call.actor.holds(SEE_CUSTOMER)
      return { ...messageView(row, await ownersOf(tx)), headers: row.headers, body: sees ? row.body : null }
    },

    async replayInbox(tx: Tx, call: Call, input: InputOf<Endpoints['replayInbox']>): Promise<BulkOutcome> {
      if (input.ids.length === 0 && !input.filter) throw invalidField('ids', '请选择要重放的消息')
      const wanted =
        input.ids.length > 0 ? [...new Set(input.ids)] : await findFailedIds(tx, input.filter ?? {}, 10_000)
      const found = new Set(await replayMessages(tx, wanted, now()))
      if (found.size > 0) await deps.jobs.enqueue(tx, drainInbox, {})
      call.notes.change('replayed', null, found.size)
      const rows = wanted.map((key) =>
        found.has(key)
          ? { key, ok: true, message: '已放回队列' }
          : { key, ok: false, word: 'not-found', message: '消息不存在或已被清理' },
      )
      // The outcomes of ten thousand rows would be too many to read.
      return { succeeded: found.size, failed: wanted.length - found.size, rows: rows.slice(0, ROWS_REPORTED) }
    },
  }
}

/** If several consumers handle a message, one that handled it outranks one that ignored it. */
const joined = (one: InboxOutcome | undefined, other: InboxOutcome): InboxOutcome => {
  if (!one || one.kind === 'ignored') return other
  return other.kind === 'ignored' ? one : { kind: 'handled', message: `${one.message}；${other.message}` }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]!.slice(0, 300)

/** At most one wake-up in WAKE_MS; the last message of a burst is always followed by one. */
function wakeUp(enqueue: () => Promise<void>, log: Log): { soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const ring = (): void => {
    timer = undefined
    enqueue().catch((error: unknown) => log.warn({ error: firstLine(error) }, 'inbox wake-up failed'))
  }
  return {
    soon() {
      timer ??= setTimeout(ring, WAKE_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
