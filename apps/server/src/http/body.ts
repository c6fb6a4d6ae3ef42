import { parse as readForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import { BODY_MAX, statusText } from '@huoqiao/contract'
import type { Endpoint, Envelope, Explanation } from '@huoqiao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidField } from '../platform/refusal.ts'
import { NESTING_MAX, WHOLE } from './parse.ts'

/**
 * What a body may be before anybody takes it apart. Reading JSON costs by its brackets and its values far more than by its bytes
 * (16 MB of nothing but `[` held the process for five seconds, 16 MB of `1,` for twelve), so both are counted over the bytes first:
 * a millisecond or two a megabyte, and no memory.
 */

/** Bytes that somebody without a session may send: names, passwords' digests and codes are all that such calls take. */
const ANONYMOUS_BODY_MAX = 64 * 1024

/** The largest sync of the contract, 25,000 approvals, is 125,000 values; an edit of 2,048 variants some 90,000. */
const VALUES_MAX = 300_000

/** A form has some twenty fields; a list sent as repeated ones is 500 long at most. */
const FORM_FIELDS_MAX = 2_000

/** Longest body that a call takes, in bytes. */
export const bodyMaxOf = (endpoint: Endpoint): number =>
  endpoint.right === 'public' || endpoint.right === 'worker' ? ANONYMOUS_BODY_MAX : (endpoint.bodyMax ?? BODY_MAX)

/** Reads JSON and forms, once it is known that they are cheap to read. Throws refusals, which the error handler answers. */
export async function readBodies(app: FastifyInstance): Promise<void> {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    refuseCostly(body, WHOLE)
    void readJson(request, body.toString(), done)
  })
  await app.register(formbody, {
    parser(text: string) {
      const fields = text.split('&', FORM_FIELDS_MAX + 1).length
      if (fields > FORM_FIELDS_MAX) throw invalidField(WHOLE, `表单超过${FORM_FIELDS_MAX}个字段，请分几次提交`)
      const form = readForm(text, '&', '=', { maxKeys: FORM_FIELDS_MAX })
      // A structured field travels as JSON text (specification, section 7) and is read by its schema.
      for (const [field, value] of Object.entries(form))
        for (const said of Array.isArray(value) ? value : [value ?? ''])
          if (/^\s*[[{]/.test(said)) refuseCostly(Buffer.from(said), field)
      return form
    },
  })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Throws `invalid` for JSON that is nested too deep or holds too many values. Whether it is JSON at all is not asked here. */
function refuseCostly(json: Buffer, field: string): void {
  let depth = 0
  let values = 1
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA) values++
    else if (isClosing(byte)) depth--
    else if (isOpening(byte)) {
      values++
      depth++
    } else continue
    if (depth > NESTING_MAX) throw invalidField(field, `内容嵌套超过${NESTING_MAX}层`)
    if (values > VALUES_MAX) throw invalidField(field, `内容超过${VALUES_MAX}项，请分几次提交`)
  }
}

/** Its sentence is the specification's for a status that it does not name (section 8); what happened stands in the data. */
export function answerTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const limit = megabytes(request.routeOptions.bodyLimit ?? BODY_MAX)
  const said = Number(request.headers['content-length'])
  const text = statusText(413)
  const answer: Envelope<Explanation> = {
    code: 413,
    msg: text,
    message: text,
    data: {
      refusal: 'too-large',
      what: `提交的内容太大，没有处理：最多 ${limit}${said > 0 ? `，这次有 ${megabytes(said)}` : ''}`,
      why: '内容太大时服务器不会读取，没有保存任何改动',
      next: [{ label: '减少一次提交的内容（少选几行、分几次提交，或缩短长文本）后再试' }],
    },
  }
  // The rest is let run out, or the browser would see a broken connection and no answer.
  void reply.removeHeader('connection')
  request.raw.resume()
  return reply.code(413).send(answer)
}

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toString()} MB`
