/** Of one form: the server makes one thing of all that come with it, so that a form whose answer got lost may be sent again. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (one) => one.toString(36)).join('-')
