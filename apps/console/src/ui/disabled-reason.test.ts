import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** The opening tags of Ant Design's buttons; an arrow's > is no end. */
const BUTTONS = /<Button\b(?:[^>]|=>)*>/g

it('a button that can be grey says why when the pointer is on it', () => {
  const found = Object.entries(SOURCES)
    .filter(([path]) => !path.endsWith('.test.tsx'))
    .flatMap(([path, text]) => [...text.matchAll(BUTTONS)].map(([tag]) => ({ path, tag })))
  expect(found.length).toBeGreaterThan(100)
  // While it works it is busy, which it shows itself.
  const silent = found.filter(
    ({ tag }) => /\bdisabled=/.test(tag) && !/\btitle=|disabled=\{(isBusy|isPending|\w+\.isPending)\}/.test(tag),
  )
  expect(silent).toEqual([])
})
