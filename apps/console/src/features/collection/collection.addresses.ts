/** Addresses of pages of other features: features use links, never imports (architecture, section 2). */
export const editAddress = (productId: string): string => `/shop/product/edit?id=${productId}`
export const PRODUCT_LIST = '/shop/product/list'
export const SEARCH = '/shop/product/1688'
export const BOX = '/shop/product/collect'
