import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formInt, pageInput, pageOf, text } from '../wire.ts'
import { loggedOutcome, operationLogEntry } from './operation-log.schema.ts'

const filter = {
  keyword: text(64).optional(),
  accountId: text(64).optional(),
  call: text(64).optional(),
  outcome: loggedOutcome.optional(),
  kind: text(32).optional(),
  objectId: text(64).optional(),
  from: formInt(0, 9_999_999_999_999).optional(),
  to: formInt(0, 9_999_999_999_999).optional(),
}

export const operationLogEndpoints = defineEndpoints({
  findOperationLog: {
    feature: 'operation-log',
    method: 'GET',
    path: '/admin/sysOpera/find.do',
    mode: 'get',
    right: 'granted',
    title: '查询操作日志',
    logged: false,
    object: 'log',
    labels: { call: '操作', kind: '对象类型', objectId: '对象' },
    input: z.object({ ...filter, ...pageInput }),
    output: pageOf(operationLogEntry),
    refusals: [],
    lists: ['operation-log'],
  },
  /** The rows of a search as CSV text; at most ten thousand lines. */
  exportOperationLog: {
    feature: 'operation-log',
    method: 'GET',
    path: '/admin/sysOpera/export.do',
    mode: 'get',
    right: 'granted',
    title: '导出操作日志',
    logged: true,
    object: 'log',
    labels: { accountId: '操作人', call: '操作', outcome: '结果', kind: '类型', objectId: '对象' },
    input: z.object(filter),
    output: z.object({
      fileName: z.string(),
      csv: z.string(),
      rows: z.int(),
      /** there were more lines than it contains */
      capped: z.boolean(),
    }),
    refusals: [],
    lists: [],
  },
})
