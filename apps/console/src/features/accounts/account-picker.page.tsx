import type { ReactNode } from 'react'
import { AccountChooser } from '../../pickers/account-chooser.tsx'
import { ChooserPage } from '../../pickers/chooser-page.tsx'

/** /components/system/account */
export default function AccountPickerPage(): ReactNode {
  return <ChooserPage title="选择账号" Chooser={AccountChooser} />
}
