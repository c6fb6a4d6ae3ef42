import { createHash, randomBytes } from 'node:crypto'
import { ENDPOINTS } from '@huoqiao/contract'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import type { Db, Tx } from '../../db/db.ts'
import type { CollectorKeys } from '../../http/bind.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countValidKeys, findKeys, insertKey, lockKey, useKey, withdrawKey } from './collector-key.store.ts'
import { COLLECTOR, mayWithdraw } from './collector.rules.ts'
import { collectorKeyView } from './collection.view.ts'

type Endpoints = typeof ENDPOINTS

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The keys of the browser extension (decision 0051). */
export function collectorKeysService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  actorOf(accountId: string): Promise<Actor | undefined>
}) {
  const now = (): Date => new Date(deps.clock.now())

  const authenticate: CollectorKeys['authenticate'] = async (header) => {
    const key = header?.replace(/^Bearer /i, '').trim()
    if (!key?.startsWith(COLLECTOR.prefix) || key.length > COLLECTOR.keyMax) throw new Refusal('collector-key-gone')
    const used = await useKey(deps.db.handle, hashKey(key), now())
    if (!used) throw new Refusal('collector-key-gone')
    if (used.callsInMinute > COLLECTOR.callsPerMinute)
      throw new Refusal('too-many', { why: `一个采集密钥每分钟最多${COLLECTOR.callsPerMinute}次` })
    const actor = await deps.actorOf(used.accountId)
    if (!actor) throw new Refusal('collector-key-gone', { why: '账号已停用或删除' })
    // A key grants nothing that its account may not do itself.
    const { path, title } = ENDPOINTS.collectProducts
    if (!actor.holds(path)) throw new Refusal('no-right', { why: `${actor.name}需要“${title}”权限（${path}）` })
    return actor
  }

  return {
    authenticate,

    async queryCollectorKeys(tx: Tx, call: Call): Promise<OutputOf<Endpoints['queryCollectorKeys']>> {
      const { isAdmin, accountId } = call.actor
      return (await findKeys(tx, isAdmin ? undefined : accountId)).map(({ key, account }) =>
        collectorKeyView(key, account),
      )
    },

    async createCollectorKey(
      tx: Tx,
      call: Call,
      { name }: InputOf<Endpoints['createCollectorKey']>,
    ): Promise<OutputOf<Endpoints['createCollectorKey']>> {
      const { accountId } = call.actor
      if ((await countValidKeys(tx, accountId)) >= COLLECTOR.keysPerAccount)
        throw new Refusal('too-many-keys', { why: `一个账号最多${COLLECTOR.keysPerAccount}个使用中的密钥` })
      const id = deps.newId()
      const key = `${COLLECTOR.prefix}${randomBytes(32).toString('base64url')}`
      const hint = key.slice(0, COLLECTOR.hintChars)
      await insertKey(tx, { id, accountId, name, hint, keyHash: hashKey(key), createdAt: now() })
      call.notes.object('collector-key', id, name)
      call.notes.change('name', null, name)
      call.notes.change('hint', null, hint)
      return { id, key }
    },

    async withdrawCollectorKey(tx: Tx, call: Call, { id }: InputOf<Endpoints['withdrawCollectorKey']>): Promise<null> {
      const row = await lockKey(tx, id)
      if (!row || !(call.actor.isAdmin || row.accountId === call.actor.accountId)) throw new Refusal('not-found')
      call.notes.object('collector-key', id, row.name)
      const allowed = mayWithdraw(row.withdrawnAt)
      if (allowed !== true) throw new Refusal('state-not-allowed', { why: allowed })
      const at = now()
      await withdrawKey(tx, id, at)
      call.notes.change('withdrawnAt', null, at.getTime())
      return null
    },
  }
}
