import { describe, expect, test } from 'vitest'
import { envelope, failure, ok, openRequestBench, until } from '../../test/request-bench.ts'

const bench = openRequestBench()

describe('identical requests', () => {
  test('a second identical non-GET request is dropped silently while the first is running', async () => {
    let finish = (): void => undefined
    bench.answerWith = (res) => (finish = () => ok('done')(res))
    const first = bench.client.send('json', { id: 1 })
    await until(() => bench.heard.length === 1)
    const second = await failure(bench.client.send('json', { id: 1 }))
    expect([second.failure, second.isSilent]).toEqual(['duplicate', true])
    finish()
    expect(await first).toBe('done')
    expect([bench.heard.length, bench.reported]).toEqual([1, []])
  })
  test('a different body, another file, and the same body later are sent', async () => {
    const file = (name: string): File => new File(['x'], name, { lastModified: 1 })
    await Promise.all([
      bench.client.send('json', { id: 1 }),
      bench.client.send('json', { id: 2 }),
      bench.client.send('upload', {}, { file: file('a') }),
      bench.client.send('upload', {}, { file: file('b') }),
    ])
    await bench.client.send('json', { id: 1 })
    expect(bench.heard).toHaveLength(5)
  })
  test('identical GET requests are both sent', async () => {
    await Promise.all([bench.client.send('read', { id: 1 }), bench.client.send('read', { id: 1 })])
    expect(bench.heard).toHaveLength(2)
  })
  test('an aborted request allows the next identical one at once', async () => {
    const letGo = new AbortController()
    bench.answerWith = () => undefined
    const first = failure(bench.client.send('json', { id: 1 }, { signal: letGo.signal }))
    await until(() => bench.heard.length === 1)
    letGo.abort()
    bench.answerWith = ok('second')
    expect(await bench.client.send('json', { id: 1 })).toBe('second')
    expect((await first).failure).toBe('aborted')
    expect([bench.client.underway(), bench.reported]).toEqual([0, []])
  })
  test('a request that is aborted before it began has no effect', async () => {
    expect((await failure(bench.client.send('json', {}, { signal: AbortSignal.abort() }))).failure).toBe('aborted')
    expect(bench.client.underway()).toBe(0)
  })
})

describe('the token', () => {
  test('is sent in Authorization as it is stored, and one in an answer replaces it', async () => {
    bench.answerWith = envelope({ code: 200, data: 1 }, 200, { authorization: 'token-2' })
    await bench.client.send('read', {})
    await bench.client.send('read', {})
    expect(bench.heard.map((one) => one.headers.authorization)).toEqual(['token-1', 'token-2'])
  })
  test('an answer that arrives late does not replace a newer token', async () => {
    let finish = (): void => undefined
    bench.answerWith = (res) => (finish = () => envelope({ code: 200, data: 1 }, 200, { authorization: 'late' })(res))
    const asked = bench.client.send('read', { id: 1 })
    await until(() => bench.heard.length === 1)
    bench.answerWith = envelope({ code: 200, data: 1 }, 200, { authorization: 'token-2' })
    await bench.client.send('read', { id: 2 })
    finish()
    await asked
    expect(bench.session.token()).toBe('token-2')
  })
  test('an answer that arrives after the logout restores no token', async () => {
    let finish = (): void => undefined
    bench.answerWith = (res) => (finish = () => envelope({ code: 200, data: 1 }, 200, { authorization: 'late' })(res))
    const asked = bench.client.send('read', {})
    await until(() => bench.heard.length === 1)
    bench.session.end()
    finish()
    await asked
    expect(bench.session.token()).toBeNull()
  })
})
