import { expect, it } from 'vitest'
import { untilQuiet } from '../../../test/quiet.ts'
import { runCron } from '../../../test/run-cron.ts'
import { withBuyingApp } from './placement.testing.ts'

const fixture = withBuyingApp()

const kindsOf = async (purchaseId: string): Promise<string[]> =>
  (
    await fixture.app.db.pool.query<{ kind: string }>(
      `select kind from remote_act
        where key = $1 or intent -> 'about' ->> 'purchaseId' = $1 or intent::text like '%' || $1 || '%' order by kind`,
      [purchaseId],
    )
  ).rows.map(({ kind }) => kind)
/** Moves all times of these acts back by this many months. */
const aged = (months: number) =>
  fixture.app.db.pool.query(
    'update remote_act set settled_at = settled_at - make_interval(months => $1), intended_at = intended_at - make_interval(months => $1)',
    [months],
  )
const nightComes = async () => {
  await runCron(fixture.app, 'drop-old-log')
  await untilQuiet(fixture.app)
}

it('acts are deleted after the log’s retention, except those with an unknown outcome and those of a purchase that continues', async () => {
  const [cancelled, goesOn, open] = [await fixture.placed(0), await fixture.placed(0), await fixture.ready(0)]
  await fixture.ok('requestPayLink', { purchaseIds: [goesOn.id] })
  await fixture.simulator.control('POST', '/clock', { advanceMs: 15_000 })
  await fixture.ok('cancelAlibabaOrder', { purchaseIds: [cancelled.id] })
  await fixture.until(cancelled.id, 'cancelled')
  await fixture.fault('alibaba.trade.createCrossOrder', 'drop-before')
  await fixture.place(open.id)
  await fixture.until(open.id, 'unknown')
  await untilQuiet(fixture.app)
  await aged(14)

  await nightComes()
  expect(await kindsOf(cancelled.id)).toEqual(['cancel', 'place'])
  await fixture.ok('updateSystemConfig', { key: 'log.keepFor', value: '12-months', version: 0 })
  await nightComes()
  expect(await kindsOf(cancelled.id)).toEqual([])
  expect(await kindsOf(goesOn.id)).toEqual(['pay-link', 'place'])
  expect(await kindsOf(open.id)).toEqual(['place'])
  // Their results are stored in the tables of the features, and are read as before.
  const { attempts } = await fixture.ok('getPlacement', { purchaseId: cancelled.id })
  expect(attempts).toMatchObject([{ state: 'placed' }])
  expect(await fixture.verify()).toMatchObject({ ok: true })

  // The new act is younger than the retention, so it is kept although it is finished.
  await fixture.ok('cancelAlibabaOrder', { purchaseIds: [goesOn.id] })
  await fixture.until(goesOn.id, 'cancelled')
  await untilQuiet(fixture.app)
  await nightComes()
  expect(await kindsOf(goesOn.id)).toEqual(['cancel'])
})
