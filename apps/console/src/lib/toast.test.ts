import { expect, test } from 'vitest'
import { createToaster } from './toast.ts'

/** Time that goes on when it is told to. */
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

test('the same sentence again starts its time anew instead of standing twice', () => {
  const time = clock()
  const toaster = createToaster(time)
  toaster.error('坏了')
  time.pass(2_000)
  toaster.error('坏了')
  expect(texts(toaster)).toEqual(['坏了'])
  time.pass(2_999)
  expect(texts(toaster)).toEqual(['坏了'])
  time.pass(1)
  expect(texts(toaster)).toEqual([])
})
