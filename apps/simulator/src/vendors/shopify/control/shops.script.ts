/**
 * The control page's script in the browser. It is sent as its source text, so it uses nothing from outside its body. Text from the server
 * is inserted as text, never as markup.
 */
function runControlPage(): void {
  type Order = {
    number: number
    createdAt: string
    financialStatus: string
    fulfillmentStatus: string
    cancelledAt: string | null
    edited: boolean
    test: boolean
    risk: string
    note: string | null
    shipTo: string | null
    total: string
    currency: string
    fulfillmentOrders: { status: string }[]
    lines: {
      id: string
      variantId: string | null
      title: string
      sku: string | null
      quantity: number
      currentQuantity: number
      fulfilledQuantity: number
    }[]
    returns: { name: string; status: string }[]
  }
  type Delivery = {
    id: string
    topic: string
    state: string
    uri: string
    triggeredAt: string
    attempts: { status: number; error: string | null }[]
  }
  const element = (id: string): HTMLElement => document.getElementById(id)!
  const field = (id: string): HTMLInputElement => element(id) as HTMLInputElement
  const china = (instant: string): string =>
    new Date(Date.parse(instant) + 8 * 3600_000).toISOString().replace('T', ' ').slice(5, 19)
  const MONEY: Record<string, string> = {
    PAID: '已付款',
    PENDING: '待付款',
    AUTHORIZED: '已授权',
    PARTIALLY_PAID: '部分付款',
    PARTIALLY_REFUNDED: '部分退款',
    REFUNDED: '已退款',
    VOIDED: '已作废',
  }
  const GOODS: Record<string, string> = {
    UNFULFILLED: '未发货',
    PARTIALLY_FULFILLED: '部分发货',
    FULFILLED: '已发货',
    ON_HOLD: '暂停发货',
    SCHEDULED: '已排期',
  }
  const RETURNS: Record<string, string> = {
    REQUESTED: '申请退货',
    OPEN: '退货中',
    CLOSED: '已退货',
    CANCELED: '退货已取消',
    DECLINED: '退货被拒',
  }
  const STATES: Record<string, string> = { waiting: '等待', delivered: '送达', failed: '失败', lost: '丢失（开关）' }
  const base = (): string => `/control/shopify/${field('shop').value}`
  const say = (text: string): void => {
    element('said').textContent = text
  }
  const api = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${base()}/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (typeof answer['error'] === 'string') say(answer['error'])
    else if (typeof answer['done'] === 'string') say(answer['done'])
    return answer
  }
  const make = (tag: string, text = '', className = ''): HTMLElement => {
    const made = document.createElement(tag)
    made.textContent = text
    made.className = className
    return made
  }
  const cell = (...inner: (HTMLElement | string)[]): HTMLElement => {
    const td = make('td')
    td.append(...inner)
    return td
  }
  const row = (...cells: HTMLElement[]): HTMLElement => {
    const tr = make('tr')
    tr.append(...cells)
    return tr
  }
  const button = (text: string, work: () => void): HTMLElement => {
    const made = make('button', text)
    made.addEventListener('click', work)
    return made
  }

  type Act = (label: string, action: string, body?: object) => HTMLElement
  const actionsOf = (order: Order): HTMLElement => {
    const act: Act = (label, action, body = {}) =>
      button(label, () => {
        void api('POST', `orders/${order.number}/${action}`, body).then((answer) => {
          if (answer['error'] === undefined) say(`#${order.number} ${label}：已照办`)
          return showOrders()
        })
      })
    const line = order.lines[0]!
    const box = make('div', '', 'acts')
    if (order.cancelledAt !== null) return box
    box.append(...returnButtons(order, act))
    if (['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID'].includes(order.financialStatus)) box.append(act('收款', 'pay'))
    const change = (by: 1 | -1): object => ({ quantities: [{ lineId: line.id, quantity: line.currentQuantity + by }] })
    if (line.currentQuantity > 0) box.append(act('减一件', 'edit', change(-1)))
    box.append(act('加一件', 'edit', change(1)))
    if (order.financialStatus === 'PAID' || order.financialStatus === 'PARTIALLY_REFUNDED')
      box.append(act('退 20%', 'refund', { percent: 20 }))
    if (order.fulfillmentOrders.some((entry) => entry.status === 'ON_HOLD')) box.append(act('放行', 'release'))
    if (order.fulfillmentOrders.some((entry) => entry.status === 'OPEN'))
      box.append(act('暂停', 'hold'), act('拆分', 'split'), act('店内发货', 'fulfil'))
    if (order.fulfillmentStatus === 'FULFILLED')
      box.append(act('已签收', 'parcel', { status: 'DELIVERED' }), act('包裹送丢', 'fail-parcel'))
    else if (order.fulfillmentStatus !== 'PARTIALLY_FULFILLED') box.append(act('取消', 'cancel'))
    return box
  }
  /** One piece of the first line at a time: requested by the shopper, or taken back by staff in exchange for another piece of the same. */
  const returnButtons = (order: Order, act: Act): HTMLElement[] => {
    const row = order.returns.at(-1)
    const step = (label: string, body: object): HTMLElement => act(label, 'return-step', body)
    if (row?.status === 'REQUESTED')
      return [step('同意退货', { step: 'approve' }), step('拒绝退货', { step: 'decline' })]
    if (row?.status === 'OPEN')
      return [
        step('收到退货并退款', { step: 'process' }),
        step('收到退货不退款', { step: 'process', refund: false }),
        step('完成退货', { step: 'close' }),
        step('少退一件', { step: 'reduce' }),
        step('取消退货', { step: 'cancel' }),
      ]
    const line = order.lines.find((each) => each.fulfilledQuantity > 0)
    if (!line) return []
    const lines = [{ lineId: line.id, quantity: 1, reason: 'DEFECTIVE' }]
    const { variantId } = line
    return [
      act('买家申请退货', 'return', { lines, requested: true }),
      act('店内退货', 'return', { lines }),
      ...(variantId ? [act('换货', 'return', { lines, exchanges: [{ variantId, quantity: 1 }] })] : []),
      ...(row?.status === 'CLOSED' ? [step('重开退货', { step: 'reopen' })] : []),
    ]
  }
  const tagsOf = (order: Order): HTMLElement[] => {
    const waits = ['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID'].includes(order.financialStatus)
    const tags = [
      make('span', MONEY[order.financialStatus] ?? order.financialStatus, `tag ${waits ? 'warn' : 'good'}`),
      make('span', GOODS[order.fulfillmentStatus] ?? order.fulfillmentStatus, 'tag'),
    ]
    if (order.cancelledAt !== null) tags.push(make('span', '已取消', 'tag bad'))
    const back = order.returns.at(-1)
    if (back) tags.push(make('span', `${back.name} ${RETURNS[back.status] ?? back.status}`, 'tag warn'))
    if (order.edited) tags.push(make('span', '已改单', 'tag warn'))
    if (order.risk === 'HIGH') tags.push(make('span', '高风险', 'tag bad'))
    if (order.test) tags.push(make('span', '测试', 'tag'))
    return tags
  }
  async function showOrders(): Promise<void> {
    const { total, orders } = (await api('GET', 'orders?limit=50')) as unknown as { total: number; orders: Order[] }
    element('o-total').textContent = `共 ${total} 张，显示最新 ${orders.length} 张`
    element('o-rows').replaceChildren(
      ...orders.map((order) => {
        const where = make('div', [order.shipTo, order.note].filter(Boolean).join(' · '), 'soft')
        const goods = order.lines.map((line) =>
          make(
            'div',
            `${line.title} × ${line.currentQuantity}${line.currentQuantity === line.quantity ? '' : `（原 ${line.quantity}）`}`,
          ),
        )
        const money = cell(`${order.total} ${order.currency}`)
        money.className = 'num'
        return row(
          cell(make('b', `#${order.number}`), where),
          cell(china(order.createdAt)),
          cell(...tagsOf(order)),
          cell(...goods),
          money,
          cell(actionsOf(order)),
        )
      }),
    )
  }
  async function showDeliveries(): Promise<void> {
    const { total, deliveries } = (await api('GET', 'deliveries?limit=200')) as unknown as {
      total: number
      deliveries: Delivery[]
    }
    const { webhooks } = (await api('GET', 'webhooks')) as unknown as { webhooks: { topic: string; uri: string }[] }
    element('d-total').textContent = `共 ${total} 次推送`
    element('d-rows').replaceChildren(
      ...deliveries.map((each) => {
        const last = each.attempts.at(-1)
        const result = last ? (last.error ?? `HTTP ${last.status}`) : ''
        const look = each.state === 'delivered' ? 'good' : each.state === 'waiting' ? 'warn' : 'bad'
        return row(
          cell(china(each.triggeredAt)),
          cell(each.topic),
          cell(make('span', STATES[each.state] ?? each.state, `tag ${look}`), make('div', result, 'soft')),
          cell(String(each.attempts.length)),
          cell(each.uri),
          cell(button('重发', () => void api('POST', `deliveries/${each.id}/resend`).then(showDeliveries))),
        )
      }),
    )
    element('hooks').replaceChildren(
      ...(webhooks.length === 0
        ? [row(cell('尚无订阅'))]
        : [...new Set(webhooks.map(({ uri }) => uri))].map((uri) => {
            const topics = webhooks.filter((hook) => hook.uri === uri).map(({ topic }) => topic)
            return row(cell(make('b', uri), make('div', topics.join('、'), 'soft')))
          })),
    )
  }
  async function showShop(): Promise<void> {
    const chosen = (element('shop') as HTMLSelectElement).selectedOptions[0]
    ;(element('storefront') as HTMLAnchorElement).href = `/shops/${field('shop').value}/`
    const { variants } = (await api('GET', 'variants')) as unknown as {
      variants: { variantId: string; product: string; sku: string | null; stock: number; status: string }[]
    }
    const option = (value: string, text: string): HTMLOptionElement => new Option(text, value)
    element('b-variant').replaceChildren(
      ...variants
        .filter((variant) => variant.status === 'ACTIVE')
        .slice(0, 500)
        .map((variant) => option(variant.variantId, `${variant.product} ${variant.sku ?? ''}（${variant.stock}）`)),
    )
    element('b-currency').replaceChildren(
      ...(chosen?.dataset['currencies'] ?? '').split(' ').map((code) => option(code, code)),
    )
    await Promise.all([showOrders(), showDeliveries()])
  }

  element('buy').addEventListener('submit', (event) => {
    event.preventDefault()
    const ticked = (id: string): boolean => field(id).checked
    const purchase = {
      lines: [{ variantId: field('b-variant').value, quantity: Number(field('b-quantity').value) }],
      payment: field('b-payment').value,
      currency: field('b-currency').value,
      risk: field('b-risk').value,
      ...(field('b-note').value ? { note: field('b-note').value } : {}),
      ...(ticked('b-split') ? { split: true } : {}),
      ...(ticked('b-test') ? { test: true } : {}),
      ...(ticked('b-noaddress') ? { shippingAddress: null } : {}),
    }
    void api('POST', 'orders', purchase).then((answer) => {
      const made = answer['order'] as Order | undefined
      if (made) say(`#${made.number} 已下单`)
      return showShop()
    })
  })
  element('day').addEventListener('submit', (event) => {
    event.preventDefault()
    const body = { count: Number(field('d-count').value), hours: Number(field('d-hours').value) }
    void api('POST', 'busy-day', body).then(showShop)
  })
  document
    .querySelectorAll<HTMLElement>('[data-app]')
    .forEach((each) =>
      each.addEventListener(
        'click',
        () => void api('POST', 'app', { action: each.dataset['app'] }).then(showDeliveries),
      ),
    )
  document.querySelectorAll<HTMLElement>('[data-tab]').forEach((tab) =>
    tab.addEventListener('click', () => {
      document.querySelectorAll('[data-tab]').forEach((other) => other.classList.toggle('on', other === tab))
      for (const name of ['orders', 'deliveries']) element(name).hidden = name !== tab.dataset['tab']
      void (tab.dataset['tab'] === 'orders' ? showOrders() : showDeliveries())
    }),
  )
  element('shop').addEventListener('change', () => void showShop())
  void showShop()
}

/** The script as text for the page. Bundlers may add a helper that names functions; the page gets a no-op of that name. */
export const controlScript = (): string =>
  `const __name=(f)=>f;(${runControlPage.toString().replaceAll('</', '<\\/')})()`
