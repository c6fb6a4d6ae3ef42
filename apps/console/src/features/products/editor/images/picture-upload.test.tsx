// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPageBench, showPage, toasts } from '../../../../../test/page-bench.tsx'
import { PictureUpload } from './picture-upload.tsx'

const UPLOAD = 'POST /api/file/upload'
const bench = openPageBench({ [UPLOAD]: () => ({ id: 'f', url: '/files/f/a.jpg', name: 'a.jpg', size: 1 }) })
const file = (name: string, type = 'image/gif'): File => new File(['x'], name, { type })

it('of more pictures than fit it takes the first, and says how many it left out and why', async () => {
  showPage(
    bench,
    <PictureUpload room={1} className="" onAdd={() => undefined}>
      {(button) => button}
    </PictureUpload>,
    '/',
  )
  const chooser = screen.getByLabelText('选择图片文件')
  fireEvent.change(chooser, { target: { files: [file('a.gif'), file('b.gif'), file('c.gif')] } })
  await waitFor(() => expect(toasts()).toEqual(['图片放不下了，有 2 张没有上传；先移除一些']))
  await waitFor(() => expect(bench.app.count(UPLOAD)).toBe(1))
  fireEvent.change(chooser, { target: { files: [file('a.txt', 'text/plain')] } })
  await waitFor(() => expect(toasts()).toContain('有文件不是图片，没有上传'))
})
