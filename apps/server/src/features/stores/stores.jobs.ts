import { z } from 'zod'
import { defineEvent } from '../../jobs/define.ts'

/** A store prices by another rule than before, or by none. */
export const storeRuleChanged = defineEvent('store-rule-changed', z.object({ storeId: z.uuid() }))
