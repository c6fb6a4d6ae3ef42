import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formList } from '../wire.ts'
import { menuItem } from './access.schema.ts'

export const accessEndpoints = defineEndpoints({
  /** Answers exactly one element if its children are the menu; otherwise the array itself is the menu (specification, section 7). */
  queryMenuByRoleId: {
    feature: 'access',
    method: 'GET',
    path: '/admin/menu/queryMenuByRoleId',
    mode: 'get',
    right: 'session',
    title: '查询角色菜单',
    logged: false,
    object: 'menu',
    labels: { level: '层级', type: '类型' },
    input: z.object({
      /** an administrator has no role and sends `administrator` */
      roleId: formList(z.string().max(64), 50).optional(),
      level: z.string().max(4).default('0'),
      type: z.string().max(4).default('0'),
    }),
    output: z.array(menuItem),
    refusals: [],
    lists: ['menus'],
  },
})
