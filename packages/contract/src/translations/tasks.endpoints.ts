import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { id, instant, pageInput, pageOf, stateCounts } from '../wire.ts'
import {
  translationForecast,
  translationItem,
  translationItemState,
  translationTask,
  translationTaskState,
} from './tasks.schema.ts'
import { locale } from './translations.schema.ts'

const base = '/api/shopify/translation'

const run = {
  productIds: z.array(id).min(1, '请至少选择一个商品').max(500, '一次最多500个商品'),
  locales: z.array(locale).min(1, '请至少选择一种语言').max(20),
  /** false: only from the glossary, the memory and the marketplace */
  useProvider: z.boolean().default(true),
  /** absent: the first enabled one */
  providerId: id.optional(),
  /** machine-made texts that nobody approved are made again */
  redo: z.boolean().default(false),
}
const RUN_LABELS = {
  useProvider: { label: '用翻译服务', format: 'yes-no' },
  providerId: '翻译服务',
  redo: { label: '重译机器译文', format: 'yes-no' },
} as const

const taskAct = (name: string, title: string) =>
  ({
    feature: 'translations',
    method: 'POST',
    path: `${base}/${name}`,
    mode: 'postjson',
    right: 'granted',
    title,
    logged: true,
    object: 'translation-task',
    labels: { taskId: '任务' },
    input: z.object({ taskId: id }),
    output: translationTask,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['translation-tasks', 'translations'],
  }) as const

/** Batch runs: products × languages, in the background. */
export const translationTasksEndpoints = defineEndpoints({
  /** Writes nothing, and asks no provider. */
  foreseeTranslation: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/foreseeTranslation`,
    mode: 'postjson',
    right: 'granted',
    title: '预估批量翻译',
    logged: false,
    input: z.object(run),
    output: translationForecast,
    refusals: ['not-found'],
    lists: ['translations'],
  },
  /** Returns at once; a durable job carries it out. */
  translateProducts: {
    feature: 'translations',
    method: 'POST',
    path: `${base}/translateProducts`,
    mode: 'postjson',
    right: 'granted',
    title: '批量翻译',
    logged: true,
    object: 'translation-task',
    labels: RUN_LABELS,
    input: z.object(run),
    output: translationTask,
    refusals: ['not-found', 'state-not-allowed', 'unchanged'],
    lists: ['translation-tasks', 'translations'],
  },
  queryTranslationTasks: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryTranslationTasks`,
    mode: 'get',
    right: 'granted',
    title: '查询批量翻译',
    logged: false,
    input: z.object({ state: translationTaskState.optional(), ...pageInput }),
    output: pageOf(translationTask),
    refusals: [],
    lists: ['translation-tasks'],
  },
  getTranslationTaskCountByState: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/getTranslationTaskCountByState`,
    mode: 'get',
    right: 'granted',
    title: '批量翻译的数量',
    logged: false,
    input: z.object({}),
    output: stateCounts(translationTaskState),
    refusals: [],
    lists: ['translation-tasks'],
  },
  queryTranslationTaskItems: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/queryTranslationTaskItems`,
    mode: 'get',
    right: 'granted',
    title: '查询批量翻译的结果',
    logged: false,
    input: z.object({ taskId: id, state: translationItemState.optional(), ...pageInput }),
    output: z.object({ task: translationTask, items: pageOf(translationItem) }),
    refusals: ['not-found'],
    lists: ['translation-tasks'],
  },
  /** Server-sent events: changes of tasks, at most twice a second. */
  streamTranslationTasks: {
    feature: 'translations',
    method: 'GET',
    path: `${base}/streamTranslationTasks`,
    mode: 'get',
    right: 'granted',
    title: '批量翻译进度推送',
    logged: false,
    stream: true,
    input: z.object({ taskId: id.optional() }),
    output: z.object({ tasks: z.array(translationTask), at: instant }),
    refusals: [],
    lists: [],
  },
  pauseTranslationTask: taskAct('pauseTranslationTask', '暂停批量翻译'),
  resumeTranslationTask: taskAct('resumeTranslationTask', '继续批量翻译'),
  cancelTranslationTask: taskAct('cancelTranslationTask', '取消批量翻译'),
  /** The failed and partly done rows again. */
  retryTranslationTask: taskAct('retryTranslationTask', '重试批量翻译'),
})
