export type Part = { name: string; data: Buffer; file: boolean }

/** The parts of a multipart form in order (RFC 7578); undefined when the body is not one. */
export function readMultipart(contentType: string, body: Buffer): Part[] | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (!boundary) return undefined
  const mark = Buffer.from(`--${boundary}`)
  const parts: Part[] = []
  let at = body.indexOf(mark)
  while (at !== -1) {
    const start = at + mark.length
    if (body.subarray(start, start + 2).toString() === '--') return parts
    const headEnd = body.indexOf('\r\n\r\n', start)
    const next = body.indexOf(`\r\n--${boundary}`, Math.max(headEnd, start))
    if (headEnd === -1 || next === -1) return undefined
    const head = body.subarray(start, headEnd).toString('utf8')
    const name = /name="([^"]*)"/i.exec(head)?.[1]
    if (name !== undefined) parts.push({ name, data: body.subarray(headEnd + 4, next), file: /filename="/i.test(head) })
    at = next + 2
  }
  return undefined
}
