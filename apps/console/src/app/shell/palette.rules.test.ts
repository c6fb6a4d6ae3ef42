import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { expect, test } from 'vitest'
import { findPages, menuPages } from './palette.rules.ts'

const item = (name: string, url: string, children: MenuItem[] = []): MenuItem => ({
  id: name,
  name,
  url,
  menuIcon: '',
  children,
})
const MENU = [
  item('首页', '/'),
  item('商品中心', '', [item('商品列表', '/shop/product/list'), item('同步任务', 'shop/product/tasks')]),
  item('系统设置', '/system', [item('账号管理', '/system/account'), item('数据字典', '/system/dictionaries')]),
]
const found = (words: string): string[] => findPages(menuPages(MENU), words).map((page) => page.title)

test('offers the pages of the menu, never its groups, each with its parents', () => {
  expect(menuPages(MENU)).toEqual([
    { title: '首页', trail: '', to: '/' },
    { title: '商品列表', trail: '商品中心', to: '/shop/product/list' },
    { title: '同步任务', trail: '商品中心', to: '/shop/product/tasks' },
    { title: '账号管理', trail: '系统设置', to: '/system/account' },
    { title: '数据字典', trail: '系统设置', to: '/system/dictionaries' },
  ])
})
test.each([
  ['账号', ['账号管理']],
  ['zhgl', ['账号管理']],
  ['gl', ['账号管理']],
  ['S', ['首页', '商品列表', '数据字典', '同步任务', '账号管理']],
  ['dictionaries', ['数据字典']],
  ['没有这个', []],
])('finds by name, initials or address: %s', (words, titles) => {
  const titlesFound = found(words)
  if (words === 'S') expect(new Set(titlesFound)).toEqual(new Set(titles))
  else expect(titlesFound).toEqual(titles)
})
