import type { ReactNode } from 'react'
import { formatChinaTime } from '@huoqiao/kit/time'
import { useMay } from '../../lib/permission.tsx'
import { Slot } from '../../lib/slots.tsx'
import { useRead } from '../../lib/use-call.ts'
import { useNow } from '../../lib/use-now.ts'
import { useSession } from '../../lib/use-session.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import styles from './home.module.css'
import { CollectionCounts } from './collection-counts.tsx'
import { Journey } from './journey.tsx'
import { ProductCounts } from './product-counts.tsx'
import { RecentTasks } from './recent-tasks.tsx'
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

/** Where the day starts: the way from source to shop while the app is empty, then what waits for a person and what is moving. */
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
      <div className={styles.counts}>
        <Slot name="home-orders" />
        <Slot name="home-purchases" />
        {mayCount && !counts.isError && !isEmpty ? (
          counts.data ? (
            <ProductCounts counts={counts.data.counts} isCapped={counts.data.capped} />
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
