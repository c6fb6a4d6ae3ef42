/**
 * The script of the 1688 orders page in the browser. It is sent as its source text, so it uses nothing from outside its body. Text from the
 * server is inserted as text, never as markup.
 */
function runOrdersPage(): void {
  type Parcel = { logisticsId: string; mailNo: string; carrierNo: string; steps: { node: string }[] }
  type Order = {
    orderId: string
    outOrderId: string | null
    status: string
    createdAt: number
    nextAt: number | null
    seller: { companyName: string }
    items: { name: string; quantity: number }[]
    parcels: Parcel[]
    totalFen: number
    goodsFen: number
    freightFen: number
    paidFen: number
    refundedFen: number
  }
  type Refund = {
    refundId: string
    orderId: string
    status: string
    request: string
    applyPaymentFen: number
    applyCarriageFen: number
  }
  type Message = {
    msgId: number
    type: string
    state: string
    gmtBorn: number
    bizKey: string | null
    attempts: { status: number }[]
  }

  const element = (id: string): HTMLElement => document.getElementById(id)!
  const field = (id: string): HTMLInputElement => element(id) as HTMLInputElement
  const china = (ms: number): string => new Date(ms + 8 * 3600_000).toISOString().replace('T', ' ').slice(5, 19)
  const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`
  const STATES: Record<string, string> = {
    waitbuyerpay: '待付款',
    waitsellersend: '待发货',
    waitbuyerreceive: '已发货',
    confirm_goods: '已收货',
    success: '交易成功',
    cancel: '已关闭',
  }
  const NODES: Record<string, string> = {
    CONSIGN: '待揽收',
    ACCEPT: '已揽收',
    TRANSPORT: '运输中',
    DELIVERING: '派送中',
    SIGN: '已签收',
  }
  const REFUNDS: Record<string, string> = {
    waitselleragree: '待卖家同意',
    waitbuyermodify: '卖家已拒绝',
    waitbuyersend: '待买家退货',
    waitsellerreceive: '待卖家收货',
    refundsuccess: '退款成功',
    refundclose: '已关闭',
  }

  const say = (text: string): void => {
    element('said').textContent = text
  }
  const api = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`/control/1688/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (typeof answer['error'] === 'string') say(answer['error'])
    else if (typeof answer['done'] === 'string') say(answer['done'])
    return answer
  }
  const cell = (text: string, ...soft: string[]): HTMLTableCellElement => {
    const td = document.createElement('td')
    td.append(text)
    for (const line of soft) {
      const div = document.createElement('div')
      div.className = 'soft'
      div.textContent = line
      td.append(div)
    }
    return td
  }
  /** Links the order's number to its own page. */
  const linked = (td: HTMLTableCellElement, orderId: string): HTMLTableCellElement => {
    const link = document.createElement('a')
    link.href = `/1688/orders/${orderId}`
    link.textContent = orderId
    td.prepend(link)
    return td
  }
  const row = (...cells: HTMLElement[]): HTMLTableRowElement => {
    const tr = document.createElement('tr')
    tr.append(...cells)
    return tr
  }
  /** The buttons of a row: each a caption and what it posts. */
  const buttons = (...acts: (readonly [string, string, object?])[]): HTMLTableCellElement => {
    const td = document.createElement('td')
    td.className = 'acts'
    for (const [caption, path, body] of acts) {
      const button = document.createElement('button')
      button.textContent = caption
      button.addEventListener('click', () => void api('POST', path, body ?? {}).then(showAll))
      td.append(button)
    }
    return td
  }

  const actsOf = (order: Order): (readonly [string, string, object?])[] => {
    const path = (name: string): string => `orders/${order.orderId}/${name}`
    switch (order.status) {
      case 'waitbuyerpay':
        if (order.paidFen > 0)
          return [
            ['付下一阶段', path('pay')],
            ['协商关闭并退款', path('finish-close')],
          ]
        return [
          ['付款', path('pay')],
          ['改价 +10%', path('price'), { goodsFen: Math.round(order.goodsFen * 1.1) }],
          ['免运费', path('price'), { freightFen: 0 }],
          ['卖家关闭', path('close'), { by: 'seller' }],
        ]
      case 'waitsellersend':
        return [
          ['发货', path('ship'), { how: 'whole' }],
          ['发两个包裹', path('ship'), { how: 'parcels' }],
          ['发一部分', path('ship'), { how: 'partial' }],
        ]
      case 'waitbuyerreceive':
        return [
          ['物流下一站', path('advance')],
          ['换单号', path('mail-number')],
        ]
      case 'confirm_goods':
        return [['完成交易', path('advance')]]
      default:
        return []
    }
  }
  const orderRow = (order: Order): HTMLTableRowElement => {
    const goods = order.items.map((item) => `${item.name} × ${item.quantity}`)
    const parcels = order.parcels.map(
      (parcel) => `${parcel.carrierNo} ${parcel.mailNo} ${NODES[parcel.steps.at(-1)?.node ?? ''] ?? ''}`,
    )
    const next = order.nextAt === null ? [] : [`下一步 ${china(order.nextAt)}`]
    const refunded = order.refundedFen > 0 ? [`已退 ${yuan(order.refundedFen)}`] : []
    return row(
      linked(cell('', order.outOrderId ?? '', china(order.createdAt)), order.orderId),
      cell(order.seller.companyName, ...goods),
      cell(yuan(order.totalFen), `运费 ${yuan(order.freightFen)}`, ...refunded),
      cell(STATES[order.status] ?? order.status, ...parcels, ...next),
      buttons(...actsOf(order)),
    )
  }
  const refundRow = (refund: Refund): HTMLTableRowElement => {
    const path = (name: string): string => `refunds/${refund.refundId}/${name}`
    const acts: (readonly [string, string, object?])[] =
      refund.status === 'waitselleragree'
        ? [
            ['同意', path('agree')],
            ['拒绝', path('reject')],
          ]
        : refund.status === 'waitsellerreceive'
          ? [['确认收到退货', path('receive')]]
          : []
    return row(
      cell(refund.refundId, refund.orderId),
      cell(yuan(refund.applyPaymentFen + refund.applyCarriageFen), refund.request === 'refund' ? '仅退款' : '退货退款'),
      cell(REFUNDS[refund.status] ?? refund.status),
      buttons(...acts),
    )
  }
  const MESSAGE_STATES: Record<string, string> = {
    waiting: '等待',
    delivered: '已送达',
    failed: '待补发',
    confirmed: '已确认',
    lost: '丢失',
  }
  const messageRow = (message: Message): HTMLTableRowElement =>
    row(
      cell(message.type, message.bizKey ?? ''),
      cell(
        MESSAGE_STATES[message.state] ?? message.state,
        message.attempts.map((each) => each.status || '断开').join(' '),
      ),
      cell(china(message.gmtBorn)),
      buttons(['再发', `messages/${message.msgId}/resend`]),
    )

  const showAll = async (): Promise<void> => {
    const query = new URLSearchParams({ limit: '100' })
    if (field('q-status').value !== '') query.set('status', field('q-status').value)
    if (field('q-out').value.trim() !== '') query.set('outOrderId', field('q-out').value.trim())
    const [orders, refunds, messages, account, push, forcedFailures] = await Promise.all([
      api('GET', `orders?${query}`),
      api('GET', 'refunds'),
      api('GET', 'messages?limit=30'),
      api('GET', 'account'),
      api('GET', 'push'),
      api('GET', 'forced-failures'),
    ])
    element('q-total').textContent = `共 ${String(orders['total'])} 个`
    element('orders').replaceChildren(...(orders['orders'] as Order[]).map(orderRow))
    element('refunds').replaceChildren(...(refunds['refunds'] as Refund[]).map(refundRow))
    element('messages').replaceChildren(...(messages['messages'] as Message[]).map(messageRow).reverse())
    element('balance').textContent = yuan(Number(account['balanceFen']))
    element('targets').textContent =
      (push['targets'] as { appKey: string; callbackUrl: string }[])
        .map((target) => `${target.appKey} → ${target.callbackUrl}`)
        .join('；') || '没有回调地址，不推送'
    element('forced-failures').textContent =
      (forcedFailures['forcedFailures'] as { offerId: string; what: string }[])
        .map((failure) => `${failure.offerId} ${failure.what}`)
        .join('；') || '无'
  }

  element('account').addEventListener('submit', (event) => {
    event.preventDefault()
    void api('POST', 'account', { balanceFen: Math.round(Number(field('a-yuan').value) * 100) }).then(showAll)
  })
  element('push').addEventListener('submit', (event) => {
    event.preventDefault()
    const callbackUrl = field('p-url').value.trim()
    void (callbackUrl === '' ? api('DELETE', 'push') : api('POST', 'push', { callbackUrl })).then(showAll)
  })
  element('forced-failure').addEventListener('submit', (event) => {
    event.preventDefault()
    void api('POST', 'forced-failures', { offerId: field('b-id').value.trim(), what: field('b-what').value }).then(
      showAll,
    )
  })
  for (const name of ['q-status', 'q-out']) element(name).addEventListener('change', () => void showAll())
  setInterval(() => {
    if (!document.hidden) void showAll()
  }, 3000)
  void showAll()
}

/** The script as text for the page; the naming helper is defined because bundlers may call it. */
export const ordersScript = (): string => `const __name=(f)=>f;(${runOrdersPage.toString().replaceAll('</', '<\\/')})()`
