import { z } from 'zod'
import { defineEvent } from '../../jobs/define.ts'

/** A rule estimates the international freight of orders otherwise than before. */
export const ruleFreightChanged = defineEvent('rule-freight-changed', z.object({ priceRuleId: z.uuid() }))
