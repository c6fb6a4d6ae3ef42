import { REQUEST_ID } from '@huoqiao/contract/envelope'
import { HTTP_STATUS_TEXT, LOGIN_FIRST, UNKNOWN_STATUS_TEXT } from '@huoqiao/contract/errors'
import { describe, expect, test, vi } from 'vitest'
import { explain } from './call-error.ts'
import { envelope, failure, openRequestBench, until, USER } from '../../test/request-bench.ts'

const bench = openRequestBench()

describe('the request id', () => {
  test('is new and well formed for each request, and is in the error that a person may quote', async () => {
    bench.answerWith = envelope({ code: 409, msg: '已被修改', data: { refusal: 'stale', what: '已被修改' } })
    const first = await failure(bench.client.send('json', {}))
    const second = await failure(bench.client.send('read', {}))
    const sent = bench.heard.map(({ headers }) => headers['x-request-id'])
    expect(sent).toEqual([first.requestId, second.requestId])
    expect(sent[0]).toMatch(REQUEST_ID.pattern)
    expect(sent[0]).not.toBe(sent[1])
    expect(explain(first)).toMatchObject({ what: '已被修改', requestId: sent[0] })
  })
  test('is shown for an internal error, an outage and a broken connection, and not for a refusal that explains itself', async () => {
    for (const answer of [
      envelope({ code: 500, msg: '坏了' }),
      envelope({ code: 503, msg: '满了' }),
      envelope({}, 502),
    ]) {
      bench.answerWith = answer
      await failure(bench.client.send('read', {}))
    }
    bench.answerWith = (res) => res.destroy()
    await failure(bench.client.send('read', {}))
    expect(bench.numbers).toEqual(bench.heard.map(({ headers }) => headers['x-request-id']))
    bench.answerWith = envelope({ code: 422, msg: '名称不能为空' })
    await failure(bench.client.send('read', {}))
    expect(bench.numbers.at(-1)).toBe('')
  })
})

describe('the error catalogue', () => {
  test.each([
    ['code 400 with 请先登录', { code: 400, msg: LOGIN_FIRST }, 200],
    ['code 403', { code: 403, msg: '登录已失效' }, 200],
    ['HTTP 403', { code: 200 }, 403],
  ])('%s logs out without a toast', async (_name, body, status) => {
    bench.session.remember('accNum', '4')
    bench.answerWith = envelope(body, status)
    expect((await failure(bench.client.send('read', {}))).failure).toBe('session-over')
    expect(bench.session.get()).toMatchObject({ isLogin: false, userInfo: null, apiRight: '' })
    expect([bench.session.memory('accNum'), bench.reported]).toEqual(['0', []])
  })
  test('a refusal for the former person does not log the next one out', async () => {
    let finish = (): void => undefined
    bench.answerWith = (res) => (finish = () => envelope({ code: 403 })(res))
    const asked = failure(bench.client.send('read', {}))
    await until(() => bench.heard.length === 1)
    bench.session.begin('token-of-another', { ...USER, id: 'u2' })
    finish()
    await asked
    expect(bench.session.get().isLogin).toBe(true)
  })
  test.each([
    [{ code: 400, msg: '账号已停用' }, '账号已停用'],
    [{ code: 409, message: '已被别人修改' }, '已被别人修改'],
    [{ code: 404 }, '请求的资源不存在'],
    [{ code: 4030 }, UNKNOWN_STATUS_TEXT],
  ])('another code %j shows %s and stays logged in', async (body, text) => {
    bench.answerWith = envelope(body)
    const error = await failure(bench.client.send('read', {}))
    expect([error.failure, error.code, bench.reported]).toEqual(['refused', body.code, [text]])
    expect(bench.session.get().isLogin).toBe(true)
  })
  test('the explanation of a refusal is in the error', async () => {
    const data = { refusal: 'stale', what: '已被修改', current: { version: 2 } }
    bench.answerWith = envelope({ code: 409, msg: '已被修改', data })
    const error = await failure(bench.client.send('json', {}))
    expect([error.explanation, bench.reported]).toEqual([data, ['已被修改']])
  })
  test('a call with rows that all failed is shown as refused once, and returns its rows', async () => {
    const rows = [{ key: 'a', ok: false, word: 'stale', message: '已被修改' }]
    const data = { refusal: 'stale', what: '已被修改', succeeded: 0, failed: 1, rows }
    bench.answerWith = envelope({ code: 409, msg: '已被修改', data })
    expect(await bench.client.send('json', {})).toEqual(data)
    bench.answerWith = envelope({
      code: 409,
      msg: '没有推送',
      data: { refusal: 'stale', what: '没有推送', taskId: null, rows: data },
    })
    expect(await bench.client.send('json', { other: 1 })).toMatchObject({ taskId: null, rows: { failed: 1, rows } })
    expect(bench.reported).toEqual(['已被修改', '没有推送'])
  })
  test('of repeated background calls the first failure is shown, and the next only after a success or a new try of a person', async () => {
    const ask = (): Promise<unknown> => bench.client.send('read', {}, { series: 'list' }).catch(() => undefined)
    bench.answerWith = envelope({ code: 500, msg: '坏了' })
    await ask()
    await ask()
    bench.answerWith = envelope({ code: 409, msg: '换了一种坏法' })
    await ask()
    expect(bench.reported).toEqual(['坏了'])
    bench.answerWith = envelope({ code: 200 })
    await ask()
    bench.answerWith = envelope({ code: 500, msg: '又坏了' })
    await ask()
    await ask()
    expect(bench.reported).toEqual(['坏了', '又坏了'])
    bench.series.restart('list')
    await ask()
    expect(bench.reported).toEqual(['坏了', '又坏了', '又坏了'])
  })
  test('failures of different background calls, and of calls that are not repeated, are each shown', async () => {
    bench.answerWith = envelope({ code: 500, msg: '坏了' })
    for (const series of ['a', 'b', undefined, undefined]) await failure(bench.client.send('read', {}, { series }))
    expect(bench.reported).toHaveLength(4)
  })
  test.each(['', '   '])('an empty body %j is a failure', async (body) => {
    bench.answerWith = (res) => res.end(body)
    expect((await failure(bench.client.send('read', {}))).failure).toBe('empty')
    expect(bench.reported).toEqual([UNKNOWN_STATUS_TEXT])
  })
  test.each([...Object.entries(HTTP_STATUS_TEXT).filter(([status]) => status !== '403'), ['418', UNKNOWN_STATUS_TEXT]])(
    'HTTP %s shows %s',
    async (status, text) => {
      bench.answerWith = (res) => {
        res.writeHead(Number(status))
        res.end('<html>')
      }
      const error = await failure(bench.client.send('read', {}))
      expect([error.failure, error.status, bench.reported]).toEqual(['http', Number(status), [text]])
    },
  )
  test('a status without a message of its own shows the server’s, which is in the error', async () => {
    const data = { refusal: 'too-large', what: '提交的内容太大', next: [{ label: '分几次提交' }] }
    bench.answerWith = envelope({ code: 413, msg: UNKNOWN_STATUS_TEXT, data }, 413)
    const error = await failure(bench.client.send('json', {}))
    expect([error.failure, error.status, error.explanation, bench.reported]).toEqual(['http', 413, data, [data.what]])
    bench.answerWith = envelope({ code: 502, data }, 502)
    await failure(bench.client.send('json', { again: true }))
    expect(bench.reported[1]).toBe(HTTP_STATUS_TEXT[502])
  })
  test('an unreachable server is shown as a network error', async () => {
    await bench.stop()
    expect((await failure(bench.client.send('read', {}))).failure).toBe('network')
    expect(bench.reported).toEqual(['网络错误'])
    bench.stop = () => Promise.resolve()
  })
})

describe('timeouts', () => {
  test('"One shared client with a 30-minute timeout"; "upload: … 1-hour timeout"; "sliceupload: … 1-hour timeout"', async () => {
    const given = vi.spyOn(AbortSignal, 'timeout')
    const file = new Blob(['x'])
    for (const name of ['read', 'form', 'json', 'query']) await bench.client.send(name, { name })
    for (const name of ['upload', 'slice']) await bench.client.send(name, {}, { file })
    const minutes = given.mock.calls.map(([ms]) => ms / 60_000)
    given.mockRestore()
    expect(minutes).toEqual([30, 30, 30, 30, 60, 60])
  })
  test('a server that does not answer in time has its own message', async () => {
    const given = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(timedOut()))
    const error = await failure(bench.client.send('read', {}))
    given.mockRestore()
    expect([error.failure, bench.reported]).toEqual(['network', ['请求超时']])
  })
})

const timedOut = (): DOMException => new DOMException('too long', 'TimeoutError')
