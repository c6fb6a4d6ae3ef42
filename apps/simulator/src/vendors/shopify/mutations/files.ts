import { createHash } from 'node:crypto'
import type { Args, Call } from '../call.ts'
import { addProblem, newDraft } from '../draft/draft.ts'
import { commitFiles, draftFile, filenameOf } from '../draft/file.draft.ts'
import type { FileInput } from '../draft/file.draft.ts'
import { notSimulated } from '../refusals.ts'
import type { FileRow, UserError } from '../rows.ts'

const CODES = {
  missing: 'FILE_DOES_NOT_EXIST',
  badSource: 'INVALID_IMAGE_SOURCE_URL',
  nameTaken: 'FILENAME_ALREADY_EXISTS',
  altTooLong: 'ALT_VALUE_LIMIT_EXCEEDED',
}

export function fileCreate(_source: unknown, args: Args, call: Call): unknown {
  const draft = newDraft(call)
  const inputs = args.files as FileInput[]
  const rows = inputs.map((input, index) => {
    if (input.duplicateResolutionMode === 'REPLACE' && !input.filename)
      addProblem(
        draft,
        'MISSING_FILENAME_FOR_DUPLICATE_MODE_REPLACE',
        ['files', index, 'filename'],
        'A filename is required to replace a file',
      )
    const kind =
      input.contentType ?? (/\.(jpe?g|png|gif|webp|heic)(\?|$)/i.test(input.originalSource ?? '') ? 'IMAGE' : 'FILE')
    return draftFile(draft, { ...input, contentType: kind }, ['files', index], CODES)
  })
  if (draft.problems.length > 0) return { files: null, userErrors: draft.problems }
  commitFiles(draft)
  call.effects.push(`${rows.length} files created`)
  return { files: rows, userErrors: [] }
}

type UpdateInput = {
  id: string
  alt?: string | null
  filename?: string | null
  originalSource?: string | null
  previewImageSource?: string | null
  referencesToAdd?: string[] | null
  referencesToRemove?: string[] | null
}

/** fileUpdate: texts, name, new contents, and which products refer to the file. Only READY files may be changed. */
export function fileUpdate(_source: unknown, args: Args, call: Call): unknown {
  const { shop, pipeline } = call
  const problems: UserError[] = []
  const problem = (code: string, index: number, field: string, message: string): void =>
    void problems.push({ code, field: ['files', String(index), field], message })
  const changes = (args.files as UpdateInput[]).map((input, index): FileRow | undefined => {
    if (input.previewImageSource) throw notSimulated('previewImageSource')
    const row = shop.files.get(input.id)
    if (!row) {
      problem('FILE_DOES_NOT_EXIST', index, 'id', `File id ${input.id} does not exist.`)
      return undefined
    }
    if (row.status !== 'READY') problem('NON_READY_STATE', index, 'id', 'Non-ready files cannot be updated.')
    if (input.alt && input.alt.length > 512)
      problem('ALT_VALUE_LIMIT_EXCEEDED', index, 'alt', 'The alt value exceeds the maximum limit of 512 characters.')
    if (input.originalSource && !/^https?:\/\//.test(input.originalSource))
      problem('INVALID_IMAGE_SOURCE_URL', index, 'originalSource', 'Image source URL is invalid')
    for (const id of [...(input.referencesToAdd ?? []), ...(input.referencesToRemove ?? [])])
      if (!shop.products.get(id))
        problem('REFERENCE_TARGET_DOES_NOT_EXIST', index, 'referencesToAdd', `Reference target ${id} does not exist.`)
    return {
      ...row,
      alt: input.alt === undefined ? row.alt : input.alt,
      filename: input.filename ? filenameOf(input.filename, row.source) : row.filename,
      ...(input.originalSource
        ? { source: input.originalSource, status: 'UPLOADED' as const, readyAt: pipeline.readyAt() }
        : {}),
      updatedAt: shop.now(),
    }
  })
  if (problems.length > 0) return { files: null, userErrors: problems }
  for (const [index, row] of changes.entries()) {
    if (!row) continue
    const input = (args.files as UpdateInput[])[index]!
    shop.files.put(row)
    if (row.status === 'UPLOADED') pipeline.enqueue(shop, row.id)
    for (const id of input.referencesToAdd ?? []) refer(id, row.id, true, call)
    for (const id of input.referencesToRemove ?? []) refer(id, row.id, false, call)
  }
  call.effects.push(`${changes.length} files updated`)
  return { files: changes, userErrors: [] }
}

function refer(productId: string, fileId: string, add: boolean, call: Call): void {
  const product = call.shop.products.get(productId)!
  const rest = product.media.filter((id) => id !== fileId)
  const variants = add
    ? product.variants
    : product.variants.map((row) => ({ ...row, media: row.media.filter((id) => id !== fileId) }))
  call.shop.products.put({ ...product, variants, media: add ? [...rest, fileId] : rest, updatedAt: call.shop.now() })
}

/** fileDelete removes the file from every product that shows it. */
export function fileDelete(_source: unknown, args: Args, call: Call): unknown {
  const { shop } = call
  const ids = args.fileIds as string[]
  const missing = ids.filter((id) => !shop.files.get(id))
  if (missing.length > 0) {
    const message = `File id ${missing.join(', ')} does not exist.`
    return { deletedFileIds: null, userErrors: [{ code: 'FILE_DOES_NOT_EXIST', field: ['fileIds'], message }] }
  }
  const gone = new Set(ids)
  for (const product of shop.products.sorted())
    if (product.media.some((id) => gone.has(id))) for (const id of gone) refer(product.id, id, false, call)
  for (const id of ids) shop.files.delete(id)
  call.effects.push(`${ids.length} files deleted`)
  return { deletedFileIds: ids, userErrors: [] }
}

type StagedInput = {
  filename: string
  mimeType: string
  httpMethod?: 'PUT' | 'POST' | null
  resource: string
  fileSize?: string | null
}

const MB = 1024 * 1024
const SIZE_LIMITS: Record<string, number> = {
  IMAGE: 20 * MB,
  PRODUCT_IMAGE: 20 * MB,
  FILE: 20 * MB,
  BULK_MUTATION_VARIABLES: 100 * MB,
}

/**
 * stagedUploadsCreate: an address for the upload, the parameters to send before the bytes, and the address to use as originalSource
 * afterwards (null for bulk variables: reference 2, "Bulk operations").
 */
export function stagedUploadsCreate(_source: unknown, args: Args, call: Call): unknown {
  const { shop } = call
  const problems: UserError[] = []
  const targets = (args.input as StagedInput[]).map((input, index) => {
    const limitBytes = SIZE_LIMITS[input.resource]
    if (limitBytes === undefined) throw notSimulated(`staged uploads of ${input.resource}`)
    if (input.fileSize && Number(input.fileSize) > limitBytes)
      problems.push({
        field: ['input', String(index), 'fileSize'],
        message: `File size is larger than the ${limitBytes / MB} MB limit`,
      })
    if (input.resource.endsWith('IMAGE') && !input.mimeType.startsWith('image/'))
      problems.push({
        field: ['input', String(index), 'mimeType'],
        message: `${input.mimeType} is not a recognized format`,
      })
    const id = shop.newId('StagedUpload').split('/').at(-1)!
    const filename = input.filename.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(-100)
    const key = `tmp/${shop.facts.number}/${input.resource.toLowerCase()}/${id}/${filename}`
    const signature = createHash('sha256').update(`${key} staged`).digest('hex')
    const method = input.httpMethod ?? 'PUT'
    return { key, filename, mimeType: input.mimeType, resource: input.resource, method, signature, limitBytes }
  })
  if (problems.length > 0) return { stagedTargets: null, userErrors: problems }
  const root = `${shop.origin()}/uploads`
  const stagedTargets = targets.map((target) => {
    shop.staged.put(target.key, { ...target, blob: null, bytes: 0, createdAt: shop.now() })
    const address = `${root}/${target.key.split('/').map(encodeURIComponent).join('/')}`
    const post = target.method === 'POST'
    const parameters = post
      ? [
          { name: 'content-type', value: target.mimeType },
          { name: 'success_action_status', value: '201' },
          { name: 'acl', value: 'private' },
          { name: 'key', value: target.key },
          { name: 'x-goog-signature', value: target.signature },
        ]
      : [
          { name: 'content_type', value: target.mimeType },
          { name: 'acl', value: 'private' },
        ]
    return {
      url: post ? root : `${address}?signature=${target.signature}`,
      resourceUrl: target.resource === 'BULK_MUTATION_VARIABLES' ? null : address,
      parameters,
    }
  })
  call.effects.push(`${stagedTargets.length} uploads staged`)
  return { stagedTargets, userErrors: [] }
}
