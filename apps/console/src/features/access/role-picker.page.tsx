import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ChosenIds } from '../../pickers/chosen-ids.tsx'
import { RoleChooser } from '../../pickers/role-chooser.tsx'
import { ListPage } from '../../ui/list-page.tsx'

/** /components/system/role?multiple=true&keyword=…&value=…: the role chooser alone; what is chosen stands in the address. */
export default function RolePickerPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const value = (params.get('value') ?? '').split(',').filter((id) => id !== '')
  const isMultiple = params.get('multiple') !== 'false'
  return (
    <ListPage title="选择角色" subtitle={isMultiple ? '可以选多个' : '选一个'}>
      <RoleChooser
        keyword={params.get('keyword') ?? ''}
        isMultiple={isMultiple}
        value={value}
        onChange={(ids) =>
          setParams(
            (now) => {
              const next = new URLSearchParams(now)
              if (ids.length === 0) next.delete('value')
              else next.set('value', ids.join(','))
              return next
            },
            { replace: true },
          )
        }
      />
      <ChosenIds ids={value} />
    </ListPage>
  )
}
