import { RegExpParser } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

/** So many ways through its groups are followed; a pattern with more has to be declared. */
const MOST_WAYS = 200

/**
 * Why matching may cost more than a multiple of the text's length; undefined: nothing speaks for that.
 *
 * scslre finds what one sign, said again and again, does to a pattern. The other half is ours: a pattern without an anchor that begins with
 * words which its own unbounded part runs over (`<row[^>]*>` on `<row<row<row…`) is begun at each of them and runs to the end of the text.
 * @param {string} source @param {string} flags @returns {string | undefined}
 */
export function whySlow(source, flags) {
  try {
    const { reports } = analyse({ source, flags: flags.replaceAll(/[^iumsvy]/g, '') })
    if (reports.length > 0) {
      const { type, exponential } = reports[0]
      return `${exponential ? 'exponential' : 'square of the length'} (${type})`
    }
    return runsOverItsBeginning(source, flags)
      ? 'square of the length (begun again inside its own unbounded part)'
      : undefined
  } catch (error) {
    return `cannot be judged: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** @param {string} source @param {string} flags */
function runsOverItsBeginning(source, flags) {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, { unicode: /[uv]/.test(flags) })
  const ways = pattern.alternatives.flatMap((one) => waysThrough(one.elements))
  if (ways.length > MOST_WAYS) throw new Error('too many ways through its groups')
  return ways.some((way) => !isAnchored(way) && way.some((part, at) => isBegunAgain(way, part, at, flags)))
}

/**
 * Groups that stand once are opened, each alternative a way of its own.
 * @param {readonly import('@eslint-community/regexpp').AST.Element[]} elements
 * @returns {import('@eslint-community/regexpp').AST.Element[][]}
 */
function waysThrough(elements) {
  /** @type {import('@eslint-community/regexpp').AST.Element[][]} */
  let ways = [[]]
  for (const element of elements) {
    const isGroup = element.type === 'Group' || element.type === 'CapturingGroup'
    const inner = isGroup ? element.alternatives.flatMap((one) => waysThrough(one.elements)) : [[element]]
    ways = ways.flatMap((way) => inner.map((more) => [...way, ...more]))
    if (ways.length > MOST_WAYS) throw new Error('too many ways through its groups')
  }
  return ways
}

/** @param {import('@eslint-community/regexpp').AST.Element[]} way */
const isAnchored = ([first]) => first?.type === 'Assertion' && first.kind === 'start'

/**
 * @param {import('@eslint-community/regexpp').AST.Element[]} way @param {import('@eslint-community/regexpp').AST.Element} part
 * @param {number} at @param {string} flags
 */
function isBegunAgain(way, part, at, flags) {
  if (part.type !== 'Quantifier' || part.max !== Infinity) return false
  const before = way.slice(0, at).filter(({ type }) => type !== 'Assertion')
  if (before.length === 0 || !mayFail(way.slice(at + 1), flags)) return false
  const language = NFA.fromIntersection(wordsOf(before.map(({ raw }) => raw).join(''), flags), wordsOf('[^]+', 's'))
  return !isDisjointWith(language, wordsOf(`(?:${part.element.raw})*`, flags))
}

/** @param {import('@eslint-community/regexpp').AST.Element[]} rest @param {string} flags */
const mayFail = (rest, flags) =>
  rest.some(({ type }) => type === 'Assertion') || !wordsOf(rest.map(({ raw }) => raw).join(''), flags).test([])

/** @param {string} source @param {string} flags */
function wordsOf(source, flags) {
  const parser = JS.Parser.fromLiteral({ source: `(?:${source})`, flags: flags.replaceAll(/[^iums]/g, '') })
  const { expression, maxCharacter } = parser.parse({ assertions: 'throw', backreferences: 'throw' })
  return NFA.fromRegex(expression, { maxCharacter })
}
