import type { ElementFields, ElementRow, MenuRow } from '@huoqiao/contract/access/access.schema'
import { ELEMENT_FIELDS } from '@huoqiao/contract/access/access.fields'
import { Button, Drawer, Input, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { comparedFields, formItems } from '../../../ui/field-form.tsx'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'
import { menuOptions } from '../menus/menu-options.ts'

const valuesOf = (row: ElementRow | undefined): ElementFields => ({
  menuId: row?.menuId ?? null,
  name: row?.name ?? '',
  code: row?.code ?? '',
  note: row?.note ?? '',
})

type ElementDrawerProps = { row: ElementRow | 'new' | undefined; menus: readonly MenuRow[]; onClose: () => void }

export function ElementDrawer({ row, menus, onClose }: ElementDrawerProps): ReactNode {
  const add = useAct('addElement')
  const update = useAct('updateElement')
  const mayAdd = useMay('addElement')
  const mayUpdate = useMay('updateElement')
  if (row === undefined) {
    return (
      <Drawer open title="页面元素" size={420} onClose={onClose}>
        <EmptyState text="在当前列表里没有找到这个页面元素。" action={<Button onClick={onClose}>回到列表</Button>} />
      </Drawer>
    )
  }
  const existing = row === 'new' ? undefined : row
  return (
    <RecordDrawer<ElementRow, ElementFields>
      noun="页面元素"
      draftKey="element"
      size={480}
      row={existing}
      valuesOf={valuesOf}
      fields={comparedFields<ElementFields, typeof ELEMENT_FIELDS>(ELEMENT_FIELDS, {
        menuId: (of) => menus.find((menu) => menu.id === of.menuId)?.name ?? '',
        name: 'plain',
        code: 'plain',
        note: 'plain',
      })}
      isSaving={add.isPending || update.isPending}
      isReadOnly={existing ? !mayUpdate || typeof existing.can.updateElement === 'string' : !mayAdd}
      save={(values, of) => {
        const fields = { ...values, menuId: values.menuId ?? null }
        return of ? update.run({ ...fields, ...of }) : add.run(fields)
      }}
      onClose={onClose}
    >
      {() =>
        formItems<ElementFields>(ELEMENT_FIELDS, {
          menuId: {
            input: (
              <TreeSelect
                allowClear
                treeDefaultExpandAll
                placeholder="它在哪个页面上"
                treeData={menuOptions(menus)}
                showSearch={{ treeNodeFilterProp: 'title' }}
              />
            ),
          },
          name: {
            rules: [{ required: true, whitespace: true }],
            input: <Input maxLength={64} placeholder="例如 查看买家电话" ref={existing ? undefined : firstFocus} />,
          },
          code: {
            extra: '页面上判断的权限字符串',
            rules: [{ required: true }, { pattern: /^\/[A-Za-z0-9/_.-]{2,120}$/, message: '以 / 开头的权限字符串' }],
            input: <Input maxLength={121} placeholder="例如 /element/order/showPhone" />,
          },
          note: { input: <Input.TextArea maxLength={200} rows={2} showCount /> },
        })
      }
    </RecordDrawer>
  )
}
