import { SOURCE_CHANGES } from '@huoqiao/contract/collection/radar.words'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../lib/index.ts'
import { formatMoney, formatTime, useMay, useRead } from '../../../lib/index.ts'
import { ReportedOutcome } from '../../../ui/bulk-acts.tsx'
import { EmptyState, FailureNote, PageSkeleton, RelativeTime, StateTag } from '../../../ui/index.ts'
import { RadarFigures } from './radar-figures.tsx'
import styles from './radar.module.css'
import { StepPlot } from './step-plot.tsx'
import { useCheckSources } from './use-check-sources.ts'

type History = CallOutput<'getSourceHistory'>
const SHOWN = 100

/** The history of one source: its price and stock at each reading, and every change in words. */
export default function SourceHistoryDrawer({ offerId, onClose }: { offerId: string; onClose: () => void }): ReactNode {
  const { data, error, refetch } = useRead('getSourceHistory', { offerId }, { keepPrevious: false })
  const changes = useRead('getSourceChanges', { offerId, page: 1, pageSize: SHOWN })
  const mayCheck = useMay('checkSources')
  const check = useCheckSources()
  return (
    <Drawer
      open
      size="min(680px, 94vw)"
      title="货源历史"
      onClose={onClose}
      extra={
        mayCheck ? (
          <Button
            loading={check.acts.isBusy}
            onClick={() => check.run([{ id: offerId, name: data?.title ?? offerId }])}
          >
            现在检查
          </Button>
        ) : null
      }
    >
      {error ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <div className={styles.history}>
          <Head history={data} />
          <Plots history={data} />
          <section aria-label="变动记录">
            <h3>变动记录</h3>
            {changes.data?.list.length === 0 ? <EmptyState text="还没有发现变动。" /> : null}
            <ul className={styles.feed}>
              {changes.data?.list.map((change) => (
                <li key={change.id}>
                  <time>{formatTime(change.at)}</time>
                  <StateTag bare hue={SOURCE_CHANGES[change.kind].hue} label={SOURCE_CHANGES[change.kind].label} />
                  <span className={styles.spec} title={change.specText}>
                    {change.specText || '整个货源'}
                  </span>
                  <RadarFigures change={change} />
                </li>
              ))}
            </ul>
          </section>
        </div>
      ) : error ? null : (
        <PageSkeleton />
      )}
      <ReportedOutcome acts={check.acts} />
    </Drawer>
  )
}

function Head({ history }: { history: History }): ReactNode {
  return (
    <p>
      <a style={{ textDecoration: 'underline' }} href={history.url} target="_blank" rel="noreferrer">
        {history.title}
      </a>{' '}
      <span className={styles.says}>
        {history.published ? '' : '已下架 · '}
        <RelativeTime at={history.fetchedAt} ago />
        检查
      </span>
    </p>
  )
}

function Plots({ history }: { history: History }): ReactNode {
  const { points, fetchedAt } = history
  const of = (name: 'priceMinor' | 'stock') =>
    points.flatMap((point) => {
      const value = point[name]
      return value === null ? [] : [{ at: point.at, value }]
    })
  return (
    <>
      <StepPlot
        label="最低价"
        color="var(--hq-source)"
        points={of('priceMinor')}
        until={fetchedAt}
        text={(minor) => formatMoney({ minor, currency: 'CNY' })}
      />
      <StepPlot
        label="库存合计"
        color="var(--hq-ours)"
        points={of('stock')}
        until={fetchedAt}
        text={(stock) => `${stock} 件`}
      />
    </>
  )
}
