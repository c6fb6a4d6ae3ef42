import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hashPassword, md5, verifyPassword } from './password.ts'

test('many logins at once leave threads for other work: a file is read while nearly all of them still wait', async () => {
  const CROWD = 40
  const stored = await hashPassword(md5('one'))
  let through = 0
  const crowd = Array.from({ length: CROWD }, () => verifyPassword(stored, md5('other')).finally(() => through++))
  await readFile(fileURLToPath(import.meta.url))
  expect(through).toBeLessThan(CROWD / 2)
  expect(await Promise.all(crowd)).toEqual(Array.from({ length: CROWD }, () => false))
})
