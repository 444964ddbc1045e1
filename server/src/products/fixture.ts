export { pngOf } from '../profile/fixture.ts'

/** So many bytes that begin as a JPEG. */
export const jpegPiece = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3)])
