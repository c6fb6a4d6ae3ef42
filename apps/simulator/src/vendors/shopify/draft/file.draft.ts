import { createHash } from 'node:crypto'
import type { FileRow } from '../rows.ts'
import { notSimulated } from '../refusals.ts'
import { addProblem } from './draft.ts'
import type { Draft } from './draft.ts'

export type FileInput = {
  id?: string | null
  alt?: string | null
  originalSource?: string | null
  filename?: string | null
  contentType?: string | null
  duplicateResolutionMode?: 'APPEND_UUID' | 'RAISE_ERROR' | 'REPLACE' | null
}

const ALT_LIMIT = 512

/** Error codes of the mutation: productSet and fileCreate have different codes for the same problems. */
export type FileCodes = { missing: string; badSource: string; nameTaken: string; altTooLong: string }
export const PRODUCT_SET_FILE_CODES: FileCodes = {
  missing: 'INVALID_INPUT',
  badSource: 'INVALID_INPUT',
  nameTaken: 'INVALID_INPUT',
  altTooLong: 'INVALID_INPUT',
}

/** The row of one file in an input: an existing one by id, or a new upload; undefined when it is refused. */
export function draftFile(
  draft: Draft,
  input: FileInput,
  field: readonly (string | number)[],
  codes: FileCodes,
): FileRow | undefined {
  if (input.alt && input.alt.length > ALT_LIMIT) {
    addProblem(draft, codes.altTooLong, [...field, 'alt'], `Alt text is too long (maximum is ${ALT_LIMIT} characters)`)
    return undefined
  }
  return input.id ? existingFile(draft, input, field, codes) : newFile(draft, input, field, codes)
}

function existingFile(
  draft: Draft,
  input: FileInput,
  field: readonly (string | number)[],
  codes: FileCodes,
): FileRow | undefined {
  const row = draft.files.get(input.id!) ?? draft.call.shop.files.get(input.id!)
  if (!row) {
    addProblem(draft, codes.missing, [...field, 'id'], `File id ${input.id} does not exist.`)
    return undefined
  }
  if (input.alt === undefined || input.alt === row.alt) return row
  const renamed = { ...row, alt: input.alt, updatedAt: draft.now }
  draft.files.set(row.id, renamed)
  return renamed
}

function newFile(
  draft: Draft,
  input: FileInput,
  field: readonly (string | number)[],
  codes: FileCodes,
): FileRow | undefined {
  const kind = input.contentType ?? 'IMAGE'
  if (kind !== 'IMAGE' && kind !== 'FILE') throw notSimulated(`files of type ${kind}`)
  const source = input.originalSource ?? ''
  if (!/^https?:\/\//.test(source) || !URL.canParse(source)) {
    addProblem(draft, codes.badSource, [...field, 'originalSource'], 'Image URL is invalid')
    return undefined
  }
  const { shop, pipeline } = draft.call
  const wanted = filenameOf(input.filename, source)
  const taken = shop.files.byName(wanted) ?? findDraft(draft, wanted)
  const mode = input.duplicateResolutionMode ?? 'APPEND_UUID'
  if (taken && mode === 'RAISE_ERROR') {
    addProblem(draft, codes.nameTaken, [...field, 'filename'], `A file with the filename ${wanted} already exists`)
    return undefined
  }
  const replaced = taken && mode === 'REPLACE' ? taken : undefined
  const id = replaced?.id ?? shop.newId(kind === 'IMAGE' ? 'MediaImage' : 'GenericFile')
  const row: FileRow = {
    id,
    kind: kind === 'IMAGE' ? 'image' : 'generic',
    /* A replaced picture keeps its alt text: a user's report on productSet with an external source (reference 3). */
    alt: replaced ? replaced.alt : (input.alt ?? null),
    filename: taken && !replaced ? appendUuid(wanted, id) : wanted,
    status: 'UPLOADED',
    source,
    errors: [],
    mimeType: null,
    width: null,
    height: null,
    bytes: null,
    blob: null,
    readyAt: pipeline.readyAt(),
    createdAt: replaced?.createdAt ?? draft.now,
    updatedAt: draft.now,
  }
  draft.files.set(id, row)
  return row
}

const findDraft = (draft: Draft, filename: string): FileRow | undefined => {
  for (const row of draft.files.values()) if (row.filename === filename) return row
  return undefined
}

/** The name under which the shop serves a file: from the request, or the last part of the address. */
export function filenameOf(filename: string | null | undefined, source: string): string {
  const last = decodeURIComponent(new URL(source).pathname.split('/').at(-1) ?? '')
  const name = (filename || last || 'image').replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(-120)
  return /\.[A-Za-z0-9]{2,5}$/.test(name) ? name : `${name}.jpg`
}

function appendUuid(filename: string, id: string): string {
  const hex = createHash('sha1').update(id).digest('hex')
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  const dot = filename.lastIndexOf('.')
  return `${filename.slice(0, dot)}_${uuid}${filename.slice(dot)}`
}

/** Saves the draft's files and starts processing the new ones. */
export function commitFiles(draft: Draft): void {
  const { shop, pipeline } = draft.call
  for (const row of draft.files.values()) {
    shop.files.put(row)
    if (row.status === 'UPLOADED') pipeline.enqueue(shop, row.id)
  }
}
