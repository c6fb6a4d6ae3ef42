import type { TranslationPush } from '@huoqiao/contract/translation-pushes/translation-pushes.schema'

/** Polling interval of an open task. */
export const POLL_MS = 3000

export const isOpenPush = ({ state }: TranslationPush): boolean => state === 'queued' || state === 'running'

/** 成功 12 · 失败 3 · 结果未知 1. */
export const pushCounts = (push: TranslationPush): string =>
  [
    `成功 ${push.succeeded}`,
    push.failed > 0 ? `失败 ${push.failed}` : '',
    push.unknown > 0 ? `结果未知 ${push.unknown}` : '',
    push.done < push.total ? `未完成 ${push.total - push.done}` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
