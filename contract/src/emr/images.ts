import { uuid } from '../core/scalars.ts'
import type { NotePart } from './schema.ts'

/** The viewers that a picture of a note opens in: the DICOM viewer, the fundus page, the viewer of files. */
export const imageViewers = ['viewdicom', 'funduscopy', 'img'] as const
export type ImageViewer = (typeof imageViewers)[number]

/**
 * A picture as a note speaks of it: no bytes and nothing of the patient, but which file, in which viewer, and how it was looked
 * at. It stands in the note's text, so that it is saved, merged, signed and kept as every other word of it.
 */
export interface NoteImage {
  viewer: ImageViewer
  file: string
  /** The viewer's own query: frame, window, turns, marks. Empty: as the file is. */
  look: string
  /** What is read where the picture itself cannot be seen: on paper, aloud. */
  words: string
}
export const LOOK_MAX = 400
const WORDS_MAX = 300
const LOOK = `[\\w.,;:=&%~-]{0,${LOOK_MAX}}`
const IMAGE = new RegExp(
  `\\[([^[\\]|\\n]{1,${WORDS_MAX}}) \\| (${imageViewers.join('|')})/([0-9a-f-]{36})(?:\\?(${LOOK}))?\\]`,
  'gu',
)

/** As it stands in the text. What would end it early has no place in its words. */
export function imageText({ viewer, file, look, words }: NoteImage): string {
  const said = words
    .replace(/[[\]|\s]+/gu, ' ')
    .trim()
    .slice(0, WORDS_MAX)
    .toWellFormed()
  return `[${said} | ${viewer}/${file}${look ? `?${look}` : ''}]`
}

type Piece = string | NoteImage
/** A text in its order: words, and the pictures between them. */
export function withImages(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: whole, 1: words = '', 2: viewer, 3: file, 4: look = '', index } of text.matchAll(IMAGE)) {
    const known = imageViewers.find((one) => one === viewer)
    if (!known || !uuid.safeParse(file).success) continue
    if (index > at) pieces.push(text.slice(at, index))
    pieces.push({ viewer: known, file: file ?? '', look, words })
    at = index + whole.length
  }
  return at < text.length ? [...pieces, text.slice(at)] : pieces
}
export const imagesIn = (text: string): NoteImage[] =>
  withImages(text).filter((piece): piece is NoteImage => typeof piece !== 'string')

/** For paper, and for whoever may not know which file it is: what the pictures show stays, where they lie goes. */
export const imagesAsWords = (text: string): string =>
  withImages(text)
    .map((piece) => (typeof piece === 'string' ? piece : `[${piece.words}]`))
    .join('')

const PARTS: readonly NotePart[] = ['s', 'o', 'a', 'p', 'memo']
/** A whole note so, or as much of it as there is. */
export function noteAsWords<Text extends Partial<Record<NotePart, string>>>(note: Text): Text {
  const said = { ...note }
  for (const part of PARTS) {
    const text = note[part]
    if (text !== undefined) Object.assign(said, { [part]: imagesAsWords(text) })
  }
  return said
}

/** Those whose line does not stand there yet: the same picture, looked at in the same way, is put there once. */
export const imagesNotIn = (text: string, images: readonly NoteImage[]): NoteImage[] => {
  const lines = text.split('\n')
  return images.filter((image) => !lines.includes(imageText(image)))
}

/** Beneath what stands there, a line each. */
export const withImageLines = (text: string, images: readonly NoteImage[]): string =>
  [...(text.trim() ? [text.trimEnd()] : []), ...images.map(imageText)].join('\n')

/** Without those lines again; `null`: they do not stand there any more as they were put there. */
export function withoutImageLines(text: string, images: readonly NoteImage[]): string | null {
  const lines = text.split('\n')
  for (const line of images.map(imageText)) {
    const at = lines.lastIndexOf(line)
    if (at < 0) return null
    lines.splice(at, 1)
  }
  return lines.join('\n')
}
