import { languageName } from '@huoqiao/contract/languages'
import type { ImportedText } from '@huoqiao/contract/translations/exchange.endpoints'
import { TRANSLATION_FIELDS } from '@huoqiao/contract/translations/translations.fields'
import type { Locale } from '@huoqiao/contract/translations/translations.status'
import { Button, Modal, Select, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { toast } from '../../../lib/client.ts'
import type { CallOutput } from '../../../lib/contract.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { ChangesList } from '../../../ui/change-history.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import styles from './replace.module.css'

type ImportDialogProps = { locale: Locale; locales: readonly Locale[]; onClose: () => void }
const LANGUAGE = TRANSLATION_FIELDS.locale.label
const SHOWN = 200

/** Imports a file of translations: shows what would change, then saves it. The whole import can be undone. */
export default function ImportDialog({ locale, locales, onClose }: ImportDialogProps): ReactNode {
  const [into, setInto] = useState<Locale>(locale)
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState<CallOutput<'importTranslations'>>()
  const [batchId, setBatch] = useState<string>()
  const send = useAct('importTranslations')
  const undo = useAct('undoTranslationBatch')
  /** Number of dry runs so far: one file may be checked for several languages, and only the answer of the last check is shown. */
  const looks = useRef(0)

  async function look(chosen: File, of: Locale): Promise<void> {
    const count = (looks.current += 1)
    setFile(chosen)
    setTried(undefined)
    setBatch(undefined)
    const done = await send.run({ locale: of, dryRun: 'true' }, { file: chosen })
    if (looks.current === count) setTried(done.ok ? done.data : undefined)
  }
  async function take(): Promise<void> {
    if (file === undefined || why !== undefined) {
      toast.error(why ?? '先选文件')
      return
    }
    const count = looks.current
    const done = await send.run({ locale: into, dryRun: 'false' }, { file })
    if (!done.ok) return
    toast.success(`已导入 ${formatCount(done.data.change)} 段`)
    if (looks.current !== count) return
    setTried(done.data)
    setBatch(done.data.batchId ?? undefined)
  }
  async function undoAll(of: string): Promise<void> {
    if (!(await undo.run({ batchId: of })).ok) return
    toast.success('已撤销刚才的导入')
    setBatch(undefined)
  }
  const why =
    tried === undefined
      ? '先选文件'
      : batchId !== undefined
        ? '已经导入'
        : tried.change === 0
          ? '没有要改的'
          : undefined
  return (
    <Modal
      open
      centered
      width={760}
      title="导入译文"
      onCancel={onClose}
      footer={
        <>
          {batchId === undefined ? null : (
            <Button loading={undo.isPending} onClick={() => void undoAll(batchId)}>
              撤销刚才的导入
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" loading={send.isPending} onClick={() => void take()}>
            导入{tried && why === undefined ? ` ${formatCount(tried.change)} 段` : ''}
          </Button>
        </>
      }
    >
      <p>用这里导出的表格或 XLIFF 文件，填好译文再传回来。导入的译文算作已审，并锁定。</p>
      <Select<Locale>
        aria-label={LANGUAGE}
        style={{ width: 170, marginBottom: 12 }}
        value={into}
        options={locales.map((value) => ({ value, label: languageName(value) }))}
        onChange={(next) => {
          setInto(next)
          if (file) void look(file, next)
        }}
      />
      <Upload.Dragger
        accept=".xlsx,.csv,.xlf,.xliff"
        maxCount={1}
        showUploadList={false}
        beforeUpload={(chosen) => {
          void look(chosen, into)
          return false
        }}
      >
        {file ? file.name : '点击或把文件拖到这里'}
      </Upload.Dragger>
      {send.error && !send.error.isSilent ? <FailureNote failure={send.error} /> : null}
      {tried ? <Outcome of={tried} /> : null}
    </Modal>
  )
}

function Outcome({ of }: { of: CallOutput<'importTranslations'> }): ReactNode {
  const shown = of.texts.filter(({ outcome }) => outcome !== 'same')
  return (
    <>
      <p role="status">
        要改 {formatCount(of.change)} 段，不变 {formatCount(of.same)} 段，不能用 {formatCount(of.refused)} 段
      </p>
      <ul className={styles.hits}>
        {shown.slice(0, SHOWN).map((text, at) => (
          // The key needs the index, because a file may contain a field twice; it is safe, because the list is replaced as a whole.
          <Text key={`${text.productId}.${text.field}.${at}`} text={text} />
        ))}
      </ul>
      {shown.length > SHOWN ? <p>只列出前 {SHOWN} 段。</p> : null}
    </>
  )
}

function Text({ text }: { text: ImportedText }): ReactNode {
  const { field, before, after, title, outcome, why } = text
  const label = text.market === undefined ? text.label : `${text.label}（${text.market}）`
  return (
    <li>
      <b>{title || text.productId}</b>
      {outcome === 'change' ? (
        <ChangesList className={styles.changes} changes={[{ field, label, before, after }]} />
      ) : (
        <small className={styles.problem}>
          {label}：{why}
        </small>
      )}
    </li>
  )
}
