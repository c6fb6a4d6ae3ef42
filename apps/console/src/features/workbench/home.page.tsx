import type { CollectState } from '@huoqiao/contract/collection/collection.status'
import { COLLECT_STATES } from '@huoqiao/contract/collection/collection.status'
import type { SyncTask } from '@huoqiao/contract/listings/listings.schema'
import { SYNC_TASK_STATES } from '@huoqiao/contract/listings/listings.status'
import type { ProductState } from '@huoqiao/contract/products/products.status'
import { PRODUCT_STATES } from '@huoqiao/contract/products/products.status'
import { formatChinaTime } from '@huoqiao/kit/time'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { CallOutput } from '../../lib/contract.ts'
import { useMay } from '../../lib/permission.tsx'
import { usePreference } from '../../lib/preferences.ts'
import { Slot } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSession } from '../../lib/use-session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import type { Figure } from '../../ui/figure-panel.tsx'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { TableStateTag } from '../../ui/state-tag.tsx'
import { CONNECT_SHOWN } from './connect/connect-shown.ts'
import styles from './home.module.css'
import { Journey } from './journey.tsx'
import { TodayFigures } from './today-figures.tsx'

const EVERYTHING = {}
const LATEST = { page: 1, pageSize: 8 }
const LOOK_MS = 5000

const greeting = (now: number): string => {
  const hour = Number(formatChinaTime(now).slice(11, 13))
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** The home page: the steps from source to shop while the app is empty, otherwise what needs a person and what is running. */
export default function HomePage(): ReactNode {
  const { userInfo } = useSession()
  const now = useNow(60_000)
  const mayCount = useMay('getProductCountByState')
  const mayFigures = useMay('getHomeFigures')
  const mayCollect = useMay('queryCollectProducts')
  const mayTasks = useMay('querySyncTasks')
  const mayStores = useMay('getAllShopifyStores')
  const counts = useRead('getProductCountByState', EVERYTHING, { enabled: mayCount })
  const stores = useRead('getAllShopifyStores', EVERYTHING, { enabled: mayStores })
  const tasks = useRead('querySyncTasks', LATEST, { enabled: mayTasks, refetchInterval: LOOK_MS })
  const isEmpty = counts.data?.all === 0
  const opensGuide = useOpensGuide(stores.data?.length === 0)
  if (opensGuide) return <Navigate to="/system/connect" replace />

  return (
    <div className={styles.page}>
      <h1>
        {greeting(now)}，{userInfo?.name || userInfo?.userAccount}
      </h1>
      {counts.isError ? <FailureNote failure={counts.error} onRetry={() => void counts.refetch()} /> : null}
      {isEmpty || stores.data?.length === 0 ? (
        <Journey hasStore={(stores.data?.length ?? 0) > 0} hasProducts={!isEmpty} />
      ) : null}
      {mayFigures ? <TodayFigures /> : null}
      <Slot name="home-analytics" />
      <div className={styles.counts}>
        {mayCount && !counts.isError && !isEmpty ? (
          counts.data ? (
            <ProductCounts {...counts.data} />
          ) : (
            <TextSkeleton />
          )
        ) : null}
        {mayCollect && !isEmpty ? <CollectionCounts /> : null}
      </div>
      {mayTasks ? (
        <RecentTasks tasks={tasks.data?.list} failure={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : null}
    </div>
  )
}

/** In an installation without any connection the guide opens by itself, once for each person who may connect. */
function useOpensGuide(hasNoStore: boolean): boolean {
  const may = [useMay('addShopifyStore'), useMay('addMarketplaceAccount'), useMay('queryMarketplaceAccounts')]
  const [wasShown] = usePreference(CONNECT_SHOWN, false)
  const isAsked = hasNoStore && !wasShown && may.every(Boolean)
  const accounts = useRead('queryMarketplaceAccounts', EVERYTHING, { enabled: isAsked })
  return isAsked && accounts.data?.length === 0
}

type ProductCountsProps = Pick<CallOutput<'getProductCountByState'>, 'counts' | 'capped'>

/** States that need a person first, then the others in the order of a product's life. */
const TO_DO: readonly ProductState[] = ['failed', 'unknown', 'partial', 'outdated']
const WAY: readonly ProductState[] = ['draft', 'ready', 'syncing', 'online', 'offline']

function ProductCounts({ counts, capped }: ProductCountsProps): ReactNode {
  const figure = (state: ProductState): Figure => ({
    key: state,
    label: PRODUCT_STATES[state].label,
    count: counts[state] ?? 0,
    to: `/shop/product/list?state=${state}`,
    hue: PRODUCT_STATES[state].hue,
    isCapped: capped.includes(state),
  })
  const waiting = TO_DO.filter((state) => (counts[state] ?? 0) > 0)
  return (
    <>
      <FigurePanel title="商品：需要处理" figures={waiting.map(figure)} calm="没有要处理的商品" />
      <FigurePanel title="商品" figures={WAY.map(figure)} />
    </>
  )
}

const ONE = { page: 1, pageSize: 1 }
const SHOWN: readonly CollectState[] = ['collecting', 'collect-failed', 'collected']

/** The collection box: how many are being collected, failed, or wait to be claimed. */
function CollectionCounts(): ReactNode {
  const { data } = useRead('queryCollectProducts', ONE)
  if (!data) return null
  return (
    <FigurePanel
      title="采集箱"
      figures={SHOWN.map((state) => ({
        key: state,
        label: state === 'collected' ? '待认领' : COLLECT_STATES[state].label,
        count: data.counts[state] ?? 0,
        isCapped: data.capped.includes(state),
        to: `/shop/product/collect?state=${state}`,
        hue: COLLECT_STATES[state].hue,
      }))}
    />
  )
}

type RecentTasksProps = { tasks: readonly SyncTask[] | undefined; failure: unknown; onRetry: () => void }

/** The latest sync tasks, including the running ones. */
function RecentTasks({ tasks, failure, onRetry }: RecentTasksProps): ReactNode {
  return (
    <section className={styles.panel}>
      <h2>最近的同步任务</h2>
      {failure && !tasks ? <FailureNote failure={failure} onRetry={onRetry} /> : null}
      {!tasks && !failure ? <TextSkeleton /> : null}
      {tasks?.length === 0 ? <EmptyState text="还没有同步任务。在商品列表里选中商品，先预演再同步。" /> : null}
      {tasks && tasks.length > 0 ? (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <li key={task.id}>
              <TableStateTag table={SYNC_TASK_STATES} code={task.state} />
              <span className={styles.taskTitle} title={task.title}>
                {task.title}
              </span>
              <ProgressLine done={task.done} total={task.total} failed={task.failed + task.unknown} />
              <span className={styles.by}>{task.createdBy}</span>
              <RelativeTime at={task.createdAt} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
