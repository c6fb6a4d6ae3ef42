import { featureOf, placeOf, targetOf } from './places.mjs'

/** Each layer may import itself and the layers below; features never import each other (section 2). */
const LAYERS = { app: 5, features: 4, pickers: 3, ui: 2, lib: 1, theme: 1 }

/** A failure message in place of a page or a form: typed text would be lost with the next failed read. */
const TAKES_AWAY = /^\s*if \((?:\w+\.)?(?:error|isError)\) (?:return|\{)/
/** Only as an attribute of an element: as a property of an object it configures antd's buttons, which set the focus themselves. */
const AUTO_FOCUS = /(^|\s)autoFocus(=\{|\s|$|\/?>)/
/**
 * @param {string} path
 * @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkReadings(path, text, fault) {
  if (placeOf(path)?.workspace !== 'console' || !path.endsWith('.tsx')) return
  text.split('\n').forEach((content, index) => {
    if (TAKES_AWAY.test(content))
      fault(index + 1, 'reading', 'a reading that fails leaves what was shown: ask for its data as well')
    if (AUTO_FOCUS.test(content))
      fault(index + 1, 'focus', 'autoFocus does nothing in a window without animations: ref={firstFocus}')
  })
}

/** Decision 0004: importing a value from these files would bring the whole schema library into the browser. */
const SCHEMAS = /^@huoqiao\/contract(\/(index|registry|wire|.+\.(schema|endpoints)))?$/

/**
 * Applies to both programs that run in a browser: the console and the collector.
 * @param {import('./read.mjs').Facts} facts
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkSchemas(facts, fault) {
  const place = placeOf(facts.path)
  if (!['console', 'collector'].includes(place?.workspace) || !place.inside.startsWith('src/') || place.test) return
  for (const { specifier, typeOnly, line } of facts.imports)
    if (!typeOnly && SCHEMAS.test(specifier))
      fault(line, 'schemas', `${specifier} holds schemas, which do not travel to the browser: import its types only`)
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkConsole(facts, fault) {
  const place = placeOf(facts.path)
  if (place?.workspace !== 'console' || !place.inside.startsWith('src/') || place.test) return
  const folder = place.inside.split('/')[1]
  const feature = featureOf(place.inside)
  for (const { specifier, line } of facts.imports) {
    const target = targetOf(facts.path, specifier)
    const inside = target.kind === 'file' ? placeOf(target.path)?.inside : undefined
    if (!inside?.startsWith('src/')) continue
    const other = inside.split('/')[1]
    if (LAYERS[folder] && LAYERS[other] > LAYERS[folder]) fault(line, 'layer', `${folder} may not import ${other}`)
    const otherFeature = featureOf(inside)
    if (feature && otherFeature && otherFeature !== feature)
      fault(line, 'features', `${feature} may not import ${otherFeature}: share through ui, pickers or lib`)
  }
  if (folder !== 'lib' && folder !== 'app')
    for (const line of facts.fetches) fault(line, 'fetch', 'calls go through the typed client in lib, never raw fetch')
  if (folder !== 'theme')
    for (const { text, line } of facts.colours)
      fault(line, 'colour', `${text}: colours live in theme/ and nowhere else`)
}
