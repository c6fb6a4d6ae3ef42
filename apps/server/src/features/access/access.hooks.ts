import type { Tx } from '../../db/db.ts'
import { defineHook } from '../../define-feature.ts'
import type { Holders } from './access.view.ts'

/** How many accounts hold each of these roles: a role that is held is not deleted. */
export const roleHolders = defineHook<[tx: Tx, roleIds: readonly string[]], ReadonlyMap<string, Holders>>(
  'access: role-holders',
)
