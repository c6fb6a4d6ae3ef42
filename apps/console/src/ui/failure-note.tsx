import type { Explanation } from '@huoqiao/contract/envelope'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isCallError, explain } from '../lib/call-error.ts'
import { copyText } from '../lib/clipboard.ts'
import styles from './failure-note.module.css'

export type FailureAction = { label: string; run: () => void }

type FailureNoteProps = {
  /** an Explanation, or any thrown value */
  failure: unknown
  /** buttons of the page, shown before the actions that the server proposes */
  actions?: readonly FailureAction[]
  onRetry?: (() => void) | undefined
}

const isExplanation = (value: unknown): value is Explanation =>
  typeof value === 'object' && value !== null && 'what' in value && typeof value.what === 'string'

/**
 * A failure shown where it happened: what happened, why, what it affects, what to do next; the raw exchange opens with a click (beyond,
 * item 10).
 */
export function FailureNote({ failure, actions = [], onRetry }: FailureNoteProps): ReactNode {
  const reported = !isCallError(failure) && isExplanation(failure) ? failure : explain(failure)
  const [isRawShown, showRaw] = useState(false)
  const steps = [...(onRetry ? [{ label: '重试', run: onRetry }] : []), ...actions]
  return (
    <section className={styles.note} role="alert">
      <h2 className={styles.what}>{reported.what}</h2>
      {reported.why ? <Line label="原因">{reported.why}</Line> : null}
      {reported.affects ? <Line label="影响">{reported.affects}</Line> : null}
      {reported.fields ? (
        <Line label="字段">
          {Object.entries(reported.fields)
            .map(([field, wrong]) => `${reported.labels?.[field] ?? field}：${wrong}`)
            .join('；')}
        </Line>
      ) : null}
      {reported.requestId ? (
        <Line label="请求编号">
          <button type="button" className={styles.copy} onClick={() => void copyText(reported.requestId!)}>
            {reported.requestId}
          </button>
        </Line>
      ) : null}
      <div className={styles.steps}>
        {steps.map((step) => (
          <Button key={step.label} onClick={step.run}>
            {step.label}
          </Button>
        ))}
        {(reported.next ?? []).map((step) =>
          step.to ? (
            <Link key={step.label} className={styles.step} to={step.to}>
              {step.label}
            </Link>
          ) : (
            <span key={step.label} className={styles.advice}>
              {step.label}
            </span>
          ),
        )}
        {reported.exchange ? (
          <Button type="text" onClick={() => showRaw(!isRawShown)} aria-expanded={isRawShown}>
            {isRawShown ? '收起原始报文' : '查看原始报文'}
          </Button>
        ) : null}
      </div>
      {isRawShown && reported.exchange ? <RawExchange exchange={reported.exchange} /> : null}
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <p className={styles.line}>
      <span>{label}</span>
      <span>{children}</span>
    </p>
  )
}

/** The request to a remote and its answer, exactly as sent. */
export function RawExchange({ exchange }: { exchange: NonNullable<Explanation['exchange']> }): ReactNode {
  return (
    <div className={styles.raw}>
      <h3>
        请求
        <Button type="text" onClick={() => void copyText(exchange.request)}>
          复制
        </Button>
      </h3>
      <pre>{exchange.request}</pre>
      <h3>
        响应{exchange.status === undefined ? '' : ` HTTP ${exchange.status}`}
        <Button type="text" onClick={() => void copyText(exchange.response)}>
          复制
        </Button>
      </h3>
      <pre>{exchange.response}</pre>
    </div>
  )
}
