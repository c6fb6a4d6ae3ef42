import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { formList } from '../wire.ts'
import { menuItem } from './access.schema.ts'

export const accessEndpoints = defineEndpoints({
  /** Exactly one element: its children are the menu; otherwise the array itself is (specification, section 7). */
  queryMenuByRoleId: {
    feature: 'access',
    method: 'GET',
    path: '/admin/menu/queryMenuByRoleId',
    mode: 'get',
    right: 'session',
    title: '查询角色菜单',
    logged: false,
    input: z.object({
      /** an administrator, who needs no role, says `administrator` */
      roleId: formList(z.string().max(64), 50).optional(),
      level: z.string().max(4).default('0'),
      type: z.string().max(4).default('0'),
    }),
    output: z.array(menuItem),
    refusals: [],
    lists: ['menus'],
  },
})
