import { z } from 'zod'
import { defineJob } from '../../jobs/define.ts'

/** A purchase was placed, paid or cancelled: its open request may have nothing left to do. */
export const closeOvertakenApprovals = defineJob({
  name: 'close-overtaken-approvals',
  payload: z.object({ purchaseId: z.uuid() }),
})
