import { PAGES } from '@huoqiao/contract/pages'
import { expect, test } from 'vitest'
import { findPage } from './pages.ts'
import { menuPages, routes } from './route-table.ts'

test('"list all menu page urls": the server returns only pages of the console, and every page that a menu may link to', () => {
  expect(PAGES.map(({ url }) => url)).toEqual(expect.arrayContaining(menuPages.map(({ url }) => url)))
  expect(PAGES.filter(({ url }) => findPage(routes, url) === undefined)).toEqual([])
  for (const { url, title } of menuPages)
    expect([url, PAGES.find((page) => page.url === url)?.title]).toEqual([url, title])
})
