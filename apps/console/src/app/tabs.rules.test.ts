import { describe, expect, test } from 'vitest'
import { isLost, findPage, sortPages, viewKey } from './pages.ts'
import { ownAddress, loginAddress } from './own-address.ts'
import type { VisitedTab } from './tabs.rules.ts'
import {
  addVisited,
  afterClose,
  contextMenuX,
  deleteAll,
  deleteOne,
  deleteOthers,
  rename,
  tabTitle,
} from './tabs.rules.ts'

const tab = (key: string, more: Partial<VisitedTab> = {}): VisitedTab => ({
  key,
  path: key,
  fullPath: key,
  query: {},
  name: key,
  title: key,
  meta: {},
  ...more,
})
const home = tab('/', { meta: { affix: true } })
const keys = (tabs: readonly VisitedTab[]): string[] => tabs.map((one) => one.key)

describe('open tabs', () => {
  test('a page that is opened again keeps its place and gets the newer address', () => {
    const tabs = addVisited([home, tab('/a'), tab('/b')], tab('/a', { fullPath: '/a?page=2', query: { page: '2' } }))
    expect(keys(tabs)).toEqual(['/', '/a', '/b'])
    expect(tabs[1]!.fullPath).toBe('/a?page=2')
  })
  test('a title that the page set is kept, and until one is set the tab shows 加载中...', () => {
    const untitled = tab('/p/1', { title: undefined })
    expect(tabTitle(untitled)).toBe('加载中...')
    const named = rename([untitled], '/p/1', '猫窝')
    expect(addVisited(named, untitled)[0]!.title).toBe('猫窝')
  })
  test('closing one, others or all leaves the pinned tabs', () => {
    const tabs = [home, tab('/a'), tab('/b')]
    expect(keys(deleteOne(tabs, '/a'))).toEqual(['/', '/b'])
    expect(keys(deleteOne(tabs, '/'))).toEqual(['/', '/a', '/b'])
    expect(keys(deleteOthers(tabs, '/b'))).toEqual(['/', '/b'])
    expect(keys(deleteAll(tabs))).toEqual(['/'])
  })
  test('after closing the current tab, the last remaining one is shown, otherwise home; closing another changes nothing', () => {
    expect(afterClose([home, tab('/b', { fullPath: '/b?x=1' })], '/a')).toBe('/b?x=1')
    expect(afterClose([], '/a')).toBe('/')
    expect(afterClose([home, tab('/a')], '/a')).toBeUndefined()
  })
  test('the context menu is at most 1000 px from the left', () => {
    expect([contextMenuX(640), contextMenuX(1400)]).toEqual([640, 1000])
  })
})

describe('addresses', () => {
  const pages = sortPages([
    { path: 'shop/product/:productId', name: 'any' },
    { path: 'shop/product/list/:productId?', name: 'products', tab: 'route' as const },
    { path: '', name: 'home' },
    { path: 'admin/old', name: 'undefined' },
    { path: 'old', name: 'undefined' },
  ])
  const named = (path: string): string | undefined => findPage(pages, path)?.name
  test('the most specific page matches whatever the order of files', () => {
    expect([named('/'), named('/shop/product/list'), named('/shop/product/list/p1'), named('/shop/product/9')]).toEqual(
      ['home', 'products', 'products', 'any'],
    )
  })
  test('an address without a page is not found, and one named "undefined" unless under an admin path', () => {
    const lost = (path: string): boolean => isLost(findPage(pages, path), path)
    expect([lost('/nowhere/x'), lost('/old'), lost('/admin/old'), lost('/')]).toEqual([true, true, false, false])
  })
  test('a drawer with an address shares the tab of its list; other pages have one per path', () => {
    expect(viewKey({ name: 'products', tab: 'route' }, '/shop/product/list/p1')).toBe('@products')
    expect([viewKey({ name: 'a' }, '/a/1/'), viewKey({ name: 'home' }, '/')]).toEqual(['/a/1', '/'])
  })
  test('the return address after a login never leads out of the app or to the login again', () => {
    expect(
      ['//evil.example', '/\\evil', 'https://x', '/login?redirect=/a', '/redirect?path=/a', null].map(ownAddress),
    ).toEqual(Array.from({ length: 6 }, () => '/'))
    expect(ownAddress('/order/list?page=2')).toBe('/order/list?page=2')
    expect(loginAddress('/order/list', '?page=2')).toBe('/login?redirect=%2Forder%2Flist%3Fpage%3D2')
  })
})
