import { languageName } from '@huoqiao/contract/languages'
import type { TranslationPush } from '@huoqiao/contract/translation-pushes/translation-pushes.schema'
import type { TranslationPushState } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { TRANSLATION_PUSH_STATES } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { some, useListQuery } from '../../lib/list-query.ts'
import { useRead } from '../../lib/use-call.ts'
import { StorePicker } from '../../pickers/store-picker.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countedTabs, listAnswer } from '../../ui/list-answer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import { TaskRows } from '../../ui/task-rows.tsx'
import { isOpenPush, POLL_MS, pushCounts } from './pushes.rules.ts'

const PushDrawer = lazy(() => import('./push.drawer.tsx'))

const DEFAULTS = { state: '', storeId: '', keyword: '' }
const STATES = (Object.keys(TRANSLATION_PUSH_STATES) as TranslationPushState[]).map((key) => ({
  key,
  ...TRANSLATION_PUSH_STATES[key],
}))

/** /shop/product/translation-pushes: the tasks that wrote translations into the shops, and undoing them. */
export default function TranslationPushesPage(): ReactNode {
  const list = useListQuery<typeof DEFAULTS>('translation-pushes', DEFAULTS)
  const [params, setParams] = useSearchParams()
  const { state, storeId, keyword } = list.filters
  const filter = { storeId: some(storeId), keyword: some(keyword) }
  const paging = { page: list.page, pageSize: list.pageSize }
  const counts = useRead('getTranslationPushCountByState', filter, { refetchInterval: POLL_MS })
  const read = useRead(
    'queryTranslationPushes',
    { ...filter, state: some(state) as TranslationPushState | undefined, ...paging },
    { refetchInterval: POLL_MS },
  )
  const openPush = (pushId: string | null): void =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (pushId === null) next.delete('pushId')
      else next.set('pushId', pushId)
      return next
    })
  const pushId = params.get('pushId')
  return (
    <ListPage
      title="译文同步"
      subtitle="写进店铺的译文，每一批的结果，以及撤销"
      tabs={countedTabs(counts.data, STATES)}
      tab={state}
      onTab={(next) => list.setFilters({ state: next })}
      name="translation-pushes"
      views={list.view}
      filters={
        <>
          <SearchField
            value={keyword}
            onSearch={(next) => list.setFilters({ keyword: next })}
            placeholder="任务、发起人、商品标题或SKU"
            width={260}
          />
          <StorePicker allowClear value={storeId} onChange={(next) => list.setFilters({ storeId: next ?? '' })} />
        </>
      }
      changedFilters={list.changed - (state === '' ? 0 : 1)}
      onResetFilters={list.reset}
      {...listAnswer(list, read)}
    >
      <TaskRows
        answer={read}
        renderFacts={(push) => (
          <>
            {push.locales.map(languageName).join('、')} · {push.createdBy} · <RelativeTime at={push.createdAt} ago />
          </>
        )}
        renderProgress={(push) => <PushProgress push={push} />}
        renderState={(push) => <TableStateTag table={TRANSLATION_PUSH_STATES} code={push.state} />}
        onOpen={openPush}
        isFiltered={list.changed > 0}
        onReset={list.reset}
        none={<NoPushes />}
      />
      {pushId === null ? null : (
        <Suspense fallback={null}>
          <PushDrawer pushId={pushId} onOpen={openPush} onClose={() => openPush(null)} />
        </Suspense>
      )}
    </ListPage>
  )
}

function PushProgress({ push }: { push: TranslationPush }): ReactNode {
  if (!isOpenPush(push)) return pushCounts(push)
  const { done, total, failed, unknown } = push
  return <ProgressLine done={done} total={total} failed={failed + unknown} label={pushCounts(push)} />
}

function NoPushes(): ReactNode {
  const navigate = useNavigate()
  return (
    <EmptyState
      text="还没有写过译文。在翻译工作台选中商品，预演后写入店铺。"
      action={
        <Button type="primary" onClick={() => void navigate('/shop/product/translations')}>
          去翻译工作台
        </Button>
      }
    />
  )
}
