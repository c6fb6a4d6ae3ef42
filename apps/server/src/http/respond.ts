import type { Envelope, Explanation } from '@huoqiao/contract'
import { REFUSALS, statusText } from '@huoqiao/contract'
import { inputLabel } from '@huoqiao/contract/operation-log/entry-fields'
import type { LoggedCall } from '@huoqiao/contract/operation-log/entry-fields'
import { Refusal } from '../platform/refusal.ts'
import type { WrittenJson } from '../platform/written-json.ts'

export const success = <T>(data: T): Envelope<T> => ({ code: 200, msg: 'success', message: 'success', data })

/** The same envelope around data that already is JSON text. */
export const writtenSuccess = ({ text }: WrittenJson<unknown>): string => `${WRITTEN_BEFORE}${text}}`
const WRITTEN_BEFORE = JSON.stringify(success(null)).replace(/null}$/, '')

/** The reason why the server cannot read or write its data, as a refusal with the request id used in the log. */
export const outageEnvelope = (outage: 'storage-full' | 'database-gone' | 'database-busy', requestId: string) =>
  refusalEnvelope(new Refusal(outage, { requestId }))

/** `of`: the call that is refused, for the labels of its fields. */
export function refusalEnvelope(refusal: Refusal, of: LoggedCall = {}): Envelope<Explanation> {
  const entry: { code: number; msg: string; next?: { label: string; to?: string } } = REFUSALS[refusal.word]
  const { msg, ...detail } = refusal.detail
  const labels = labelsOf(detail.fields, of)
  const what = msg ?? onlyField(detail.fields, labels) ?? entry.msg
  return {
    code: entry.code,
    msg: what,
    message: what,
    data: {
      refusal: refusal.word,
      what,
      ...(entry.next && !detail.next ? { next: [entry.next] } : {}),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...detail,
    },
  }
}

const labelsOf = (fields: Record<string, string> = {}, of: LoggedCall): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fields).flatMap((path) => {
      const label = inputLabel(of, path)
      return label === undefined ? [] : [[path, label]]
    }),
  )

/** If only one field is wrong, the message names it: by its label on the screens, or by its key if no screen has it. */
function onlyField(
  fields: Record<string, string> | undefined,
  labels: Readonly<Record<string, string>>,
): string | undefined {
  const [only, ...others] = Object.entries(fields ?? {})
  return only && others.length === 0 ? `${only[1]}（${labels[only[0]] ?? only[0]}）` : undefined
}

/** For a bulk call whose rows were all refused: a refusal that contains the rows (decisions, section 8). */
export function refusedRowsEnvelope(refusal: Refusal, answer: object): Envelope<Explanation> {
  const envelope = refusalEnvelope(refusal)
  return { ...envelope, data: { ...answer, ...envelope.data } }
}

export function faultEnvelope(requestId: string): Envelope<Explanation> {
  const what = `服务器内部错误（请求编号 ${requestId}）`
  return {
    code: 500,
    msg: what,
    message: what,
    data: { refusal: 'fault', what, requestId, next: [{ label: '把请求编号告诉管理员' }] },
  }
}

export const wrongMethod = () => ({ code: 405, msg: statusText(405), message: statusText(405), data: null })
export const notFound = () => ({ code: 404, msg: statusText(404), message: statusText(404), data: null })
