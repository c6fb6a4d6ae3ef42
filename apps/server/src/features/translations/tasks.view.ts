import { translationItem, translationTask } from '@huoqiao/contract/translations/tasks.schema'
import type { TranslationItem, TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import { wireOf } from '../../platform/wire-of.ts'
import type { Spent } from './providers.store.ts'
import { costOf } from './spending.rules.ts'
import type { ItemRow, TaskRow } from './tasks.store.ts'

export const whyNotPause = ({ state }: Pick<TaskRow, 'state'>): true | string =>
  state === 'queued' || state === 'running' || '不在进行，不用暂停'
export const whyNotResume = ({ state }: Pick<TaskRow, 'state'>): true | string =>
  state === 'paused' || (state === 'queued' || state === 'running' ? '正在进行' : '任务已经结束')
export const whyNotCancel = ({ state }: Pick<TaskRow, 'state'>): true | string =>
  state === 'queued' || state === 'running' || state === 'paused' || '任务已经结束'
export const whyNotRetry = ({ state, failed }: Pick<TaskRow, 'state' | 'failed'>): true | string =>
  state !== 'partly' && state !== 'cancelled' ? '没有没做完的，或任务还在进行' : failed > 0 || '没有没做完的'

export const taskView = (row: TaskRow, spent: Spent | undefined): TranslationTask => ({
  ...wireOf(translationTask, row),
  spentChars: spent?.chars ?? 0,
  spentPictures: spent?.pictures ?? 0,
  spentCost: costOf(spent?.scaled ?? 0),
  can: {
    pauseTranslationTask: whyNotPause(row),
    resumeTranslationTask: whyNotResume(row),
    cancelTranslationTask: whyNotCancel(row),
    retryTranslationTask: whyNotRetry(row),
  },
})

export const itemView = (row: ItemRow): TranslationItem => wireOf(translationItem, row)
