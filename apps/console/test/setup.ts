// A wait ends when what it waits for has come; this only ends a hang. One second, the default, is too short for a busy machine.
// Rules and words are tested without a page.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 60_000 })
}

export {}
