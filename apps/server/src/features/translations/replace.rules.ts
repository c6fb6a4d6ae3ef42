import { folded } from './terms.rules.ts'

export type Replacement = { find: string; replaceWith: string; isExactCase: boolean; isWholeWord: boolean }

const WORD = /[\p{L}\p{N}\p{M}]/u
const isWord = (text: string, at: number): boolean => at >= 0 && at < text.length && WORD.test(text[at]!)
/** Scripts with spaces between words. In other scripts, a word can't be told from a part of one. */
const SPACED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * The positions of `find` in a text, from left to right, without overlaps. Skips HTML tags and entities, and places that already have the
 * replacement: when `lamp` is replaced by `LED lamp`, a second run finds nothing.
 */
function placesOf(text: string, replacement: Replacement): number[] {
  const { find, isExactCase, isWholeWord } = replacement
  const isDone = doneAt(text, replacement)
  const isInEntity = entityAt(text)
  const within = isExactCase ? text : folded(text)
  const wanted = isExactCase ? find : folded(find)
  const isSpaced = isWholeWord && SPACED.test(find)
  const places: number[] = []
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const isInside =
      isSpaced && ((isWord(text, at) && isWord(text, at - 1)) || (isWord(text, end - 1) && isWord(text, end)))
    if (
      isInside ||
      at < (places.at(-1) ?? -wanted.length) + wanted.length ||
      isInTag(text, at) ||
      isInEntity(at, end) ||
      isDone(at)
    )
      continue
    places.push(at)
  }
  return places
}

/** Whether the words found at a position are already part of the replacement. */
function doneAt(text: string, { find, replaceWith, isExactCase }: Replacement): (at: number) => boolean {
  const inner: number[] = []
  const [within, wanted] = isExactCase ? [replaceWith, find] : [folded(replaceWith), folded(find)]
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) inner.push(at)
  const forms = isExactCase ? [replaceWith] : [replaceWith, raised(replaceWith)]
  return (at) => inner.some((offset) => at >= offset && forms.some((form) => text.startsWith(form, at - offset)))
}

const isInTag = (text: string, at: number): boolean => {
  const open = text.lastIndexOf('<', at)
  return open !== -1 && /[a-z/]/i.test(text[open + 1] ?? '') && text.indexOf('>', open) >= at
}

/** Bounded: names of entities have at most 10 letters here, numbers 7 digits. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,9});/gi
/** Whether a hit begins or ends inside an entity such as `&amp;`, which is displayed as one character. */
function entityAt(text: string): (at: number, end: number) => boolean {
  const spans = [...text.matchAll(ENTITY)].map(({ index, 0: { length } }) => [index, index + length] as const)
  return (at, end) => spans.some(([from, to]) => (at > from && at < to) || (end > from && end < to))
}

/** The text with every hit replaced; a hit that begins with a capital letter keeps one. Undefined: nothing was found. */
export function replaced(text: string, replacement: Replacement): string | undefined {
  const places = placesOf(text, replacement)
  if (places.length === 0) return undefined
  let made = ''
  let from = 0
  for (const at of places) {
    const hit = text.slice(at, at + replacement.find.length)
    made += text.slice(from, at) + likeCase(hit, replacement)
    from = at + hit.length
  }
  return made + text.slice(from)
}

function likeCase(hit: string, { find, replaceWith, isExactCase }: Replacement): string {
  const isRaised = !isExactCase && hit[0] !== find[0] && hit[0] === hit[0]?.toUpperCase()
  return isRaised ? raised(replaceWith) : replaceWith
}

const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
