import { expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>('../**/*.tsx', { eager: true, query: '?raw', import: 'default' })
const sourceOf = (path: string): string => (path.endsWith('.test.tsx') ? '' : (SOURCES[path] ?? ''))

const WINDOW = /<(?:Modal|Drawer)\b/
const FIELD = /<(?:Input|InputNumber|AutoComplete|CountField|NumberField|PriceField)\b/
const IMPORT = /^import (?!type\b).* from '(\.\.?\/[^']+\.tsx)'$/gm
const GUARD = /\bguardTyped\(|\bmask=\{/

/** Windows with fields that lose no input when they are closed, with the reason. */
const SAFE: Readonly<Record<string, string>> = {
  'access/elements/element.drawer.tsx': 'a draft',
  'access/menus/menu.drawer.tsx': 'a draft',
  'access/roles/role-grant.drawer.tsx': 'a draft',
  'access/roles/role.drawer.tsx': 'a draft',
  'accounts/account.drawer.tsx': 'a draft',
  'collection/search/paste-panel.tsx': 'a draft',
  'dictionaries/dictionary.drawer.tsx': 'a draft',
  'orders/goods/goods.drawer.tsx': 'a draft',
  'purchases/detail/purchase.drawer.tsx': 'a draft',
  'translations/editor/translation.drawer.tsx': 'asks before it is closed',
  'orders/source/goods-source.dialog.tsx': 'words of a search',
}

/** The folder of features, as in `../features/orders/hold.dialog.tsx`. */
const FEATURES = '../features/'
const resolved = (from: string, to: string): string =>
  new URL(to, `file:///src/ui/${from}`).pathname.replace('/src/', '../')

/** Whether the window, or a part that it shows, has a field that takes what a person types. */
function hasField(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false
  seen.add(path)
  const text = sourceOf(path)
  if (FIELD.test(text)) return true
  return [...text.matchAll(IMPORT)]
    .map(([, to]) => resolved(path, to!))
    .some((part) => part.startsWith(FEATURES) && !WINDOW.test(sourceOf(part)) && hasField(part, seen))
}

it('a window with a field is not closed by a click beside it while something is typed', () => {
  const windows = Object.keys(SOURCES).filter((path) => WINDOW.test(sourceOf(path)) && hasField(path))
  expect(windows.length).toBeGreaterThan(30)
  const open = windows.filter((path) => !GUARD.test(sourceOf(path))).map((path) => path.replace(FEATURES, ''))
  // The shared drawer of records keeps drafts.
  expect(open.filter((path) => path !== './record-drawer.tsx').toSorted()).toEqual(Object.keys(SAFE).toSorted())
})
