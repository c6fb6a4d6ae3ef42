/**
 * Words that were this project's own and that no engineer would search for, with what is said instead (docs/glossary.md). A word stays retired once no
 * file has it.
 */
export const RETIRED = new Map([
  ['asker', 'probe'],
  ['desk', 'browser session, fixture, triage list'],
  ['door', 'api'],
  ['heed', 'handle'],
  ['house', 'app, installation'],
  ['lender', 'pool'],
  ['porter', 'pool'],
  ['standing', 'rating, authority, snapshot, counts, open, existing'],
  ['stranger', 'unknown login, unknown order, from outside'],
])

/** Names that stand in databases, and goods. */
const KEPT = /'heed-[a-z-]+'|'login_stranger'|text\('standing'\)|Desk (lamp|Lamp|Succulent|\$&)|for Desk\b/g
/** Decisions stay as they were written. */
const HISTORY = /^docs\/decisions\//
const OWN = 'tools/direction/words.rule.mjs'
const ENDINGS = ['', 's', 'ed', 'ing']
const FORMS = new Map([...RETIRED].flatMap(([word, instead]) => ENDINGS.map((ending) => [word + ending, instead])))
/** The words of a text and of the names in it: `findStranger` is two. */
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/**
 * @param {string} path
 * @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkWords(path, text, fault) {
  if (HISTORY.test(path) || path === OWN) return
  for (const word of retiredIn(path)) fault(1, 'words', `"${word}" in the name of the file: ${FORMS.get(word)}`)
  text.split('\n').forEach((content, index) => {
    for (const word of retiredIn(content.replaceAll(KEPT, '')))
      fault(index + 1, 'words', `"${word}" is not said any more: ${FORMS.get(word)}`)
  })
}

/** @param {string} text */
const retiredIn = (text) =>
  [...text.matchAll(WORDS)].map(([word]) => word.toLowerCase()).filter((word) => FORMS.has(word))
