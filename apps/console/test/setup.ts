import { expect } from 'vitest'
import { CALLS } from 'virtual:contract'
import { addCallRecords } from '../src/lib/call-records.ts'

// What the shell does as it is loaded: pages are tested without it.
addCallRecords(CALLS)

// Rules and words are tested without a page.
if (expect.getState().environment === 'happy-dom') {
  const { configure } = await import('@testing-library/react')
  // A wait ends when what it waits for has come; this only ends a hang. One second, the default, is too short for a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
}
