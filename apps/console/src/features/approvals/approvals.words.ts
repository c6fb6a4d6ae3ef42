/** Fen as money. */
export const yuan = (minor: number) => ({ minor, currency: 'CNY' }) as const
export const NO_RIGHT = '没有操作权限，请管理员在角色管理中授权'
export const purchaseAddress = (purchaseId: string): string => `/purchase/list?purchase=${purchaseId}`
