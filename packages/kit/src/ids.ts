/**
 * UUID version 7 (RFC 9562, section 5.7): ordered by time, so that primary keys are appended to the index, and unique across databases, so
 * that an identifier written into a shop never refers to another product after a restore. Clock and random bytes are parameters, because
 * kit uses neither.
 */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('needs 10 random bytes')
  if (!(nowMs >= 0 && nowMs < 2 ** 48)) throw new RangeError(`the instant ${nowMs} does not fit into 48 bits`)
  const bytes = new Uint8Array(16)
  let time = nowMs
  for (let i = 5; i >= 0; i--) {
    bytes[i] = time % 256
    time = Math.floor(time / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
