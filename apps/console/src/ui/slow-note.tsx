import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './slow-note.module.css'

/** Grey places say enough for so long; a remote that takes longer is named. */
const SLOW_MS = 2_000
const SECOND_MS = 1_000

type SlowNoteProps = {
  read: Pick<UseQueryResult, 'isFetching' | 'isPending' | 'isPlaceholderData' | 'error'>
  /** who is asked: "店铺 Bridge Goods US" */
  of: string
  /** lets go of the question */
  onStop: () => void
  onRetry: () => void
}

/** What a page waits for, once it waits for long, with a way out; and that nobody waits any more, once somebody took it. */
export function SlowNote({ read, of, onStop, onRetry }: SlowNoteProps): ReactNode {
  const { isFetching, isPending, isPlaceholderData, error } = read
  const isUnanswered = isPending || isPlaceholderData
  if (isFetching && isUnanswered) return <Waiting of={of} onStop={onStop} />
  if (isFetching || !isUnanswered || error) return null
  return (
    <section className={styles.note} role="status">
      已停止等待{of}的回答，什么都没有改动。
      <Button onClick={onRetry}>重新读取</Button>
    </section>
  )
}

function Waiting({ of, onStop }: Pick<SlowNoteProps, 'of' | 'onStop'>): ReactNode {
  const [seconds, count] = useState(0)
  useEffect(() => {
    const since = performance.now()
    const timer = setInterval(() => count(Math.floor((performance.now() - since) / SECOND_MS)), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  if (seconds * SECOND_MS < SLOW_MS) return null
  return (
    <section className={styles.note} role="status">
      正在等{of}回答，已经 {seconds} 秒；可以先去别的页面，回来时接着显示。
      <Button onClick={onStop}>停止等待</Button>
    </section>
  )
}
