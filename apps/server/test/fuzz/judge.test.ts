import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Step } from './cases.ts'
import { exchange } from './exchange.ts'
import { judge } from './judge.ts'
import type { Exchange, Known } from './judge.ts'
import type { Node } from './node.ts'

const known: Known = {
  secrets: ['the-token-of-a-clerk'],
  hidden: [
    { owner: 'clerk', text: 'kept-by-clerk' },
    { owner: 'clerk', text: '/exports/of-a-clerk', toAdmins: true },
  ],
  customers: ['ann@customer.example'],
  rights: new Map([['bare', new Set(['/admin/preference/queryPreferences'])]]),
}
const step: Step = { call: 'addDictionary', caller: 'admin', draws: [], changes: [], form: 'as asked', file: 0 }
const refused = { refusal: 'not-found', what: '记录不存在或已被删除' }
const answer = (code: number, data: unknown): string => JSON.stringify({ code, msg: '…', message: '…', data })
function met(
  text: string,
  more: Partial<Exchange> & { caller?: Step['caller']; status?: number; body?: string } = {},
): string[] {
  const { caller = 'admin', status = 200, body = '{}', ...rest } = more
  const one: Exchange = {
    step: { ...step, caller },
    sent: { method: 'POST', path: '/admin/dictionary/addDictionary', headers: {}, body },
    answered: { how: 'answered', status, type: 'application/json', headers: '', text },
    wrote: [],
    log: '',
    isGranted: false,
    ...rest,
  }
  return judge(one, known).map(({ rule }) => rule)
}
const begun = { table: 'remote_act', op: 'INSERT' as const, changed: { state: 'intended', intent: {} } }
const over = { table: 'remote_act', op: 'UPDATE' as const, changed: { state: 'refused' } }
const payment = (op: 'INSERT' | 'UPDATE', state: string) => ({ table: 'payment', op, changed: { state } })
const read = { table: 'alibaba_order', op: 'UPDATE' as const, changed: { read_at: '…' } }
const further = { table: 'purchase_order', op: 'UPDATE' as const, changed: { state: 'paid' } }
const wrote = [{ table: 'dictionary', op: 'INSERT' as const, changed: { code: 'a' } }]

describe('the judge finds', () => {
  test.each([
    ['a fault', met(answer(500, { refusal: 'fault', what: '服务器内部错误' })), ['fault']],
    ['a status that no call answers', met('{}', { status: 502 }), ['status']],
    ['an answer that is no envelope', met('<html>'), ['envelope']],
    ['a refusal without a word', met(answer(400, null)), ['word']],
    ['a word under the code of another', met(answer(409, refused)), ['code']],
    ['an invalid input whose field is not named', met(answer(422, { refusal: 'invalid', what: '有误' })), ['field']],
    [
      'a refusal that says nothing to a person',
      met(answer(400, { refusal: 'not-found', what: 'ENOENT' })),
      ['sentence'],
    ],
    ['a refused call that wrote', met(answer(400, refused), { wrote }), ['refused and wrote dictionary']],
    [
      'an act that was carried out',
      met(answer(400, refused), { wrote: [begun, { ...over, changed: { state: 'done' } }] }),
      ['refused and wrote remote_act'],
    ],
    ['the end of an act of before', met(answer(400, refused), { wrote: [over] }), ['refused and wrote remote_act']],
    [
      'one of two acts that is left open',
      met(answer(400, refused), { wrote: [begun, begun, over] }),
      ['refused and wrote remote_act'],
    ],
    ['an act that is left open', met(answer(400, refused), { wrote: [begun] }), ['refused and wrote remote_act']],
    [
      'an act that was given another intent',
      met(answer(400, refused), { wrote: [begun, { ...over, changed: { state: 'refused', intent: {} } }] }),
      ['refused and wrote remote_act'],
    ],
    [
      'what was written beside an act that is over',
      met(answer(400, refused), { wrote: [begun, over, ...wrote] }),
      ['refused and wrote dictionary'],
    ],
    [
      'a payment that was made',
      met(answer(400, refused), { wrote: [begun, payment('INSERT', 'sending'), over, payment('UPDATE', 'paid')] }),
      ['refused and wrote payment'],
    ],
    [
      'a payment without an act',
      met(answer(400, refused), { wrote: [payment('INSERT', 'sending')] }),
      ['refused and wrote payment'],
    ],
    [
      'what follows from an order at 1688 that has not come further',
      met(answer(400, refused), { wrote: [read, further], step: { ...step, call: 'payByProtocol' } }),
      ['refused and wrote purchase_order'],
    ],
    ['a stack', met(answer(400, { ...refused, why: 'at run (file:///srv/orders.service.ts:12:3)' })), ['stack']],
    ['a statement', met(answer(400, { ...refused, why: 'Failed query: insert into "order"' })), ['sql']],
    ['a secret', met(answer(200, { token: 'the-token-of-a-clerk' })), ['secret']],
    ['what another person keeps', met(answer(200, { note: 'kept-by-clerk' })), ['another’s']],
    [
      'a customer told to who may not see them',
      met(answer(400, { ...refused, why: 'ann@customer.example' }), { caller: 'bare' }),
      ['customer'],
    ],
    ['a call that was open to who has no right to it', met(answer(200, null), { caller: 'bare' }), ['right']],
    ['a secret in the log', met(answer(200, null), { log: 'x the-token-of-a-clerk' }), ['secret in the log']],
    [
      'an error that only the log tells',
      met(answer(200, null), { log: '{"level":50,"msg":"a"}' }),
      ['error in the log'],
    ],
    ['an outage without an outage', met(answer(503, { refusal: 'database-busy', what: '数据库正忙' })), ['outage']],
  ])('%s', (_what, rules, expected) => expect(rules).toEqual(expected))
})

describe('the judge lets pass', () => {
  test.each([
    ['what was done', met(answer(200, { id: 1 }), { wrote })],
    ['what was refused in words', met(answer(400, refused))],
    ['a field that is named', met(answer(422, { refusal: 'invalid', what: '有误', fields: { code: '必填' } }))],
    ['what its owner keeps', met(answer(200, { note: 'kept-by-clerk' }), { caller: 'clerk' })],
    ['what the caller said themselves', met(answer(200, { note: 'kept-by-clerk' }), { body: '{"a":"kept-by-clerk"}' })],
    ['a call whose right was given before', met(answer(200, null), { caller: 'bare', isGranted: true })],
    ['a body that is too long', met('', { status: 413 })],
    [
      'a look for an act of before',
      met(answer(400, refused), { wrote: [{ ...over, changed: { looks: 2, next_look_at: '…' } }] }),
    ],
    ['an act that the other system refused', met(answer(400, refused), { wrote: [begun, over] })],
    [
      'a payment that 1688 refused',
      met(answer(400, refused), { wrote: [begun, payment('INSERT', 'sending'), over, payment('UPDATE', 'failed')] }),
    ],
    [
      'what was read of an order at 1688 before it was refused',
      met(answer(400, refused), {
        wrote: [read, { ...read, changed: { status: 'success' } }, further],
        step: { ...step, call: 'payByProtocol' },
      }),
    ],
    ['a sheet of another, told to an administrator', met(answer(200, { url: '/exports/of-a-clerk' }))],
  ])('%s', (_what, rules) => expect(rules).toEqual([]))
})

describe('an answer that does not arrive', () => {
  const server = createServer((request) => void (request.url === '/broken' && request.socket.destroy()))
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  let used = 0
  const node = (isAlive: boolean): Node => ({
    url,
    newLog: () => 'its last words',
    cpuSeconds: () => Promise.resolve((used += 10)),
    isAlive: () => isAlive,
    kill: () => Promise.resolve(),
  })
  const sent = (path: string) => ({ method: 'GET', path, headers: {} })

  test('is a hang once the server has used too much processor time for it', async () => {
    const answered = await exchange(node(true), url, sent('/'), { cpuSeconds: 5, waitingMs: 1e9 })
    expect(answered).toMatchObject({ how: 'hung', after: '5 s of processor time' })
  })
  test('is a hang when the server only waits', async () => {
    expect(await exchange(node(true), url, sent('/'), { cpuSeconds: 1e9, waitingMs: 1 })).toMatchObject({ how: 'hung' })
  })
  test('is a crash when the process has ended', async () => {
    expect(await exchange(node(false), url, sent('/broken'))).toEqual({ how: 'died', log: 'its last words' })
  })
  test('is a broken connection when the process continues', async () => {
    expect(await exchange(node(true), url, sent('/broken'))).toMatchObject({ how: 'broken' })
  })
})
