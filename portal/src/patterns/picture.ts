import { PHOTO_MAX_BYTES } from '@teleward/contract/profile/rules.ts'

export type PictureRefusal = 'notImage' | 'tooLarge'
export class PictureError extends Error {
  readonly why: PictureRefusal
  constructor(why: PictureRefusal) {
    super(why)
    this.why = why
  }
}
/** Beyond this a photo only costs; the signature and the licence stay readable. */
const LONGEST_SIDE = 2000

/**
 * The picture as it is sent: turned upright, made small, drawn anew, so that neither the place where it was taken nor
 * anything else it carried leaves this browser.
 */
export async function pictureOf(
  file: File,
  { side, bytes }: { side: number; bytes: number } = { side: LONGEST_SIDE, bytes: PHOTO_MAX_BYTES },
): Promise<{ name: string; data: string }> {
  if (!/^image\/(?:jpeg|png)$/.test(file.type)) throw new PictureError('notImage')
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new PictureError('notImage')
  })
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new PictureError('notImage')
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  for (const [type, quality] of [
    [file.type, 0.9],
    ['image/jpeg', 0.85],
    ['image/jpeg', 0.6],
  ] as const) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (blob && blob.size <= bytes)
      return { name: type === 'image/png' ? 'picture.png' : 'picture.jpg', data: await base64(blob) }
  }
  throw new PictureError('tooLarge')
}

const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(blob)
  })
