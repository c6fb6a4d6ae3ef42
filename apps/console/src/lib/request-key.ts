/**
 * A key for one form: the server carries out only one of all requests with the same key, so that a form whose answer got lost may be sent
 * again.
 */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (one) => one.toString(36)).join('-')
