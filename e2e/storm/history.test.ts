import { expect, it } from 'vitest'
import { judge } from './history.ts'
import type { Act } from './history.ts'

const placed: Act = { kind: 'place', key: 'a', state: 'done' }
const whole = {
  acknowledged: ['P1'],
  purchases: [{ id: 'a', number: 'P1' }],
  market: [{ orderId: '1', outOrderId: 'P1' }],
  acts: [placed],
}
const broken = (change: Partial<Parameters<typeof judge>[0]>): string[] =>
  judge({ ...whole, ...change }).flatMap(({ what, holds }) => (holds ? [] : [what]))

it('a complete history is valid', () => expect(broken({})).toEqual([]))

it('each break of it is reported, and nothing else', () => {
  expect(broken({ acknowledged: ['P1', 'P2'] })).toEqual(['确认过而不见的写入（共 2 项）'])
  expect(broken({ acts: [placed, { ...placed, state: 'found' }] })).toEqual(['同一对象做成两次的动作'])
  expect(broken({ acts: [{ ...placed, state: 'absent' }] })).toEqual(['没有做成的动作与之对应的1688订单'])
  expect(broken({ acts: [placed, { kind: 'pay', key: '1', state: 'unknown' }] })).toEqual(['没有结果的动作'])
})

it('an order paid in stages, and a placement that was refused and repeated, are valid', () => {
  const paid: Act = { kind: 'pay', key: '1', state: 'done' }
  expect(broken({ acts: [{ ...placed, state: 'refused' }, placed, paid, paid] })).toEqual([])
})
