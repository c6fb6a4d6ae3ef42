import { z } from 'zod'
import { defineEvent } from '../../jobs/define.ts'

/** A store's price rule was changed or removed. */
export const storeRuleChanged = defineEvent('store-rule-changed', z.object({ storeId: z.uuid() }))
