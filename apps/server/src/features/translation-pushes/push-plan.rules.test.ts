import type { TranslatableResource } from '@huoqiao/connector-shopify'
import { isWritten } from '@huoqiao/contract/translation-pushes/translation-pushes.status'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planHash, planOf, textKey } from './push-plan.rules.ts'
import type { KnownText, PlanRow } from './push-plan.rules.ts'

const TARGET = { resourceId: 'gid://shopify/Product/1', key: 'title' }
const KEY = textKey({ ...TARGET, locale: 'de', market: '' })

const ALL = { market: '', marketName: null }

/** One text in one language of one shop: ours, the shop's, and what is known of it. */
type World = { ours: string; shop: string | undefined; by: 'us' | 'staff' | undefined; known: KnownText | undefined }

/** The shop stores a text in its own form. */
const stored = (text: string): string => text.trim().replaceAll('&', '&amp;')

function plan({ ours, shop, known }: World, overwrite: readonly string[] = []): PlanRow {
  const resource: TranslatableResource = {
    id: TARGET.resourceId,
    content: [{ key: 'title', value: 'Lamp', digest: 'd' }],
    translations:
      shop === undefined ? [] : [{ key: 'title', locale: 'de', value: shop, outdated: false, updatedAt: undefined }],
  }
  const [row] = planOf({
    texts: [{ field: 'title', label: '标题', locale: 'de', ...ALL, text: ours, isOutdated: false, forbidden: [] }],
    targets: new Map([['title', TARGET]]),
    resources: new Map([['', new Map([[TARGET.resourceId, resource]])]]),
    sources: new Map([['title', { field: 'title', now: 'Lamp', pushed: 'Lamp', shown: 'Lamp' }]]),
    known: new Map(known ? [[KEY, known]] : []),
    languages: new Map([['de', true]]),
    markets: undefined,
    isChosen: (rowKey) => overwrite.includes(rowKey),
    pending: new Map(),
  })
  return row!
}

/** Carries out the plan as a push does (push.service). */
function push(world: World, overwrite?: readonly string[]): World {
  const row = plan(world, overwrite)
  if (isWritten(row.reason)) {
    const value = stored(world.ours)
    return { ...world, shop: value, by: 'us', known: { owner: 'ours', value, sent: world.ours } }
  }
  if (row.reason === 'theirs' || row.reason === 'removed-there')
    return { ...world, known: { owner: 'theirs', value: world.shop ?? null, sent: null } }
  return { ...world, known: { owner: 'ours', value: world.shop ?? null, sent: world.ours } }
}

const words = fc.constantFrom('Lampe', 'Leuchte', 'Licht & mehr', ' Rand ')
const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), text: words }),
    fc.record({ kind: fc.constant('staff' as const), text: fc.option(words) }),
    fc.record({ kind: fc.constant('push' as const) }),
    fc.record({ kind: fc.constant('choose' as const) }),
  ),
  { maxLength: 12 },
)
const START: World = { ours: 'Lampe', shop: undefined, by: undefined, known: undefined }

it('in any order of edits, pushes and changes in the shop, what staff have there is replaced only where a person chose it', () => {
  fc.assert(
    fc.property(acts, (those) => {
      let world = START
      for (const act of those) {
        const before = world
        if (act.kind === 'edit') world = { ...world, ours: act.text }
        else if (act.kind === 'staff')
          world = { ...world, shop: act.text === null ? undefined : stored(act.text), by: 'staff' }
        else world = push(world, act.kind === 'choose' ? [KEY] : [])
        const isTheirs = before.by === 'staff' && before.shop !== before.ours
        if (act.kind === 'push' && isTheirs && before.shop !== before.known?.value) expect(world.shop).toBe(before.shop)
        if (act.kind === 'choose') expect(world.shop).toBe(world.shop === world.ours ? world.ours : stored(world.ours))
        // Pushing again has nothing left to write.
        if (act.kind === 'push' || act.kind === 'choose') expect(isWritten(plan(world).reason)).toBe(false)
      }
    }),
  )
})

it('a text that the shop stores in its own form is ours, and not somebody’s change', () => {
  const world = push({ ...START, ours: 'Licht & mehr' })
  expect([world.shop, plan(world).reason]).toEqual(['Licht &amp; mehr', 'same'])
  expect(plan({ ...world, ours: 'Lampe' }).reason).toBe('changed')
  expect(plan({ ...world, shop: 'anders' }).reason).toBe('theirs')
})

it('an approval stays valid for the choice that it was given with, and not for another text in the shop', () => {
  const seen: World = { ...START, shop: 'Vom Personal' }
  expect(planHash([plan(seen, [KEY])])).toBe(planHash([plan(seen)]))
  expect(planHash([plan({ ...seen, shop: 'Später' }, [KEY])])).not.toBe(planHash([plan(seen)]))
})
