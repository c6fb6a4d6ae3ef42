/** An address of a server, or nothing. */
export const ADDRESS = /^(https?:\/\/[^\s/?#]+(\/[^\s?#]*)?)?$/
export const WRONG_ADDRESS = '应为 http:// 或 https:// 开头的地址'
