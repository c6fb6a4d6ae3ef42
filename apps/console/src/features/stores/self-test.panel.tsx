import type { Hue } from '@huoqiao/contract/states'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../lib/contract.ts'
import { useRead } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import styles from './store-direct.module.css'

type Reported = CallOutput<'selfTestStore'>

const hueOf = (line: Reported['lines'][number]): Hue => (line.ok ? 'done' : line.optional ? 'attention' : 'failed')
function outcomeOf({ ok, lines }: Reported): { hue: Hue; label: string } {
  if (!ok) return { hue: 'failed', label: '有没通过的' }
  return lines.every((line) => line.ok)
    ? { hue: 'done', label: '全部正常' }
    : { hue: 'attention', label: '可用，缺少部分权限' }
}

/** tran/test: token, scopes, version, rate limit and round trip of the store, line by line, with what to do about each. */
export default function SelfTestPanel({ storeId }: { storeId: string }): ReactNode {
  const read = useRead('selfTestStore', { storeId }, { staleTime: 0, keepPrevious: false })
  return (
    <section className={styles.test} aria-label="自检">
      <header>
        <h2>自检</h2>
        {read.data ? <StateTag {...outcomeOf(read.data)} /> : null}
        <Button loading={read.isFetching} onClick={() => void read.refetch()}>
          再测一次
        </Button>
      </header>
      {read.error ? <FailureNote failure={read.error} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <TextSkeleton lines={5} /> : null}
      <ul>
        {read.data?.lines.map((line) => (
          <li key={line.check}>
            <StateTag bare hue={hueOf(line)} label={line.check} />
            <span>{line.found}</span>
            {line.advice ? <span className={styles.advice}>{line.advice}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
