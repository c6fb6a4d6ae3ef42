import type { TranslationChange } from '@huoqiao/contract/translations/translations.schema'
import { TRANSLATION_ACTIONS } from '@huoqiao/contract/translations/translations.status'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { ChangesList } from '../../../ui/change-history.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './editor.module.css'

const SIZES = [20, 50] as const

/** Every change of the texts of one product in one language. */
export function TextHistory({ productId, locale }: { productId: string; locale: Locale }): ReactNode {
  const [{ page, pageSize }, turn] = useState<{ page: number; pageSize: number }>({ page: 1, pageSize: SIZES[0] })
  const read = useRead('getTranslationHistory', { productId, locale, page, pageSize })
  const { data, error, refetch } = read
  return (
    <section className={styles.history} aria-label="译文的历史">
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <RowSkeletons count={3} />
        )
      ) : data.list.length === 0 ? (
        <EmptyState text="还没有改过。" />
      ) : (
        <ul>
          {data.list.map((change) => (
            <Step key={change.id} change={change} />
          ))}
        </ul>
      )}
      {data && (data.total > data.pageSize || page > 1) ? (
        <Pager
          isStale={read.isPlaceholderData}
          page={page}
          pageSize={pageSize}
          total={data.total}
          isCapped={data.totalCapped}
          sizes={SIZES}
          onChange={(next, size) => turn({ page: next, pageSize: size })}
        />
      ) : null}
    </section>
  )
}

function Step({ change }: { change: TranslationChange }): ReactNode {
  const { run, isPending } = useAct('undoTranslation')
  const allowed = useAllowed()
  async function undo(): Promise<void> {
    if ((await run({ id: change.id })).ok) toast.success('已撤销')
  }
  return (
    <li>
      <p>
        <b>{TRANSLATION_ACTIONS[change.action]}</b> {change.by ?? '系统'} · {change.market ?? '所有市场'} ·{' '}
        <RelativeTime at={change.at} ago />
        <CanButton
          size="small"
          type="text"
          loading={isPending}
          allowed={allowed(change, 'undoTranslation')}
          onClick={() => void undo()}
        >
          撤销
        </CanButton>
      </p>
      <ChangesList changes={[change]} className={styles.changes} />
    </li>
  )
}
