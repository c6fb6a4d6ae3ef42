/** Rotations of the four rounds, and the integer parts of the sines (RFC 1321, section 3.4). */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32))

/**
 * MD5 hex of the entered text as UTF-8: the form in which passwords are sent (decisions, section 2). Implemented here, because the login
 * page loads it first and a library is ten times as large; browsers have no MD5.
 */
export function passwordDigest(entered: string): string {
  const words = paddedWords(new TextEncoder().encode(entered))
  const state = Int32Array.of(0x67_45_23_01, 0xef_cd_ab_89, 0x98_ba_dc_fe, 0x10_32_54_76)
  for (let block = 0; block < words.length; block += 16) addBlock(state, words.subarray(block, block + 16))
  return Array.from(new Uint8Array(state.buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The message, one bit, zeros and the length in bits, as little-endian words of 32 bits. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) * 64))
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(padded.byteLength - 8, bytes.length * 8, true)
  return Int32Array.from({ length: padded.byteLength / 4 }, (_, at) => padded.getInt32(at * 4, true))
}

function addBlock(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number]
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4
    const mixed = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round]!
    const word = words[[step, 5 * step + 1, 3 * step + 5, 7 * step][round]! % 16]!
    const sum = (a + mixed + SINES[step]! + word) | 0
    const shift = SHIFTS[round * 4 + (step % 4)]!
    ;[a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0]
  }
  for (const [at, value] of [a, b, c, d].entries()) state[at] = (state[at]! + value) | 0
}
