import { readFileSync } from 'node:fs'
import { FEATURES as RANKS } from '@huoqiao/contract/features'
import { homeFigures } from '@huoqiao/contract/workbench/workbench.schema'
import { TRIAGE_KINDS } from '@huoqiao/contract/workbench/workbench.status'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { handlersOf } from './build-features.ts'
import { FEATURES } from './features.ts'
import { defineEvent, defineJob } from './jobs/define.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLog } from './platform/log.ts'

const rankOf = new Map(FEATURES.map((feature, at) => [feature, at]))

test('features are built in rank order, each after those that it needs', () => {
  // Rich text exists only in the console.
  expect(FEATURES.map(({ name }) => name)).toEqual(RANKS.filter((name) => name !== 'rich-text'))
  for (const feature of FEATURES)
    for (const needed of Object.values(feature.needs))
      expect(rankOf.get(needed), `${feature.name} needs ${needed.name}`).toBeLessThan(rankOf.get(feature)!)
})

test('docs/architecture.md lists every event and hook', () => {
  const events = FEATURES.flatMap(({ name, consumes }) => consumes.map(({ event, job }) => ['event', event, name, job]))
  const hooks = FEATURES.flatMap(({ name, answers }) => answers.map(({ hook }) => ['hook', hook, name, '']))
  const rows = [...events, ...hooks].map((row) => row.join(' | ')).sort()
  const text = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const written = [...text.matchAll(/^\| (event|hook) .*\|$/gm)].map(([line]) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
      .join(' | '),
  )
  expect(written.sort()).toEqual(rows)
})

test('each kind of triage item and each figure of the home page belongs to one feature', () => {
  const given = <K extends 'triage' | 'figures'>(what: K): string[] =>
    FEATURES.flatMap((feature) => Object.keys(feature[what])).sort()
  expect(given('triage')).toEqual(Object.keys(TRIAGE_KINDS).sort())
  expect([...given('figures'), 'waiting'].sort()).toEqual(Object.keys(homeFigures.shape).sort())
})

test('a call that two features carry out is refused, with its name', () => {
  const routes = { logout: () => Promise.resolve(null) }
  expect(handlersOf([{ routes }, { routes: {} }])).toEqual(routes)
  expect(() => handlersOf([{ routes }, { routes }])).toThrow('two features carry out logout')
})

test('a job that follows an event twice is refused: it would run twice for each', () => {
  const jobs = createJobs({ url: 'postgres://nowhere', log: createLog('silent') })
  const [event, job] = [defineEvent('happened', z.object({})), defineJob({ name: 'follow', payload: z.object({}) })]
  jobs.bind(event, job)
  expect(() => jobs.bind(event, job)).toThrow('follow follows happened twice')
})
