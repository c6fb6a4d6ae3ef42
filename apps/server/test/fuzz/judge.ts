import { CODE, ENDPOINTS, REFUSALS } from '@huoqiao/contract'
import type { Endpoint, EndpointName, Explanation } from '@huoqiao/contract'
import type { Write } from '../written.ts'
import type { CallerName, Step, Stray } from './cases.ts'
import { isStray } from './cases.ts'
import type { Answered, Sent } from './exchange.ts'

/** What the judge knows about the installation. */
export type Known = {
  /** must be in no answer and in no log line, unless the caller sent them */
  secrets: readonly string[]
  /** texts that only their owner may receive; with `toAdmins`, administrators as well */
  hidden: readonly { owner: CallerName; text: string; toAdmins?: boolean }[]
  /** masked for callers who may not see customers */
  customers: readonly string[]
  /** the paths that each caller may call; a caller that is missing here may call all */
  rights: ReadonlyMap<CallerName, ReadonlySet<string>>
}

/** One request and its effects. */
export type Exchange = {
  step: Step | Stray
  sent: Sent
  answered: Answered
  wrote: readonly Write[]
  /** what the server wrote to its log meanwhile */
  log: string
  /** an earlier call of the case changed rights */
  isGranted: boolean
}

/** Findings with the same `rule` and `call` are the same finding; `what` is for people. */
export type Finding = { rule: string; call: string; what: string }

const SEE_CUSTOMER = '/api/order/center/seeCustomer'
/**
 * Shows one customer, for a reason that is logged. So its answers may contain customer data; whether the caller may make it is judged as
 * for any call.
 */
const REVEALS: ReadonlySet<string> = new Set<EndpointName>(['revealCustomer'])
/** A source location in a stack trace. */
const STACK = /\bat [^\n"]{0,200}\.(?:ts|js|mjs):\d+|node_modules\//
/** Messages of PostgreSQL, its driver and the query builder. */
const SQL =
  /Failed query|syntax error at or near|violates [a-z-]+ constraint|duplicate key value|invalid input syntax|invalid byte sequence|unsupported Unicode escape|(?:relation|column) \\?"\w+\\?" (?:does not|of relation)|current transaction is aborted|out of range for type|\binsert into \\?"|\bselect \\?"\w+\\?"[.,]|\bpg_[a-z]+_/i
/** These can be answered before any call runs, for example for the length of an address or a body. */
const BEFORE_CALLS = new Set([404, 405, 413, 414, 415, 431])
const OUTAGES = new Set(['storage-full', 'database-gone', 'database-busy'])

export function judge(exchange: Exchange, known: Known): Finding[] {
  const { step, answered } = exchange
  const call = isStray(step) ? 'an address' : step.call
  const found: Finding[] = []
  const say = (rule: string, what: string): void => void found.push({ rule, call, what: what.slice(0, 600) })
  judgeLog(exchange, known, say)
  if (answered.how === 'hung') say('hang', `no answer after ${answered.after}`)
  if (answered.how === 'died') say('crash', answered.log.slice(-600))
  if (answered.how === 'broken') say('connection', answered.error)
  if (answered.how !== 'answered') return found
  judgeText(exchange, known, `${answered.headers}\n${answered.text}`, say)
  if (isStray(step)) {
    if (answered.status >= 500) say('status', `${answered.status} ${answered.text}`)
    return found
  }
  if (answered.type.startsWith('text/event-stream')) judgeRight(exchange, known, step, say)
  else judgeEnvelope(exchange, known, step, answered, say)
  return found
}

type Say = (rule: string, what: string) => void

function judgeEnvelope(
  exchange: Exchange,
  known: Known,
  step: Step,
  answered: Answered & { how: 'answered' },
  say: Say,
): void {
  if (BEFORE_CALLS.has(answered.status)) return judgeWrites(exchange, say)
  if (answered.status !== 200) return say('status', `${answered.status} ${answered.text}`)
  const envelope = envelopeOf(answered.text)
  if (!envelope) return say('envelope', answered.text)
  const { code, data } = envelope
  if (code === CODE.ok) return judgeRight(exchange, known, step, say)
  judgeWrites(exchange, say)
  const reported = (data ?? {}) as Partial<Explanation>
  if (code === CODE.fault) return say('fault', answered.text)
  if (OUTAGES.has(reported.refusal ?? '')) return say('outage', answered.text)
  if (!(reported.refusal !== undefined && reported.refusal in REFUSALS)) return say('word', answered.text)
  if (REFUSALS[reported.refusal as keyof typeof REFUSALS].code !== code) say('code', answered.text)
  if (typeof reported.what !== 'string' || !/[\u4e00-\u9fff]|param:file is unset/.test(reported.what))
    say('sentence', answered.text)
  if (code === CODE.invalid && Object.keys(reported.fields ?? {}).length === 0 && !('rows' in reported))
    say('field', answered.text)
}

export type Envelope = { code: number; msg: string; data: unknown }
export function envelopeOf(text: string): Envelope | undefined {
  try {
    const read = JSON.parse(text) as Partial<Envelope> | null
    return typeof read?.code === 'number' && typeof read.msg === 'string' && 'data' in read
      ? (read as Envelope)
      : undefined
  } catch {
    return undefined
  }
}

/** A call that was carried out for a caller without the right. */
function judgeRight({ step, isGranted, sent }: Exchange, { rights }: Known, { call }: Step, say: Say): void {
  const { path }: Endpoint = ENDPOINTS[call]
  const held = rights.get(step.caller)
  if (held && !isGranted && sent.path.split('?')[0] === path && !held.has(path))
    say('right', `${step.caller} was let in`)
}

function judgeWrites({ step, wrote }: Exchange, say: Say): void {
  const readsAgain = !isStray(step) && READ_AGAIN.has(step.call)
  const readings = new Set(readsAgain ? readingsIn(wrote) : [])
  const acts = new Set(actsIn(wrote))
  const significant = wrote.filter((one) => !isCount(one) && !readings.has(one) && !acts.has(one))
  if (significant.length === 0) return
  const rows = significant.map(({ table, op, changed }) => `${op} ${table} ${JSON.stringify(changed)}`)
  say(`refused and wrote ${[...new Set(significant.map(({ table }) => table))].toSorted().join()}`, rows.join('\n'))
}

/** A refused login is counted and logged. */
const COUNTS = new Set(['failed_logins', 'locked_until', 'code_sent_at', 'updated_at', 'version'])
const isCount = ({ table, changed }: Write): boolean =>
  table === 'login_log' ||
  table === 'login_stranger' ||
  (table === 'account' && Object.keys(changed).every((column) => COUNTS.has(column)))

/**
 * These calls read an order from 1688 before they act: that it was read, and when, is stored whatever the answer is. If the order has
 * progressed at 1688, the consequences are stored too, as after any other reading.
 */
const READ_AGAIN: ReadonlySet<string> = new Set<EndpointName>(['payByProtocol', 'cancelAlibabaOrder'])
const OF_ORDERS = new Set(['alibaba_order', 'alibaba_order_item'])
const AFTER_EVENT = new Set([
  'purchase_order',
  'purchase_demand',
  'purchase_revision',
  'sales_order',
  'sales_order_line',
  'sales_order_count_delta',
  'ledger_entry',
  'job',
])
const AFTER_READING: ReadonlySet<unknown> = new Set(['read-parcels', 'cost-purchase'])
function readingsIn(wrote: readonly Write[]): Write[] {
  const isEvent = wrote.some(
    ({ table, op, changed }) => table === 'alibaba_order' && op === 'UPDATE' && 'status' in changed,
  )
  return wrote.filter(
    ({ table, op, changed }) =>
      (OF_ORDERS.has(table) &&
        op === 'UPDATE' &&
        (isEvent || Object.keys(changed).every((column) => OF_READING.has(column)))) ||
      (table === 'job' && AFTER_READING.has(changed['name'])) ||
      (isEvent && op !== 'DELETE' && AFTER_EVENT.has(table)),
  )
}
const OF_READING = new Set(['read_at', 'updated_at'])

/**
 * A request to another system is recorded before it is sent, and its result afterwards. A refused call may leave an act that the other
 * system refused or whose outcome is unknown. It may not leave one that was carried out or is still intended or sent, nor change an earlier
 * act, except to look for its outcome.
 */
const ENDS_REFUSED: ReadonlySet<unknown> = new Set(['refused', 'absent', 'unknown'])
/** The rows of a payment that 1688 refused or whose outcome is unknown. */
const isUnpaid = ({ table, op, changed }: Write): boolean =>
  (table === 'payment_order' && op === 'INSERT') ||
  (table === 'payment' && op !== 'DELETE' && (!('state' in changed) || UNPAID.has(changed['state'])))
const UNPAID: ReadonlySet<unknown> = new Set(['sending', 'failed', 'unknown'])
/** The columns that say what an act is about; they never change. */
const OF_INTENT = ['kind', 'key', 'intent', 'by', 'by_id']
const OF_LOOK = new Set(['looks', 'next_look_at', 'updated_at'])
function actsIn(wrote: readonly Write[]): Write[] {
  const acts = wrote.filter(({ table }) => table === 'remote_act')
  const looks = acts.filter(
    ({ op, changed }) => op === 'UPDATE' && Object.keys(changed).every((column) => OF_LOOK.has(column)),
  )
  const begun = acts.filter(({ op }) => op === 'INSERT').length
  const ends = acts.flatMap(({ op, changed }) =>
    op === 'UPDATE' && 'state' in changed && changed['state'] !== 'sent' ? [changed['state']] : [],
  )
  const isChanged = acts.some(({ op, changed }) => op !== 'INSERT' && OF_INTENT.some((column) => column in changed))
  const areOver = begun > 0 && ends.length === begun && ends.every((state) => ENDS_REFUSED.has(state)) && !isChanged
  const isLook = ({ table, changed }: Write): boolean => table === 'job' && changed['name'] === 'look-after-act'
  if (!areOver) return looks.length === acts.length ? wrote.filter((one) => looks.includes(one) || isLook(one)) : []
  return wrote.filter(
    (one) =>
      acts.includes(one) ||
      isLook(one) ||
      one.table === 'store_creation' ||
      isUnpaid(one) ||
      (one.table === 'ledger_entry' && one.op === 'INSERT'),
  )
}

/** What the caller sent may be quoted back: a fragment of SQL from the input is no SQL of ours. */
function judgeText(exchange: Exchange, known: Known, text: string, say: Say): void {
  const { step } = exchange
  const input = inputOf(exchange)
  const stack = STACK.exec(text)?.[0]
  if (stack !== undefined && !input.includes(stack)) say('stack', stack)
  const sql = SQL.exec(text)?.[0]
  if (sql !== undefined && !input.includes(sql)) say('sql', around(text, sql))
  for (const secret of known.secrets)
    if (text.includes(secret) && !input.includes(secret)) say('secret', around(text, secret))
  for (const { owner, text: kept, toAdmins = false } of known.hidden)
    if (owner !== step.caller && !(toAdmins && step.caller === 'admin') && text.includes(kept) && !input.includes(kept))
      say('another’s', `${kept} told to ${step.caller}`)
  const reveals = !isStray(step) && REVEALS.has(step.call)
  if (known.rights.get(step.caller)?.has(SEE_CUSTOMER) === false && !exchange.isGranted && !reveals)
    for (const customer of known.customers)
      if (text.includes(customer) && !input.includes(customer)) say('customer', around(text, customer))
}

function judgeLog(exchange: Exchange, { secrets }: Known, say: Say): void {
  const { log } = exchange
  if (log === '') return
  for (const secret of secrets) if (log.includes(secret)) say('secret in the log', around(log, secret))
  if (/\\nparams: /.test(log)) say('values in the log', around(log, 'params: '))
  if (/"level":50/.test(log))
    say(
      'error in the log',
      log.split('\n').find((line) => line.includes('"level":50'))!,
    )
}

const inputOf = ({ sent }: Exchange): string => {
  const path = sent.path.replaceAll('+', ' ')
  return `${path}\n${decoded(path)}\n${sent.headers['authorization'] ?? ''}\n${sent.body?.toString() ?? ''}`
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
const around = (text: string, what: string): string => {
  const at = text.indexOf(what)
  return text.slice(Math.max(0, at - 120), at + what.length + 120)
}
