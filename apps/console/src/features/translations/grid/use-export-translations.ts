import type { CallInput } from '../../../lib/contract.ts'
import { toast } from '../../../lib/client.ts'
import { formatCount } from '../../../lib/format.ts'
import { useAct } from '../../../lib/use-call.ts'
import { saveFile } from './save-file.ts'

type TextExport = {
  isPending: boolean
  /** Saves the file in the browser; false: it failed, and a toast says why. */
  save: (wanted: CallInput<'exportTranslations'>) => Promise<boolean>
}

/** Texts as a file for translators. */
export function useExportTranslations(): TextExport {
  const { run, isPending } = useAct('exportTranslations')
  return {
    isPending,
    async save(wanted) {
      const done = await run(wanted)
      if (!done.ok) return false
      if (!saveFile(done.data.fileName, done.data.content)) {
        toast.error('文件不完整，请再导出一次')
        return false
      }
      const count = `已导出 ${formatCount(done.data.texts)} 段`
      if (done.data.left === 0) toast.success(count)
      else toast.notify('info', count, `${formatCount(done.data.left)} 段太长，放不进表格，请导出 XLIFF。`)
      return true
    },
  }
}
