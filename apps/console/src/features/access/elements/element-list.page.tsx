import type { ElementRow, MenuRow } from '@huoqiao/contract/access/access.schema'
import { ELEMENT_FIELDS } from '@huoqiao/contract/access/access.fields'
import type { TableColumnsType } from 'antd'
import { Button, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { useCallback, useMemo } from 'react'
import { useAddressField } from '../../../lib/address-field.ts'
import { toast } from '../../../lib/client.ts'
import { TABLE_PAGING, useListQuery } from '../../../lib/list-query.ts'
import { Can, useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { CanButton } from '../../../ui/can-button.tsx'
import { CopyId } from '../../../ui/copy-id.tsx'
import { askConfirm } from '../../../ui/dialogs.store.ts'
import { fieldColumns } from '../../../ui/field-columns.tsx'
import { OpenButton } from '../../../ui/open-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { TablePage } from '../../../ui/table-page.tsx'
import { useTableView } from '../../../ui/table-view.tsx'
import { ElementDrawer } from './element.drawer.tsx'
import { menuOptions } from '../menus/menu-options.ts'

const DEFAULTS = { keyword: '', menuId: '' }
const NOTHING = {}
const NEW = 'new'
const NO_MENUS: readonly MenuRow[] = []

/** Buttons and fields of pages that have their own right. */
export default function ElementListPage(): ReactNode {
  const query = useListQuery('elements', DEFAULTS, { paging: TABLE_PAGING })
  const list = useRead('queryElements', query.input)
  const mayMenus = useMay('queryMenus')
  const menus = useRead('queryMenus', NOTHING, { enabled: mayMenus }).data ?? NO_MENUS
  const [edited, edit] = useAddressField('edit')
  const remove = useRemoval()
  const columns = useMemo(() => elementColumns({ menus, edit, remove }), [menus, edit, remove])
  const view = useTableView('elements', columns, 900)
  const rows = list.data?.list
  const add = (
    <Can call="addElement">
      <Button type="primary" onClick={() => edit(NEW)}>
        新增页面元素
      </Button>
    </Can>
  )
  return (
    <TablePage
      title="页面元素"
      subtitle="可以单独授权的按钮和字段；编码就是页面上判断的权限字符串"
      action={add}
      filters={
        <>
          <SearchField
            value={query.filters.keyword}
            placeholder="名称或编码"
            onSearch={(keyword) => query.setFilters({ keyword })}
          />
          <TreeSelect
            aria-label="所属菜单"
            placeholder="所属菜单"
            style={{ width: 180 }}
            allowClear
            treeDefaultExpandAll
            treeData={menuOptions(menus)}
            showSearch={{ treeNodeFilterProp: 'title' }}
            value={query.filters.menuId || undefined}
            onChange={(menuId: string | undefined) => query.setFilters({ menuId: menuId ?? '' })}
          />
        </>
      }
      query={query}
      answer={list}
      view={view}
      none={{
        text: '还没有页面元素。调用本身的权限已经在角色授权里，这里登记的是额外要单独控制的按钮和字段。',
        filtered: '没有符合条件的页面元素',
        action: add,
      }}
    >
      {edited === undefined || rows === undefined ? null : (
        <ElementDrawer
          key={edited}
          row={edited === NEW ? NEW : rows.find((row) => row.id === edited)}
          menus={menus}
          onClose={() => edit(undefined)}
        />
      )}
    </TablePage>
  )
}

type Actions = { menus: readonly MenuRow[]; edit: (id: string) => void; remove: (row: ElementRow) => void }

function elementColumns({ menus, edit, remove }: Actions): TableColumnsType<ElementRow> {
  const names = new Map(menus.map((menu) => [menu.id, menu.name]))
  return [
    ...fieldColumns<ElementRow, typeof ELEMENT_FIELDS>(ELEMENT_FIELDS, {
      name: { width: 180, render: (_, row) => <OpenButton onOpen={() => edit(row.id)}>{row.name}</OpenButton> },
      code: { width: 260, render: (_, { code }) => <CopyId value={code} chars={36} /> },
      menuId: { width: 140, render: (_, { menuId }) => (menuId && names.get(menuId)) ?? '–' },
      note: { ellipsis: true },
      updatedAt: { width: 160 },
    }),
    {
      title: '操作',
      key: 'actions',
      width: 120,
      fixed: 'right',
      render: (_value, row) => (
        <>
          <Can call="updateElement">
            <Button type="link" onClick={() => edit(row.id)}>
              编辑
            </Button>
          </Can>
          <Can call="deleteElement">
            <CanButton type="link" danger allowed={row.can.deleteElement} onClick={() => remove(row)}>
              删除
            </CanButton>
          </Can>
        </>
      ),
    },
  ]
}

function useRemoval(): (row: ElementRow) => void {
  const { run } = useAct('deleteElement')
  return useCallback(
    (row) => {
      const ask = async (): Promise<void> => {
        const sure = await askConfirm({
          title: `删除页面元素“${row.name}”？`,
          content: '已经授权给角色的会一并收回。',
          okText: '删除',
          danger: true,
        })
        if (!sure) return
        const done = await run({ id: row.id, version: row.version })
        if (done.ok) toast.success(`已删除 ${row.name}`)
      }
      void ask()
    },
    [run],
  )
}
