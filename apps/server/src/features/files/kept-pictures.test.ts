import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { pictureCache } from './picture-cache.ts'
import { pictureCopies } from './picture-copies.ts'

it('memory keeps the most recently used pictures, within its bounds, and no large one', async () => {
  const cache = pictureCache({ bytes: 100, one: 40 })
  const asked: string[] = []
  const read = (key: string, length: number) =>
    cache.read(key, () => {
      asked.push(key)
      return Promise.resolve(Buffer.alloc(length))
    })
  for (const key of ['a', 'b', 'a', 'c', 'a']) await read(key, 40)
  await read('large', 41)
  await read('large', 41)
  await read('b', 40)
  expect(asked).toEqual(['a', 'b', 'c', 'large', 'large', 'b'])
  expect(cache.heldBytes()).toBe(80)
})

it('the disk keeps the most recently used copies, also over a restart, and no more bytes than its limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-copies-'))
  try {
    const asked: string[] = []
    const reader =
      (copies: ReturnType<typeof pictureCopies>) =>
      async (key: string): Promise<void> => {
        const copy = await copies.read(key, 40, () => {
          asked.push(key)
          return Promise.resolve(Readable.from([Buffer.alloc(40)]))
        })
        expect(await copy!.whole()).toHaveLength(40)
      }
    const copies = pictureCopies(folder, 100)
    for (const key of ['a', 'b', 'a', 'c', 'a']) await reader(copies)(key)
    expect(copies.heldBytes()).toBe(80)
    expect((await readdir(folder)).toSorted()).toEqual(['a', 'c'])
    const after = pictureCopies(folder, 100)
    for (const key of ['c', 'a', 'd', 'c']) await reader(after)(key)
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'c'])
    expect(after.heldBytes()).toBe(80)
    // Several at the same time cause one read of the storage.
    await Promise.all(['e', 'e', 'e'].map(reader(after)))
    expect(asked.slice(5)).toEqual(['e'])
    const gone = await after.read('gone', 40, () => Promise.resolve(undefined))
    const short = await after.read('short', 40, () => Promise.resolve(Readable.from([Buffer.alloc(39)])))
    expect([gone, short]).toEqual([undefined, undefined])
  } finally {
    await rm(folder, { recursive: true })
  }
})
