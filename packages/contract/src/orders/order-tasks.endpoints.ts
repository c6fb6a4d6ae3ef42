import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formList, id, instant, pageInput, pageOf, text } from '../wire.ts'
import { base, orderFilter, when } from './order-filter.ts'
import { ORDER_FILTER_FIELDS } from './orders.fields.ts'
import { ORDER_EXPORT_COLUMNS } from './order-export.columns.ts'
import type { OrderExportColumn } from './order-export.columns.ts'
import { orderTask, orderTaskState } from './orders.schema.ts'

const exportColumn = z.enum(Object.keys(ORDER_EXPORT_COLUMNS) as [OrderExportColumn, ...OrderExportColumn[]])

/** Durable tasks on orders: searching for missing ones, writing sheets. */
export const orderTaskEndpoints = defineEndpoints({
  /** Searches the shops for orders of a period (by creation) or with these numbers, and stores the missing ones. */
  recoverMissingOrders: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/recoverMissingOrders`,
    mode: 'post',
    right: 'granted',
    title: '补单',
    logged: true,
    object: 'order-task',
    labels: { numbers: '订单号' },
    input: z.object({
      /** absent: all stores */
      storeIds: formList(id, 50).default([]),
      from: when,
      to: when,
      numbers: formList(text(40), 500).default([]),
    }),
    output: orderTask,
    refusals: ['not-found', 'no-store', 'invalid'],
    lists: ['orders'],
  },
  /** Starts a durable export of order lines with their sources: of chosen orders, or of all that match the filters. */
  exportShopifyOrderSkuInfo: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/exportShopifyOrderSkuInfo`,
    mode: 'postjson',
    right: 'granted',
    title: '导出订单SKU信息',
    logged: true,
    object: 'order-task',
    labels: { columns: '列', filter: { label: '筛选', format: 'record', fields: ORDER_FILTER_FIELDS } },
    input: z.object({
      orderIds: z.array(id).max(5000).default([]),
      filter: orderFilter.optional(),
      /** empty: all without personal data; always in the sheet's own order */
      columns: z.array(exportColumn).max(100).default([]),
      /** why, if columns with personal data are chosen; stored in the log and in the timelines of the orders */
      reason: text(200).default(''),
    }),
    output: orderTask,
    refusals: ['invalid', 'not-found', 'no-right'],
    lists: ['orders'],
  },
  /** An address where the finished file can be downloaded for some minutes, without a session. */
  downloadOrderExport: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/downloadOrderExport`,
    mode: 'postjson',
    right: 'granted',
    title: '下载订单导出',
    logged: true,
    object: 'order-task',
    labels: { taskId: '订单任务' },
    input: z.object({ taskId: id }),
    output: z.object({ fileName: z.string(), url: z.string(), until: instant }),
    refusals: ['not-found', 'state-not-allowed'],
    lists: [],
  },
  queryOrderTasks: {
    feature: 'orders',
    method: 'GET',
    path: `${base}/queryOrderTasks`,
    mode: 'get',
    right: 'granted',
    title: '查询订单任务',
    logged: false,
    input: z.object({
      taskId: id.optional(),
      kind: z.enum(['recover', 'export']).optional(),
      state: orderTaskState.optional(),
      ...pageInput,
    }),
    output: pageOf(orderTask),
    refusals: [],
    lists: ['orders'],
  },
  cancelOrderTask: {
    feature: 'orders',
    method: 'POST',
    path: `${base}/cancelOrderTask`,
    mode: 'postjson',
    right: 'granted',
    title: '取消订单任务',
    logged: true,
    object: 'order-task',
    labels: { taskId: '订单任务' },
    input: z.object({ taskId: id }),
    output: orderTask,
    refusals: ['not-found', 'state-not-allowed'],
    lists: ['orders'],
  },
})
