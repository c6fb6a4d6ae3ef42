import { ENDPOINTS } from '@huoqiao/contract/registry'
import { NOTHING, unknownFieldsIn } from '@huoqiao/contract/closed'
import type { Endpoint } from '@huoqiao/contract/endpoint'
import type { Page, Request, Route } from 'playwright-core'
import type { Rule } from './rules.ts'
import { sampleOf } from './sample.ts'

/**
 * How calls are answered: by the server, or by the walk, which refuses them, answers with an error, drops them, or reports a success for a
 * change. Objects in such a made-up answer, for example a started task, are unknown to the server: calls about them are answered with
 * samples as well.
 */
export type Answering = 'served' | Failing | 'succeeded'
export type Failing = 'refused' | 'failed' | 'unreachable'

/** One call of the page. `text`: the message of its refusal, if any. */
export type Sent = {
  path: string
  answered: Answering
  text?: string
  fields: string
  /** made automatically: drafts, which the console saves repeatedly */
  isBackground: boolean
}

const CALLS = new Map<string, Endpoint>(Object.values(ENDPOINTS).map((one) => [one.path, one]))

/** Only reads reach the server. All other calls are refused, so that every button may be pressed and nothing is written. */
const isRead = ({ method, logged, path }: Endpoint): boolean =>
  !logged && (method === 'GET' || /\/(query|get|preview|parse|plan|try)[^/]*$/.test(path))
/** The console saves these automatically, and nothing on the screen depends on the answer. */
const KEPT = new Set(['/admin/preference/savePreferences'])
/** Actions of a person, which the operation log records; by path. */
export const CHANGES = new Set(
  [...CALLS.values()].filter((call) => call.logged && call.right !== 'public').map(({ path }) => path),
)

export type Wire = {
  answering: Answering
  /** the path of the call that is answered in this way; all calls if undefined */
  only: string | undefined
  /** since it was cleared last */
  readonly sent: Sent[]
  /** empty values that were sent nevertheless: "path: field" */
  readonly empties: Set<string>
  /** fields that were sent and are in no contract: "path: field" */
  readonly unknown: Set<string>
  /** all calls that were made, by path */
  readonly asked: Set<string>
  /** how often each rule was applied: a rule that was never applied proves nothing */
  readonly met: Record<Rule, number>
  /** the texts of refusals: text → path */
  readonly refusals: Map<string, string>
  /** calls with their input (`readingOf`) whose last attempt failed: the console shows only the first of several failures in a row */
  readonly failing: Set<string>
  /** calls whose refusal was seen in a toast, by path */
  readonly shown: Set<string>
  /** missing files of our own server: "404 /assets/…" */
  readonly missing: string[]
  /** resolves when everything that the page requested, code included, has arrived and is rendered */
  rest(): Promise<void>
}

/** The key of a call with its input: the console counts failures in a row by it. */
export const readingOf = ({ path, fields }: Pick<Sent, 'path' | 'fields'>): string => `${path} ${fields}`

/**
 * Whether the document was the same until the end of `act`. A button that leads to another site, such as the consent at 1688, lets the
 * browser replace the document at any moment; then it resolves when the new one has been read.
 */
export async function stays(page: Page, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!String(error).includes('Execution context was destroyed')) throw error
    await page.waitForLoadState('domcontentloaded')
    return false
  }
}

/**
 * Maximum number of further checks while the page shows a placeholder although everything has arrived: React keeps one for at least 300 ms,
 * and for ever while the walk has stopped the page's clock.
 */
const MOST_WAITING = 60

/** Runs in the page: waits for two frames. */
const nextFrames = (): Promise<void> =>
  new Promise((done) => void requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** Runs in the page: whether it shows a placeholder of what is loading. */
export const showsPlaceholder = (): boolean =>
  [...document.querySelectorAll('[aria-busy=true]')].some((one) => one.checkVisibility())

/** Intercepts the requests between the page and the server. */
export async function openWire(page: Page): Promise<Wire> {
  let serial = 0
  const underway = new Set<Request>()
  const missing: string[] = []
  page.on('request', (request) => {
    // Stylesheets too: the code of a window runs only after its styles have arrived.
    if (!['fetch', 'xhr', 'script', 'stylesheet', 'document'].includes(request.resourceType())) return
    // A stream never ends.
    if (!request.headers()['accept']?.includes('event-stream')) underway.add(request)
  })
  const over = (request: Request): void => void underway.delete(request)
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    if (response.status() >= 400 && origin === new URL(page.url()).origin && !CALLS.has(pathname))
      missing.push(`${response.status()} ${pathname}`)
  })
  /** ids of objects that exist in samples only */
  const made = new Set<string>()
  const wire: Wire = {
    answering: 'served',
    only: undefined,
    sent: [],
    empties: new Set(),
    unknown: new Set(),
    asked: new Set(),
    met: {
      分页: 0,
      防抖: 0,
      失败提示: 0,
      成功提示: 0,
      校验提示: 0,
      清洗: 0,
      字段: 0,
      时间: 0,
      金额: 0,
      空值: 0,
      词语: 0,
      溢出: 0,
      标签: 0,
      搜索: 0,
      可访问: 0,
      阅读次序: 0,
      控制台: 0,
    },
    refusals: new Map(),
    failing: new Set(),
    shown: new Set(),
    missing,
    async rest() {
      let waiting = 0
      for (let calm = 0, look = 0; calm < 3 && look < 400; look++) {
        let isWaiting = false
        const isHere = await stays(page, async () => {
          await page.evaluate(nextFrames)
          isWaiting = await page.evaluate(showsPlaceholder)
        })
        if (isWaiting && underway.size === 0) waiting += 1
        calm = isHere && underway.size === 0 && (!isWaiting || waiting > MOST_WAITING) ? calm + 1 : 0
        if (calm === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
  }
  await page.route(
    ({ pathname }) => CALLS.has(pathname),
    async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      const call = CALLS.get(pathname)!
      const sentFields = fieldsOf(request)
      wire.asked.add(pathname)
      wire.met.清洗 += 1
      wire.met.字段 += 1
      for (const field of unknownIn(call, request)) wire.unknown.add(`${pathname}: ${field}`)
      for (const field of sentFields.flatMap(([name, value]) => emptiesOf(call, value, name)))
        wire.empties.add(`${pathname}: ${field}`)
      const asked = wire.only === undefined || wire.only === pathname ? wire.answering : 'served'
      const way = isRead(call) && asked === 'succeeded' ? 'served' : asked
      const fields = JSON.stringify(sentFields)
      const isOfSample = isRead(call) && way === 'served' && idsIn(sentFields).some((id) => made.has(id))
      const answered = isOfSample ? 'succeeded' : isRead(call) || way !== 'served' ? way : 'refused'
      const isBackground = !call.logged && !isRead(call)
      const reading = readingOf({ path: pathname, fields })
      if (answered === 'served' || answered === 'succeeded') wire.failing.delete(reading)
      else wire.failing.add(reading)
      if (KEPT.has(pathname) && way === 'served') return answer(route, 200, '')
      if (answered === 'served') {
        wire.sent.push({ path: pathname, answered, fields, isBackground })
        return route.continue()
      }
      if (answered === 'succeeded') {
        wire.sent.push({ path: pathname, answered, fields, isBackground })
        const sample = sampleOf(call, Object.fromEntries(sentFields))
        for (const id of idsIn(sample)) if (!fields.includes(id)) made.add(id)
        return answer(route, 200, '成功', sample)
      }
      const text =
        answered === 'refused'
          ? `走查拒绝${(serial += 1)}：${call.title}`
          : answered === 'failed'
            ? '服务器内部错误'
            : '网络错误'
      wire.sent.push({ path: pathname, answered, fields, text, isBackground })
      if (answered === 'refused') {
        wire.refusals.set(text, pathname)
        return answer(route, 409, text)
      }
      if (answered === 'failed') return route.fulfill({ status: 500, body: '' })
      return route.abort()
    },
  )
  return wire
}

const answer = (route: Route, code: number, text: string, data: unknown = null): Promise<void> =>
  route.fulfill({ json: { code, msg: text, message: text, data } })

/** Query and body, field by field, with objects in them parsed. */
function fieldsOf(request: Request): [name: string, value: unknown][] {
  const fields: [string, unknown][] = [...new URL(request.url()).searchParams].map(([name, value]) => [
    name,
    read(value),
  ])
  const type = request.headers()['content-type'] ?? ''
  const body = type.startsWith('multipart/') ? null : request.postData()
  if (body === null) return fields
  if (type.startsWith('application/x-www-form-urlencoded'))
    return [...fields, ...[...new URLSearchParams(body)].map(([name, value]): [string, unknown] => [name, read(value)])]
  const document: unknown = JSON.parse(body)
  return [...fields, ...(isObject(document) ? Object.entries(document) : [['', document] as [string, unknown]])]
}

/** Checks all fields of a call against its contract as the server does, also where the walk answers instead of the server. */
function unknownIn({ mode, input, query = NOTHING }: Endpoint, request: Request): string[] {
  const search = Object.fromEntries(new URL(request.url()).searchParams)
  const body = mode === 'sliceupload' ? null : request.postData()
  const isForm = request.headers()['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (body === null || mode === 'upload') return unknownFieldsIn(input, search)
  const fields: unknown = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
  return [...unknownFieldsIn(input, fields), ...unknownFieldsIn(query, search)]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function read(text: string): unknown {
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The ids in a value, at any depth. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return ID.test(value) ? [value] : []
  return isObject(value) ? Object.values(value).flatMap(idsIn) : []
}

const SAYS_NOTHING = new Set(['', 'null', 'undefined', 'NaN', 'Infinity', '-Infinity', '[object Object]'])

/** The paths of empty values: specification, section 5. Fields in the contract's `carriesEmpty` are allowed. */
function emptiesOf(call: Endpoint, value: unknown, at: string): string[] {
  if (mayBeEmpty(call, at)) return []
  if (value === null || value === undefined || (typeof value === 'string' && SAYS_NOTHING.has(value)))
    return [`${at} = ${JSON.stringify(value)}`]
  if (Array.isArray(value)) return value.flatMap((one) => emptiesOf(call, one, `${at}[]`))
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => emptiesOf(call, one, `${at}.${key}`))
  return []
}

/** Whether the contract lists the field in `carriesEmpty`, which includes everything within it. The path of a row is that of its list. */
const mayBeEmpty = ({ carriesEmpty = [] }: Endpoint, at: string): boolean =>
  carriesEmpty.includes(at.replaceAll('[]', ''))
