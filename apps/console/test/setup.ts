import { expect } from 'vitest'
import { CALLS } from 'virtual:contract'
import { addCallRecords } from '../src/lib/call-records.ts'

// The shell does this when it is loaded; pages are tested without it.
addCallRecords(CALLS)

// Rules and texts are tested without a page.
if (expect.getState().environment === 'happy-dom') {
  const { configure } = await import('@testing-library/react')
  // Only ends a hang: a wait ends when its condition holds. The default of one second is too short on a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
}
