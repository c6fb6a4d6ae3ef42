import type { ReactNode } from 'react'
import { ChooserPage } from '../../../pickers/chooser-page.tsx'
import { RoleChooser } from '../../../pickers/role-chooser.tsx'

/** /components/system/role */
export default function RolePickerPage(): ReactNode {
  return <ChooserPage title="选择角色" Chooser={RoleChooser} />
}
