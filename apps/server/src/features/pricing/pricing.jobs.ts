import { z } from 'zod'
import { defineEvent } from '../../jobs/define.ts'

/** A rule's estimate of the international freight of orders changed. */
export const ruleFreightChanged = defineEvent('rule-freight-changed', z.object({ priceRuleId: z.uuid() }))
