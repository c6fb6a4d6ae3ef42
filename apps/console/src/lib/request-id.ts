/** A new number for a request: 16 hexadecimal digits. `crypto.randomUUID` is not there on a page that came without TLS. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
