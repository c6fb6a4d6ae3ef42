import type { RelationSheetRow } from '@huoqiao/contract/orders/order-unsourced.endpoints'
import { RELATION_ROW_FIELDS } from '@huoqiao/contract/orders/orders.fields'
import { Button, Drawer, Table, Upload } from 'antd'
import type { TableColumnsType } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { CallOutput } from '../../../lib/contract.ts'
import { useAct } from '../../../lib/use-call.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useSubmission } from '../../../ui/submission.tsx'
import styles from './goods.module.css'

type Imported = CallOutput<'importRelations'>

const columnsOf = (isTried: boolean): TableColumnsType<RelationSheetRow> =>
  fieldColumns<RelationSheetRow, typeof RELATION_ROW_FIELDS>(RELATION_ROW_FIELDS, {
    row: { align: 'left', width: 52 },
    sku: { width: 150, ellipsis: true },
    storeName: { width: 120, ellipsis: true },
    source: { className: 'hq-mono', ellipsis: true },
    message: {
      ...(isTried ? { title: '会怎样' } : {}),
      width: 240,
      render: (_, { ok, message }) => (
        <StateTag bare hue={ok ? (isTried ? 'waiting' : 'done') : 'failed'} label={message} />
      ),
    },
    ok: null,
    lines: null,
  })

/** Imports a sheet of SKU → 1688 SKU: it is checked first without writing anything; then valid rows are saved, with an outcome per row. */
export function RelationImport({ onClose }: { onClose: () => void }): ReactNode {
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState<Imported>()
  const [done, setDone] = useState<Imported>()
  const send = useAct('importRelations')
  async function attempt(sheet: File): Promise<void> {
    setFile(sheet)
    setTried(undefined)
    setDone(undefined)
    const answer = await send.run({ dryRun: 'true' }, { file: sheet })
    if (answer.ok) setTried(answer.data)
  }
  async function take(): Promise<void> {
    const answer = await send.run({ dryRun: 'false' }, { file })
    if (answer.ok) setDone(answer.data)
  }
  const submission = useSubmission(
    tried === undefined ? '请选择表格' : tried.good === 0 ? '没有可以导入的行，请改好表格再选一次' : undefined,
    take,
  )
  const shown = done ?? tried
  return (
    <Drawer
      open
      size={820}
      title="用表格导入货源关联"
      mask={{ closable: tried === undefined }}
      onClose={onClose}
      footer={
        done ? (
          <Button type="primary" onClick={onClose}>
            完成
          </Button>
        ) : (
          <Button type="primary" loading={send.isPending} onClick={submission.submit}>
            {tried && tried.good > 0 ? `导入 ${tried.good} 条` : '导入'}
          </Button>
        )
      }
    >
      <div className={styles.body}>
        <p className={styles.hint}>
          第一行是表头：<code>SKU、1688货源、规格编号、销售件数、货源件数、店铺</code>，次序随意，前两列必填。
          1688货源填商品编号或链接；规格编号填货源的规格编号（<code>skuId</code> 或<code>specId</code>
          ），货源不分规格就空着；两个件数也可以写成一列
          <code>比例</code>，如 1:2；店铺空着就是全部店铺。一次最多 500 行，.xlsx 或 .csv
          都可以。先检查，不写入；没有问题的行才会导入。
        </p>
        <Upload.Dragger
          accept=".xlsx,.csv"
          maxCount={1}
          showUploadList={false}
          beforeUpload={(sheet) => {
            void attempt(sheet)
            return false
          }}
        >
          <p>{file ? file.name : '把表格拖到这里，或点击选择'}</p>
        </Upload.Dragger>
        {send.isError ? <FailureNote failure={send.error} /> : null}
        {done ? null : submission.line}
        {shown ? (
          <>
            <p role="status">
              {done
                ? `导入了 ${done.good} 条${done.faulty > 0 ? `，${done.faulty} 条没有导入` : ''}。`
                : shown.rows.length === 0
                  ? '表里没有内容。'
                  : `${shown.good} 条可以导入${shown.faulty > 0 ? `，${shown.faulty} 条有问题，不会导入` : ''}；还没有写入。`}
            </p>
            <Table<RelationSheetRow>
              rowKey={({ row, storeName }) => `${row} ${storeName}`}
              size="small"
              pagination={false}
              scroll={{ y: 420 }}
              columns={columnsOf(!done)}
              dataSource={shown.rows}
            />
          </>
        ) : null}
      </div>
    </Drawer>
  )
}
