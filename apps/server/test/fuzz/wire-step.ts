import { ENDPOINTS } from '@huoqiao/contract'
import type { Endpoint } from '@huoqiao/contract'
import { wire } from '../harness.ts'
import type { Json } from '../hostile-inputs.ts'
import { workbookOf } from '../workbook.ts'
import type { Form, Step, Stray } from './cases.ts'
import type { Sent } from './exchange.ts'

const FILES: readonly (readonly [name: string, content: Buffer] | undefined)[] = [
  ['goods.csv', Buffer.from('账号,姓名,手机号\nwalker,走查,13800138000\n')],
  ['goods.csv', Buffer.from('订单号,商品,货源ID,规格ID\n#1001,灯,610000000001,\n=1+1,@x,"\n')],
  [
    'goods.xlsx',
    workbookOf([
      ['账号', '姓名'],
      ['=cmd()', 'x'.repeat(40_000)],
    ]),
  ],
  [
    'picture.png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  ['picture.png', Buffer.from('<html><script>alert(1)</script></html>')],
  ['picture.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['../../etc/passwd', Buffer.from('root')],
  ['empty.csv', Buffer.alloc(0)],
  ['\u202egnp.exe', Buffer.from('MZ')],
  ['cut.xlsx', workbookOf([['a']]).subarray(0, 60)],
  undefined,
]
const EDGE = 'edge-of-the-fuzz'

/** The address, headers and body with which a step is sent. */
export function sentFor(step: Step, input: Json, token: string | undefined): Sent {
  const endpoint: Endpoint = ENDPOINTS[step.call]
  const isUpload = endpoint.mode === 'upload' || endpoint.mode === 'sliceupload'
  const wired = wire(isUpload ? { ...endpoint, mode: 'postquery' } : endpoint, asObject(input))
  // The only call with a query beside its body.
  const beside: Record<string, string> = endpoint.query === undefined ? {} : { origin: '1688' }
  const file = isUpload
    ? multipart(FILES[step.file % FILES.length], endpoint.mode === 'sliceupload' ? wired.search : {})
    : undefined
  const sent: Sent = {
    method: endpoint.method,
    path: withQuery(endpoint.path, endpoint.mode === 'sliceupload' ? {} : { ...wired.search, ...beside }),
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(wired.contentType ? { 'content-type': wired.contentType } : {}),
      ...(file ? { 'content-type': `multipart/form-data; boundary=${EDGE}` } : {}),
    },
    ...(file ? { body: file } : wired.body === undefined ? {} : { body: wired.body }),
  }
  return formed(sent, step.form, endpoint.path, asObject(input))
}

/** A query or a form consists of fields: any other value becomes a field. */
const asObject = (input: Json): object => (input !== null && typeof input === 'object' ? input : { value: input })

/** Longer queries never reach a call: the HTTP server answers 431. */
const QUERY_MAX = 8_000
const withQuery = (path: string, fields: Record<string, string>): string => {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? path : `${path}?${query.slice(0, QUERY_MAX)}`
}

function formed(sent: Sent, form: Form, path: string, input: object): Sent {
  const text = sent.body?.toString() ?? ''
  const canCarry = sent.method !== 'GET'
  switch (form) {
    case 'in the other place':
      return canCarry && sent.body !== undefined
        ? { method: sent.method, headers: sent.headers, path: withQuery(path, { value: text.slice(0, 2_000) }) }
        : canCarry
          ? {
              ...sent,
              path,
              body: JSON.stringify(input),
              headers: { ...sent.headers, 'content-type': 'application/json' },
            }
          : sent
    case 'cut off':
      return sent.body === undefined ? { ...sent, path: sent.path.slice(0, -3) } : { ...sent, body: text.slice(0, -2) }
    case 'of another type':
      return canCarry
        ? {
            ...sent,
            body: sent.body ?? '<a/>',
            headers: { ...sent.headers, 'content-type': 'application/xml; charset=utf-16' },
          }
        : sent
    case 'without a body':
      return { method: sent.method, path, headers: sent.headers }
    case 'fields doubled':
      return sent.body === undefined
        ? { ...sent, path: `${sent.path}&${sent.path.split('?')[1] ?? 'a=1'}` }
        : { ...sent, body: sent.headers['content-type']?.includes('json') ? `${text}${text}` : `${text}&${text}` }
    case 'other method':
      return { ...sent, method: canCarry ? 'PUT' : 'DELETE' }
    case 'not UTF-8':
      return canCarry
        ? { ...sent, body: Buffer.concat([Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from(text)]) }
        : { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}a=%ff%c0%80` }
    default:
      return sent
  }
}

function multipart(file: readonly [string, Buffer] | undefined, fields: Record<string, string>): Buffer {
  const line = (text: string): Buffer => Buffer.from(`${text}\r\n`)
  const parts = Object.entries(fields).map(([name, value]) =>
    line(`--${EDGE}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`),
  )
  if (file)
    parts.push(
      line(
        `--${EDGE}\r\ncontent-disposition: form-data; name="file"; filename="${file[0]}"\r\ncontent-type: application/octet-stream\r\n`,
      ),
      file[1],
      line(''),
    )
  return Buffer.concat([...parts, line(`--${EDGE}--`)])
}

/** Addresses that are not calls (apps/server/src/unbound-routes.ts and http/app.ts), and some that don't exist. */
const ADDRESSES: readonly ((id: string, text: string) => Sent)[] = [
  (id, text) => get(`/files/${id}/${text}`),
  (id, text) => get(`/exports/${id}/9999999999999/${id}/${text || 'x'}/x.csv`),
  (id, text) => get(`/exports/${text || 'x'}/1/${id}/${id}/x.csv`),
  (id, text) => get(`/api/purchase/center/alibabaOrder/${id}?signature=${text}&until=9999999999999`),
  (id, text) => post(`/webhooks/1688/${id}`, `message=${text}&_aop_signature=x`, 'application/x-www-form-urlencoded'),
  (id, text) => post(`/webhooks/shopify/${id}`, JSON.stringify({ id: text }), 'application/json'),
  (_id, text) => get(`/${text}`),
  (id, text) => get(`/api/order/center/${id}/${text}`),
  () => get('/healthz'),
  (_id, text) => get(`/metrics?${text}`),
]
export const strayFor = ({ address, text }: Stray, id: string): Sent =>
  ADDRESSES[address % ADDRESSES.length]!(
    encodeURIComponent(id),
    encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  )

const get = (path: string): Sent => ({ method: 'GET', path, headers: {} })
const post = (path: string, body: string, type: string): Sent => ({
  method: 'POST',
  path,
  headers: { 'content-type': type },
  body,
})
