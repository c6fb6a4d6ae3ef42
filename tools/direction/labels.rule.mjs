import { parseSync } from 'vite'
import { featureOf, placeOf } from './places.mjs'
import { lineFinder, visit } from './read.mjs'

/**
 * @typedef {{ name: string, feature: string | undefined, labels: Map<string, string> }} FieldTable `feature` undefined: shared by
 *   all nouns; `labels`: the expression of each label, by its text
 */

const FIELDS_FILE = /^packages\/contract\/src\/(?:([a-z0-9-]+)\/[a-z0-9-]+\.)?fields\.ts$/
/** Form items whose `label` is the label of a field. */
const ITEMS = ['Form.Item', 'EditorField']
/** Headings in markup. */
const HEADS = ['th', 'dt']

/**
 * The fields in one file of the contract whose labels are literals.
 * @param {string} path @param {string} text @returns {FieldTable[]}
 */
export function fieldTablesIn(path, text) {
  const found = FIELDS_FILE.exec(path)
  if (!found) return []
  /** @type {FieldTable[]} */
  const tables = []
  for (const { type, declaration } of parseSync(path, text).program.body) {
    if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') continue
    const [{ id, init }] = declaration.declarations
    const object = bare(init)
    if (object?.type !== 'ObjectExpression') continue
    const own = textOf(object, 'label')
    const labels =
      own === undefined
        ? object.properties.map(({ key, value }) => [textOf(bare(value), 'label'), `${id.name}.${key?.name}.label`])
        : [[own, `${id.name}.label`]]
    tables.push({
      name: id.name,
      feature: found[1],
      labels: new Map(labels.filter(([label]) => label !== undefined)),
    })
  }
  return tables
}

/**
 * A column, form item or fact whose text equals the label of a field takes it from the contract (decision 0043). Compared are the fields
 * that the file imports (if none: those of its feature), and the shared ones.
 * @param {string} path @param {string} text @param {readonly FieldTable[]} tables
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkLabels(path, text, tables, fault) {
  const place = placeOf(path)
  const feature = place && featureOf(place.inside)
  if (place?.workspace !== 'console' || place.test || !feature || path.endsWith('.routes.tsx')) return
  const { program } = parseSync(path, text)
  const imported = new Set(
    program.body.flatMap(({ type, specifiers }) =>
      type === 'ImportDeclaration' ? specifiers.map((one) => one.imported?.name) : [],
    ),
  )
  const known = tables.filter(({ name }) => imported.has(name))
  const ofFeature = tables.filter((one) => one.feature === feature)
  const ofAll = tables.filter((one) => one.feature === undefined)
  const looked = [...(known.length > 0 ? known : ofFeature), ...ofAll]
  const lineOf = lineFinder(text)
  visit(program, undefined, (node) => {
    const label = labelIn(node)
    const inCode = label && looked.find(({ labels }) => labels.has(label))?.labels.get(label)
    if (inCode) fault(lineOf(node.start), 'labels', `'${label}' is the label of a field: ${inCode}`)
  })
}

/** The literal text of a column, form item or fact. @param {any} node @returns {string | undefined} */
function labelIn(node) {
  if (node.type === 'ObjectExpression') {
    const isFact = node.properties.some(({ key, value }) => key?.name === 'value' && value.type !== 'Literal')
    return textOf(node, 'title') ?? (isFact ? textOf(node, 'label') : undefined)
  }
  if (node.type !== 'JSXElement') return undefined
  const name = nameOf(node.openingElement.name)
  if (HEADS.includes(name) && node.children.length === 1) return node.children[0].value?.trim?.()
  if (!ITEMS.includes(name)) return undefined
  return node.openingElement.attributes.find((one) => one.name?.name === 'label')?.value?.value
}

/** @param {any} name @returns {string} */
const nameOf = (name) =>
  name.type === 'JSXMemberExpression' ? `${nameOf(name.object)}.${name.property.name}` : name.name

/** The text of a property. @param {any} object @param {string} key @returns {string | undefined} */
function textOf(object, key) {
  if (object?.type !== 'ObjectExpression') return undefined
  const value = object.properties.find((one) => one.key?.name === key)?.value
  return value?.type === 'Literal' && typeof value.value === 'string' && value.value !== '' ? value.value : undefined
}

/** An expression without its type annotation. @param {any} node @returns {any} */
function bare(node) {
  return node?.type === 'TSSatisfiesExpression' || node?.type === 'TSAsExpression' ? bare(node.expression) : node
}
