import { RegExpParser } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

/** At most this many ways through a pattern's groups are followed; a pattern with more needs the comment. */
const MOST_WAYS = 200

/**
 * Why matching may take more than linear time; undefined: no reason was found.
 *
 * scslre finds patterns that are slow on one repeated character. The other check is ours: a pattern without an anchor, whose unbounded part
 * also matches the pattern's own beginning (`<row[^>]*>` on `<row<row<row…`), is started at each of these beginnings and runs to the end of
 * the text each time.
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
 * Groups that occur once are expanded, each alternative as a way of its own. @param {readonly
 * import('@eslint-community/regexpp').AST.Element[]} elements @returns {import('@eslint-community/regexpp').AST.Element[][]}
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
