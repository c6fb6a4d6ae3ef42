import { parse as readForm } from 'node:querystring'
import formbody from '@fastify/formbody'
import { BODY_MAX, statusText } from '@huoqiao/contract'
import type { Endpoint, Envelope, Explanation } from '@huoqiao/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalidField } from '../platform/refusal.ts'
import { NESTING_MAX, WHOLE } from './parse.ts'

/**
 * Limits that are checked before a body is parsed. The cost of parsing JSON depends on its brackets and values far more than on its bytes
 * (16 MB of `[` blocked the process for five seconds, 16 MB of `1,` for twelve). So both are counted over the bytes first, which takes a
 * millisecond or two for each megabyte and no memory.
 */

/** Bytes that a client without a session may send: such calls take only names, password digests and codes. */
const ANONYMOUS_BODY_MAX = 64 * 1024

/** The largest sync of the contract, 25,000 approvals, has 125,000 values; an edit of 2,048 variants about 90,000. */
const VALUES_MAX = 300_000

/** A form has about twenty fields; a list sent as repeated fields has at most 500. */
const FORM_FIELDS_MAX = 2_000

/** The maximum body length of a call, in bytes. */
export const bodyMaxOf = (endpoint: Endpoint): number =>
  endpoint.right === 'public' || endpoint.right === 'worker' ? ANONYMOUS_BODY_MAX : (endpoint.bodyMax ?? BODY_MAX)

/** Parses JSON and forms after checking that parsing is cheap. Throws refusals, which the error handler answers. */
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
      // A structured field is sent as JSON text (specification, section 7) and parsed by its schema.
      for (const [field, value] of Object.entries(form))
        for (const text of Array.isArray(value) ? value : [value ?? ''])
          if (/^\s*[[{]/.test(text)) refuseCostly(Buffer.from(text), field)
      return form
    },
  })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/** Throws `invalid` for JSON that is nested too deep or has too many values. Does not check whether the JSON is valid. */
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

/** The message follows the specification's rule for statuses that it does not name (section 8); the details are in the data. */
export function answerTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const limit = megabytes(request.routeOptions.bodyLimit ?? BODY_MAX)
  const announced = Number(request.headers['content-length'])
  const text = statusText(413)
  const answer: Envelope<Explanation> = {
    code: 413,
    msg: text,
    message: text,
    data: {
      refusal: 'too-large',
      what: `提交的内容太大，没有处理：最多 ${limit}${announced > 0 ? `，这次有 ${megabytes(announced)}` : ''}`,
      why: '内容太大时服务器不会读取，没有保存任何改动',
      next: [{ label: '减少一次提交的内容（少选几行、分几次提交，或缩短长文本）后再试' }],
    },
  }
  // The rest of the body is drained, otherwise the browser would see a broken connection and no answer.
  void reply.removeHeader('connection')
  request.raw.resume()
  return reply.code(413).send(answer)
}

const megabytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.ceil(bytes / 1024)} KB`
    : `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toString()} MB`
