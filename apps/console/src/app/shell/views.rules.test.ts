// @vitest-environment happy-dom
import type { Location } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageRecord } from '../pages.ts'
import { throttle } from './sidebar-collapse.ts'
import type { View } from './views.rules.ts'
import { placeView } from './views.rules.ts'

const element = (): null => null
const page = (name: string, noCache = false): PageRecord => ({
  path: name,
  name,
  element,
  start: () => undefined,
  warm: () => Promise.resolve(),
  meta: { noCache },
})
const at = (key: string): Location => ({ pathname: key, search: '', hash: '', state: null, key, mask: undefined })
const go = (
  views: readonly View[],
  key: string,
  open: string[],
  more: { noCache?: boolean; refreshKey?: string } = {},
) =>
  placeView(
    views,
    { key, page: page(key, more.noCache), location: at(key) },
    { openKeys: new Set(open), refreshKey: more.refreshKey },
  )
const keys = (views: readonly View[]): string[] => views.map((view) => view.key)

test('an open page is kept behind the current one, at the address at which it was left', () => {
  const first = go([], '/a', ['/a'])
  const both = go(first, '/b', ['/a', '/b'])
  expect(keys(both)).toEqual(['/a', '/b'])
  expect(both[0]!.location).toBe(first[0]!.location)
})
test('navigating to the same address changes nothing, so that rendering ends', () => {
  const views = go([], '/a', ['/a'])
  const { key, page: same, location } = views[0]!
  expect(placeView(views, { key, page: same, location }, { openKeys: new Set(['/a']) })).toBe(views)
})
test('returning in another way to the address of a view leaves the view as it is; another address changes it', () => {
  const views = go(go([], '/a', ['/a']), '/b', ['/a', '/b'])
  const keep = { openKeys: new Set(['/a', '/b']) }
  const { key, page: same, location } = views[0]!
  const back = placeView(views, { key, page: same, location: { ...location, key: 'another way' } }, keep)
  expect(back).toBe(views)
  const filtered = { ...location, search: '?keyword=x' }
  expect(placeView(views, { key, page: same, location: filtered }, keep)[0]!.location).toBe(filtered)
})
test('closing a tab removes its view, and a page that is not cached is removed when it is left', () => {
  const views = go(go([], '/a', ['/a'], { noCache: true }), '/b', ['/a', '/b'])
  expect(keys(views)).toEqual(['/b'])
  expect(keys(go(go(views, '/c', ['/b', '/c']), '/c', ['/c']))).toEqual(['/c'])
})
test('the page to refresh is removed while the helper page is shown', () => {
  const views = go(go([], '/a', ['/a']), '/b', ['/a', '/b'])
  expect(keys(go(views, '/redirect', ['/a', '/b'], { refreshKey: '/b', noCache: true }))).toEqual(['/a', '/redirect'])
})

test('a page that is preloaded is kept behind the others, and removed when the person opens another one', () => {
  const place = (key: string): Omit<View, 'build'> => ({ key, page: page(key), location: at(key) })
  const openKeys = new Set(['/a'])
  const ready = placeView(go([], '/a', ['/a']), place('/a'), { openKeys, ahead: place('/b') })
  expect(keys(ready)).toEqual(['/a', '/b'])
  expect(placeView(ready, ready[0]!, { openKeys, ahead: place('/b') })).toBe(ready)
  expect(keys(placeView(ready, ready[0]!, { openKeys, ahead: place('/c') }))).toEqual(['/a', '/c'])
  expect(keys(placeView(ready, ready[0]!, { openKeys }))).toEqual(['/a'])
  const opened = placeView(ready, { ...place('/b'), location: at('/b') }, { openKeys: new Set(['/a', '/b']) })
  expect(opened).toBe(ready)
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
test('resizing is handled at once at first and then at most every 800 ms, including the last event', () => {
  let looked = 0
  const look = throttle(() => (looked += 1), 800)
  for (let ms = 0; ms < 1000; ms += 100) {
    look.call()
    vi.advanceTimersByTime(100)
  }
  expect(looked).toBe(2)
  vi.advanceTimersByTime(800)
  expect(looked).toBe(3)
  vi.advanceTimersByTime(8000)
  expect(looked).toBe(3)
})
