import { languageName } from '@huoqiao/contract/languages'
import type { ReplacementHit } from '@huoqiao/contract/translations/replacing.endpoints'
import { TRANSLATION_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Button, Checkbox, Form, Input, Modal, Select } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { toast } from '../../../lib/client.ts'
import type { CallInput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { ReportedOutcome, useBulkActs } from '../../../ui/bulk-acts.tsx'
import { CanButton } from '../../../ui/can-button.tsx'
import { ChangesList } from '../../../ui/change-history.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { guardTyped } from '../../../ui/guard-typed.ts'
import styles from './replace.module.css'

type ReplaceDialogProps = { locale: Locale; locales: readonly Locale[]; onClose: () => void }
type Values = Required<CallInput<'previewReplaceTranslations'>>
const LANGUAGE = TRANSLATION_FIELDS.locale.label
const TOUCHED = ['translations'] as const

/** Find and replace in one language: previews the hits, then replaces all of them. The whole replacement can be undone. */
export default function ReplaceDialog({ locale, locales, onClose }: ReplaceDialogProps): ReactNode {
  const [values, setValues] = useState<Values>({
    locale,
    find: '',
    replaceWith: '',
    isExactCase: false,
    isWholeWord: true,
  })
  /** replacements made since the dialog was opened; `next`: the last product of the latest one, if further products follow */
  const [batchIds, setBatches] = useState<readonly string[]>([])
  const [next, setNext] = useState<string>()
  const preview = useAct('previewReplaceTranslations')
  const replace = useAct('replaceTranslations')
  const undo = useAct('undoTranslationBatch')
  const mayReplace = useMay('replaceTranslations')
  const acts = useBulkActs(TOUCHED)
  const hits = preview.data?.list
  const set = (change: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...change }))
    setNext(undefined)
    preview.reset()
  }
  const why = values.find.trim() === '' ? '先填要找的词' : undefined
  function look(): void {
    if (why !== undefined) toast.error(why)
    else void preview.run(values)
  }
  async function replaceAll(): Promise<void> {
    if (why !== undefined) return toast.error(why)
    if (hits === undefined) return toast.error('先预览会改哪些，再替换')
    if (hits.length === 0) return toast.error('没有可以替换的')
    await replaceFrom(undefined)
  }
  async function replaceFrom(after: string | undefined): Promise<void> {
    const done = await replace.run({ ...values, ...(after === undefined ? {} : { after }) })
    if (!done.ok) return
    const names = Object.entries(done.data.titles).map(([id, name]) => ({ id, name }))
    acts.tell('查找替换', done.data.rows, names)
    setBatches((now) => [...now, done.data.batchId])
    setNext(done.data.next)
    preview.reset()
  }
  /** The latest replacement is undone first. */
  async function undoAll(): Promise<void> {
    let undone = 0
    for (const batchId of batchIds.toReversed()) {
      const done = await undo.run({ batchId })
      if (!done.ok) return
      undone += done.data.succeeded
      setBatches((now) => now.filter((one) => one !== batchId))
    }
    setNext(undefined)
    toast.success(`已撤销 ${formatCount(undone)} 个商品`)
  }
  return (
    <Modal
      open
      centered
      width={760}
      title="在译文里查找替换"
      {...guardTyped(values.find + values.replaceWith !== '' || batchIds.length > 0)}
      onCancel={onClose}
      footer={
        <>
          {batchIds.length === 0 ? null : (
            <Button loading={undo.isPending} disabled={replace.isPending} onClick={() => void undoAll()}>
              撤销刚才的替换
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
          <Button loading={preview.isPending} onClick={look}>
            预览
          </Button>
          <CanButton
            type="primary"
            allowed={undo.isPending ? '正在撤销' : mayReplace || NO_RIGHT}
            loading={replace.isPending}
            onClick={() => void replaceAll()}
          >
            全部替换
          </CanButton>
        </>
      }
    >
      <Form layout="vertical" className={styles.form}>
        <Form.Item label={LANGUAGE}>
          <Select<Locale>
            aria-label={LANGUAGE}
            value={values.locale}
            options={locales.map((value) => ({ value, label: languageName(value) }))}
            onChange={(next) => set({ locale: next })}
          />
        </Form.Item>
        <Form.Item label="查找">
          <Input
            aria-label="查找"
            maxLength={200}
            value={values.find}
            onChange={(event) => set({ find: event.target.value })}
            onPressEnter={look}
          />
        </Form.Item>
        <Form.Item label="替换为">
          <Input
            aria-label="替换为"
            maxLength={200}
            value={values.replaceWith}
            onChange={(event) => set({ replaceWith: event.target.value })}
          />
        </Form.Item>
        <Checkbox checked={values.isWholeWord} onChange={(event) => set({ isWholeWord: event.target.checked })}>
          整词匹配
        </Checkbox>
        <Checkbox checked={values.isExactCase} onChange={(event) => set({ isExactCase: event.target.checked })}>
          区分大小写
        </Checkbox>
      </Form>
      {hits === undefined ? null : hits.length === 0 ? (
        <EmptyState text="这种语言的译文里没有。" />
      ) : (
        <>
          <p role="status">
            {preview.data?.totalCapped ? '前 50 个商品里有 ' : ''}
            {formatCount(hits.length)} 处
          </p>
          <ul className={styles.hits}>
            {hits.map((hit, at) => (
              // The key needs the index, because a field has a hit per market; it is safe, because the list is replaced as a whole.
              <Hit key={`${hit.productId}.${hit.field}.${at}`} hit={hit} />
            ))}
          </ul>
        </>
      )}
      {next !== undefined ? (
        <p role="status">
          一次最多替换 500 个商品，后面还有。
          <Button
            type="link"
            loading={replace.isPending}
            disabled={undo.isPending}
            onClick={() => void replaceFrom(next)}
          >
            继续替换
          </Button>
        </p>
      ) : null}
      <ReportedOutcome acts={acts} />
    </Modal>
  )
}

const SHOWN = 160
/** The part of a long text around its first difference. */
function around(text: string, other: string): string {
  if (text.length <= SHOWN) return text
  let at = 0
  while (at < text.length && text[at] === other[at]) at += 1
  const from = Math.max(0, at - SHOWN / 2)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + SHOWN)}…`
}

function Hit({ hit }: { hit: ReplacementHit }): ReactNode {
  const { field, before, after, title, locked, problems } = hit
  const label = hit.market === undefined ? hit.label : `${hit.label}（${hit.market}）`
  return (
    <li>
      <b title={title}>{title}</b>
      <ChangesList
        className={styles.changes}
        changes={[{ field, label, before: around(before, after), after: around(after, before) }]}
      />
      {locked ? <small>已锁定，由您这次修改</small> : null}
      {problems.map(({ message }) => (
        <small key={message} className={styles.problem}>
          {message}
        </small>
      ))}
    </li>
  )
}
