import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { expect, it } from 'vitest'
import { hearTasks, newest } from './live-tasks.store.ts'
import { byDay } from './sku-days.rules.ts'

const task = (state: SyncTask['state'], done: number): SyncTask => ({
  id: 't1',
  title: '',
  state,
  total: 4,
  done,
  succeeded: done,
  failed: 0,
  unknown: 0,
  waitingUntil: null,
  createdBy: '',
  createdAt: 1,
  startedAt: 1,
  finishedAt: null,
  can: {},
})

it('reports a finished task once, if it was seen running before', () => {
  expect(hearTasks([task('running', 1)])).toEqual([])
  expect(hearTasks([task('succeeded', 4)]).map(({ state }) => state)).toEqual(['succeeded'])
  expect(hearTasks([task('succeeded', 4)])).toEqual([])
})

it('never replaces what the stream reported by an older answer of the list', () => {
  expect(newest(task('running', 1), task('running', 3)).done).toBe(3)
  expect(newest(task('succeeded', 4), task('running', 3)).state).toBe('succeeded')
  expect(newest(task('running', 3), task('succeeded', 4)).state).toBe('succeeded')
})

it('has an entry for every day of the range, with zero for days without SKUs', () => {
  const rows = [{ date: '2026-11-02', storeId: 's1', storeName: 'US', skuCount: 7, productCount: 2 }]
  expect(byDay(rows, '2026-10-31', '2026-11-02')).toEqual({
    dates: ['2026-10-31', '2026-11-01', '2026-11-02'],
    stores: [{ id: 's1', name: 'US', counts: [0, 0, 7] }],
  })
})
