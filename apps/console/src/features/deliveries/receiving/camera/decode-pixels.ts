import {
  BinaryBitmap,
  Code128Reader,
  Code39Reader,
  DecodeHintType,
  Exception,
  HybridBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library'

/** What is printed on parcels: Code 128 by most carriers, Code 39 by some, QR by those that print one beside it. */
const READERS = [new Code128Reader(), new Code39Reader(), new QRCodeReader()]
/** Also tries more lines of the picture, and the barcode upside down. */
const HINTS = new Map([[DecodeHintType.TRY_HARDER, true]])

/** The text of the barcode or QR code in a picture (RGBA, row by row); undefined: none is legible. */
export function decodePixels({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string | undefined {
  const grey = new Uint8ClampedArray(width * height)
  for (let at = 0; at < grey.length; at++)
    // Green counts twice, as in the library's own canvas source.
    grey[at] = (data[at * 4]! + 2 * data[at * 4 + 1]! + data[at * 4 + 2]!) / 4
  for (const reader of READERS) {
    try {
      return reader
        .decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height))), HINTS)
        .getText()
    } catch (error) {
      // The reader throws an Exception when it finds no code.
      if (!(error instanceof Exception)) throw error
    }
  }
  return undefined
}
