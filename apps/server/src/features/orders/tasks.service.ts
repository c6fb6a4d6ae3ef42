import { createHmac, timingSafeEqual } from 'node:crypto'
import { ENDPOINTS } from '@huoqiao/contract'
import type { InputOf, OutputOf } from '@huoqiao/contract'
import { isPersonColumn } from '@huoqiao/contract/orders/order-export.columns'
import type { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'
import type { OrderTask } from '@huoqiao/contract/orders/orders.schema'
import { ORDER_TASK_STATES } from '@huoqiao/contract/orders/orders.status'
import { formatChinaTime } from '@huoqiao/kit'
import type { Db, Tx } from '../../db/db.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Actor, Call } from '../../platform/call.ts'
import type { Clock } from '../../platform/clock.ts'
import type { NewId } from '../../platform/ids.ts'
import { Refusal, invalidField } from '../../platform/refusal.ts'
import type { FilesService, LinkTo } from '../files/index.ts'
import type { StoresApi } from '../stores/index.ts'
import { runOrderTask } from './orders.jobs.ts'
import { findOrders } from './orders.store.ts'
import type { TaskInput } from './orders.types.ts'
import { seesCustomers } from './queries.service.ts'
import { findTask, findTasks, insertTask, updateOpenTask } from './tasks.store.ts'
import type { TaskRow } from './tasks.store.ts'

type Endpoints = typeof ordersEndpoints
export type TasksService = ReturnType<typeof tasksService>

/** How long the address of an export is valid, and at most until the session that asked for it ends. */
const LINK_MS = 5 * 60_000
type SheetLink = { fileId: string; until: number; session: string }

/** Durable tasks on orders: starting, watching and downloading the result. */
export function tasksService(deps: {
  db: Db
  clock: Clock
  newId: NewId
  jobs: Jobs
  secretKey: Buffer
  stores: Pick<StoresApi, 'allStores' | 'requireStores'>
  files: Pick<FilesService, 'exported' | 'existing'>
}) {
  const linkKey = createHmac('sha256', deps.secretKey).update('order-exports').digest()
  const now = (): Date => new Date(deps.clock.now())

  const begin = async (tx: Tx, call: Call, input: TaskInput, title: string): Promise<OrderTask> => {
    const row: TaskRow = {
      id: deps.newId(),
      kind: input.kind,
      title,
      state: 'queued',
      input,
      total: null,
      done: 0,
      stores: [],
      brought: [],
      fileId: null,
      file: null,
      message: '',
      createdById: call.actor.accountId,
      createdBy: call.actor.name,
      finishedAt: null,
      createdAt: now(),
      updatedAt: now(),
    }
    await insertTask(tx, row)
    await deps.jobs.enqueue(tx, runOrderTask, { taskId: row.id }, { key: row.id })
    call.notes.object('order-task', row.id, title)
    return taskView(row, call.actor)
  }

  const signature = ({ fileId, until, session }: SheetLink): string =>
    createHmac('sha256', linkKey).update(`${fileId}\n${until}\n${session}`).digest('hex').slice(0, 40)

  const linkTo: LinkTo = (fileId, name, { sessionId: session }) => {
    const until = deps.clock.now() + LINK_MS
    const signed = signature({ fileId, until, session })
    return { url: `/exports/${fileId}/${until}/${session}/${signed}/${encodeURIComponent(name)}`, until }
  }

  return {
    async recoverMissingOrders(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['recoverMissingOrders']>,
    ): Promise<OrderTask> {
      const numbers = [...new Set(input.numbers.filter((one) => one !== ''))]
      if (numbers.length === 0 && input.from === undefined) throw invalidField('from', '请选择下单时间，或填写订单号')
      if (input.from !== undefined && input.to !== undefined && input.to < input.from)
        throw invalidField('to', '结束时间不能早于开始时间')
      const stores =
        input.storeIds.length > 0
          ? await deps.stores.requireStores(tx, input.storeIds)
          : await deps.stores.allStores(tx)
      if (stores.length === 0) throw new Refusal('no-store')
      const span = [input.from, input.to].map((one) => (one === undefined ? '现在' : formatChinaTime(one).slice(0, 16)))
      const what = numbers.length > 0 ? `${numbers.length} 个订单号` : `${span[0]} 至 ${span[1]}`
      return begin(
        tx,
        call,
        {
          kind: 'recover',
          storeIds: stores.map(({ id }) => id),
          from: input.from ?? null,
          to: input.to ?? null,
          numbers,
        },
        `补单：${what}`,
      )
    },

    async exportShopifyOrderSkuInfo(
      tx: Tx,
      call: Call,
      input: InputOf<Endpoints['exportShopifyOrderSkuInfo']>,
    ): Promise<OrderTask> {
      if (input.orderIds.length === 0 && !input.filter) throw invalidField('orderIds', '请选择订单或筛选条件')
      const { columns } = input
      const reason = columns.some(isPersonColumn) ? reasonForPersons(call, input.reason) : undefined
      const orderIds = [...new Set(input.orderIds)]
      const missing = orderIds.length - (await findOrders(tx, orderIds)).length
      if (missing > 0)
        throw new Refusal('not-found', {
          msg: `选中的 ${orderIds.length} 个订单里有 ${missing} 个不存在或已被删除，没有导出`,
        })
      const title = orderIds.length > 0 ? `导出 ${orderIds.length} 个订单的SKU信息` : '导出订单SKU信息'
      const filter = input.filter ?? null
      return begin(
        tx,
        call,
        { kind: 'export', orderIds, filter, columns, ...(reason === undefined ? {} : { reason }) },
        reason === undefined ? title : `${title}（含客户信息）`,
      )
    },

    async queryOrderTasks(
      tx: Tx,
      call: Call,
      { page, pageSize, ...filter }: InputOf<Endpoints['queryOrderTasks']>,
    ): Promise<OutputOf<Endpoints['queryOrderTasks']>> {
      const { rows, total, totalCapped } = await findTasks(tx, filter, { page, pageSize })
      const kept = await deps.files.existing(
        tx,
        rows.flatMap(({ fileId }) => fileId ?? []),
      )
      return {
        list: rows.map((row) => taskView(row, call.actor, kept)),
        total,
        page,
        pageSize,
        ...(totalCapped ? { totalCapped } : {}),
      }
    },

    async cancelOrderTask(tx: Tx, call: Call, taskId: string): Promise<OrderTask> {
      const before = await findTask(tx, taskId)
      if (!before) throw new Refusal('not-found')
      requireOwn(before, call.actor)
      const row = await updateOpenTask(tx, taskId, { state: 'cancelled', finishedAt: now(), updatedAt: now() })
      if (!row) throw new Refusal('state-not-allowed', { why: `任务${ORDER_TASK_STATES[before.state].label}` })
      call.notes.object('order-task', row.id, row.title)
      call.notes.change('state', before.state, row.state)
      return taskView(row, call.actor)
    },

    /** Creates an address that is valid for some minutes, because a browser downloads a file without our header. */
    async downloadOrderExport(tx: Tx, call: Call, taskId: string): Promise<OutputOf<Endpoints['downloadOrderExport']>> {
      const task = await findTask(tx, taskId)
      if (!task || task.kind !== 'export') throw new Refusal('not-found')
      requireOwn(task, call.actor)
      if (!task.fileId || !task.file) throw new Refusal('state-not-allowed', { why: NO_FILE })
      if (!(await deps.files.existing(tx, [task.fileId])).has(task.fileId))
        throw new Refusal('state-not-allowed', { why: FILE_GONE })
      call.notes.object('order-task', task.id, task.title)
      return { fileName: task.file.name, ...linkTo(task.fileId, task.file.name, call.actor) }
    },

    /** Creates such an address for a sheet of another feature. */
    linkTo,

    /** The sheet for such an address; undefined for any other address. `isIn`: whether the session still exists. */
    async fetched(
      link: { fileId: string; until: string; session: string; signature: string },
      isIn: (sessionId: string) => Promise<boolean>,
    ): ReturnType<FilesService['exported']> {
      const { fileId, session } = link
      const until = Number(link.until)
      if (!Number.isSafeInteger(until) || until < deps.clock.now()) return undefined
      const right = Buffer.from(signature({ fileId, until, session }))
      const given = Buffer.from(link.signature)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      return (await isIn(session)) ? deps.files.exported(fileId) : undefined
    },
  }
}

/** Personal data leaves the app only with the right to see it, and for a reason. */
function reasonForPersons(call: Call, reason: string): string {
  if (!seesCustomers(call) && !call.actor.holds(ENDPOINTS.revealCustomer.path))
    throw new Refusal('no-right', { why: '没有“查看客户信息”的权限，不能导出客户信息' })
  if (reason.trim() === '') throw invalidField('reason', '请填写导出客户信息的原因')
  return reason.trim()
}

const NO_FILE = '文件还没有生成'
const FILE_GONE = '文件已删除（过了保留期，或其中有客户信息已按要求删除），请重新导出'

const NOT_OWN = '只有导出人和管理员可以操作'

/**
 * A sheet belongs to the person who ordered it, because it contains what they chose and may see. Administrators may open all of them; a
 * search for missing orders is open to everybody.
 */
const isOwn = (task: TaskRow, actor: Actor): boolean =>
  task.kind !== 'export' || actor.isAdmin || task.createdById === actor.accountId

function requireOwn(task: TaskRow, actor: Actor): void {
  if (!isOwn(task, actor))
    throw new Refusal('no-right', { why: NOT_OWN, next: [{ label: '请导出人或管理员下载，或自己重新导出' }] })
}

/** `kept`: files that still exist; left out for a task that has no file yet. */
const taskView = (row: TaskRow, actor: Actor, kept: ReadonlySet<string> = new Set()): OrderTask => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  state: row.state,
  total: row.total,
  done: row.done,
  stores: row.stores,
  brought: row.brought,
  file: row.file,
  message: row.message,
  createdBy: row.createdBy,
  createdAt: row.createdAt.getTime(),
  finishedAt: row.finishedAt?.getTime() ?? null,
  can: {
    cancelOrderTask:
      row.finishedAt !== null ? `任务${ORDER_TASK_STATES[row.state].label}` : isOwn(row, actor) ? true : NOT_OWN,
    downloadOrderExport: !isOwn(row, actor)
      ? NOT_OWN
      : row.fileId === null
        ? NO_FILE
        : kept.has(row.fileId)
          ? true
          : FILE_GONE,
  },
})
