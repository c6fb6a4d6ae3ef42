import { expect, test } from 'vitest'
import { createToaster } from './toast.ts'

/** A clock that the test moves. */
function clock() {
  let now = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    after(ms: number, run: () => void): () => void {
      const one = { at: now + ms, run }
      waiting.push(one)
      return () => (waiting = waiting.filter((other) => other !== one))
    },
    pass(ms: number): void {
      now += ms
      for (const one of waiting.filter(({ at }) => at <= now)) one.run()
      waiting = waiting.filter(({ at }) => at > now)
    },
  }
}
const texts = (toaster: ReturnType<typeof createToaster>): string[] => toaster.get().map(({ text }) => text)

test('"Toast default duration 3000 ms; notification 4500 ms; … success toast 3000 ms"', () => {
  const time = clock()
  const toaster = createToaster(time)
  toaster.error('坏了')
  toaster.success('好了')
  toaster.notify('info', '说明', '更多')
  time.pass(2_999)
  expect(texts(toaster)).toEqual(['坏了', '好了', '说明'])
  time.pass(1)
  expect(texts(toaster)).toEqual(['说明'])
  time.pass(1_499)
  expect(texts(toaster)).toEqual(['说明'])
  time.pass(1)
  expect(texts(toaster)).toEqual([])
})

test('the same sentence again restarts its time instead of being shown twice', () => {
  const time = clock()
  const toaster = createToaster(time)
  toaster.success('好了')
  time.pass(2_000)
  toaster.success('好了')
  expect(texts(toaster)).toEqual(['好了'])
  time.pass(2_999)
  expect(texts(toaster)).toEqual(['好了'])
  time.pass(1)
  expect(texts(toaster)).toEqual([])
})

test('the same failure is shown once in 3 s, a different one beside it, and again after it was closed', () => {
  const time = clock()
  const toaster = createToaster(time)
  toaster.error('坏了')
  time.pass(2_000)
  toaster.error('坏了')
  toaster.error('另一个坏了')
  expect(texts(toaster)).toEqual(['坏了', '另一个坏了'])
  time.pass(1_000)
  expect(texts(toaster)).toEqual(['另一个坏了'])
  toaster.error('坏了')
  toaster.close(toaster.get().at(-1)!.id)
  toaster.error('坏了')
  expect(texts(toaster)).toEqual(['另一个坏了', '坏了'])
})

test('what can be clicked stays while the pointer is over it, and its time restarts afterwards', () => {
  const time = clock()
  const toaster = createToaster(time)
  toaster.offer('全部成功', { label: '查看明细', run: () => undefined })
  const [{ id } = { id: 0 }] = toaster.get()
  time.pass(2_999)
  toaster.hold(id)
  time.pass(60_000)
  expect(texts(toaster)).toEqual(['全部成功'])
  toaster.release(id)
  time.pass(2_999)
  expect(texts(toaster)).toEqual(['全部成功'])
  time.pass(1)
  expect(texts(toaster)).toEqual([])
})

test('of the same sentence twice, the later action is used', () => {
  const toaster = createToaster(clock())
  const taken: string[] = []
  for (const which of ['former', 'later'])
    toaster.offer('全部成功', { label: '查看明细', run: () => void taken.push(which) })
  expect(texts(toaster)).toEqual(['全部成功'])
  toaster.get()[0]!.action!.run()
  expect(taken).toEqual(['later'])
})
