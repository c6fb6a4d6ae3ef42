import { defineStates } from '../states.ts'

export type CollectorKeyState = 'active' | 'withdrawn'

export const COLLECTOR_KEY_STATES = defineStates<CollectorKeyState>('collector-key', {
  active: { label: '使用中', hue: 'done', next: ['withdrawn'] },
  withdrawn: { label: '已撤销', hue: 'waiting', next: [] },
})
