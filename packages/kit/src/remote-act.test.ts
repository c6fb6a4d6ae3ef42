import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OPEN_ACT_STATES, actAfter, isAbsent } from './remote-act.ts'
import type { ActResult, ActState, Withdrawal } from './remote-act.ts'

const result = fc.constantFrom<ActResult>('done', 'refused', 'unknown', 'found', 'absent')
const story = fc.tuple(fc.constantFrom<ActState>('intended', 'sent'), fc.array(result, { maxLength: 12 }))
const lived = ([from, heard]: [ActState, ActResult[]]): ActState[] =>
  heard.reduce<ActState[]>((states, one) => [...states, actAfter(states.at(-1)!, one) ?? states.at(-1)!], [from])

describe('the state of a remote act', () => {
  it('never makes undone what happened, whatever is reported later', () => {
    fc.assert(
      fc.property(story, (reported) => {
        const states = lived(reported)
        const at = states.findIndex((state) => state === 'done' || state === 'found')
        if (at >= 0) expect(new Set(states.slice(at)).size).toBe(1)
      }),
    )
  })

  it('is not opened again after it was closed', () => {
    fc.assert(
      fc.property(story, (reported) => {
        const open = lived(reported).map((state) => OPEN_ACT_STATES.includes(state))
        expect(open.lastIndexOf(true)).toBeLessThan(open.includes(false) ? open.indexOf(false) : open.length)
      }),
    )
  })

  it('is updated by a late answer, though the act was given up', () => {
    expect(actAfter('absent', 'done')).toBe('done')
    expect(actAfter('absent', 'found')).toBe('found')
    expect(actAfter('absent', 'refused')).toBeUndefined()
  })
})

describe('an act that was not found', () => {
  const patience = { absentAfterMs: 600_000, leastLooks: 2 }
  const act = (over: object) => ({
    intendedAt: 0,
    lookedAt: 600_000,
    looksInVain: 2,
    withdrawal: 'maybe-sent' as Withdrawal,
    ...over,
  })

  it('did not happen once the time has passed and two look-ups found nothing', () => {
    expect(isAbsent(act({}), patience)).toBe(true)
    expect(isAbsent(act({ lookedAt: 599_999 }), patience)).toBe(false)
    expect(isAbsent(act({ looksInVain: 1 }), patience)).toBe(false)
  })

  it('may still happen while somebody can send it, and can’t where nobody ever did', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(99), (lookedAt, looksInVain) => {
        expect(isAbsent(act({ lookedAt, looksInVain, withdrawal: 'alive' }), patience)).toBe(false)
        expect(isAbsent(act({ lookedAt, looksInVain, withdrawal: 'never-sent' }), patience)).toBe(true)
      }),
    )
  })
})
