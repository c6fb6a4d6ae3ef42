import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { EMPTY_HASH, signedHeaders } from './s3-signature.mapping.ts'

/** The worked examples of Amazon's document "Authenticating Requests: Using the Authorization Header". */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = Date.UTC(2013, 4, 24)
const host = 'examplebucket.s3.amazonaws.com'

it('signs the example that reads an object', () => {
  const { authorization } = signedHeaders(
    { method: 'GET', host, path: '/test.txt', headers: { range: 'bytes=0-9' }, payloadHash: EMPTY_HASH },
    credentials,
    at,
  )
  expect(authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
})

it('signs the example that stores an object under a name with a special character', () => {
  const { authorization } = signedHeaders(
    {
      method: 'PUT',
      host,
      path: '/test$file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      payloadHash: createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
    },
    credentials,
    at,
  )
  expect(authorization).toContain('Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
})
