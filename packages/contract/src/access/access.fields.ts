import type { FieldsOf } from '../fields.ts'
import { CAN, ID, NOTE, UPDATED_AT, VERSION } from '../fields.ts'
import type { ElementRow, MenuRow, RoleResources, RoleRow } from './access.schema.ts'

export const MENU_FIELDS = {
  id: ID,
  parentId: { label: '上级', format: 'reference' },
  name: { label: '名称', format: 'text' },
  url: { label: '地址', format: 'text' },
  menuIcon: { label: '图标', format: 'text' },
  position: { label: '顺序', format: 'count' },
  hidden: { label: '隐藏', format: 'yes-no' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<MenuRow>

export const ROLE_FIELDS = {
  id: ID,
  name: { label: '角色名称', format: 'text' },
  note: NOTE,
  demandsAuthenticator: { label: '必须使用身份验证器', format: 'yes-no' },
  builtIn: { label: '内置', format: 'yes-no' },
  accountCount: { label: '账号', format: 'count' },
  lackingCount: { label: '缺验证器的账号', format: 'count' },
  rightCount: { label: '权限', format: 'count' },
  menuIds: { label: '菜单', format: 'list' },
  rights: { label: '操作权限', format: 'list' },
  elementIds: { label: '页面元素', format: 'list' },
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<RoleRow, RoleResources>

export const ELEMENT_FIELDS = {
  id: ID,
  menuId: { label: '所属菜单', format: 'reference' },
  name: { label: '名称', format: 'text' },
  code: { label: '编码', format: 'text' },
  note: NOTE,
  version: VERSION,
  updatedAt: UPDATED_AT,
  can: CAN,
} satisfies FieldsOf<ElementRow>
