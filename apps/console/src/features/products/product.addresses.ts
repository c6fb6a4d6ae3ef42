/** The editor's address for one product, optionally with a tab. */
export const editAddress = (productId: string, tab?: string): string =>
  `/shop/product/edit?id=${productId}${tab === undefined ? '' : `&tab=${tab}`}`
