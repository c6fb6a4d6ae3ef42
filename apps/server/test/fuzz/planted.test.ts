import { ENDPOINTS } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnishFew } from './few.ts'
import { startFaulty } from './planted.ts'
import { reportOf } from './report.ts'
import { fuzz } from './run.ts'
import { startWorld } from './world.ts'
import type { World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(1, furnishFew)
})
afterAll(() => world?.close())

test('known faults are found, and the case of each is made as small as possible', async () => {
  const [lane] = world.lanes
  const clerks = world.known.hidden.find(({ owner, text }) => owner === 'clerk' && text.endsWith('view'))!.text
  const fault = (code: number, refusal: string, why: string): string =>
    JSON.stringify({ code, msg: '出错', message: '出错', data: { refusal, what: '出错', why } })
  const faulty = await startFaulty(lane!, ({ path, token, body }, { text }) => {
    const isDone = text.startsWith('{"code":200')
    // A handler that throws for text that is not ASCII.
    if (path.startsWith(ENDPOINTS.queryDictionaries.path) && /keyword=[^&]*%/.test(path))
      return { status: 200, text: fault(500, 'fault', 'at read (file:///srv/dictionaries.store.ts:31:7)') }
    // A handler that refuses after it has written.
    if (path === ENDPOINTS.addDictionary.path && isDone) return { status: 200, text: fault(409, 'name-taken', '') }
    // A handler that shows the clerk's private data to everybody.
    if (path === ENDPOINTS.queryPreferences.path && isDone)
      return { status: 200, text: text.replace('"list":[', `"list":[{"key":"x","value":"${clerks}","updatedAt":1},`) }
    // A handler that reveals the secrets that it uses.
    if (path === ENDPOINTS.addPriceRule.path && /"rate"/.test(body))
      return { status: 200, text: fault(400, 'not-found', world.known.secrets[1]!) }
    // A handler that does not check the right.
    if (path.startsWith(ENDPOINTS.queryOnlineSessions.path) && token !== world.tokens.admin)
      return { status: 200, text: JSON.stringify({ code: 200, msg: 'success', message: 'success', data: null }) }
    return undefined
  })
  try {
    const calls: EndpointName[] = [
      'queryDictionaries',
      'addDictionary',
      'queryPreferences',
      'addPriceRule',
      'queryOnlineSessions',
    ]
    const run = (more: { only?: number }) =>
      fuzz({ ...world, lanes: [lane!] }, { requests: 400, seed: 1, url: faulty.url, calls, ...more })
    const result = await run({})
    const rules = result.found.map(({ call, rule }) => `${call}: ${rule}`)
    for (const expected of [
      'queryDictionaries: fault',
      'queryDictionaries: stack',
      'addDictionary: refused and wrote dictionary',
      'queryPreferences: another’s',
      'addPriceRule: secret',
      'queryOnlineSessions: right',
    ])
      expect(rules, reportOf(result, true)).toContain(expected)
    const thrown = result.found.find(({ rule }) => rule === 'fault')!
    expect(thrown.smallest.case, reportOf(result, true)).toMatchObject([
      { call: 'queryDictionaries', form: 'as asked' },
    ])
    const again = await run({ only: thrown.only })
    expect(again.found.map(({ rule }) => rule)).toContain('fault')
  } finally {
    faulty.close()
  }
})
