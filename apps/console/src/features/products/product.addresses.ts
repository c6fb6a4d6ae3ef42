/** The editor's address of one product, opened at a tab when one is named. */
export const editAddress = (productId: string, tab?: string): string =>
  `/shop/product/edit?id=${productId}${tab === undefined ? '' : `&tab=${tab}`}`
