import { ACCOUNT_FIELDS } from '@huoqiao/contract/accounts/accounts.fields'
import { Button, Drawer, Table, Upload } from 'antd'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { copyText } from '../../lib/clipboard.ts'
import type { CallOutput } from '../../lib/contract.ts'
import { toast } from '../../lib/client.ts'
import { useAct } from '../../lib/use-call.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useSubmission } from '../../ui/submission.tsx'
import styles from './accounts.module.css'

type Imported = CallOutput<'importAdminUsers'>

/** Imports an Excel sheet of accounts. It is checked first without creating anything; only a sheet without errors can be imported. */
export function AccountImport({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState<Imported>()
  const [made, setMade] = useState<Imported['made']>()
  const send = useAct('importAdminUsers')

  const newest = useRef<File>(undefined)

  async function attempt(sheet: File): Promise<void> {
    newest.current = sheet
    setFile(sheet)
    setTried(undefined)
    const done = await send.run({ dryRun: 'true' }, { file: sheet })
    // Another sheet may have been chosen meanwhile: only the answer for the last one counts.
    if (done.ok && newest.current === sheet) setTried(done.data)
  }
  async function make(): Promise<void> {
    const done = await send.run({ dryRun: 'false' }, { file })
    if (!done.ok) return
    if (done.data.faults.length > 0) {
      setTried(done.data)
      return
    }
    setMade(done.data.made)
    toast.success(`已导入 ${done.data.made.length} 个账号`)
  }
  const isGood = tried !== undefined && tried.faults.length === 0 && tried.rows > 0
  const submission = useSubmission(isGood ? undefined : whyNot(tried), make)
  return (
    <Drawer
      open
      size={640}
      title="从Excel导入账号"
      // The passwords are shown only once: an accidental Escape or click beside the drawer must not close it.
      keyboard={made === undefined}
      mask={{ closable: made === undefined }}
      onClose={onClose}
      footer={
        made ? (
          <Button type="primary" onClick={onClose}>
            我已记下初始密码
          </Button>
        ) : (
          <Button type="primary" loading={send.isPending} onClick={submission.submit}>
            {isGood ? `导入 ${tried.rows} 个账号` : '导入'}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {made ? (
          <Made made={made} />
        ) : (
          <>
            <p className={styles.columns}>
              第一行是表头：<code>账号、姓名、手机号、部门、角色、备注</code>，次序随意，前两列必填。
              部门和角色填已有的名称，多个角色用顿号分开；一次最多500行。全部没有问题才会导入，不会只导一半。
            </p>
            <Upload.Dragger
              accept=".xlsx"
              maxCount={1}
              showUploadList={false}
              beforeUpload={(sheet) => {
                void attempt(sheet)
                return false
              }}
            >
              <p>{file ? file.name : '把 .xlsx 文件拖到这里，或点击选择'}</p>
            </Upload.Dragger>
            {send.isError && !send.error.isSilent ? <FailureNote failure={send.error} /> : null}
            {tried ? <Tried tried={tried} /> : null}
            {submission.line}
          </>
        )}
      </div>
    </Drawer>
  )
}

function whyNot(tried: Imported | undefined): string {
  if (tried === undefined) return '请选择表格'
  return tried.rows === 0 ? '表里没有账号，请改好后重新选择文件' : '表里有问题，请改好后重新选择文件'
}

const FAULT_COLUMNS = [
  { title: '行', dataIndex: 'row', width: 60 },
  { title: '列', dataIndex: 'field', width: 140 },
  { title: '问题', dataIndex: 'message' },
]

function Tried({ tried }: { tried: Imported }): ReactNode {
  if (tried.rows === 0) return <p className={styles.warn}>表里没有账号。</p>
  if (tried.faults.length === 0) return <p>检查通过：{tried.rows} 行都可以导入，还没有写入。</p>
  return (
    <>
      <p className={styles.warn} role="alert">
        共 {tried.rows} 行，{new Set(tried.faults.map((fault) => fault.row)).size} 行有问题，改好后重新选择文件：
      </p>
      <Table
        rowKey={(fault) => `${fault.row}:${fault.field}:${fault.message}`}
        columns={FAULT_COLUMNS}
        dataSource={tried.faults}
        pagination={false}
      />
    </>
  )
}

const MADE_COLUMNS = [
  { title: ACCOUNT_FIELDS.userAccount.label, dataIndex: 'userAccount' },
  { title: '初始密码', dataIndex: 'initialPassword', className: 'hq-mono' },
]

function Made({ made }: { made: Imported['made'] }): ReactNode {
  const sheet = made.map((one) => `${one.userAccount}\t${one.initialPassword}`).join('\n')
  return (
    <>
      <p className={styles.warn}>初始密码只显示这一次，请先复制保存，再交给本人。</p>
      <Button onClick={() => void copyText(`${ACCOUNT_FIELDS.userAccount.label}\t初始密码\n${sheet}`)}>复制全部</Button>
      <Table rowKey="userAccount" columns={MADE_COLUMNS} dataSource={made} pagination={false} />
    </>
  )
}
