import { PHOTO_MAX_BYTES } from '@teleward/contract/profile/rules.ts'
import { errorText } from '../i18n/i18n.ts'

export type PictureRefusal = 'notImage' | 'tooLarge'
export class PictureError extends Error {
  readonly why: PictureRefusal
  constructor(why: PictureRefusal) {
    super(why)
    this.why = why
  }
}
export const pictureText = ({ why }: PictureError, bytes: number = PHOTO_MAX_BYTES): string =>
  why === 'notImage'
    ? errorText('UPLOAD_IMAGE_ONLY')
    : errorText('UPLOAD_TOO_LARGE', { max: Math.round((bytes / 1_048_576) * 100) / 100 })
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
  const type = await typeOf(file)
  if (!type) throw new PictureError('notImage')
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
  for (const [as, quality] of [
    [type, 0.9],
    ['image/jpeg', 0.85],
    ['image/jpeg', 0.6],
  ] as const) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, as, quality))
    if (blob && blob.size <= bytes)
      return { name: as === 'image/png' ? 'picture.png' : 'picture.jpg', data: await base64(blob) }
  }
  throw new PictureError('tooLarge')
}

/** By its content, whatever it is called; what a phone calls HEIC is drawn where the browser can. */
async function typeOf(file: File): Promise<'image/jpeg' | 'image/png' | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0x89 && second === 0x50) return 'image/png'
  return (first === 0xff && second === 0xd8) || /^image\/hei[cf]$/.test(file.type) ? 'image/jpeg' : null
}

const base64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'))
    reader.readAsDataURL(blob)
  })
