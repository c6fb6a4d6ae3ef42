import * as z from '../zod.ts'
import { defineEndpoints } from '../endpoint.ts'
import { formInt, id, instant } from '../wire.ts'

export const storedFile = z.object({
  id,
  name: z.string(),
  /** the address where pages and shops read it */
  url: z.string(),
  mime: z.string(),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: instant,
})
export type StoredFile = z.infer<typeof storedFile>

export const filePurpose = z.enum(['product-image', 'rich-text', 'import'])
const uploadId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, '应为上传编号')

export const filesEndpoints = defineEndpoints({
  /** Multipart: the file; other fields in the query. Pictures are re-encoded; type and size are checked by content. */
  upload: {
    feature: 'files',
    method: 'POST',
    path: '/api/file/upload',
    mode: 'upload',
    right: 'granted',
    title: '上传文件',
    logged: true,
    object: 'file',
    labels: { purpose: '用途' },
    input: z.object({ purpose: filePurpose.default('product-image') }),
    output: storedFile,
    refusals: ['file-unset', 'file-refused', 'storage-failed'],
    lists: ['files'],
  },
  /** One piece of a large file. A repeated piece is accepted once; the whole is checked by its hash. */
  sliceUpload: {
    feature: 'files',
    method: 'POST',
    path: '/api/file/sliceUpload',
    mode: 'sliceupload',
    right: 'granted',
    title: '分片上传',
    logged: false,
    input: z.object({
      uploadId,
      index: formInt(0, 9_999),
      total: formInt(1, 10_000),
      /** SHA-256 of the whole file, hex */
      hash: z.string().regex(/^[0-9a-f]{64}$/i, '应为SHA-256'),
      size: formInt(1, 2_000_000_000),
      name: z.string().min(1).max(200),
      purpose: filePurpose.default('import'),
    }),
    output: z.object({ received: z.array(z.int()), file: storedFile.nullable() }),
    refusals: ['file-unset', 'file-refused', 'state-not-allowed', 'storage-failed'],
    lists: ['files'],
  },
  /** The received pieces, so that an upload can continue where it stopped. */
  querySlices: {
    feature: 'files',
    method: 'GET',
    path: '/api/file/querySlices',
    mode: 'get',
    right: 'granted',
    title: '查询分片',
    logged: false,
    input: z.object({ uploadId }),
    output: z.object({ received: z.array(z.int()), file: storedFile.nullable() }),
    refusals: [],
    lists: ['files'],
  },
})
