/** A new number for a request: 16 hexadecimal digits. `crypto.randomUUID` does not exist on a page served without TLS. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
