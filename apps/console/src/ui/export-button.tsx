import { DownloadOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { isCallError } from '../lib/call-error.ts'
import { toast } from '../lib/client.ts'
import { formatCount } from '../lib/format.ts'
import { saveText } from '../lib/save-text.ts'
import type { Allowed } from '../lib/permission.tsx'
import { CanButton } from './can-button.tsx'

/** A sheet from the server; `capped`: there were more rows than it contains. */
export type Sheet = { fileName: string; csv: string; rows: number; capped: boolean }
/** A sheet that the server stores, with an address that is valid for some minutes. */
export type SheetLink = { fileName: string; url: string; rows: number }

/** Lets the browser save a stored sheet, and shows how many rows it has. */
export function saveSheet({ fileName, url, rows }: SheetLink): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  toast.success(`已导出 ${formatCount(rows)} 条`)
}

type ExportButtonProps = { fetchSheet: () => Promise<Sheet | SheetLink>; allowed?: Allowed }

/** 导出: the rows that match the list's filters, as a file. */
export function ExportButton({ fetchSheet, allowed }: ExportButtonProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  async function run(): Promise<void> {
    setBusy(true)
    try {
      const sheet = await fetchSheet()
      if ('url' in sheet) {
        saveSheet(sheet)
        return
      }
      saveText(sheet.fileName, sheet.csv)
      const count = `已导出 ${formatCount(sheet.rows)} 条`
      if (sheet.capped) toast.notify('info', count, '一次最多导出这么多，请缩小筛选范围再导出其余的。')
      else toast.success(count)
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <CanButton icon={<DownloadOutlined />} allowed={allowed} loading={isBusy} onClick={() => void run()}>
      导出
    </CanButton>
  )
}
