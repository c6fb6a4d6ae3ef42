import { LockOutlined } from '@ant-design/icons'
import type { Product } from '@huoqiao/contract/products/products.schema'
import { FIELD_ORIGINS } from '@huoqiao/contract/products/products.status'
import { Popconfirm } from 'antd'
import type { ReactNode } from 'react'
import { use } from 'react'
import { formatTime } from '../../../lib/format.ts'
import { OriginDot } from '../../../ui/origin-dot.tsx'
import styles from './editor.module.css'
import { UnlockContext } from './unlock.context.ts'

type Sources = Product['fieldSources']

/** Where a field's value comes from, who set it and when, and whether a new collection may change it (beyond, item 4). */
export function FieldMark({ sources, field }: { sources: Sources; field: string }): ReactNode {
  const unlock = use(UnlockContext)
  const source = sources[field]
  if (!source) return null
  const who = source.by === null ? FIELD_ORIGINS[source.origin] : `${source.by}（${FIELD_ORIGINS[source.origin]}）`
  const says = `${who} · ${formatTime(source.at)}${source.locked ? '\n已锁定：更新货源时不会覆盖，只会提议' : ''}`
  return (
    <span className={styles.mark} title={says}>
      <OriginDot origin={source.origin} />
      {source.locked && unlock ? (
        <Popconfirm
          title="解除锁定？"
          description="现在的内容不变；以后更新货源时，货源有变化就会覆盖它。"
          okText="解除锁定"
          onConfirm={() => unlock(field)}
        >
          <button type="button" className={styles.unlock} aria-label="解除锁定">
            <LockOutlined aria-label="已锁定" />
          </button>
        </Popconfirm>
      ) : null}
      {source.locked && !unlock ? <LockOutlined aria-label="已锁定" /> : null}
    </span>
  )
}

type FieldProps = {
  label: string
  field: string
  sources: Sources
  wrong?: string | undefined
  /** beside the label, e.g. how long it is */
  aside?: ReactNode
  children: ReactNode
}

/** A labelled field of the editor with its origin, and its error below. */
export function EditorField({ label, field, sources, wrong, aside, children }: FieldProps): ReactNode {
  return (
    <div className={styles.field} data-wrong={wrong !== undefined} data-field={field}>
      <div className={styles.label}>
        <span>{label}</span>
        <FieldMark sources={sources} field={field} />
        <span className={styles.aside}>{aside}</span>
      </div>
      {children}
      {wrong === undefined ? null : (
        <p className={styles.wrong} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
