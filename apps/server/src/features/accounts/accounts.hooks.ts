import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'

/** The account was suspended or deleted, or its password was reset: its sessions end in the same transaction. */
export const accountClosed = defineHook<[tx: Tx, accountId: string, reason: string], void>('accounts: account-closed')
