import { groupBy } from '@huoqiao/kit'

/** A parsed /metrics answer, checked strictly by the rules of Prometheus' text format and naming. */
export type Family = { help: string; type: string; samples: Sample[] }
export type Sample = { name: string; labels: Record<string, string>; value: number }

const NAME = /^[a-z][a-z0-9_]*$/
const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/gy
const VALUE = /^([+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|NaN|[+-]Inf)$/i
/** Suffixes of the series of a histogram or a summary. */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/** Throws with the line if a rule is broken. */
export function readScrape(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let current: [string, Family] | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const wrong = (what: string): never => {
      throw new Error(`${what}: ${line}`)
    }
    const [, kind, about, value] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (families.has(about!)) wrong('told twice, or in two places')
      current = [about!, { help: value!, type: '', samples: [] }]
      families.set(...current)
    } else if (kind === 'TYPE') {
      if (current?.[0] !== about) wrong('a type without its help before it')
      else if (SERIES[value!] === undefined) wrong('no type')
      else current![1].type = value!
    } else if (line !== '') {
      const [, name, labels = '', value] = LINE.exec(line) ?? wrong('no sample')
      const [family, { type, samples }] = current ?? wrong('a sample before its help')
      if (!SERIES[type]?.some((end) => name === family + end)) wrong(`not of the family ${family}`)
      if (!VALUE.test(value!)) wrong('no value')
      const sample = { name: name!, labels: labelsOf(labels, wrong), value: numberOf(value!) }
      const series = `${name} ${keyOf(sample.labels)}`
      if (seen.has(series)) wrong('twice')
      seen.add(series)
      samples.push(sample)
    }
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function labelsOf(text: string, wrong: (what: string) => never): Record<string, string> {
  const labels: Record<string, string> = {}
  let at = 0
  for (const [all, name, value] of text.matchAll(LABEL)) {
    if (labels[name!] !== undefined) wrong('a label twice')
    labels[name!] = value!.replaceAll(/\\(.)/g, (_all, one: string) => (one === 'n' ? '\n' : one))
    at += all.length
  }
  return at === text.length ? labels : wrong('labels that nobody reads')
}

const numberOf = (value: string): number =>
  /^[+-]?inf$/i.test(value) ? (value.startsWith('-') ? -Infinity : Infinity) : Number(value)

/** Prometheus' conventions, as `promtool check metrics` checks them, and that the buckets of a histogram add up. */
function checkFamily(name: string, { help, type, samples }: Family): void {
  const wrong = (what: string): never => {
    throw new Error(`${name}: ${what}`)
  }
  if (!NAME.test(name)) wrong('not in small letters')
  if (help.trim() === '') wrong('without help')
  if (!(type in SERIES)) wrong('without a type')
  if ((type === 'counter') !== name.endsWith('_total')) wrong('counters, and nothing else, end in _total')
  if (/_(count|sum|bucket|info_total)$/.test(name)) wrong('ends as a series of a histogram does')
  if (/_(ms|milliseconds|minutes|hours|kb|mb|kilobytes|percent)(_|$)/.test(name)) wrong('not in base units')
  if (/(^|_)(counter|gauge|histogram|summary)(_|$)/.test(name)) wrong('tells its type')
  const hidden = samples.find(({ labels }) => 'job' in labels || 'instance' in labels)
  if (hidden) wrong('Prometheus would call its label exported_job, as it has one of that name itself')
  if (type !== 'histogram') return
  const groups = groupBy(samples, ({ labels: { le: _le, ...labels } }) => keyOf(labels))
  for (const series of groups.values()) {
    const buckets = series.filter((one) => one.name.endsWith('_bucket'))
    const bounds = buckets.map(({ labels }) => numberOf(labels['le']!))
    if (bounds.at(-1) !== Infinity || bounds.some((bound, at) => at > 0 && bound <= bounds[at - 1]!))
      wrong('buckets out of order')
    if (buckets.some(({ value }, at) => at > 0 && value < buckets[at - 1]!.value)) wrong('buckets that lose')
    if (series.find((one) => one.name.endsWith('_count'))?.value !== buckets.at(-1)!.value)
      wrong('a count that is not the last bucket')
  }
}

const keyOf = (labels: Record<string, string>): string =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The sum of the matching samples; 0 if there are none. */
export const figure = (
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number =>
  samplesOf(families, name)
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)

export const samplesOf = (families: ReadonlyMap<string, Family>, name: string): Sample[] =>
  [...families.values()].flatMap(({ samples }) => samples.filter((one) => one.name === name))
