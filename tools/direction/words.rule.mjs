/**
 * Words that only this project used and that no engineer would search for, with their replacements (docs/glossary.md). A word stays in the
 * list after the last file has lost it.
 */
export const RETIRED = new Map([
  ['ambush', 'forced failure'],
  ['anew', 'again'],
  ['asker', 'probe'],
  ['borrow', 'lease'],
  ['deed', 'step'],
  ['desk', 'browser session, fixture, triage list'],
  ['door', 'api'],
  ['gate', 'price check'],
  ['heed', 'handle'],
  ['house', 'app, installation'],
  ['keeper', 'data directory lock, token source'],
  ['lend', 'lease'],
  ['lender', 'pool'],
  ['lent', 'leased'],
  ['mend', 'repair'],
  ['news', 'event, notice, result, projection'],
  ['porter', 'pool'],
  ['settle', 'resolve'],
  ['standing', 'rating, authority, snapshot, counts, open, existing'],
  ['stranger', 'unknown login, unknown order, from outside'],
  ['strike', 'run, inject, press'],
  ['stroke', 'fault'],
  ['surplus', 'duplicate'],
  ['trouble', 'alert, error, problem'],
  ['wish', 'request'],
])

/** Ordinary words in a sentence, but unclear as names of values: `told` does not say what was reported, nor by whom. */
const RETIRED_NAMES = new Map([
  ['lamp', 'product'],
  ['outside', 'external, elsewhere'],
  ['said', 'answer, message, output'],
  ['telling', 'report, event'],
  ['told', 'reported, answer'],
  ['turns', 'semaphore, rounds'],
])

/** Names that are stored in databases or in bookmarks, come from the vendors, or are goods. */
const KEPT = new RegExp(
  [
    "['`]heed-[a-z-]+['`]|'?settle-(acts|shipments)'?|'?look-after-mend'?",
    "'login_stranger'|shipment_wish|wish_key|settled_at|mend_message|d\\.mend|jsonb\\('mend'\\)|text\\('standing'\\)|standing: '标记'",
    'settleAlibabaOrder|settlePurchaseAlarm|mendDifferences',
    'allSettled|PromiseSettled\\w+|totalUnsettledSet',
    "'(store|node)-trouble'|'look-for-order-trouble'|chanceOf\\(seed, 'strokes'\\)",
    'stroke(Width|Linecap|Dasharray)?=|stroke-linecap|non-scaling-stroke',
    "'placement_gate'|price-gate|0040_gate-decision|'gate code 7'",
    "boolean\\('surplus'\\)|'surplus-order'|facts\\?\\.\\['surplus'\\]|surplus: (true|made\\.duplicate)",
    "FORMER_SETTINGS_FIELD = 'desk'|[?]desk=",
    'Desk (lamp|Lamp|Succulent|\\$&)|for Desk\\b',
  ].join('|'),
  'g',
)
const OWN = 'tools/direction/words.rule.mjs'
const formsOf = (words) =>
  new Map(
    [...words].flatMap(([word, instead]) => {
      const stem = word.replace(/e$/, '')
      return [word, `${word}s`, `${word}es`, `${stem}ed`, `${stem}ing`].map((form) => [form, instead])
    }),
  )
const FORMS = formsOf(RETIRED)
const NAME_FORMS = formsOf(RETIRED_NAMES)
/** The words of a text and of the names in it: `findStranger` is two. */
const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/**
 * @param {string} path
 * @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkWords(path, text, fault) {
  if (path === OWN) return
  const forms = new Map([...FORMS, ...NAME_FORMS])
  for (const word of retiredIn(path, forms)) fault(1, 'words', `"${word}" in the name of the file: ${forms.get(word)}`)
  text.split('\n').forEach((content, index) => {
    for (const word of retiredIn(content.replaceAll(KEPT, ''), FORMS))
      fault(index + 1, 'words', `"${word}" is not said any more: ${FORMS.get(word)}`)
  })
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkNames({ identifiers }, fault) {
  for (const { name, line } of identifiers)
    for (const word of retiredIn(name, NAME_FORMS))
      fault(line, 'words', `"${word}" in the name ${name}: ${NAME_FORMS.get(word)}`)
}

/** @param {string} text @param {Map<string, string>} forms */
const retiredIn = (text, forms) =>
  [...text.matchAll(WORDS)].map(([word]) => word.toLowerCase()).filter((word) => forms.has(word))
