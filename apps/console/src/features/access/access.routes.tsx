import type { FeatureRoute } from '../../lib/feature-route.ts'
import { registerPaletteSource } from '../../lib/palette.ts'

export const routes: readonly FeatureRoute[] = [
  { path: 'system/role', name: 'roles', title: '角色管理', load: () => import('./roles/role-list.page.tsx') },
  { path: 'system/menu', name: 'menus', title: '菜单管理', load: () => import('./menus/menu-tree.page.tsx') },
  {
    path: 'system/element',
    name: 'elements',
    title: '页面元素',
    load: () => import('./elements/element-list.page.tsx'),
  },
  {
    path: 'components/system/role',
    name: 'rolePicker',
    title: '选择角色',
    load: () => import('./roles/role-picker.page.tsx'),
    meta: { notInMenu: true },
  },
]

registerPaletteSource({ kind: '角色', call: 'queryRoles', order: 90, load: () => import('./roles/role.palette.ts') })
