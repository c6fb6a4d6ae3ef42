import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { AccountChooser } from '../../pickers/account-chooser.tsx'
import { ChosenIds } from '../../pickers/chosen-ids.tsx'
import { ListPage } from '../../ui/list-page.tsx'

/** /components/system/account?multiple=true&keyword=…&value=…: the account chooser alone; what is chosen stands in the address. */
export default function AccountPickerPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const value = (params.get('value') ?? '').split(',').filter((id) => id !== '')
  const isMultiple = params.get('multiple') !== 'false'
  return (
    <ListPage title="选择账号" subtitle={isMultiple ? '可以选多个' : '选一个'}>
      <AccountChooser
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
