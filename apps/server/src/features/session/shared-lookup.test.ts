import { expect, test } from 'vitest'
import { sharedLookup } from './shared-lookup.ts'

/** A lookup whose runs are answered by the test. */
function stoppedFind() {
  const runs: {
    keys: readonly string[]
    answer: (found: Record<string, string>) => void
    fail: (why: Error) => void
  }[] = []
  const find = (keys: readonly string[]) =>
    new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
      runs.push({ keys, answer: (found) => resolve(new Map(Object.entries(found))), fail: reject })
    })
  return { find, runs }
}
const resolved = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a request during a running lookup waits for one that begins afterwards', async () => {
  const { find, runs } = stoppedFind()
  const ask = sharedLookup(find)
  const first = ask('a')
  await resolved()
  const second = ask('a')
  const third = ask('b')
  await resolved()
  expect(runs.map(({ keys }) => keys)).toEqual([['a']])
  runs[0]!.answer({ a: 'before' })
  expect(await first).toBe('before')
  await resolved()
  expect(runs.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']])
  runs[1]!.answer({ a: 'after' })
  expect([await second, await third]).toEqual(['after', undefined])
})

test('a failing lookup fails for the callers that shared it and for no later ones', async () => {
  const { find, runs } = stoppedFind()
  const ask = sharedLookup(find)
  const first = ask('a')
  await resolved()
  const second = ask('a')
  runs[0]!.fail(new Error('connection lost'))
  await expect(first).rejects.toThrow('connection lost')
  await resolved()
  runs[1]!.answer({ a: 'found' })
  expect(await second).toBe('found')
})
