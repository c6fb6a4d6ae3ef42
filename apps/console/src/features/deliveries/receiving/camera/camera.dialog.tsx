import { Button, Modal } from 'antd'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import styles from './camera.module.css'
import { cameraWords } from './camera.rules.ts'
import { openDecoder } from './frame-decoder.ts'

type CameraDialogProps = { onScan: (code: string) => void; onClose: () => void }

/** 扫码: shows what the camera sees until it has read a code. */
export default function CameraDialog({ onScan, onClose }: CameraDialogProps): ReactNode {
  const [wrong, setWrong] = useState<string>()
  return (
    <Modal open centered title="扫码" footer={null} width={520} onCancel={onClose}>
      {wrong === undefined ? (
        <Camera onScan={onScan} onFail={setWrong} />
      ) : (
        <div className={styles.camera} role="alert">
          <p>{wrong}</p>
          <Button onClick={() => setWrong(undefined)}>重试</Button>
        </div>
      )}
    </Modal>
  )
}

/** The camera is on while this is shown. */
function Camera({ onScan, onFail }: { onScan: (code: string) => void; onFail: (why: string) => void }): ReactNode {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onScan, onFail })
  useEffect(() => {
    latest.current = { onScan, onFail }
  })
  useEffect(() => {
    const over = new AbortController()
    async function run(): Promise<void> {
      try {
        const code = await scan(video, over.signal)
        if (code !== undefined) latest.current.onScan(code)
      } catch (error) {
        console.warn('the camera cannot be used', error)
        const name = error instanceof Error ? error.name : undefined
        if (!over.signal.aborted) latest.current.onFail(cameraWords(name, window.isSecureContext))
      }
    }
    void run()
    return () => over.abort()
  }, [])
  return (
    <div className={styles.camera}>
      {/* Without playsInline a phone opens the video over the whole screen. */}
      <video ref={video} muted playsInline aria-label="摄像头看到的" />
      <p>把条码放在画面中间，离 10 到 20 厘米；光线暗时打开灯。</p>
    </div>
  )
}

/** The first code that the camera sees; undefined: aborted before. The camera is off afterwards. */
async function scan(box: RefObject<HTMLVideoElement | null>, over: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({
    // The camera at the back; a desktop has only one.
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
  })
  try {
    const decode = await openDecoder()
    const video = box.current
    if (over.aborted || !video) return undefined
    video.srcObject = stream
    await video.play()
    while (!over.aborted) {
      const code = (await decode(video))?.trim()
      if (code !== undefined && code !== '') return code
      await nextFrame()
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
