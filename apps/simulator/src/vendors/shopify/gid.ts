/** Shopify's global ids: gid://shopify/Product/8100000000001. */
export const gid = (type: string, number: number | string): string => `gid://shopify/${type}/${number}`

export const gidType = (id: string): string | undefined => /^gid:\/\/shopify\/([A-Za-z0-9]+)\/[^/]+$/.exec(id)?.[1]

/** The number at the end, as text; '0' when there is none. */
export const gidNumber = (id: string): string => /\/(\d+)(?:\?.*)?$/.exec(id)?.[1] ?? '0'
