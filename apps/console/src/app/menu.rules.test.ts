import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { expect, test } from 'vitest'
import { crumbsOf, menuOf, trailTo } from './menu.rules.ts'

const item = (name: string, url: string, children?: MenuItem[]): MenuItem => ({
  id: name,
  name,
  url,
  menuIcon: '',
  ...(children ? { children } : {}),
})
const menu = [
  item('首页', '/'),
  item('商品', '', [
    item('商品列表', '/shop/product/list'),
    item('待处理', '/shop/product/list?state=failed'),
    item('更多', '', [item('店铺直连', 'shop/product/test')]),
  ]),
]
const trail = (path: string, search = ''): string[] => trailTo(menu, path, search).map((one) => one.name)

test('an answer with exactly one element has its children as the menu, any other is the menu itself', () => {
  expect(menuOf([item('根', '', menu)])).toEqual(menu)
  // A role that may see nothing but the home page.
  expect(menuOf([item('首页', '/')])).toEqual([item('首页', '/')])
  expect(menuOf(menu)).toEqual(menu)
})

test('the breadcrumb leads through nested children to the entry whose url is the current path', () => {
  expect(trail('/shop/product/test')).toEqual(['商品', '更多', '店铺直连'])
  expect(trail('/')).toEqual(['首页'])
})

test('a url with a query is the current entry only where the address carries it, and then wins over the bare path', () => {
  expect(trail('/shop/product/list', '?state=failed&page=2')).toEqual(['商品', '待处理'])
  expect(trail('/shop/product/list', '?state=online')).toEqual(['商品', '商品列表'])
})

test('a page below an entry belongs to it, and the home entry has no other page', () => {
  expect(trail('/shop/product/list/p1')).toEqual(['商品', '商品列表'])
  expect(trail('/order/list')).toEqual([])
})

test('the breadcrumb ends with the page itself, also where the menu has only its parents', () => {
  const crumbs = (path: string, title: string): string[] =>
    crumbsOf(trailTo(menu, path, ''), path, title).map((one) => one.name)
  expect(crumbs('/shop/product/list', '商品列表')).toEqual(['商品', '商品列表'])
  expect(crumbs('/shop/product/list/p1', '蓝色水杯')).toEqual(['商品', '商品列表', '蓝色水杯'])
  expect(crumbs('/order/list', '订单列表')).toEqual(['订单列表'])
})
