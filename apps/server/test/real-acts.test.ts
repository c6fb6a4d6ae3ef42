import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS, kindsOf } from './act-columns.ts'
import { acts, clearStage, closeStage, db, first, openStage, present, quiet, setStage, resolved } from './act-stage.ts'
import type { TestApp } from './harness.ts'
import type { Thing } from './real-act-things.ts'
import type { RealAct } from './real-acts.ts'

type Cell = { first: number; states: string; ours: number | undefined; last: number; lastOurs: number | undefined }

const rows: string[][] = []

beforeAll(async () => {
  await openStage(COLUMNS.length)
})
afterAll(async () => {
  await closeStage()
  const head = ['moment', 'fault', 'act', 'at the vendor', 'we say', 'states', 'asked again: at the vendor', 'we say']
  const cells = [head, ...rows]
  const widths = head.map((_cell, column) => Math.max(...cells.map((row) => row[column]!.length)))
  console.log(cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n'))
})

for (const column of COLUMNS)
  describe(`${column.moment}: ${column.fault}`, () => {
    const cells = new Map<string, Cell>()
    let begun = new Map<string, { effects: number; ours: number }>()

    /** Counted from the beginning of the column, since some things are used again. */
    const effectsOf = async ([act, thing]: [RealAct, Thing]) =>
      (await act.effects(thing)) - begun.get(act.kind)!.effects
    const oursOf = async (app: TestApp, [act, thing]: [RealAct, Thing]) => {
      const ours = await act.ours(app, thing)
      return ours === undefined ? undefined : ours - begun.get(act.kind)!.ours
    }

    beforeAll(async () => {
      setStage(COLUMNS.indexOf(column), kindsOf(column))
      begun = new Map(
        await Promise.all(
          present.map(async ([act, thing]) => {
            const isNew = thing.id === ''
            const counts = {
              effects: isNew ? 0 : await act.effects(thing),
              ours: isNew ? 0 : ((await act.ours(first, thing)) ?? 0),
            }
            return [act.kind, counts] as const
          }),
        ),
      )
      const { rows: former } = await db.pool.query<{ id: string }>('select id from remote_act')
      const app = await column.meet()
      await resolved(app, present)
      const seen = new Map<string, Pick<Cell, 'first' | 'ours'>>()
      for (const one of present) seen.set(one[0].kind, { first: await effectsOf(one), ours: await oursOf(app, one) })
      const again = present.filter(([{ kind }]) => seen.get(kind)!.ours === 0)
      await Promise.all(again.map(([act, thing]) => act.ask(app, thing).catch((error: unknown) => error)))
      await resolved(app, again)
      await column.wake?.()
      await quiet()
      await resolved(first, present)
      const { rows: made } = await db.pool.query<{ kind: string; state: string }>(
        'select kind, state from remote_act where not id = any($1) order by created_at, id',
        [former.map(({ id }) => id)],
      )
      for (const one of present) {
        const [{ kind }] = one
        const states = made
          .filter((act) => act.kind === kind)
          .map(({ state }) => state)
          .join(' ')
        cells.set(kind, { ...seen.get(kind)!, states, last: await effectsOf(one), lastOurs: await oursOf(first, one) })
      }
      await clearStage()
      for (const [kind, cell] of cells) {
        const outcome = [String(cell.first), String(cell.ours), cell.states, String(cell.last), String(cell.lastOurs)]
        rows.push([column.moment, column.fault, kind, ...outcome])
      }
    })

    it.each(kindsOf(column))(
      '%s is done at most once and reported correctly, and done when it is requested again',
      (kind) => {
        const { first: effects, ours, states, last, lastOurs } = cells.get(kind)!
        if (acts.find((act) => act.kind === kind)!.harmless) {
          expect({ first: ours! <= effects, last: last >= lastOurs! && lastOurs! > 0 }).toEqual({
            first: true,
            last: true,
          })
        } else {
          expect({ effects: effects <= 1, ours }).toEqual({ effects: true, ours: effects })
          expect([last, lastOurs]).toEqual(column.twice?.[kind] ?? [1, 1])
          // It was done, so "refused by the vendor" would be false.
          expect(states).not.toBe('refused')
        }
      },
    )

    it('leaves a valid ledger, or one whose problem names the duplicate', async () => {
      const { ok, problems } = await first.ok('verifyLedger', {})
      const doubled = column.twice?.['place'] && present.find(([{ kind }]) => kind === 'place')![1]
      expect([ok, problems.map(({ message }) => message)]).toEqual(
        doubled ? [false, [expect.stringContaining(doubled.number)]] : [true, []],
      )
    })
  })
