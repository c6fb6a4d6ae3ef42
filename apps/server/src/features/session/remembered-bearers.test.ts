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

/** A database whose answers the test triggers. */
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
    /** Requests the bearer now; if that causes a lookup, `found` is its answer. */
    async asked(found: Bearer | undefined): Promise<string | undefined> {
      const before = waiting.length
      const answer = bearers.of('hash')
      if (waiting.length > before) waiting.at(-1)!(found)
      return (await answer)?.name
    },
    answer: (at: number, found: Bearer) => waiting[at]!(found),
  }
}

test('a cached bearer is valid for a second from the start of its lookup, and no longer', async () => {
  const app = slowDatabase()
  expect(await app.asked(bearer('first'))).toBe('first')
  app.pass(999)
  expect(await app.asked(bearer('second'))).toBe('first')
  app.pass(1)
  expect(await app.asked(bearer('second'))).toBe('second')
  // Setting the clock back does not extend the time.
  app.pass(-1)
  expect(await app.asked(bearer('third'))).toBe('third')
  expect(app.lookups()).toBe(3)
})

test('what this process changed is read again, also after a lookup that was running at that moment', async () => {
  const app = slowDatabase()
  const underWay = app.bearers.of('hash')
  app.bearers.forget()
  app.answer(0, bearer('before'))
  expect((await underWay)?.name).toBe('before')
  expect(await app.asked(bearer('after'))).toBe('after')
})

test('an unknown token is not cached', async () => {
  const app = slowDatabase()
  expect(await app.asked(undefined)).toBeUndefined()
  expect(await app.asked(bearer('logged in'))).toBe('logged in')
})
