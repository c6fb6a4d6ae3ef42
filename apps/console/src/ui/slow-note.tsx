import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './slow-note.module.css'

/** For this long a skeleton is enough; after that the page names the remote that it waits for. */
const SLOW_MS = 2_000
const SECOND_MS = 1_000

type SlowNoteProps = {
  read: Pick<UseQueryResult, 'isFetching' | 'isPending' | 'isPlaceholderData' | 'error'>
  /** the remote that was asked: "店铺 Bridge Goods US" */
  of: string
  /** cancels the read */
  onStop: () => void
  onRetry: () => void
}

/** Names what the page has been waiting for too long, with a button to stop; after stopping, says that the page no longer waits. */
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
