import { expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { strike } from '../../../test/strike.ts'
import { withBuyingApp } from './placement.testing.ts'

const desk = withBuyingApp()

const kindsOf = async (purchaseId: string): Promise<string[]> =>
  (
    await desk.app.db.pool.query<{ kind: string }>(
      `select kind from remote_act
        where key = $1 or intent -> 'about' ->> 'purchaseId' = $1 or intent::text like '%' || $1 || '%' order by kind`,
      [purchaseId],
    )
  ).rows.map(({ kind }) => kind)
/** All that is known of them is as old as that. */
const aged = (months: number) =>
  desk.app.db.pool.query(
    'update remote_act set settled_at = settled_at - make_interval(months => $1), intended_at = intended_at - make_interval(months => $1)',
    [months],
  )
const nightComes = async () => {
  await strike(desk.app, 'drop-old-log')
  await untilQuiet(desk.app)
}

it('acts go with the log’s retention, but those that nobody knows the end of, and those of a purchase that goes on', async () => {
  const [cancelled, goesOn, open] = [await desk.placed(0), await desk.placed(0), await desk.ready(0)]
  await desk.ok('requestPayLink', { purchaseIds: [goesOn.id] })
  await desk.simulator.control('POST', '/clock', { advanceMs: 15_000 })
  await desk.ok('cancelAlibabaOrder', { purchaseIds: [cancelled.id] })
  await desk.until(cancelled.id, 'cancelled')
  await desk.fault('alibaba.trade.createCrossOrder', 'drop-before')
  await desk.place(open.id)
  await desk.until(open.id, 'unknown')
  await untilQuiet(desk.app)
  await aged(14)

  await nightComes()
  expect(await kindsOf(cancelled.id)).toEqual(['cancel', 'place'])
  await desk.ok('updateSystemConfig', { key: 'log.keepFor', value: '12-months', version: 0 })
  await nightComes()
  expect(await kindsOf(cancelled.id)).toEqual([])
  expect(await kindsOf(goesOn.id)).toEqual(['pay-link', 'place'])
  expect(await kindsOf(open.id)).toEqual(['place'])
  // What was done stands in the tables of the features, and can be read as before.
  const { attempts } = await desk.ok('getPlacement', { purchaseId: cancelled.id })
  expect(attempts).toMatchObject([{ state: 'placed' }])
  expect(await desk.verify()).toMatchObject({ ok: true })

  // Younger than the retention: it stays, finished or not.
  await desk.ok('cancelAlibabaOrder', { purchaseIds: [goesOn.id] })
  await desk.until(goesOn.id, 'cancelled')
  await untilQuiet(desk.app)
  await nightComes()
  expect(await kindsOf(goesOn.id)).toEqual(['cancel'])
})
