import { THUMB_MAX_BYTES, THUMB_SIDE } from '@teleward/contract/files/rules.ts'
import { AppError } from '../platform/errors.ts'
import { cleanImage, ImageError } from './image.ts'

/** A small picture for lists, by what it is: built anew, no larger than it may be. UPLOAD_CONTENT: none of these. */
export async function thumbOf(data: string): Promise<{ bytes: Buffer; format: 'jpg' | 'png' }> {
  const given = Buffer.from(data, 'base64')
  try {
    if (given.length > THUMB_MAX_BYTES) throw new ImageError('tooLarge')
    const { bytes, mime } = await cleanImage(given, THUMB_SIDE)
    return { bytes, format: mime === 'image/png' ? 'png' : 'jpg' }
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new AppError('UPLOAD_CONTENT', { fields: [{ path: 'thumb', code: 'UPLOAD_CONTENT' }], cause: error })
  }
}
