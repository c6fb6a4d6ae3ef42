import type { FeatureRoute } from '../../lib/feature-route.ts'
import { registerPaletteSource } from '../../lib/palette.ts'
import { fillSlot } from '../../lib/slots.tsx'

export const routes: readonly FeatureRoute[] = [
  { path: 'system/account', name: 'accounts', title: '账号管理', load: () => import('./account-list.page.tsx') },
  {
    path: 'components/system/account',
    name: 'accountPicker',
    title: '选择账号',
    load: () => import('./account-picker.page.tsx'),
    meta: { notInMenu: true },
  },
]

registerPaletteSource({ kind: '账号', call: 'pagingQuery', order: 80, load: () => import('./account.palette.ts') })

fillSlot('role-accounts', () => import('./role-accounts.drawer.tsx'))
