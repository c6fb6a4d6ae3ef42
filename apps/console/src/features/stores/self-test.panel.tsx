import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useRead } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './store-direct.module.css'

/** tran/test: token, scopes, version, bucket and round trip of the store, line by line, with what to do about each. */
export default function SelfTestPanel({ storeId }: { storeId: string }): ReactNode {
  const read = useRead('selfTestStore', { storeId }, { silent: true, staleTime: 0, keepPrevious: false })
  return (
    <section className={styles.test} aria-label="自检">
      <header>
        <h2>自检</h2>
        {read.data ? (
          <StateTag hue={read.data.ok ? 'done' : 'failed'} label={read.data.ok ? '全部正常' : '有没通过的'} />
        ) : null}
        <Button loading={read.isFetching} onClick={() => void read.refetch()}>
          再测一次
        </Button>
      </header>
      {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <TextSkeleton lines={5} /> : null}
      <ul>
        {read.data?.lines.map((line) => (
          <li key={line.check}>
            <StateTag bare hue={line.ok ? 'done' : 'failed'} label={line.check} />
            <span>{line.found}</span>
            {line.advice ? <span className={styles.advice}>{line.advice}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
