import { FAILURE_WORDS, REMOTE_OUTCOMES } from '@huoqiao/connector-kit'
import { OPEN_ACT_STATES } from '@huoqiao/kit'
import { CALL_OUTCOMES, JOB_OUTCOMES } from '../src/platform/meters.ts'
import { samplesOf } from './scrape.ts'
import type { Family } from './scrape.ts'

/** The part of PromQL that is needed to find the series of an expression. */
type Selector = { name: string; matchers: { label: string; values: string[] }[] }

/** Keywords and functions that can be mistaken for series. */
const WORDS = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'offset',
  'bool',
  'and',
  'or',
  'unless',
  'inf',
  'nan',
])

/** The series of an expression: names that are not functions, keywords or grouping labels. */
function readSelectors(expression: string): Selector[] {
  const plain = expression.replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  return [...plain.matchAll(/(?<![\w"$])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?(\s*\()?/g)].flatMap(
    ([, name, braces = '', call]) => {
      if (call !== undefined || WORDS.has(name!.toLowerCase()) || /^e\d*$/.test(name!) || isInside(plain, name!))
        return []
      const matchers = [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, label, , values]) => ({
        label: label!,
        values: values!.startsWith('$') ? [] : values!.split('|'),
      }))
      return [{ name: name!, matchers }]
    },
  )
}

/** A unit of time, as in `[5m]`. */
const isInside = (expression: string, name: string): boolean => new RegExp(`\\[\\d*${name}\\]`).test(expression)

/** Every expression of the alerts and of the dashboard. Throws if an alert has none, or a panel shows nothing. */
export function expressionsOf(rules: string, dashboard: unknown): { expressions: string[]; alerts: number } {
  const alerts = rules.match(/^\s*- alert: \w+$/gm)?.length ?? 0
  const ofRules = [...rules.matchAll(/^\s*expr: (.+)$/gm)].map(([, expression]) => expression!)
  if (ofRules.length !== alerts) throw new Error(`${alerts} alerts have ${ofRules.length} expressions of one line`)
  const { panels, templating } = dashboard as {
    panels: { type: string; title: string; targets?: { expr: string }[] }[]
    templating: { list: { query: unknown }[] }
  }
  const ofPanels = panels.flatMap(({ type, title, targets = [] }) => {
    if (type !== 'row' && targets.length === 0) throw new Error(`the panel ${title} draws nothing`)
    return targets.map(({ expr }) => expr)
  })
  const ofVariables = templating.list.flatMap(({ query }) => {
    const text = typeof query === 'object' && query !== null && 'query' in query ? String(query.query) : ''
    return /^label_values\((.+), \w+\)$/.exec(text)?.[1] ?? []
  })
  return { expressions: [...ofRules, ...ofPanels, ...ofVariables], alerts }
}

/** What an expression uses and a scrape lacks: a metric, a label, a value. */
export const faultsOf = (reported: ReadonlyMap<string, Family>, expression: string): string[] =>
  readSelectors(expression).flatMap((selector) => faultsOfSelector(reported, expression, selector))

/** Label values that are valid although they did not occur in this test. */
const KNOWN_VALUES: ReadonlySet<string> = new Set([
  ...FAILURE_WORDS,
  ...REMOTE_OUTCOMES,
  ...CALL_OUTCOMES,
  ...JOB_OUTCOMES,
  ...OPEN_ACT_STATES,
])
/** Labels that Prometheus itself adds to every series. */
const OF_PROMETHEUS = new Set(['instance', 'job'])

function faultsOfSelector(
  reported: ReadonlyMap<string, Family>,
  expression: string,
  { name, matchers }: Selector,
): string[] {
  if (name === 'up') return []
  const samples = samplesOf(reported, name)
  const ours = matchers.filter(({ label }) => !OF_PROMETHEUS.has(label))
  // The metric has no samples yet, but it is declared.
  if (samples.length === 0 && reported.get(name)?.samples.length === 0 && ours.length === 0) return []
  if (samples.length === 0) return [`${name} is not there: ${expression}`]
  return ours.flatMap(({ label, values }) => {
    const there = new Set(samples.map(({ labels }) => labels[label]))
    if (there.has(undefined)) return [`${name} has no label ${label}: ${expression}`]
    return values
      .filter((value) => !there.has(value) && !KNOWN_VALUES.has(value))
      .map((value) => `${label}="${value}" is none: ${expression}`)
  })
}
