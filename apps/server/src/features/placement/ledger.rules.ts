import { createHash } from 'node:crypto'
import { canonicalJson } from '@huoqiao/kit'
import type { LedgerKind } from '@huoqiao/contract/placement/placement.status'
import type { LedgerProof } from '@huoqiao/contract/placement/placement.schema'

/** Facts of one line. The hash covers all of them. Money is fen, instants are epoch milliseconds. */
export type LedgerFact = {
  kind: LedgerKind
  placementId: string | null
  purchaseId: string | null
  purchaseNumber: string
  accountName: string
  orderId: string | null
  amountMinor: number | null
  by: string
  summary: string
  /** further facts: what was sent, what was answered */
  facts: Record<string, unknown>
}
export type LedgerLine = LedgerFact & { seq: number; at: number }
export type StoredLine = Omit<LedgerLine, 'facts'> & { body: string; prevHash: string; hash: string }

/** The previous hash of the first line. */
export const GENESIS = '0'.repeat(64)

/** The text that is hashed: all columns and facts as canonical JSON. */
export const bodyOf = (line: LedgerLine): string => canonicalJson(line)

export const hashOf = (prevHash: string, body: string): string =>
  createHash('sha256').update(`${prevHash}\n${body}`, 'utf8').digest('hex')

/** The stage that a line is about, for an order that is paid in stages; counted from 1. */
export const stageIn = (facts: unknown): number | null => {
  const stage = typeof facts === 'object' && facts !== null && 'stage' in facts ? facts.stage : null
  return typeof stage === 'number' ? stage : null
}

/** Whether the line was written for a duplicate order: 1688 made more than was asked for, or it was asked twice. */
const isDuplicate = (line: StoredLine): boolean => {
  try {
    return (JSON.parse(line.body) as Partial<LedgerLine>).facts?.['surplus'] === true
  } catch {
    return false
  }
}

const stageOf = (line: StoredLine): number | null => {
  try {
    return stageIn((JSON.parse(line.body) as Partial<LedgerLine>).facts)
  } catch {
    // A line that cannot be parsed is already reported as tampered with.
    return null
  }
}

type Intent = {
  seq: number
  purchaseId: string | null
  number: string
  outcome: LedgerKind | null
  orders: Set<string>
}

/** Kinds of lines that end a placing intent. */
const OUTCOMES = new Set<LedgerKind>([
  'place-answer',
  'place-adopted',
  'place-taken-over',
  'place-refused',
  'place-absent',
])
/** Of these, the outcomes that have an order. */
const WORKED = new Set<LedgerKind>(['place-answer', 'place-adopted', 'place-taken-over'])

/**
 * Reads the ledger line by line and checks: the hash chain is unbroken; the columns agree with the hashed text; each intent has one
 * outcome; each order belongs to one intent; no purchase has open orders of two attempts; money was paid only for known orders, once each
 * or once a stage.
 */
export function createProof() {
  const problems: LedgerProof['problems'] = []
  const intents = new Map<string, Intent>()
  const orderOwner = new Map<string, string>()
  /** purchase id → its 1688 orders that were not closed, with the attempt that made each and whether it is a duplicate */
  const live = new Map<string, Map<string, { attempt: string; duplicate: boolean; number: string }>>()
  /** order id → stage (null: the whole) → fen paid */
  const paid = new Map<string, Map<number | null, number>>()
  let entries = 0
  let head = GENESIS

  const problem = (seq: number | null, message: string): void => {
    if (problems.length < 200) problems.push({ seq, message })
  }

  const checkChain = (line: StoredLine): void => {
    entries++
    if (line.seq !== entries) problem(line.seq, `序号不连续：应为 ${entries}`)
    if (line.prevHash !== head) problem(line.seq, '与上一条的哈希不相接：中间有凭证被删除或改动')
    if (hashOf(line.prevHash, line.body) !== line.hash) problem(line.seq, '内容与哈希不符：这条凭证被改动过')
    if (!columnsAgree(line)) problem(line.seq, '列与正文不符：这条凭证被改动过')
    head = line.hash
  }

  const checkPlacing = (line: StoredLine): void => {
    const key = line.placementId ?? ''
    // An order that was placed by hand has no line before it: taking it over is intent and outcome in one. Several may be taken over together.
    const isTakenOver = line.kind === 'place-taken-over' && intents.get(key)?.outcome !== 'place-taken-over'
    if (line.kind === 'place-intent' || isTakenOver) {
      if (intents.has(key)) problem(line.seq, `下单意图重复：${line.purchaseNumber}`)
      intents.set(key, {
        seq: line.seq,
        purchaseId: line.purchaseId,
        number: line.purchaseNumber,
        outcome: null,
        orders: new Set(),
      })
      if (!isTakenOver) return
    }
    if (!OUTCOMES.has(line.kind)) return
    const intent = intents.get(key)
    if (!intent) return problem(line.seq, `没有意图就有结果：${line.purchaseNumber}`)
    const works = WORKED.has(line.kind)
    // An order that was recorded as absent may still be found: adopting it is the only second outcome that is allowed.
    const lateFind = intent.outcome === 'place-absent' && line.kind === 'place-adopted'
    const another = works && intent.outcome === line.kind
    if (intent.outcome !== null && !lateFind && !another)
      problem(line.seq, `一个意图有两种结果：${line.purchaseNumber}`)
    intent.outcome = line.kind
    if (!works) return
    if (line.orderId === null) return problem(line.seq, `下单成功却没有1688单号：${line.purchaseNumber}`)
    const owner = orderOwner.get(line.orderId)
    if (owner !== undefined) problem(line.seq, `1688订单 ${line.orderId} 记了两次`)
    orderOwner.set(line.orderId, key)
    intent.orders.add(line.orderId)
    if (line.purchaseId === null) return
    const orders =
      live.get(line.purchaseId) ?? new Map<string, { attempt: string; duplicate: boolean; number: string }>()
    orders.set(line.orderId, { attempt: key, duplicate: isDuplicate(line), number: line.purchaseNumber })
    live.set(line.purchaseId, orders)
  }

  /**
   * One attempt may create several orders at 1688. Open orders of two attempts, or a duplicate, are a problem until one of them is closed.
   */
  const checkDoubles = (): void => {
    for (const orders of live.values()) {
      const all = [...orders.values()]
      if (
        new Set(all.map(({ attempt }) => attempt)).size < 2 &&
        !(all.length > 1 && all.some(({ duplicate }) => duplicate))
      )
        continue
      const ids = [...orders.keys()].join('、')
      problem(null, `采购单 ${all[0]!.number} 在1688有多出的订单，了结之前要付款的只应有一份：${ids}`)
    }
  }

  const checkPaying = (line: StoredLine): void => {
    if (line.kind !== 'paid') return
    if (line.orderId === null || !orderOwner.has(line.orderId)) return problem(line.seq, '付款的1688订单不在账本里')
    const stage = stageOf(line)
    const before = paid.get(line.orderId) ?? new Map<number | null, number>()
    // Either the whole is paid once, or each stage once; never both.
    if (before.has(stage) || (before.size > 0 && (stage === null || before.has(null))))
      return problem(line.seq, `1688订单 ${line.orderId} 付款记了两次`)
    paid.set(line.orderId, before.set(stage, line.amountMinor ?? 0))
  }

  return {
    read(line: StoredLine): void {
      checkChain(line)
      checkPlacing(line)
      checkPaying(line)
      if (line.kind === 'order-closed' && line.purchaseId !== null && line.orderId !== null)
        live.get(line.purchaseId)?.delete(line.orderId)
    },
    problem,
    /** All orders in the ledger, for the comparison with the order table. */
    orders: (): ReadonlySet<string> => new Set(orderOwner.keys()),
    result(): LedgerProof {
      checkDoubles()
      const all = [...intents.values()]
      const count = (...kinds: (LedgerKind | null)[]): number => all.filter((one) => kinds.includes(one.outcome)).length
      return {
        ok: problems.length === 0,
        entries,
        head,
        intents: all.length,
        placed: count(...WORKED),
        refused: count('place-refused'),
        absent: count('place-absent'),
        open: count(null),
        orders: orderOwner.size,
        paidOrders: paid.size,
        paidMinor: [...paid.values()].flatMap((one) => [...one.values()]).reduce((sum, minor) => sum + minor, 0),
        problems,
      }
    },
  }
}

/** The columns that lists show are copies of hashed values. A copy that differs was tampered with. */
function columnsAgree(line: StoredLine): boolean {
  let inner: Partial<LedgerLine>
  try {
    inner = JSON.parse(line.body) as Partial<LedgerLine>
  } catch {
    return false
  }
  const { body: _body, prevHash: _prev, hash: _hash, ...columns } = line
  return Object.entries(columns).every(([name, value]) => inner[name as keyof LedgerLine] === value)
}
