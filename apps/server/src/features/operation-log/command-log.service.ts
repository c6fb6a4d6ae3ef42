import type { Tx } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { insertEntry } from './operation-log.store.ts'

/** Logs what an operator did with a command on the server's machine, without login and without a call. */
export async function recordCommand(
  deps: { clock: Clock; newId: NewId },
  tx: Tx,
  done: {
    command: string
    title: string
    account?: { id: string; label: string }
    changes: { field: string; before: unknown; after: unknown }[]
  },
): Promise<void> {
  await insertEntry(tx, {
    id: deps.newId(),
    at: new Date(deps.clock.now()),
    accountId: null,
    accountName: '运维（命令行）',
    ip: '',
    call: done.command,
    title: done.title,
    objects: done.account === undefined ? [] : [{ kind: 'account', ...done.account }],
    objectKeys: done.account === undefined ? [] : [`account:${done.account.id}`, 'account'],
    changes: done.changes,
    outcome: 'ok',
    word: null,
    message: '',
    durationMs: 0,
    requestId: '',
  })
}
