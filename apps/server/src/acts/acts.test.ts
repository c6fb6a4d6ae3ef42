import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Outcome } from './acts.ts'
import { PATIENCE, startActsWorld } from './acts.testing.ts'
import type { Manner } from './acts.testing.ts'

const NOBODY = new AbortController().signal
const rows: { moment: string; fault: string; effects: number; state: string; heard: string }[] = []
let world: Awaited<ReturnType<typeof startActsWorld>>
let things = 0

beforeAll(async () => {
  world = await startActsWorld()
})
afterAll(async () => {
  await world?.close()
  const cells = rows.map((row) => Object.values(row).map(String))
  const widths = [...(cells[0] ?? [])].map((_cell, column) => Math.max(...cells.map((row) => row[column]!.length)))
  console.log(cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')).join('\n'))
})
afterEach(() => vi.useRealTimers())

/**
 * Both nodes look up open acts, the frozen node first, until none is open; ten minutes pass between the look-ups, as at the end of the real
 * schedule.
 */
async function lookUpUntilClosed(id: string): Promise<void> {
  for (let round = 0; round < 3; round++) {
    world.second.later(PATIENCE.absentAfterMs)
    await world.second.acts.look(id, NOBODY)
  }
}

/** Returns the final state, and adds a line to the printed table. `moment` and `fault` are descriptions for the table. */
async function recordOutcome(moment: string, fault: string, act: { id: string; intent: { thing: string } }) {
  const { thing } = act.intent
  const { state } = await world.row(act.id)
  const heard = [...world.first.reported(thing), ...world.second.reported(thing)].map(({ result, was }) =>
    was === undefined ? result : `${result} (was ${was})`,
  )
  const effects = world.remote.effects(thing)
  rows.push({ moment, fault, effects, state, heard: heard.join(', ') })
  return { effects, state, heard }
}
const intended = () => world.first.intend(`thing-${++things}`)
const resultOf = async (sent: Promise<Outcome<'made'>>) => (await sent).result

describe('an act whose request', () => {
  it.each<[Manner, string, { effects: number; state: string; heard: string[] }]>([
    ['do', 'none', { effects: 1, state: 'done', heard: ['done (was sent)'] }],
    ['refuse', 'refused', { effects: 0, state: 'refused', heard: ['refused'] }],
    ['busy', 'too busy', { effects: 0, state: 'refused', heard: ['refused'] }],
    ['drop-after', 'answer lost', { effects: 1, state: 'found', heard: ['unknown', 'found (was unknown)'] }],
    ['drop-before', 'request lost', { effects: 0, state: 'absent', heard: ['unknown', 'absent'] }],
  ])('meets “%s” is known in the end, and done at most once', async (manner, fault, expected) => {
    const act = await intended()
    world.remote.next(manner)
    await world.first.acts.carryOut(act)
    await lookUpUntilClosed(act.id)
    expect(await recordOutcome('on the wire', fault, act)).toEqual(expected)
  })
})

it('is counted with its outcome in the metrics of the node that found it out', async () => {
  expect(await world.first.counted()).toEqual(['done 1', 'refused 2', 'unknown 2'])
  expect(await world.second.counted()).toEqual(['absent 1', 'found 1'])
})

describe('an act whose sender dies', () => {
  it('before it was its turn is cancelled at once, and never sent', async () => {
    const act = await intended()
    expect(await world.second.acts.callOff(act.id)).toBe(true)
    expect(await recordOutcome('after the intent', 'killed', act)).toEqual({
      effects: 0,
      state: 'absent',
      heard: ['absent'],
    })
  })

  it('while it waits for its turn, because its process is stopped, is no error of the program', async () => {
    const act = await intended()
    const stop = world.first.stopAt('queued')
    const cut = new AbortController()
    const sent = world.first.acts.carryOut(act, cut.signal)
    await stop.reached
    cut.abort()
    stop.go()
    expect(await resultOf(sent)).toBe('unknown')
    await lookUpUntilClosed(act.id)
    expect(await recordOutcome('before its turn', 'stopped', act)).toMatchObject({ effects: 0, state: 'absent' })
    expect(world.first.errors).toEqual([])
  })

  it('with the request at the remote, which carries it out later, is found', async () => {
    const act = await intended()
    world.remote.next('hold')
    const cut = new AbortController()
    const sent = world.first.acts.carryOut(act, cut.signal)
    await world.remote.held()
    cut.abort()
    expect(await resultOf(sent)).toBe('unknown')
    world.remote.release()
    await lookUpUntilClosed(act.id)
    expect(await recordOutcome('the remote has it', 'cut off', act)).toMatchObject({ effects: 1, state: 'found' })
  })

  it('after it received the answer is found', async () => {
    const act = await intended()
    const stop = world.first.stopAt('answered')
    void world.first.acts.carryOut(act)
    await stop.reached
    await world.leaseEnds(act.id)
    await lookUpUntilClosed(act.id)
    expect(await recordOutcome('before the note', 'killed', act)).toEqual({
      effects: 1,
      state: 'found',
      heard: ['found (was sent)'],
    })
  })
})

describe('a sender that is frozen', () => {
  it('while it waits for its turn sends nothing when it continues, as another node has cancelled the act', async () => {
    const act = await intended()
    const stop = world.first.stopAt('queued')
    const sent = world.first.acts.carryOut(act)
    await stop.reached
    expect(await world.second.acts.callOff(act.id)).toBe(true)
    const again = await world.second.intend(act.intent.thing)
    expect(await resultOf(world.second.acts.carryOut(again))).toBe('done')
    stop.go()
    expect(await sent).toMatchObject({ result: 'unknown', isHeldBack: true })
    expect(await recordOutcome('queued', 'frozen', act)).toEqual({
      effects: 1,
      state: 'absent',
      heard: ['absent', 'done (was sent)'],
    })
  })

  it('between the mark in the database and the first byte sends nothing when it continues too late', async () => {
    const act = await intended()
    const stop = world.first.stopAt('granted')
    const sent = world.first.acts.carryOut(act)
    await stop.reached
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    stop.go()
    const outcome = await sent
    vi.useRealTimers()
    expect(outcome).toMatchObject({ result: 'unknown', isHeldBack: true })
    await lookUpUntilClosed(act.id)
    expect(await recordOutcome('before the bytes', 'frozen', act)).toMatchObject({ effects: 0, state: 'absent' })
  })

  it('with its request on the wire keeps the act from being reported absent until the lease is over, even if the other node’s clock is ahead', async () => {
    const act = await intended()
    world.remote.next('hold')
    const sent = world.first.acts.carryOut(act)
    await world.remote.held()
    await lookUpUntilClosed(act.id)
    expect((await world.row(act.id)).state).toBe('unknown')
    world.remote.release()
    expect(await resultOf(sent)).toBe('done')
    expect(await recordOutcome('the remote has it', 'clock eleven minutes fast', act)).toEqual({
      effects: 1,
      state: 'done',
      heard: ['done (was unknown)', 'unknown'],
    })
  })

  it('whose request is carried out after the act ended is reported as too late, and the result is not discarded', async () => {
    const act = await intended()
    world.remote.next('hold')
    const sent = world.first.acts.carryOut(act)
    await world.remote.held()
    await world.leaseEnds(act.id)
    await lookUpUntilClosed(act.id)
    expect((await world.row(act.id)).state).toBe('absent')
    world.remote.release()
    expect(await resultOf(sent)).toBe('done')
    expect(await recordOutcome('the remote has it', 'an hour late', act)).toEqual({
      effects: 1,
      state: 'done',
      heard: ['done (was absent)', 'unknown', 'absent'],
    })
  })

  it('after it received the answer stores it, although the act was considered lost', async () => {
    const act = await intended()
    const stop = world.first.stopAt('answered')
    const sent = world.first.acts.carryOut(act)
    await stop.reached
    await lookUpUntilClosed(act.id)
    stop.go()
    expect(await resultOf(sent)).toBe('done')
    expect(await recordOutcome('before the note', 'frozen', act)).toEqual({
      effects: 1,
      state: 'found',
      heard: ['done (was found)', 'found (was sent)'],
    })
  })
})

describe('two nodes that request the same act', () => {
  it('start one act, and another only when the first is over', async () => {
    const act = await intended()
    const { thing } = act.intent
    await expect(world.second.intend(thing)).rejects.toThrow()
    await world.first.acts.carryOut(act)
    const again = await world.second.intend(thing)
    expect(await resultOf(world.second.acts.carryOut(again))).toBe('done')
    expect(world.remote.effects(thing)).toBe(2)
  })

  it('learn from a look-up what the other node has found out', async () => {
    const lost = await intended()
    world.remote.next('drop-before')
    await world.first.acts.carryOut(lost)
    await lookUpUntilClosed(lost.id)
    expect(await world.first.acts.look(lost.id, NOBODY)).toBe('absent')
    const made = await intended()
    world.remote.next('drop-after')
    await world.first.acts.carryOut(made)
    await lookUpUntilClosed(made.id)
    expect(await world.first.acts.look(made.id, NOBODY)).toBe('found')
  })

  it('and look it up at the same moment store the result once', async () => {
    const act = await intended()
    world.remote.next('drop-after')
    await world.first.acts.carryOut(act)
    const both = await Promise.all([world.first.acts.look(act.id, NOBODY), world.second.acts.look(act.id, NOBODY)])
    expect(both).toEqual(['found', 'found'])
    expect(await recordOutcome('looking', 'twice at once', act)).toEqual({
      effects: 1,
      state: 'found',
      heard: ['unknown', 'found (was unknown)'],
    })
  })

  it('of which one cancels the act while the other sends it learn from the database which was first', async () => {
    const acts = await Promise.all(Array.from({ length: 12 }, () => intended()))
    const ends = await Promise.all(
      acts.map(async (act) => {
        const [sent, isOff] = await Promise.all([world.first.acts.carryOut(act), world.second.acts.callOff(act.id)])
        return { sent: sent.result, isOff, effects: world.remote.effects(act.intent.thing) }
      }),
    )
    for (const { sent, isOff, effects } of ends) expect(isOff ? effects : sent).toBe(isOff ? 0 : 'done')
  })
})

it('an act takes four statements', async () => {
  const act = await intended()
  const statements = await world.first.statementsOf(() => world.first.acts.carryOut(act))
  // The fourth stored the intent, before. BEGIN and COMMIT of the note and statements of the job queue are not counted.
  const own = statements.filter((one) => !/^(begin|commit)/i.test(one) && !/\bjobs\./.test(one))
  expect(own).toHaveLength(3)
})
