import { md5 } from 'js-md5'

/** MD5 hex of the entered text: how passwords travel (decisions, section 2). */
export const passwordDigest = (entered: string): string => md5(entered)
