import { expect, test } from 'vitest'
import { isTimeToCollect } from './idle-memory.ts'

const MB = 1024 * 1024
const IDLE = { asked: 0, busy: 0.01, heapBytes: 70 * MB, leftBytes: 55 * MB }

test('garbage of an idle process is collected when there is more of it than the last collection left', () => {
  expect(isTimeToCollect(IDLE)).toBe(true)
  expect(isTimeToCollect({ ...IDLE, leftBytes: 0 })).toBe(true)
})

test('a monitor that asks for the health every few seconds changes nothing', () => {
  expect(isTimeToCollect({ ...IDLE, asked: 2 })).toBe(true)
})

test('neither a person who works nor a job that runs is held up by it', () => {
  expect(isTimeToCollect({ ...IDLE, asked: 3 })).toBe(false)
  expect(isTimeToCollect({ ...IDLE, busy: 0.2 })).toBe(false)
})

test('what a background job leaves every few seconds is not worth a collection', () => {
  expect(isTimeToCollect({ ...IDLE, heapBytes: 57 * MB })).toBe(false)
})
