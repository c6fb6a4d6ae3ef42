/** Reads the code in what a video shows at the moment; undefined: none is legible. */
export type FrameDecoder = (video: HTMLVideoElement) => Promise<string | undefined>

/** The Barcode Detection API, where the browser has it: https://wicg.github.io/shape-detection-api/ */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const FORMATS = ['code_128', 'code_39', 'qr_code']
/** Wider frames are made smaller: more pixels cost time, and do not make a parcel's code more legible. */
const WIDEST_PX = 1280

/** The browser's own detector, which is faster; otherwise the library, which is loaded only then. */
export async function openDecoder(): Promise<FrameDecoder> {
  const own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  const formats = own ? (await own.getSupportedFormats()).filter((format) => FORMATS.includes(format)) : []
  if (own && formats.includes('code_128')) {
    const detector = new own({ formats })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { decodePixels } = await import('./decode-pixels.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, WIDEST_PX / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0 || canvas.height === 0) return undefined
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    return decodePixels(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}
