import type { NewNotice } from '../notices/index.ts'

/** One notice for each task with the number of failed products, not one for each product. */
export const syncFailed = (failed: {
  taskId: string
  title: string
  storeName: string
  isUnknown: boolean
  why: string
}): NewNotice => ({
  kind: 'sync-failed',
  about: failed.taskId,
  ...(failed.isUnknown ? { title: '同步结果未知' } : {}),
  text: `商品“${failed.title}”同步到店铺“${failed.storeName}”${failed.isUnknown ? '没有收到结果' : '失败'}：${failed.why}`,
  to: `/shop/product/tasks?taskId=${failed.taskId}`,
})
