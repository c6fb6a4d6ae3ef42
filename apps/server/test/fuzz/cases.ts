import { endpointNames } from '@huoqiao/contract'
import type { EndpointName } from '@huoqiao/contract'
import fc from 'fast-check'
import type { Json } from '../hostile-inputs.ts'
import type { Change } from './inputs.ts'

/** Who calls, the most harmless first: a finding is reported for the first caller for whom it occurs. */
const CALLERS = ['admin', 'clerk', 'colleague', 'bare', 'ended', 'dead', 'nobody'] as const
export type CallerName = (typeof CALLERS)[number]

/** How an input is put on the wire: as the console does it, or in ways that nobody should use. */
export const FORMS = [
  'as asked',
  'in the other place',
  'cut off',
  'of another type',
  'without a body',
  'fields doubled',
  'other method',
  'not UTF-8',
] as const
export type Form = (typeof FORMS)[number]

export type Step = {
  call: EndpointName
  caller: CallerName
  /** the random numbers from which a valid input is made (inputs.ts) */
  draws: number[]
  changes: Change[]
  form: Form
  /** which file is sent along, for uploads */
  file: number
}
/** A request to an address that anybody may request and that is not a call of the contract. */
export type Stray = { address: number; id: number; text: string; caller: CallerName }
export type Case = (Step | Stray)[]
export const isStray = (step: Step | Stray): step is Stray => 'address' in step

/** Text with a special meaning in SQL, HTML, spreadsheets, paths, terminals or number parsers. */
const FRAGMENTS = [
  '',
  ' ',
  '\u0000',
  '\ud83d',
  '\u202e反向\u2066',
  '\u200b\ufeff',
  '👩‍👩‍👧‍👦',
  'Ａ１',
  "' OR 1=1; --",
  '"; drop table product; --',
  '%_\\',
  '$1 {} ${7*7} {{7*7}}',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '=HYPERLINK("http://x")',
  '@SUM(1)',
  '+1-1',
  '../../../../etc/passwd',
  'C:\\con',
  'javascript:alert(1)',
  'http://169.254.169.254/latest',
  'http://[::1]:5432/',
  'file:///etc/passwd',
  '\r\nx-injected: 1',
  '\u001b[31m',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-0',
  '0x10',
  '１２３',
  '9999-12-31',
  '2026-02-30',
  '[',
  '{"a":1}',
  '[null]',
  'null',
] as const

const json: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...FRAGMENTS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 2, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom<Json>(null, true, false) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json> },
)
const small = fc.nat({ max: 255 })

const change: fc.Arbitrary<Change> = fc.record({
  place: small,
  do: fc.oneof(
    { weight: 6, arbitrary: fc.record({ by: fc.constant('value' as const), value: json }) },
    { weight: 6, arbitrary: fc.record({ by: fc.constant('hostile' as const), at: small }) },
    { weight: 5, arbitrary: fc.record({ by: fc.constant('edge' as const), at: small }) },
    { weight: 5, arbitrary: fc.record({ by: fc.constant('foreign' as const), kind: small, at: small }) },
    { weight: 2, arbitrary: fc.constant({ by: 'left out' as const }) },
    { weight: 1, arbitrary: fc.record({ by: fc.constant('twice' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ by: fc.constant('nested' as const), levels: fc.constantFrom(3, 58, 61, 2_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ by: fc.constant('more' as const), name: fc.constantFrom('roleType', '__proto__', 'id') }),
    },
  ),
})

const caller = fc.oneof(
  { weight: 8, arbitrary: fc.constant('admin' as const) },
  { weight: 8, arbitrary: fc.constant('clerk' as const) },
  { weight: 3, arbitrary: fc.constant('colleague' as const) },
  { weight: 2, arbitrary: fc.constantFrom('bare' as const, 'ended' as const, 'dead' as const, 'nobody' as const) },
)

const stepOf = (calls: readonly EndpointName[]): fc.Arbitrary<Step> =>
  fc.record({
    call: fc.constantFrom(...calls),
    caller,
    draws: fc.array(small, { maxLength: 40, size: 'max' }),
    changes: fc.oneof(
      { weight: 3, arbitrary: fc.constant<Change[]>([]) },
      { weight: 7, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
    ),
    form: fc.oneof(
      { weight: 12, arbitrary: fc.constant('as asked' as const) },
      { weight: 1, arbitrary: fc.constantFrom(...FORMS) },
    ),
    file: small,
  })

const stray: fc.Arbitrary<Stray> = fc.record({
  address: small,
  id: small,
  text: fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 20 })),
  caller,
})

/** A few calls one after the other, each by any caller. */
export const casesOf = (calls: readonly EndpointName[] = endpointNames): fc.Arbitrary<Case> =>
  fc.array(
    fc.oneof({ weight: 30, arbitrary: stepOf(calls) }, { weight: calls === endpointNames ? 1 : 0, arbitrary: stray }),
    { minLength: 1, maxLength: 6 },
  )
