import { REFUSALS } from '@huoqiao/contract/errors'
import { clean } from './clean.ts'
import type { CallRecord } from './contract.ts'
import { encodeFields, fieldText } from './form-text.ts'
import type { SendOptions } from './request.client.ts'

export const FILE_UNSET = REFUSALS['file-unset'].msg

export type Outgoing = {
  url: string
  body?: BodyInit
  /** absent when fetch writes the header itself (multipart) */
  contentType?: string
  /** equal for identical requests: path, query and body */
  identity: string
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
const JSON_TYPE = 'application/json;charset=UTF-8'

/**
 * Builds what is sent in the six body modes of specification section 7, cleaned at any depth in each of them (section 5); the fields in the
 * record's `carriesEmpty` are left as they are. In `get`, `post` and `postquery` a structured field is sent as JSON text.
 */
export function outgoing(record: CallRecord, input: object, options: SendOptions): Outgoing | 'unset-file' {
  const beside = options.query ? encodeFields(cleaned(options.query)) : ''
  return SHAPES[record.mode](record.path, cleaned(input, record.carriesEmpty), beside, options.file)
}
const cleaned = (input: object, carriesEmpty?: readonly string[]): Fields => clean(input as Fields, carriesEmpty)

type Fields = Record<string, unknown>
type Shape = (path: string, input: Fields, beside: string, file: Blob | null | undefined) => Outgoing | 'unset-file'

const SHAPES: Readonly<Record<CallRecord['mode'], Shape>> = {
  get: (path, input, beside) => plain(path, join(encodeFields(input), beside)),
  postquery: (path, input, beside) => plain(path, join(encodeFields(input), beside)),
  post(path, input, beside) {
    const body = encodeFields(input)
    return { ...plain(path, beside, body), body, contentType: FORM }
  },
  postjson(path, input, beside) {
    const body = JSON.stringify(input)
    return { ...plain(path, beside, body), body, contentType: JSON_TYPE }
  },
  upload: (path, input, beside, file) => multipart(path, { query: join(encodeFields(input), beside), form: {} }, file),
  sliceupload: (path, input, beside, file) => multipart(path, { query: beside, form: input }, file),
}

/** `upload` sends its fields in the query; `sliceupload` sends them in the form, before the slice. */
function multipart(
  path: string,
  fields: { query: string; form: Fields },
  file: Blob | null | undefined,
): Outgoing | 'unset-file' {
  if (!file) return 'unset-file'
  const body = new FormData()
  for (const [key, value] of Object.entries(fields.form)) body.append(key, fieldText(value))
  const name = file instanceof File ? file.name : 'file'
  body.append('file', file, name)
  const stamp = file instanceof File ? file.lastModified : 0
  const identity = [encodeFields(fields.form), name, file.size, file.type, stamp].join('|')
  return { ...plain(path, fields.query, identity), body }
}

const plain = (path: string, query: string, fields = ''): Outgoing => {
  const url = query === '' ? path : `${path}?${query}`
  return { url, identity: `${url}\n${fields}` }
}
const join = (...queries: string[]): string => queries.filter((one) => one !== '').join('&')
