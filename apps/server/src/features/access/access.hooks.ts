import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { Holders } from './access.view.ts'

/** How many accounts have each of these roles. A role with accounts can't be deleted. */
export const roleHolders = defineHook<[tx: Tx, roleIds: readonly string[]], ReadonlyMap<string, Holders>>(
  'access: role-holders',
)
