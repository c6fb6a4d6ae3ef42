/** Enough to see a scratch; a phone's own pictures are ten times as large. */
const LONGEST_PX = 1600
const QUALITY = 0.85

/**
 * A photo made small enough for a slow network and for the limit of one file. A file that the browser cannot decode stays as it is: the
 * server says what is wrong with it.
 */
export async function shrunk(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return made ?? file
  } catch (error) {
    console.warn('a photo was not made smaller', error)
    return file
  }
}
