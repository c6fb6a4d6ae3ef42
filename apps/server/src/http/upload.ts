import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from '../platform/call.ts'
import { Refusal } from '../platform/refusal.ts'

/** Upper limit for one file in one request, whatever is configured: uploads are held in memory while they are checked. */
const UPLOAD_CEILING = 64 * 1024 * 1024

export async function acceptUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: UPLOAD_CEILING, files: 1, fields: 20, fieldSize: 8 * 1024, parts: 21, headerPairs: 50 },
  })
}

export type Uploaded = { file: UploadedFile | undefined; fields: Record<string, string> }

/**
 * Reads a multipart body: at most one file, plus plain fields. Called after the caller was admitted, so that nobody without the right makes
 * the server hold a file. Other content types have no file.
 */
export async function readUpload(request: FastifyRequest): Promise<Uploaded> {
  const found: Uploaded = { file: undefined, fields: {} }
  if (!request.isMultipart()) return found
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') found.file = { name: plainName(part.filename), bytes: await part.toBuffer() }
      else if (typeof part.value === 'string') found.fields[part.fieldname] = part.value
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Refusal('file-refused', { why: `文件超过 ${UPLOAD_CEILING / 1024 / 1024} MB` })
    }
    if (code.startsWith('FST_')) throw new Refusal('file-refused', { why: '一次只能上传一个文件' })
    throw new Refusal('file-refused', { why: '上传内容不完整或格式不正确' })
  }
  return found
}

/** The file name for display, without folders and without characters that file systems or headers cannot take. */
function plainName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).pop() ?? ''
  const clean = Array.from(
    last
      .normalize('NFC')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}"<>|*?:]/gu, '')
      .trim(),
  )
  return clean.length === 0 ? '未命名' : clean.slice(-120).join('')
}
