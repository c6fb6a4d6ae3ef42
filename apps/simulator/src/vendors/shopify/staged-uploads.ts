import { readMultipart } from '../../core/multipart.ts'
import type { MediaPipeline } from './media-pipeline.ts'
import type { StagedRow } from './rows.ts'
import type { ShopState } from './shop-state.ts'

export type UploadAnswer = {
  status: number
  body: string
  headers: Record<string, string>
  effect?: string
  code?: string
}

const xml = (status: number, inner: string, code?: string): UploadAnswer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${inner}`,
  headers: { 'content-type': 'application/xml; charset=utf-8' },
  ...(code ? { code } : {}),
})
const refuse = (status: number, code: string, message: string): UploadAnswer =>
  xml(status, `<Error><Code>${code}</Code><Message>${message}</Message></Error>`, code)

/** PUT of the bytes to the staged address itself. */
export async function putUpload(
  shop: ShopState,
  pipeline: MediaPipeline,
  sent: { key: string; signature: string; body: Buffer },
): Promise<UploadAnswer> {
  const row = shop.staged.get(sent.key)
  if (!row || row.method !== 'PUT' || row.signature !== sent.signature)
    return refuse(403, 'SignatureDoesNotMatch', 'The request signature does not match')
  return (await keep(shop, pipeline, row, sent.body)) ?? { ...xml(200, ''), body: '', effect: `upload ${row.key}` }
}

/** Multipart POST: every returned parameter first and the file last (reference 2, "Bulk operations", flow). */
export async function postUpload(
  shop: ShopState,
  pipeline: MediaPipeline,
  sent: { contentType: string; body: Buffer },
): Promise<UploadAnswer> {
  const parts = readMultipart(sent.contentType, sent.body)
  if (!parts) return refuse(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed')
  const fileAt = parts.findIndex((part) => part.name === 'file')
  const text = (name: string): string | undefined =>
    parts
      .slice(0, fileAt === -1 ? undefined : fileAt)
      .find((part) => part.name === name)
      ?.data.toString('utf8')
  if (fileAt === -1) return refuse(400, 'IncorrectNumberOfFilesInPostRequest', 'POST requires exactly one file upload')
  if (fileAt !== parts.length - 1) return refuse(400, 'InvalidArgument', 'The file must be the last field')
  const row = shop.staged.get(text('key') ?? '')
  if (!row || row.method !== 'POST' || row.signature !== text('x-goog-signature'))
    return refuse(403, 'AccessDenied', 'The form does not match the signed policy')
  if (text('content-type') !== row.mimeType)
    return refuse(403, 'AccessDenied', 'The content type does not match the policy')
  const key = row.key
  const refused = await keep(shop, pipeline, row, parts[fileAt]!.data)
  return refused ?? { ...xml(201, `<PostResponse><Key>${key}</Key></PostResponse>`), effect: `upload ${key}` }
}

async function keep(
  shop: ShopState,
  pipeline: MediaPipeline,
  row: StagedRow,
  body: Buffer,
): Promise<UploadAnswer | undefined> {
  if (body.length > row.limitBytes)
    return refuse(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size')
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(row.filename)?.[1] ?? 'bin'
  const blob = await pipeline.keep(body, extension)
  shop.staged.put(row.key, { ...row, blob, bytes: body.length })
  return undefined
}
