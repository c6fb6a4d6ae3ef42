import { describe, expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { memoryStorage } from './local-storage.ts'
import type { KeyValue } from './local-storage.ts'
import { createPreferenceStore } from './preference-store.ts'

/** One server with its rows; each client is a browser of its own. `down` makes the network fail. */
function openServer() {
  const rows = new Map<string, string>()
  const state = { down: false, refuses: '', person: 'wang' }
  const fail = (failure: 'network' | 'refused'): never => {
    throw new CallError(failure, '', { call: 'savePreferences' })
  }
  function client(storage: KeyValue = memoryStorage()) {
    const timers: (() => void)[] = []
    const store = createPreferenceStore({
      storage,
      person: () => state.person,
      ask: async () => (state.down ? fail('network') : [...rows].map(([key, value]) => ({ key, value }))),
      send: async (changes) => {
        if (state.down) fail('network')
        if (changes.some(({ key }) => key === state.refuses)) fail('refused')
        for (const { key, value } of changes) {
          if (value === undefined) rows.delete(key)
          else rows.set(key, value)
        }
      },
      after(_ms, run) {
        timers.push(run)
        return () => void timers.splice(timers.indexOf(run), 1)
      },
    })
    return { ...store, storage, resolve: () => store.push() }
  }
  return { rows, state, client }
}

describe('preferences of a person', () => {
  test('are available on another machine, and those deleted on one are deleted on the other', async () => {
    const { client } = openServer()
    const [office, home] = [client(), client()]
    office.write('tabs', ['/a'])
    office.write('draft:x', { value: '' })
    await office.resolve()
    await home.pull()
    expect([home.read('tabs'), home.read('draft:x')]).toEqual(['["/a"]', '{"value":""}'])
    home.remove('draft:x')
    await home.resolve()
    await office.pull()
    expect([office.read('tabs'), office.read('draft:x')]).toEqual(['["/a"]', null])
  })

  test('are not lost by a network failure: unsent ones survive a reload and override the server’s', async () => {
    const server = openServer()
    const office = server.client()
    office.write('density', 'small')
    await office.resolve()
    server.state.down = true
    office.write('density', 'large')
    await office.resolve()
    server.state.down = false
    const reloaded = server.client(office.storage)
    await reloaded.pull()
    expect([reloaded.read('density'), server.rows.get('density')]).toEqual(['"large"', '"large"'])
  })

  test('are not undone by an answer that was requested before they were written', async () => {
    const server = openServer()
    const office = server.client()
    office.write('density', 'small')
    await office.resolve()
    const pulling = office.pull()
    office.write('density', 'large')
    await pulling
    await office.resolve()
    expect([office.read('density'), server.rows.get('density')]).toEqual(['"large"', '"large"'])
  })

  test('stay in this browser where the server refuses them, and do not block the others', async () => {
    const server = openServer()
    const office = server.client()
    server.state.refuses = 'draft:long'
    office.write('draft:long', 'x')
    office.write('density', 'large')
    await office.resolve()
    expect([...server.rows.keys()]).toEqual(['density'])
    await office.pull()
    expect(office.read('draft:long')).toBe('"x"')
  })

  test('that are written after the logout belong to that person, and are sent after the next login', async () => {
    const server = openServer()
    const office = server.client()
    server.state.person = 'li'
    office.write('draft:x', 'typed', 'wang')
    await office.resolve()
    expect([office.read('draft:x'), server.rows.size]).toEqual([null, 0])
    server.state.person = 'wang'
    await office.pull()
    expect([office.read('draft:x'), server.rows.get('draft:x')]).toEqual(['"typed"', '"typed"'])
  })
})
