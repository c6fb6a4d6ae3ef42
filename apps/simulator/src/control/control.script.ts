/**
 * The control page's script in the browser. It is sent as its source text, so it uses nothing from outside its body. Text from the server
 * is inserted as text, never as markup.
 */
function runControlPage(): void {
  type Entry = {
    seq: number
    at: number
    vendor: string
    account: string
    call: string
    status: number
    outcome: string
    code?: string
    effect?: string
    ms: number
    request: unknown
  }
  const element = (id: string): HTMLElement => document.getElementById(id)!
  const field = (id: string): HTMLInputElement => element(id) as HTMLInputElement
  const china = (ms: number): string => new Date(ms + 8 * 3600_000).toISOString().replace('T', ' ').slice(0, 19)
  const KINDS: Record<string, string> = {
    'drop-after': '做完断线',
    'drop-then': '断线后才做',
    'fail-after': '做完报错',
    'drop-before': '事前断线',
    throttle: '限流',
    refuse: '拒绝',
    slow: '变慢',
    'expire-token': '令牌失效',
  }

  const say = (text: string): void => {
    element('said').textContent = text
  }
  const api = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`/control/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (typeof answer['error'] === 'string') say(answer['error'])
    else if (typeof answer['done'] === 'string') say(answer['done'])
    return answer
  }
  const cell = (text: string, className = ''): HTMLTableCellElement => {
    const td = document.createElement('td')
    td.textContent = text
    td.className = className
    return td
  }
  const tableRow = (...cells: HTMLElement[]): HTMLTableRowElement => {
    const tr = document.createElement('tr')
    tr.append(...cells)
    return tr
  }

  const showClock = async (): Promise<void> => {
    const clock = await api('GET', 'clock')
    element('now').textContent = china(Number(clock['now']))
    const hours = Math.round(Number(clock['offsetMs']) / 360_000) / 10
    element('offset').textContent = hours === 0 ? '' : `（快 ${hours} 小时）`
  }
  const showFaults = async (): Promise<void> => {
    const { faults } = (await api('GET', 'faults')) as {
      faults: {
        id: string
        vendor: string
        call: string
        times: number
        every: number
        chance?: number
        fault: { kind: string }
      }[]
    }
    element('faults').replaceChildren(
      ...faults.map((fault) => {
        const remove = document.createElement('button')
        remove.textContent = '删除'
        remove.addEventListener('click', () => void api('DELETE', `faults/${fault.id}`).then(showFaults))
        const last = cell('')
        last.append(remove)
        const often = `${fault.times > 1e8 ? '不限次' : `余 ${fault.times} 次`}${fault.every > 1 ? ` 每 ${fault.every} 次` : ''}${fault.chance === undefined ? '' : ` ${Math.round(fault.chance * 100)}%`}`
        return tableRow(
          cell(fault.vendor),
          cell(fault.call),
          cell(KINDS[fault.fault.kind] ?? fault.fault.kind),
          cell(often),
          last,
        )
      }),
    )
  }
  const showQuirks = async (): Promise<void> => {
    const { quirks } = (await api('GET', 'quirks')) as {
      quirks: { name: string; value: unknown; fallback: unknown; help: string }[]
    }
    element('quirks').replaceChildren(
      ...quirks.map((quirk) => {
        const input = document.createElement('input')
        input.setAttribute('aria-label', quirk.name)
        if (typeof quirk.fallback === 'boolean') {
          input.type = 'checkbox'
          input.checked = quirk.value === true
        } else {
          input.value = String(quirk.value)
          input.size = 8
        }
        input.addEventListener('change', () => {
          const value =
            typeof quirk.fallback === 'boolean'
              ? input.checked
              : typeof quirk.fallback === 'number'
                ? Number(input.value)
                : input.value
          void api('POST', 'quirks', { name: quirk.name, value }).then(() => say(`${quirk.name} = ${String(value)}`))
        })
        const name = cell(quirk.name)
        const help = document.createElement('div')
        help.className = 'soft'
        help.textContent = quirk.help
        name.append(help)
        const last = cell('')
        last.append(input)
        return tableRow(name, last)
      }),
    )
  }

  let lastSeq = 0
  const entryRow = (entry: Entry): HTMLTableRowElement => {
    const call = cell(entry.call)
    if (entry.effect !== undefined) {
      const effect = document.createElement('div')
      effect.className = 'soft'
      effect.textContent = entry.effect
      call.append(effect)
    }
    const outcome = `${entry.outcome}${entry.code === undefined ? '' : ` ${entry.code}`} (${entry.status})`
    const tr = tableRow(
      cell(String(entry.seq)),
      cell(china(entry.at).slice(5)),
      cell(entry.vendor),
      cell(entry.account),
      call,
      cell(outcome, entry.outcome),
      cell(String(entry.ms)),
    )
    tr.className = 'entry'
    tr.addEventListener('click', () => {
      const open = call.querySelector('pre')
      if (open) return open.remove()
      const request = document.createElement('pre')
      request.textContent = JSON.stringify(entry.request, null, 2)
      call.append(request)
    })
    return tr
  }
  const showLedger = async (whole: boolean): Promise<void> => {
    const query = new URLSearchParams({ limit: '300' })
    for (const name of ['vendor', 'outcome', 'call', 'account'])
      if (field(`l-${name}`).value !== '') query.set(name, field(`l-${name}`).value)
    if (!whole) query.set('afterSeq', String(lastSeq))
    const { total, entries } = (await api('GET', `ledger?${query}`)) as { total: number; entries: Entry[] }
    const rows = entries.map(entryRow).reverse()
    if (whole) element('ledger').replaceChildren(...rows)
    else element('ledger').prepend(...rows)
    if (whole) element('l-total').textContent = `共 ${total} 条`
    lastSeq = entries.at(-1)?.seq ?? (whole ? 0 : lastSeq)
  }
  const showAll = async (): Promise<void> => {
    await Promise.all([showClock(), showFaults(), showQuirks(), showLedger(true)])
  }

  document
    .querySelectorAll<HTMLElement>('[data-advance]')
    .forEach((button) =>
      button.addEventListener(
        'click',
        () => void api('POST', 'clock', { advanceMs: Number(button.dataset['advance']) }).then(showClock),
      ),
    )
  document
    .querySelectorAll<HTMLElement>('[data-scenario]')
    .forEach((button) =>
      button.addEventListener(
        'click',
        () => void api('POST', 'scenario', { name: button.dataset['scenario'] }).then(showAll),
      ),
    )
  element('realign').addEventListener('click', () => void api('POST', 'clock', { realign: true }).then(showClock))
  element('reset').addEventListener('click', () => {
    if (confirm('把模拟世界全部重置？')) void api('POST', 'reset').then(showAll)
  })
  element('fault').addEventListener('submit', (event) => {
    event.preventDefault()
    const kind = field('f-kind').value
    const fault = {
      kind,
      ...(kind === 'refuse' ? { code: field('f-code').value } : {}),
      ...(kind === 'slow' ? { ms: Number(field('f-ms').value) } : {}),
    }
    const body = {
      vendor: field('f-vendor').value,
      call: field('f-call').value,
      account: field('f-account').value,
      times: Number(field('f-times').value),
      every: Number(field('f-every').value),
      fault,
    }
    void api('POST', 'faults', body).then(showFaults)
  })
  const CHANGES: Record<string, unknown> = {
    down: { status: 'expired' },
    up: { status: 'published' },
    dearer: { priceFactor: 1.2 },
    cheaper: { priceFactor: 0.9 },
    empty: { stock: 0 },
    sku: { addSku: { zh: '新款色', en: 'New Colour' } },
  }
  element('offer').addEventListener('submit', (event) => {
    event.preventDefault()
    const offerId = field('o-id').value.trim()
    void api('POST', 'market/offer', { offerId, change: CHANGES[field('o-what').value] }).then(
      (answer) => answer['error'] ?? say(`${offerId} 已改动`),
    )
  })
  for (const name of ['vendor', 'outcome', 'call', 'account'])
    element(`l-${name}`).addEventListener('change', () => void showLedger(true))
  element('l-clear').addEventListener('click', () => void api('DELETE', 'ledger').then(() => showLedger(true)))
  setInterval(() => {
    if (document.hidden) return
    void showClock()
    if (field('l-auto').checked) void showLedger(false).then(showFaults)
  }, 2000)
  void showAll()
}

/** The script as text for the page. Bundlers may add a helper that names functions; the page gets a no-op of that name. */
export const controlScript = (): string =>
  `const __name=(f)=>f;(${runControlPage.toString().replaceAll('</', '<\\/')})()`
