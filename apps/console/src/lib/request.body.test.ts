import { describe, expect, test } from 'vitest'
import { failure, openRequestBench } from '../../test/request-bench.ts'
import { verbatim } from './clean.ts'

const bench = openRequestBench()

describe('the six body modes', () => {
  test('get carries its fields in the query, lists as words joined by commas', async () => {
    await bench.client.send('read', { page: 1, ids: ['a', 'b'], on: false, zero: 0, words: ['a,b'] })
    expect(bench.heard[0]).toMatchObject({ method: 'GET', body: '' })
    expect(Object.fromEntries(bench.heard[0]!.url.searchParams)).toEqual({
      page: '1',
      ids: 'a,b',
      on: 'false',
      zero: '0',
      words: '["a,b"]',
    })
  })
  test('post is form-encoded, a structured field being JSON text exactly as given', async () => {
    await bench.client.send('form', { productId: 'p1', edit: { title: '', price: null, tags: [''] } })
    expect(bench.heard[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    const form = new URLSearchParams(bench.heard[0]!.body)
    expect(form.get('productId')).toBe('p1')
    expect(JSON.parse(form.get('edit')!)).toEqual({ title: '', price: null, tags: [''] })
  })
  test('postjson carries JSON, with the fields beside it in the query', async () => {
    await bench.client.send('json', { offerIds: ['1'] }, { query: { origin: '1688' } })
    expect(bench.heard[0]!.headers['content-type']).toMatch(/^application\/json/)
    expect(bench.heard[0]!.body).toBe('{"offerIds":["1"]}')
    expect(bench.heard[0]!.url.search).toBe('?origin=1688')
  })
  test('postquery posts without a body, fields in the query', async () => {
    await bench.client.send('query', { id: 'x y' })
    expect(bench.heard[0]).toMatchObject({ method: 'POST', body: '' })
    expect(bench.heard[0]!.url.searchParams.get('id')).toBe('x y')
  })
  test('upload carries the file in a multipart body and the other fields in the query', async () => {
    await bench.client.send(
      'upload',
      { kind: 'picture' },
      { file: new File(['bytes'], '图.png', { type: 'image/png' }) },
    )
    expect(bench.heard[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(bench.heard[0]!.body).toContain('name="file"; filename="图.png"')
    expect(bench.heard[0]!.body).not.toContain('kind')
    expect(bench.heard[0]!.url.search).toBe('?kind=picture')
  })
  test('sliceupload carries its fields and the slice in one multipart body', async () => {
    await bench.client.send('slice', { index: 3 }, { file: new Blob(['part']) })
    expect(bench.heard[0]!.body).toMatch(/name="index"[\s\S]*3[\s\S]*name="file"/)
    expect(bench.heard[0]!.url.search).toBe('')
  })
  test.each(['upload', 'slice'])('%s without a file is rejected before anything is sent', async (name) => {
    const error = await failure(bench.client.send(name, {}))
    expect(error.message).toBe('param:file is unset')
    expect(bench.heard).toEqual([])
  })
})

describe('cleaning', () => {
  test('removes empty values at any depth and keeps false, zero and emptied lists', async () => {
    await bench.client.send('json', {
      a: '',
      b: null,
      c: undefined,
      d: Number.NaN,
      e: Number.POSITIVE_INFINITY,
      f: Number.NEGATIVE_INFINITY,
      kept: { off: false, zero: 0, inner: { gone: '' }, list: ['', 'x', null], rows: [{ value: 'v', color: null }] },
    })
    expect(JSON.parse(bench.heard[0]!.body)).toEqual({
      kept: { off: false, zero: 0, inner: {}, list: ['x'], rows: [{ value: 'v' }] },
    })
  })
  test('leaves a document marked verbatim as it is', async () => {
    await bench.client.send('json', { id: '', draft: verbatim({ title: '', price: null }) })
    expect(JSON.parse(bench.heard[0]!.body)).toEqual({ draft: { title: '', price: null } })
  })
})
