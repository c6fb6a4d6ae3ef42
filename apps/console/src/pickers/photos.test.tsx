// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPageBench, showPage, toasts } from '../../test/page-bench.tsx'
import { Photos } from './photos.tsx'

const MB = 1024 * 1024
let sizes: number[] = []
let refusal: string | undefined
const bench = openPageBench({
  'POST /api/file/upload'({ body }) {
    sizes.push(body.length)
    if (refusal) return { code: 400, msg: refusal, data: { refusal: 'file-refused', why: refusal } }
    return { id: 'f1', url: '/files/f1/a.jpg', name: 'a.jpg', size: 1 }
  },
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sizes = []
  refusal = undefined
})

function Sheet(): ReactNode {
  const [photos, setPhotos] = useState<readonly string[]>([])
  return <Photos photos={photos} onChange={setPhotos} />
}
const choose = (file: File): void => {
  fireEvent.change(screen.getByLabelText('选择照片'), { target: { files: [file] } })
}
const huge = (): File => new File([new Uint8Array(40 * MB)], 'IMG_0001.jpg', { type: 'image/jpeg' })

test('a photo of 40 MB is sent as a picture of at most 1600 pixels', async () => {
  // The browser's decoder and canvas, which happy-dom has not.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close: () => undefined }))
  const made: { width: number; height: number }[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    made.push({ width: this.width, height: this.height })
    done(new Blob([new Uint8Array(300_000)], { type: 'image/jpeg' }))
  })
  showPage(bench, <Sheet />, '/x')
  choose(huge())
  expect(await screen.findByAltText('照片 1')).toBeTruthy()
  expect(made).toEqual([{ width: 1600, height: 1200 }])
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThan(MB)
})

test('a file of 40 MB that no browser can decode is refused with the server’s words, and the photos stay', async () => {
  refusal = '文件有 40 MB，最多 20 MB：请先压缩，或换一个小一些的'
  vi.spyOn(console, 'warn').mockReturnValue()
  showPage(bench, <Sheet />, '/x')
  choose(huge())
  await waitFor(() => expect(toasts()).toContain(`IMG_0001.jpg：${refusal}`))
  expect(screen.queryByAltText('照片 1')).toBeNull()
  const button = screen.getByRole('button', { name: /加照片/ })
  await waitFor(() => expect(button.classList.contains('ant-btn-loading')).toBe(false))
})
