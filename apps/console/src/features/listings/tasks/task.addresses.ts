/** The address of one sync task: the page of tasks with its drawer open. */
export const taskAddress = (taskId: string): string => `/shop/product/tasks?taskId=${taskId}`
