import { expect, test } from 'vitest'
import { rememberedBearers } from './remembered-bearers.ts'
import type { Bearer } from './session.store.ts'

const bearer = (name: string): Bearer => ({
  sessionId: 's',
  tokenHash: 'hash',
  previousHash: null,
  previousUntil: null,
  rotatedAt: new Date(0),
  expiresAt: new Date(0),
  lastSeenAt: new Date(0),
  beganAt: new Date(0),
  endedAt: null,
  endReason: null,
  accountId: 'a',
  userAccount: name,
  name,
  roleType: 0,
  status: 'active',
  deletedAt: null,
  mustChangePassword: false,
  lacksAuthenticator: false,
  roleKey: '',
})

/** A database that answers when it is told to. */
function slowDatabase() {
  const waiting: ((found: Bearer | undefined) => void)[] = []
  let now = 1_000_000
  const bearers = rememberedBearers({
    now: () => now,
    find: () => new Promise((resolve) => waiting.push(resolve)),
  })
  return {
    bearers,
    pass: (ms: number) => void (now += ms),
    lookups: () => waiting.length,
    /** What is asked now and answered with `found`. */
    async asked(found: Bearer | undefined): Promise<string | undefined> {
      const before = waiting.length
      const answer = bearers.of('hash')
      if (waiting.length > before) waiting.at(-1)!(found)
      return (await answer)?.name
    },
    answer: (at: number, found: Bearer) => waiting[at]!(found),
  }
}

test('what was read of a bearer serves for a second from its question on, and no longer', async () => {
  const app = slowDatabase()
  expect(await app.asked(bearer('first'))).toBe('first')
  app.pass(999)
  expect(await app.asked(bearer('second'))).toBe('first')
  app.pass(1)
  expect(await app.asked(bearer('second'))).toBe('second')
  // A clock that is set back makes nothing live longer.
  app.pass(-1)
  expect(await app.asked(bearer('third'))).toBe('third')
  expect(app.lookups()).toBe(3)
})

test('what this process changed is read again, also by a question that was under way meanwhile', async () => {
  const app = slowDatabase()
  const underWay = app.bearers.of('hash')
  app.bearers.forget()
  app.answer(0, bearer('before'))
  expect((await underWay)?.name).toBe('before')
  expect(await app.asked(bearer('after'))).toBe('after')
})

test('a token that nobody holds is not remembered', async () => {
  const app = slowDatabase()
  expect(await app.asked(undefined)).toBeUndefined()
  expect(await app.asked(bearer('logged in'))).toBe('logged in')
})
