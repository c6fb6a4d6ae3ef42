import { startOfChinaDay } from '@huoqiao/kit/time'

/**
 * The figures of a supplier's scorecard: label, format, and thresholds of the judged ones. Lists, drawers and hints use these definitions. No schemas
 * here, because the browser loads this file too (decision 0004).
 */

/** Days before today; a purchase counts by the time of its creation. */
export const SCORECARD_WINDOWS = [90, 365] as const
/** Start of a window, at midnight in China, so that a list filtered by date shows the same purchases. */
export const windowStart = (nowMs: number, days: number): number => startOfChinaDay(nowMs) - days * 86_400_000
export type ScorecardDays = (typeof SCORECARD_WINDOWS)[number]

/** With fewer cases a figure is not judged and shown as 样本不足. */
export const MIN_CASES = 3

/** Format of a figure, which is a whole number. A permille of 80 is shown as 8 %. */
export type ScoreFormat = 'hours' | 'permille' | 'count'

export type ScoreFigureDefinition = {
  readonly label: string
  readonly format: ScoreFormat
  /** what one case is */
  readonly cases: string
  /** how it is counted, as shown to the user */
  readonly note: string
  /** Lower is better: bad from `poor` on. A difference of at least `gap` to the same figure elsewhere is reported. */
  readonly judged?: { readonly poor: number; readonly gap: number }
}

const definition = <Key extends string>(of: Readonly<Record<Key, ScoreFigureDefinition>>) => of

export const SCORECARD_FIGURES = definition({
  purchases: {
    label: '采购单',
    format: 'count',
    cases: '张采购单',
    note: '期间生成、已在1688下单的采购单；合并单算一张',
  },
  paid: {
    label: '已付款',
    format: 'count',
    cases: '张采购单',
    note: '其中至少有一个1688订单付清的；分阶段付款的，最后一阶段付了才算，其他指标里的已付款也是这样',
  },
  promisedHours: {
    label: '承诺发货',
    format: 'hours',
    cases: '个订单',
    note: '货源页上的发货承诺；一个订单取其中最长的，多个订单取平均',
  },
  sendHours: {
    label: '实际发货',
    format: 'hours',
    cases: '个订单',
    note: '从付款到卖家全部发出，一半的订单不超过',
    judged: { poor: 120, gap: 24 },
  },
  slowSendHours: {
    label: '九成发货',
    format: 'hours',
    cases: '个订单',
    note: '从付款到卖家全部发出，九成的订单不超过',
  },
  late: {
    label: '发货超时',
    format: 'permille',
    cases: '个订单',
    note: '超过承诺才发出，或已超过承诺还没发出；只算有承诺的已付款订单',
    judged: { poor: 300, gap: 100 },
  },
  short: {
    label: '缺货',
    format: 'permille',
    cases: '张采购单',
    note: '已完成和已终止的采购单里，没有到的件数占采购件数',
    judged: { poor: 50, gap: 30 },
  },
  defects: {
    label: '不良',
    format: 'permille',
    cases: '张采购单',
    note: '收货时记为不良的件数，占到货件数',
    judged: { poor: 30, gap: 20 },
  },
  priceDrift: {
    label: '涨价',
    format: 'permille',
    cases: '个规格',
    note: '已付款的采购单里，实付单价比认领时（没有认领过的比上次采购）高多少，按件数加权；负数是降价',
    judged: { poor: 50, gap: 30 },
  },
  refunded: {
    label: '退款',
    format: 'permille',
    cases: '个订单',
    note: '1688退过款的订单占已付款订单',
    judged: { poor: 100, gap: 50 },
  },
  refundsAsked: { label: '申请退款', format: 'count', cases: '个订单', note: '从这里提交、1688已受理的退款申请' },
  closedBySeller: {
    label: '卖家关单',
    format: 'permille',
    cases: '个订单',
    note: '1688订单由卖家关闭的比例',
    judged: { poor: 50, gap: 30 },
  },
})
export type ScoreKey = keyof typeof SCORECARD_FIGURES
export const SCORE_KEYS = Object.keys(SCORECARD_FIGURES) as readonly ScoreKey[]

/** `value` null: there is no case. */
export type ScoreFigure = { readonly value: number | null; readonly cases: number }
export type ScoreFigures = Readonly<Record<ScoreKey, ScoreFigure>>
export type ScoreWindow = { readonly days: number; readonly figures: ScoreFigures }

const definitionOf = (key: ScoreKey): ScoreFigureDefinition => SCORECARD_FIGURES[key]

/** The value, if there are enough cases to judge by. */
export const enough = ({ value, cases }: ScoreFigure): number | undefined =>
  value !== null && cases >= MIN_CASES ? value : undefined

/** The value in words: "6.2 天", "8 %", "12". */
export function scoreText(key: ScoreKey, value: number): string {
  const { format } = definitionOf(key)
  if (format === 'hours') return `${tenths(value / 24)} 天`
  if (format === 'permille') return `${tenths(value / 10)} %`
  return String(value)
}
const tenths = (value: number): string => String(Math.round(value * 10) / 10)

/** A figure, and the days of its window. */
export type JudgedFigure = ScoreFigure & Pick<ScoreWindow, 'days'>

/**
 * The window by which a figure is judged: the shortest one with enough cases of this figure, otherwise the shortest. Each figure has its own window,
 * so that one with too few cases does not hide another.
 */
export const judgedWindow = (windows: readonly ScoreWindow[], key: ScoreKey): ScoreWindow | undefined =>
  windows.find(({ figures }) => enough(figures[key]) !== undefined) ?? windows[0]

/** The figure as it is judged. Undefined: there are no windows. */
export function judgedFigure(windows: readonly ScoreWindow[], key: ScoreKey): JudgedFigure | undefined {
  const window = judgedWindow(windows, key)
  return window && { ...window.figures[key], days: window.days }
}

/** The bad figures, each judged in its own window (`judgedWindow`); only those with enough cases. */
export function faultsOf(windows: readonly ScoreWindow[]): ScoreKey[] {
  return SCORE_KEYS.filter((key) => {
    const figure = judgedFigure(windows, key)
    const value = figure && enough(figure)
    const judged = definitionOf(key).judged
    return value !== undefined && judged !== undefined && value >= judged.poor
  })
}

/** Whether a figure is bad and `days` is the window by which it is judged. */
export const isFaultIn = (windows: readonly ScoreWindow[], { days }: ScoreWindow, key: ScoreKey): boolean =>
  faultsOf(windows).includes(key) && judgedWindow(windows, key)?.days === days

/** The figures in which `one` is clearly worse than `other`: another supplier, or the same one in a longer window. */
export function worseIn(one: ScoreWindow, other: ScoreWindow): ScoreKey[] {
  return SCORE_KEYS.filter((key) => {
    const [here, there] = [enough(one.figures[key]), enough(other.figures[key])]
    const judged = definitionOf(key).judged
    return here !== undefined && there !== undefined && judged !== undefined && here - there >= judged.gap
  })
}

export type Grade = 'unknown' | 'good' | 'poor'
export const GRADES = {
  unknown: { label: '样本不足', hue: 'waiting' },
  good: { label: '表现正常', hue: 'done' },
  poor: { label: '表现差', hue: 'attention' },
} as const satisfies Readonly<Record<Grade, { label: string; hue: 'waiting' | 'done' | 'attention' }>>

/** Unknown: no judged figure has enough cases in any window. */
export function gradeOf(windows: readonly ScoreWindow[]): Grade {
  const isJudged = SCORE_KEYS.some(
    (key) => definitionOf(key).judged && windows.some(({ figures }) => enough(figures[key]) !== undefined),
  )
  return !isJudged ? 'unknown' : faultsOf(windows).length > 0 ? 'poor' : 'good'
}

/**
 * "近90天一半订单 6.2 天内发货，承诺 2 天；近365天缺货 8 %": each figure in the window by which it is judged. Figures without enough cases are
 * left out.
 */
export function sentenceOf(windows: readonly ScoreWindow[], keys: readonly ScoreKey[]): string {
  const isAboutSending = keys.some((key) => key === 'late' || key === 'sendHours')
  const shown: readonly ScoreKey[] = isAboutSending ? ['sendHours', ...keys.filter((key) => key !== 'sendHours')] : keys
  return windows
    .flatMap((window) => {
      const parts = shown
        .filter((key) => judgedWindow(windows, key) === window)
        .flatMap((key) => partOf(window, key) ?? [])
      return parts.length === 0 ? [] : `近${window.days}天${parts.join('；')}`
    })
    .join('；')
}

/** Text of one figure; undefined: too few cases. */
function partOf({ figures }: ScoreWindow, key: ScoreKey): string | undefined {
  const value = enough(figures[key])
  if (value === undefined) return undefined
  if (key !== 'sendHours') return `${definitionOf(key).label} ${scoreText(key, value)}`
  const promised = enough(figures.promisedHours)
  return `一半订单 ${scoreText(key, value)}内发货${promised === undefined ? '' : `，承诺 ${scoreText('promisedHours', promised)}`}`
}

/** The figures that became worse, with their earlier values: "缺货 8 %（近365天 2 %）". */
export function declineOf(recent: ScoreWindow, past: ScoreWindow): string {
  const parts = worseIn(recent, past).map(
    (key) =>
      `${definitionOf(key).label} ${scoreText(key, recent.figures[key].value!)}（近${past.days}天 ${scoreText(key, past.figures[key].value!)}）`,
  )
  return parts.length === 0 ? '' : `近${recent.days}天变差：${parts.join('；')}`
}

/** Scores that 1688 gives a seller, out of five points. */
export const VENDOR_SCORES = {
  composite: '综合服务',
  consulting: '咨询体验',
  logistics: '物流体验',
  dispute: '纠纷解决',
  afterSales: '退换体验',
} as const
export type VendorScoreKey = keyof typeof VENDOR_SCORES
