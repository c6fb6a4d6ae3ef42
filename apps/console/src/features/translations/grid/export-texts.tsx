import type { Locale } from '@huoqiao/contract/translations/translations.status'
import type { ReactNode } from 'react'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { NO_RIGHT, useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { saveFile } from './save-file.ts'

type ExportTextsProps = { productIds: readonly string[]; locale: Locale }

/** The texts of the selected products in the list's language, as a file for translators. */
export function ExportTexts({ productIds, locale }: ExportTextsProps): ReactNode {
  const { run, isPending } = useAct('exportTranslations')
  const may = useMay('exportTranslations')
  async function save(format: 'xlsx' | 'xliff', openOnly: boolean): Promise<void> {
    const done = await run({ productIds: [...productIds], locale, format, openOnly })
    if (!done.ok) return
    if (!saveFile(done.data.fileName, done.data.content)) {
      toast.error('文件不完整，请再导出一次')
      return
    }
    const count = `已导出 ${formatCount(done.data.texts)} 段`
    if (done.data.left === 0) toast.success(count)
    else toast.notify('info', count, `${formatCount(done.data.left)} 段太长，放不进表格，请导出 XLIFF。`)
  }
  if (!may) return <CanButton allowed={NO_RIGHT}>导出</CanButton>
  return (
    <>
      <CanButton allowed loading={isPending} onClick={() => void save('xlsx', false)}>
        导出表格
      </CanButton>
      <RowMenu
        label="其他导出"
        items={() => [
          { key: 'xliff', label: '导出 XLIFF', onClick: () => void save('xliff', false) },
          { key: 'open', label: '导出没审的（表格）', onClick: () => void save('xlsx', true) },
          { key: 'open-xliff', label: '导出没审的（XLIFF）', onClick: () => void save('xliff', true) },
        ]}
      />
    </>
  )
}
