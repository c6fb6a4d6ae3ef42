import { isRemoteFailure, isSendWithdrawn } from '@huoqiao/connector-kit'
import type { Acts, ActsOf } from '../../acts/acts.ts'
import { isExternalFailure } from '../../acts/failure.rules.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { StoresApi } from '../stores/index.ts'
import type { PushRecord } from './push-record.service.ts'
import { removalsOf, writesOf } from './push-plan.rules.ts'
import { explainFailure } from './push-stopped.ts'
import type { Begun, PushOutcome, PushRequest } from './push.types.ts'
import type { PushService } from './push.service.ts'
import { findPush, findPushItem } from './translation-pushes.store.ts'
import type { UndoService } from './undo.service.ts'

export type PushActs = ActsOf<PushRequest, PushOutcome, true>
/** The pushes that this process is running, by act id. */
export type InHand = Map<string, { begun: Begun; signal: AbortSignal }>

/** Includes waiting for rate-limit points. A later try of the item calls the act off earlier. */
const SENDER_GONE_MS = 10 * 60_000
const FIRST_LOOK_MS = 10_000
const LOOK_AGAIN_MS = 10_000
/** The shop may still be processing a request whose answer was lost. */
const PATIENCE = { absentAfterMs: 30_000, leastLooks: 1 }

/**
 * Remote acts that write translations. The act's key is the listing: two processes never write the translations of one product at the same
 * time. All requests of one try are one act, because each sets final texts: the next try compares before it writes (decision 0027).
 */
export function pushActs(deps: {
  db: Db
  acts: Acts
  stores: StoresApi
  pusher: PushService
  undoer: UndoService
  record: PushRecord
  inHand: InHand
}): PushActs {
  const { db, stores, record, inHand } = deps

  /** Whether the shop has everything that the try would write. */
  async function isThere({ itemId, storeId }: PushRequest, signal: AbortSignal): Promise<boolean> {
    const item = await findPushItem(db.handle, itemId)
    const push = item && (await findPush(db.handle, item.pushId))
    if (!push) return false
    const connector = await stores.connectorOf(storeId)
    if (push.kind === 'undo') {
      const rows = await deps.undoer.plan({ item, connector }, { signal })
      return rows.every(({ step }) => step === 'done' || step === 'kept')
    }
    const { rows, problem } = await deps.pusher.plan({ item, push, connector }, { signal })
    return problem === undefined && writesOf(rows).length + removalsOf(rows).length === 0
  }

  return deps.acts.define<PushRequest, PushOutcome, true>({
    kind: 'push-translations',
    senderGoneMs: SENDER_GONE_MS,
    firstLookMs: FIRST_LOOK_MS,
    async send({ id, intent }, { guard }) {
      const { begun, signal } = inHand.get(id)!
      try {
        const connector = await stores.connectorOf(intent.storeId)
        const pushing = { ...begun, connector, guard, signal }
        return await (begun.push.kind === 'undo' ? deps.undoer : deps.pusher).carryOut(pushing)
      } catch (error) {
        if (isRemoteFailure(error)) await stores.noteFailure(intent.storeId, error)
        throw error
      }
    },
    look: async ({ intent }, signal) => ((await isThere(intent, signal)) ? true : undefined),
    patience: () => PATIENCE,
    lookAgainMs: () => LOOK_AGAIN_MS,
    purchasesOf: () => [],
    explain: (error) => explainFailure(stores, error).message,
    async done(tx, { intent }, outcome) {
      await record.succeed(tx, intent, outcome)
    },
    async refused(tx, { id, intent }, { error }) {
      if (inHand.has(id)) await record.fail(tx, intent, 'failed', explainFailure(stores, error))
    },
    async unknown(tx, { id, intent }, { error }) {
      const mine = inHand.get(id)
      // Stopped or called off: the next try of the item continues.
      if (!mine || mine.signal.aborted || isSendWithdrawn(error)) return
      // An internal error would occur again, so looking in the shop would not help: the item fails.
      const state = isExternalFailure(error) ? 'unknown' : 'failed'
      await record.fail(tx, intent, state, explainFailure(stores, error))
    },
    found: (tx: Tx, { intent }) => record.again(tx, intent),
    absent: (tx: Tx, { intent }) => record.again(tx, intent),
  })
}
