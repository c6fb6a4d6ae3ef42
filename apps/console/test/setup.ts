import { expect } from 'vitest'

// Rules and words are tested without a page.
if (expect.getState().environment === 'happy-dom') {
  const { configure } = await import('@testing-library/react')
  // A wait ends when what it waits for has come; this only ends a hang. One second, the default, is too short for a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
}
