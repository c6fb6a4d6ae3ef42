import { TRANSLATION_TASK_FIELDS } from '@huoqiao/contract/translations/tasks.fields'
import type { TranslationTask } from '@huoqiao/contract/translations/tasks.schema'
import { TRANSLATION_TASK_STATES } from '@huoqiao/contract/translations/tasks.status'
import type { TranslationTaskState } from '@huoqiao/contract/translations/tasks.status'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { yuanText } from '../../../lib/format.ts'
import { lazy, Suspense, useMemo } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { some, TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { refresh, useRead } from '../../../lib/use-call.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { countedTabs } from '../../../ui/list-answer.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TableStateTag } from '../../../ui/state-tag.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { TOO_MANY_PRODUCTS } from '../../../ui/task-rows.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import type { SectionHead } from '../../../ui/section-page.tsx'

const TaskDrawer = lazy(() => import('./task.drawer.tsx'))

const DEFAULTS = { state: '', keyword: '' }
type Values = { [K in keyof typeof DEFAULTS]: string }
const STATES = (Object.keys(TRANSLATION_TASK_STATES) as TranslationTaskState[]).map((key) => ({
  key,
  ...TRANSLATION_TASK_STATES[key],
}))

/** The batch runs, newest first. */
export default function TaskSection({ head }: { head: SectionHead }): ReactNode {
  const query = useListQuery<Values>('translation-tasks', DEFAULTS, { paging: TABLE_PAGING })
  const keyword = some(query.filters.keyword)
  const answer = useRead('queryTranslationTasks', {
    state: some(query.filters.state) as TranslationTaskState | undefined,
    keyword,
    page: query.page,
    pageSize: query.pageSize,
  })
  const counts = useRead('getTranslationTaskCountByState', { keyword })
  useStream(
    'streamTranslationTasks',
    {},
    {
      onData: ({ tasks }) => {
        if (tasks.length === 0) return
        refresh('queryTranslationTasks')
        refresh('getTranslationTaskCountByState')
      },
    },
  )
  const [taskId, open] = useAddressField('task')
  const columns = useMemo(() => taskColumns(open), [open])
  const view = useTableView('translation-tasks', columns, 900)
  return (
    <TablePage<TranslationTask>
      {...head}
      name="translation-tasks"
      subtitle="离开这一页也会继续"
      tabs={countedTabs(counts.data, STATES)}
      tab={query.filters.state}
      onTab={(state) => query.setFilters({ state })}
      filters={
        <SearchField
          value={query.filters.keyword}
          placeholder="任务、发起人、商品标题或SKU"
          width={260}
          onSearch={(next) => query.setFilters({ keyword: next })}
        />
      }
      query={query}
      answer={answer}
      view={view}
      none={{
        text: '还没有批量翻译。在“商品翻译”里选好商品，点“批量翻译”。',
        filtered: answer.data?.totalCapped ? TOO_MANY_PRODUCTS : '没有这样的批量翻译',
      }}
    >
      <Suspense fallback={null}>
        {taskId === undefined ? null : <TaskDrawer key={taskId} taskId={taskId} onClose={() => open(undefined)} />}
      </Suspense>
    </TablePage>
  )
}

const taskColumns = (open: (id: string) => void): TableColumnsType<TranslationTask> =>
  fieldColumns<TranslationTask, typeof TRANSLATION_TASK_FIELDS>(TRANSLATION_TASK_FIELDS, {
    title: { width: 280, render: (_, { id, title }) => <OpenButton onOpen={() => open(id)}>{title}</OpenButton> },
    state: { width: 108, render: (_, { state }) => <TableStateTag table={TRANSLATION_TASK_STATES} code={state} /> },
    done: {
      title: '进度',
      width: 120,
      render: (_, { done, failed, total }) => `${done + failed}/${total}${failed > 0 ? `，${failed} 未完成` : ''}`,
    },
    total: null,
    failed: null,
    locales: null,
    // The title already names the kind.
    kind: null,
    providerName: { width: 130, render: (_, { providerName }) => providerName ?? '不用翻译服务' },
    foreseenCost: {
      title: '预计 / 实际花费',
      width: 150,
      render: (_, { foreseenCost, spentCost }) => `${yuanText(foreseenCost)} / ${yuanText(spentCost)}`,
    },
    spentCost: null,
    foreseenChars: null,
    foreseenPictures: null,
    spentChars: null,
    spentPictures: null,
    message: { ellipsis: true },
    createdBy: { width: 100 },
    createdAt: { width: 150 },
    finishedAt: null,
  })
