import { defineStates } from '../states.ts'

/** 采集: the states of an offer before it becomes a product (decisions, section 4). */
export type CollectState = 'collecting' | 'collected' | 'collect-failed' | 'claimed' | 'ignored'

export const COLLECT_STATES = defineStates<CollectState>('collect', {
  collecting: { label: '采集中', hue: 'moving', next: ['collected', 'collect-failed', 'claimed', 'ignored'] },
  collected: { label: '采集箱', hue: 'waiting', next: ['claimed', 'ignored', 'collecting'] },
  'collect-failed': { label: '采集失败', hue: 'failed', next: ['collecting', 'collected', 'claimed', 'ignored'] },
  claimed: { label: '已认领', hue: 'done', next: ['claimed', 'collected', 'collecting'] },
  ignored: { label: '已忽略', hue: 'waiting', next: ['collected', 'collecting', 'claimed'] },
})
