import { languageName } from '@huoqiao/contract/languages'
import type { ProductPictures } from '@huoqiao/contract/translations/pictures.schema'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount, yuanText } from '../../../lib/format.ts'
import { useAllowed } from '../../../lib/permission.tsx'
import { refresh, useAct, useRead } from '../../../lib/use-call.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { DraftNotes } from '../../../ui/draft-notes.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import styles from './picture-words.module.css'
import { PictureWordsRow } from './picture-words.row.tsx'
import type { PictureWords } from './use-picture-words.ts'

type PictureWordsSectionProps = { productId: string; locale: Locale; words: PictureWords }

/** The words on the product's pictures, and which pictures need a version of their own in this language. */
export function PictureWordsSection({ productId, locale, words }: PictureWordsSectionProps): ReactNode {
  const { data, error, refetch } = useRead('getProductPictures', { productId, locale }, { keepPrevious: false })
  if (data?.pictures.length === 0) return null
  return (
    <section className={styles.section} aria-label="图片上的文字">
      <h3>图片上的文字</h3>
      {error && !data ? <FailureNote failure={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <RowSkeletons count={2} />
        )
      ) : (
        <>
          <p className={styles.head}>
            <span>{summaryOf(data)}</span>
            <Recognition pictures={data} />
          </p>
          <DraftNotes {...words.notes} />
          <ul className={styles.rows}>
            {data.pictures.map((picture) => (
              <PictureWordsRow key={picture.pictureId} picture={picture} locale={locale} words={words} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function summaryOf({ pictures, locale }: ProductPictures): string {
  const unseen = pictures.filter(({ state }) => state === 'unseen').length
  const needed = pictures.filter(({ needsOwn }) => needsOwn).length
  const parts = [
    ...(needed > 0 ? [`${formatCount(needed)} 张需要${languageName(locale)}版`] : []),
    ...(unseen > 0 ? [`${formatCount(unseen)} 张没看过`] : []),
  ]
  return parts.length === 0 ? `${formatCount(pictures.length)} 张图片都看过，不用换` : parts.join('，')
}

/** Starts a batch run for this one product that reads the words on pictures that nobody has looked at yet. */
function Recognition({ pictures }: { pictures: ProductPictures }): ReactNode {
  const allowed = useAllowed()(pictures, 'recognisePictures')
  const run = { productIds: [pictures.productId], redo: false }
  const isOpen = allowed === true && pictures.pictures.some(({ state }) => state === 'unseen')
  const forecast = useRead('foreseeRecognition', run, { enabled: isOpen, staleTime: 10_000 })
  const start = useAct('recognisePictures')
  const [taskId, follow] = useState<string>()
  useStream('streamTranslationTasks', taskId === undefined ? {} : { taskId }, {
    enabled: taskId !== undefined,
    onData({ tasks: [task] }) {
      if (task === undefined) return
      refresh('getProductPictures')
      if (task.state === 'queued' || task.state === 'running') return
      follow(undefined)
      refresh('queryTranslations')
      if (task.state === 'done') toast.success('图片都看过了')
      else
        toast.error(
          task.message || `${formatCount(task.failed)} 个商品有图片没有认出来，结果在“术语与翻译服务”的批量翻译里`,
        )
    },
  })
  async function begin(): Promise<void> {
    const done = await start.run(run)
    if (!done.ok) return
    toast.success('开始识别，可以离开这一页')
    follow(done.data.id)
  }
  return (
    <>
      <CanButton
        size="small"
        loading={start.isPending || taskId !== undefined}
        allowed={allowed === true && !isOpen ? '没有没看过的图片' : forecast.data?.problem || allowed}
        onClick={() => void begin()}
      >
        识别没看过的图片
      </CanButton>
      {isOpen && forecast.data ? <small>{costWords(forecast.data)}</small> : null}
    </>
  )
}

const costWords = ({ pictures, cost, budgetLeft, providerName }: CallOutput<'foreseeRecognition'>): string =>
  `把 ${formatCount(pictures)} 张发给 ${providerName ?? ''}，约 ${yuanText(cost)}${
    budgetLeft === null ? '' : `，本月还剩 ${yuanText(budgetLeft)}`
  }`
