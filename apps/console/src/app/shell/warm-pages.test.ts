import type { MenuItem } from '@huoqiao/contract/access/access.schema'
import { afterEach, expect, test } from 'vitest'
import { progress } from '../progress.store.ts'
import { menuPaths, oneByOne } from './warm-pages.ts'

const item = (url: string, children?: MenuItem[]): MenuItem => ({
  id: url,
  name: url,
  url,
  menuIcon: '',
  ...(children ? { children } : {}),
})
/** An idle browser that counts how often it was asked for idle time. */
function idling(each: () => void = () => undefined) {
  let ticks = 0
  return {
    ticks: () => ticks,
    idle: (): Promise<void> => {
      ticks += 1
      each()
      return Promise.resolve()
    },
  }
}
const task = (ran: string[], name: string) => (): Promise<void> => {
  ran.push(name)
  return Promise.resolve()
}

afterEach(() => progress.done())

test('the addresses of a menu are those of its leaves, in order', () => {
  expect(menuPaths([item('/'), item('/system', [item('/system/role'), item('/system/menu')])])).toEqual([
    '/',
    '/system/role',
    '/system/menu',
  ])
})

test('pages are preloaded one after another, each when the browser is idle', async () => {
  const ran: string[] = []
  const browser = idling()
  await oneByOne([task(ran, 'a'), task(ran, 'b')], new AbortController().signal, browser.idle)
  expect([ran, browser.ticks()]).toEqual([['a', 'b'], 2])
})

test('nothing is preloaded while a page is loading, nor after it is no longer needed', async () => {
  const ran: string[] = []
  const left = new AbortController()
  progress.start()
  const arriving = idling(() => {
    if (arriving.ticks() === 3) progress.done()
  })
  await oneByOne(
    [
      task(ran, 'a'),
      () => {
        left.abort()
        return Promise.resolve()
      },
      task(ran, 'c'),
    ],
    left.signal,
    arriving.idle,
  )
  expect([ran, arriving.ticks()]).toEqual([['a'], 5])
})
