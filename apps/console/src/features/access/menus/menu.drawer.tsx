import type { MenuFields, MenuRow } from '@huoqiao/contract/access/access.schema'
import { MENU_FIELDS } from '@huoqiao/contract/access/access.fields'
import { AutoComplete, Button, Drawer, Form, Input, Switch, TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { firstFocus } from '../../../ui/first-focus.ts'
import { useMay } from '../../../lib/permission.tsx'
import { useAct, useRead } from '../../../lib/use-call.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { MENU_ICON_NAMES, MenuIcon } from '../../../ui/menu-icon.tsx'
import { comparedFields, formItem } from '../../../ui/field-form.tsx'
import { RecordDrawer } from '../../../ui/record-drawer.tsx'
import styles from '../access.module.css'
import { menuOptions } from './menu-options.ts'
import { familyOf } from './menu.rules.ts'

/** The URL is split into two fields: the page, and the query. */
type MenuValues = Omit<MenuFields, 'url'> & { page: string; query: string }

/** The fields of the form, with the address split in two, as it is typed. */
const FIELDS = {
  ...MENU_FIELDS,
  page: { label: '页面', format: 'text' },
  query: { label: '页面参数', format: 'text' },
} as const
const item = formItem(FIELDS)

const urlOf = ({ page, query }: MenuValues): string => {
  const carried = query.trim().replace(/^\?/, '')
  return carried === '' ? page.trim() : `${page.trim()}?${carried}`
}
function valuesOf(row: MenuRow | undefined, parentId: string | null): MenuValues {
  const [page = '', ...query] = (row?.url ?? '').split('?')
  return {
    parentId: row ? row.parentId : parentId,
    name: row?.name ?? '',
    menuIcon: row?.menuIcon ?? '',
    hidden: row?.hidden ?? false,
    page,
    query: query.join('?'),
  }
}

type MenuDrawerProps = {
  row: MenuRow | 'new' | undefined
  /** the initial parent of a new entry */
  parentId: string | null
  menus: readonly MenuRow[]
  onClose: () => void
}

export function MenuDrawer({ row, parentId, menus, onClose }: MenuDrawerProps): ReactNode {
  const add = useAct('addMenu')
  const update = useAct('updateMenu')
  const mayAdd = useMay('addMenu')
  const mayUpdate = useMay('updateMenu')
  if (row === undefined) {
    return (
      <Drawer open title="菜单" size={420} onClose={onClose}>
        <EmptyState text="没有找到这个菜单，它可能已被删除。" action={<Button onClick={onClose}>回到菜单</Button>} />
      </Drawer>
    )
  }
  const existing = row === 'new' ? undefined : row
  const nameOf = (id: string | null): string => menus.find((menu) => menu.id === id)?.name ?? '（最上层）'
  return (
    <RecordDrawer<MenuRow, MenuValues>
      noun="菜单"
      draftKey={existing ? 'menu' : `menu:${parentId ?? 'top'}`}
      size={520}
      row={existing}
      valuesOf={(of) => valuesOf(of, parentId)}
      fields={comparedFields<MenuValues, typeof FIELDS>(FIELDS, {
        name: 'plain',
        parentId: (of) => nameOf(of.parentId),
        page: 'plain',
        query: 'plain',
        menuIcon: 'plain',
        hidden: 'plain',
      })}
      isSaving={add.isPending || update.isPending}
      isReadOnly={existing ? !mayUpdate || typeof existing.can.updateMenu === 'string' : !mayAdd}
      save={({ page, query, ...rest }, of) => {
        const fields = { ...rest, parentId: rest.parentId ?? null, url: urlOf({ ...rest, page, query }) }
        return of ? update.run({ ...fields, ...of }) : add.run(fields)
      }}
      onClose={onClose}
    >
      {() => <Fields menus={menus} own={existing} />}
    </RecordDrawer>
  )
}

function Fields({ menus, own }: { menus: readonly MenuRow[]; own: MenuRow | undefined }): ReactNode {
  const may = useMay('getAllMenuPageUrl')
  const pages = useRead('getAllMenuPageUrl', {}, { enabled: may, staleTime: 60_000 })
  const options = (pages.data ?? []).map(({ url, title }) => ({ value: url, label: `${title}  ${url}` }))
  return (
    <>
      <Form.Item {...item('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={32} placeholder="侧栏里显示的名称" ref={own ? undefined : firstFocus} />
      </Form.Item>
      <Form.Item {...item('parentId')}>
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder="不选则在最上层"
          treeData={menuOptions(menus, own && familyOf(menus, own.id))}
          showSearch={{ treeNodeFilterProp: 'title' }}
        />
      </Form.Item>
      <Form.Item
        {...item('page')}
        extra="从控制台的页面里选；分组可以不填"
        rules={[{ pattern: /^(\/[^\s?]*)?$/, message: '以 / 开头，参数写在下一格' }]}
      >
        <AutoComplete
          allowClear
          options={options}
          placeholder="例如 /shop/product/list"
          showSearch={{
            filterOption: (typed, option) => (option?.label ?? '').toLowerCase().includes(typed.toLowerCase()),
          }}
        />
      </Form.Item>
      <Form.Item {...item('query')} rules={[{ pattern: /^\S*$/, message: '不能有空格' }]}>
        <Input prefix="?" placeholder="可不填，例如 state=failed，打开时直接筛选好" maxLength={200} />
      </Form.Item>
      <Form.Item {...item('menuIcon')}>
        <IconPicker />
      </Form.Item>
      <Form.Item {...item('hidden')} valuePropName="checked" extra="隐藏后侧栏不显示，页面仍可用地址打开">
        <Switch />
      </Form.Item>
    </>
  )
}

function IconPicker({ value = '', onChange }: { value?: string; onChange?: (name: string) => void }): ReactNode {
  return (
    <div className={styles.icons} role="group" aria-label="图标">
      {MENU_ICON_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          title={name}
          aria-label={name}
          aria-pressed={name === value}
          onClick={() => onChange?.(name === value ? '' : name)}
        >
          <MenuIcon name={name} text={name} />
        </button>
      ))}
    </div>
  )
}
