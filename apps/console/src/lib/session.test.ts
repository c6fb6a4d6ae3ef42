import { expect, test } from 'vitest'
import type { KeyValue } from './local-storage.ts'
import { memoryStorage, NO_LOCAL_STORAGE, openLocalStorage, openSessionStorage } from './local-storage.ts'
import { createSessionStore } from './session.ts'

const USER = {
  id: 'u1',
  userAccount: 'a',
  name: 'A',
  roleType: 1 as const,
  lastLoginTime: 5,
  mustChangePassword: false,
  mustBindAuthenticator: false,
}

test('a login is stored under the storage keys of the specification and is restored after a reload', () => {
  const storage = memoryStorage()
  const session = createSessionStore({ storage })
  session.begin('t', USER)
  session.refresh(USER, '/a,/b')
  expect(storage.getItem('token')).toBe('t')
  expect(JSON.parse(storage.getItem('userInfo')!)).toEqual(USER)
  expect(createSessionStore({ storage }).get()).toMatchObject({ isLogin: true, userInfo: USER, apiRight: '/a,/b' })
})

test('a logout removes token, userInfo and apiRight and resets the three counters to ’0’', () => {
  const storage = memoryStorage()
  const session = createSessionStore({ storage })
  session.begin('t', USER)
  for (const key of ['accNum', 'loginCodeNum', 'resourceType'] as const) session.remember(key, '7')
  session.end('left')
  expect(['token', 'userInfo', 'apiRight'].map((key) => storage.getItem(key))).toEqual([null, null, null])
  expect(['accNum', 'loginCodeNum', 'resourceType'].map((key) => storage.getItem(key))).toEqual(['0', '0', '0'])
  expect(session.get()).toEqual({ isLogin: false, userInfo: null, apiRight: '', lastEnd: 'left' })
})

test('a logout in another tab of the browser is noticed in this one', () => {
  const storage = memoryStorage()
  const session = createSessionStore({ storage })
  session.begin('t', USER)
  let heard = 0
  session.subscribe(() => (heard += 1))
  const before = session.epoch()
  createSessionStore({ storage }).end()
  session.heard('token')
  expect([session.get().isLogin, heard, session.epoch()]).toEqual([false, 1, before + 1])
})

test('without local storage the person gets a message and the session continues', () => {
  const reported: string[] = []
  const storage = openLocalStorage(
    () => {
      throw new DOMException('denied', 'SecurityError')
    },
    (text) => reported.push(text),
  )
  storage.setItem('token', 'x')
  expect([reported, storage.getItem('token')]).toEqual([[NO_LOCAL_STORAGE], 'x'])
})

test('a storage that refuses to write later keeps the session in memory instead of breaking the page', () => {
  const full: KeyValue = {
    getItem: () => null,
    setItem(key) {
      if (key !== 'huoqiao:probe') throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  }
  const reported: string[] = []
  const storage = openLocalStorage(
    () => full,
    (text) => reported.push(text),
  )
  storage.setItem('token', 'x')
  expect([reported, storage.getItem('token')]).toEqual([[], 'x'])
  storage.removeItem('token')
  expect(storage.getItem('token')).toBeNull()
})

test('where the window’s storage is blocked, tabs and refreshes work in memory, without a second message', () => {
  const storage = openSessionStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  storage.setItem('tabs', '[]')
  expect(storage.getItem('tabs')).toBe('[]')
})
