import { expect, it } from 'vitest'
import { intentIn } from './aim.ts'

const ID = '0199e0c2-7b1a-7c3e-8f00-3d2a6b1c4e5f'
const value = (text: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(text.length)
  return Buffer.concat([length, Buffer.from(text)])
}
const packet = (...parts: (string | Buffer)[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))

it('an act’s intent is recognised in the messages of a node to its database', () => {
  const statement = 'insert into "remote_act" ("id", "kind", "key") values ($1, $2, $3)\0'
  expect(intentIn(packet(statement, value(ID), value('refund'), value('x')))).toEqual({ id: ID, kind: 'refund' })
})

it('other messages are no intent', () => {
  expect(intentIn(packet('insert into "placement" values ($1)\0', value(ID), value('place')))).toBeUndefined()
})
