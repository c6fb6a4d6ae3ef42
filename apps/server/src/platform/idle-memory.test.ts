import { expect, test } from 'vitest'
import { isTimeToCollect } from './idle-memory.ts'

const MB = 1024 * 1024

test('garbage of an idle process is collected when there is more of it than the last collection left', () => {
  expect(isTimeToCollect({ busy: 0.01, heapBytes: 70 * MB, leftBytes: 0 })).toBe(true)
  expect(isTimeToCollect({ busy: 0.01, heapBytes: 70 * MB, leftBytes: 55 * MB })).toBe(true)
})

test('a process that somebody uses is not held up by it', () => {
  expect(isTimeToCollect({ busy: 0.2, heapBytes: 200 * MB, leftBytes: 55 * MB })).toBe(false)
})

test('what a background job leaves every few seconds is not worth a collection', () => {
  expect(isTimeToCollect({ busy: 0.01, heapBytes: 57 * MB, leftBytes: 55 * MB })).toBe(false)
})
