import type { ENDPOINTS, InputOf, OutputOf } from '@huoqiao/contract'
import type { Tx } from '../../db/db.ts'
import type { Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import {
  findPreferences,
  measurePreferences,
  removeOldDrafts,
  removePreferences,
  savePreferences,
} from './preferences.store.ts'

type Endpoints = typeof ENDPOINTS

/** Limit for one person: a hundred lists with columns and a few long drafts are far below it. */
const MOST = { rows: 2_000, size: 8_000_000 } as const

/** What each person's console stores, read and written only by that person. */
export function preferencesService(deps: { clock: Clock }) {
  return {
    async queryPreferences(tx: Tx, call: Call): Promise<OutputOf<Endpoints['queryPreferences']>> {
      const rows = await findPreferences(tx, call.actor.accountId)
      return { list: rows.map(({ key, value, updatedAt }) => ({ key, value, updatedAt: updatedAt.getTime() })) }
    },

    async savePreferences(tx: Tx, call: Call, input: InputOf<Endpoints['savePreferences']>): Promise<null> {
      // If a key occurs twice the last value counts, because one statement must not write a row twice.
      const last = new Map(input.changes.map(({ key, value }) => [key, value]))
      const kept = [...last].flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]))
      const broken = kept.find(({ value }) => !isJson(value))
      if (broken) throw invalidField('changes', `“${broken.key}”的内容不是JSON`)
      const { accountId } = call.actor
      await savePreferences(tx, accountId, kept, new Date(deps.clock.now()))
      await removePreferences(
        tx,
        accountId,
        [...last].flatMap(([key, value]) => (value === undefined ? [key] : [])),
      )
      const share = await measurePreferences(tx, accountId)
      if (share.rows > MOST.rows || share.size > MOST.size)
        throw new Refusal('too-large', { why: '记住的内容太多，请先放弃一些没有保存的草稿' })
      return null
    },

    sweep: (tx: Tx, before: Date): Promise<void> => removeOldDrafts(tx, before),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
