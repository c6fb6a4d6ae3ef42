import { REFUSALS } from '@huoqiao/contract/errors'
import { clean, verbatim } from './clean.ts'
import type { CallRecord } from './contract.ts'
import { encodeFields, fieldText } from './form-text.ts'
import type { SendOptions } from './request.client.ts'

export const FILE_UNSET = REFUSALS['file-unset'].msg

export type Outgoing = {
  url: string
  body?: BodyInit
  /** absent where fetch writes the header itself (multipart) */
  contentType?: string
  /** equal for identical requests: path, query, and what the body says */
  identity: string
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
const JSON_TYPE = 'application/json;charset=UTF-8'

/**
 * Shapes what is sent by the six body modes of specification section 7. In `get`, `post` and `postquery` a structured field
 * travels as JSON text and is a document: only the fields themselves are cleaned.
 */
export function outgoing(record: CallRecord, input: object, options: SendOptions): Outgoing | 'unset-file' {
  const beside = options.query ? fields(options.query) : ''
  return SHAPES[record.mode](record.path, input, beside, options.file)
}

type Shape = (path: string, input: object, beside: string, file: Blob | null | undefined) => Outgoing | 'unset-file'

const SHAPES: Readonly<Record<CallRecord['mode'], Shape>> = {
  get: (path, input, beside) => plain(path, join(fields(input), beside)),
  postquery: (path, input, beside) => plain(path, join(fields(input), beside)),
  post(path, input, beside) {
    const body = fields(input)
    return { ...plain(path, beside, body), body, contentType: FORM }
  },
  postjson(path, input, beside) {
    const body = JSON.stringify(clean(input))
    return { ...plain(path, beside, body), body, contentType: JSON_TYPE }
  },
  upload: (path, input, beside, file) => multipart(path, { query: join(fields(input), beside), form: {} }, file),
  sliceupload: (path, input, beside, file) => multipart(path, { query: beside, form: fieldsOf(input) }, file),
}

/** `upload` carries its fields in the query; `sliceupload` carries them in the form, before the slice. */
function multipart(
  path: string,
  said: { query: string; form: Record<string, unknown> },
  file: Blob | null | undefined,
): Outgoing | 'unset-file' {
  if (!file) return 'unset-file'
  const body = new FormData()
  for (const [key, value] of Object.entries(said.form)) body.append(key, fieldText(value))
  const name = file instanceof File ? file.name : 'file'
  body.append('file', file, name)
  const stamp = file instanceof File ? file.lastModified : 0
  const identity = [encodeFields(said.form), name, file.size, file.type, stamp].join('|')
  return { ...plain(path, said.query, identity), body }
}

const plain = (path: string, query: string, said = ''): Outgoing => {
  const url = query === '' ? path : `${path}?${query}`
  return { url, identity: `${url}\n${said}` }
}
const join = (...queries: string[]): string => queries.filter((one) => one !== '').join('&')

/** Empty fields and empty words of a list go; what stands inside a structured field is left alone. */
const fieldsOf = (input: object): Record<string, unknown> =>
  clean(
    Object.fromEntries(
      Object.entries(input as Record<string, unknown>).map(([key, value]) => [
        key,
        isStructured(value) ? asDocument(value) : value,
      ]),
    ),
  )
const fields = (input: object): string => encodeFields(fieldsOf(input))

/** A copy is marked, so that the caller's own object is cleaned as usual elsewhere. */
const asDocument = (value: object): object => verbatim(Array.isArray(value) ? [...(value as unknown[])] : { ...value })

/** Objects, and lists that hold any: they travel as one document of JSON text. */
const isStructured = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.some((item) => typeof item === 'object'))
