import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export type Answer<T> = { code: number; msg: string; data: T }
export type Rows = { succeeded: number; failed: number; rows: { key: string; ok: boolean; message: string }[] }

/**
 * Calls like those of a console whose server is killed repeatedly: a call without an answer is sent again, which every call must tolerate.
 * A refusal is returned unchanged.
 */
export type Client = {
  get<T>(path: string, fields?: object): Promise<Answer<T>>
  post<T>(path: string, fields?: object): Promise<Answer<T>>
  /** specification, section 7: `post` is form-encoded */
  form<T>(path: string, fields?: object): Promise<Answer<T>>
  /** how many calls had no answer and were sent again */
  again(): number
}

/** A call without an answer for this long ends the storm with an error. */
const PATIENCE_MS = 15 * 60_000
const ONE_ANSWER_MS = 120_000
/** The time limit with several nodes: shorter, because another node can answer instead of a frozen one. */
const OTHERS_ANSWER_MS = 20_000

/** `urls`: of all nodes that serve pages; a call that one does not answer is sent to the next. */
export function openStormClient(urls: readonly string[]): Client {
  let token: string | undefined
  let repeats = 0
  const patience = urls.length > 1 ? OTHERS_ANSWER_MS : ONE_ANSWER_MS

  const once = async <T>(path: string, init: RequestInit): Promise<Answer<T> | undefined> => {
    const sent = token
    try {
      const response = await fetch(`${urls[repeats % urls.length]!}${path}`, {
        ...init,
        signal: AbortSignal.timeout(patience),
      })
      // As in the console: a renewed token is used from then on, however long the storm takes.
      if (token === sent) token = response.headers.get('authorization') ?? token
      const answer = (await response.json()) as Answer<T>
      // 500: the server was ending, or its database was being opened; 503: it reports that the database is not reachable.
      return answer.code === 500 || answer.code === 503 ? undefined : answer
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) return undefined
      throw error
    }
  }
  /** `init`: called for each attempt, because another call may have renewed the token. */
  const untilAnswered = async <T>(path: string, init: () => RequestInit): Promise<Answer<T>> => {
    const startedAt = performance.now()
    for (;;) {
      const answer = await once<T>(path, init())
      if (answer) return answer
      repeats++
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${path} was not answered`)
      await sleep(150)
    }
  }
  const login = async (): Promise<string> => {
    const userPassword = createHash('md5').update('admin888').digest('hex')
    const body = new URLSearchParams({ userAccount: 'admin', userPassword })
    const answer = await untilAnswered<{ token: string }>('/api/user/login', () => ({ method: 'POST', body }))
    if (answer.code !== 200) throw new Error(`login: ${answer.msg}`)
    return answer.data.token
  }
  const asked = async <T>(
    path: string,
    { headers, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Answer<T>> => {
    const first = (token ??= await login())
    return untilAnswered<T>(path, () => ({ ...init, headers: { ...headers, authorization: token ?? first } }))
  }
  const textOf = (fields: object): Record<string, string> =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    )

  return {
    get: (path, fields = {}) => asked(`${path}?${new URLSearchParams(textOf(fields))}`, { method: 'GET' }),
    post: (path, fields = {}) =>
      asked(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    form: (path, fields = {}) =>
      asked(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(textOf(fields)).toString(),
      }),
    again: () => repeats,
  }
}

/** Whether the data is the call's answer: a call with rows has the outcome of each even when none succeeded. */
export const isAnswered = ({ code, data }: Answer<unknown>): boolean => {
  const { rows } = (data ?? {}) as { rows?: unknown }
  return code === 200 || Array.isArray(rows) || Array.isArray((rows as { rows?: unknown } | undefined)?.rows)
}

/** The data of a call that must succeed. */
export async function must<T>(answer: Promise<Answer<T>>): Promise<T> {
  const result = await answer
  const { code, msg, data } = result
  if (!isAnswered(result)) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
  return data
}

/** All rows of a paged list. */
export async function allPages<T>(client: Client, path: string, fields: object = {}): Promise<T[]> {
  const found: T[] = []
  for (let page = 1; ; page++) {
    const { list } = await must(client.get<{ list: T[] }>(path, { ...fields, page, pageSize: 200 }))
    found.push(...list)
    if (list.length < 200) return found
  }
}
