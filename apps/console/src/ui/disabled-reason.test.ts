import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })

/** The opening tags of Ant Design's buttons; the > of an arrow function does not end a tag. */
const BUTTONS = /<Button\b(?:[^>]|=>)*>/g

it('a button that can be grey says why when the pointer is on it', () => {
  const found = Object.entries(SOURCES)
    .filter(([path]) => !path.endsWith('.test.tsx'))
    .flatMap(([path, text]) => [...text.matchAll(BUTTONS)].map(([tag]) => ({ path, tag })))
  expect(found.length).toBeGreaterThan(100)
  // A button that is disabled while its own call runs shows that by itself.
  const silent = found.filter(
    ({ tag }) => /\bdisabled=/.test(tag) && !/\btitle=|disabled=\{(isBusy|isPending|\w+\.isPending)\}/.test(tag),
  )
  expect(silent).toEqual([])
})
