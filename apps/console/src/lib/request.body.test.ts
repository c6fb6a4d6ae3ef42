import { describe, expect, test } from 'vitest'
import { failure, openRequestBench } from '../../test/request-bench.ts'
import { callRecord } from './contract.ts'
import { outgoing } from './request.body.ts'

const bench = openRequestBench()

describe('the six body modes', () => {
  test('get sends its fields in the query, lists as words joined by commas', async () => {
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
  test('post is form-encoded, a structured field being JSON text', async () => {
    await bench.client.send('form', { productId: 'p1', edit: { title: 'x', options: [{ name: 'y' }] } })
    expect(bench.heard[0]!.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    const form = new URLSearchParams(bench.heard[0]!.body)
    expect(form.get('productId')).toBe('p1')
    expect(JSON.parse(form.get('edit')!)).toEqual({ title: 'x', options: [{ name: 'y' }] })
  })
  test('postjson sends JSON, with the query fields in the query', async () => {
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
  test('upload sends the file in a multipart body and the other fields in the query', async () => {
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
  test('sliceupload sends its fields and the slice in one multipart body', async () => {
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
  test('is equally deep in a field of a query, of a form, beside a body, and of a slice', async () => {
    const filter = { keyword: '', from: null, to: Number.NaN, inner: { gone: '', rows: [{ color: null, size: 'L' }] } }
    const rest = '{"inner":{"rows":[{"size":"L"}]}}'
    for (const name of ['read', 'query']) await bench.client.send(name, { filter, gone: '' })
    await bench.client.send('form', { filter, gone: '' })
    await bench.client.send('json', {}, { query: { filter, gone: '' } })
    await bench.client.send('upload', { filter, gone: '' }, { file: new Blob(['x']) })
    for (const { url, body } of bench.heard) {
      const fields = [...url.searchParams, ...new URLSearchParams(body.startsWith('filter') ? body : '')]
      expect(fields).toEqual([['filter', rest]])
    }
    await bench.client.send('slice', { filter, gone: '' }, { file: new Blob(['x']) })
    expect(bench.heard.at(-1)!.body).toContain(rest)
    expect(bench.heard.at(-1)!.body).not.toContain('gone')
  })
  test('leaves the fields that the contract lists in carriesEmpty, and no others', async () => {
    await bench.client.send('draft', {
      draft: { title: '', price: null, list: [''] },
      edit: { note: '', title: '' },
      note: '',
    })
    expect(JSON.parse(bench.heard[0]!.body)).toEqual({
      draft: { title: '', price: null, list: [''] },
      edit: { note: '' },
    })
    await bench.client.send('draftForm', { edit: { rows: [{ values: ['', 'L'], name: '' }], note: '', title: null } })
    expect(JSON.parse(new URLSearchParams(bench.heard[1]!.body).get('edit')!)).toEqual({
      rows: [{ values: ['', 'L'] }],
      note: '',
    })
  })
  test('an emptied text of the product editor is sent, and nothing else that is empty', () => {
    const edit = { vendor: '', note: '', variants: [{ optionValues: ['', '红'], barcode: '', weight: null, stock: 0 }] }
    const sent = outgoing(callRecord('editProduct'), { productId: 'p', version: 0, edit }, {})
    if (sent === 'unset-file') throw new Error('no file was asked for')
    const form = new URLSearchParams(sent.body as string)
    expect(JSON.parse(form.get('edit')!)).toEqual({
      vendor: '',
      note: '',
      variants: [{ optionValues: ['', '红'], stock: 0 }],
    })
    const draft = { title: '', price: null }
    const kept = outgoing(callRecord('saveProductDraft'), { productId: 'p', version: 0, draft }, {})
    expect(kept).toMatchObject({ body: JSON.stringify({ productId: 'p', version: 0, draft }) })
  })
})
