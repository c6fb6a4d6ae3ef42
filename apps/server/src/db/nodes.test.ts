import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'
import { openDb } from './db.ts'
import { joinNodes } from './nodes.ts'

it('a node stops properly although the database is gone, and logs that it could not sign off', async () => {
  const database = await createTestDatabase()
  const db = openDb(database.url)
  const warned: string[] = []
  const node = joinNodes({
    db,
    me: { name: 'stopped:3688', clockOffsetMs: () => 0 },
    log: { warn: (_detail, text) => void warned.push(text) },
    tell: async () => undefined,
  })
  await db.close()
  await node.leave()
  expect(warned).toContain('this node could not take its row away: the others will miss it')
  await database.drop()
})
