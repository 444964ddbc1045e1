import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { graphemes } from '@teleward/contract/core/text.ts'
import { create, type Font } from 'fontkit'

/**
 * Noto Sans in its Taiwanese and its simplified form, under the SIL Open Font License 1.1; what of them a document uses is put
 * into the file. The first has the shapes that are written here, the second every Chinese character of the basic block.
 */
const faces = ['tc', 'sc'] as const
export type Face = (typeof faces)[number]
const bytesOf = (face: Face, weight: string) =>
  readFileSync(
    fileURLToPath(
      import.meta.resolve(`@expo-google-fonts/noto-sans-${face}/${weight}/NotoSans${face.toUpperCase()}_${weight}.ttf`),
    ),
  )
const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
const faceOf = (face: Face) => {
  const regular = once(() => bytesOf(face, '400Regular'))
  const bold = once(() => bytesOf(face, '700Bold'))
  return { regular, bold, known: once(() => new Set((create(regular()) as Font).characterSet)) }
}
/** Read when a document first needs them. */
export const fonts = { tc: faceOf('tc'), sc: faceOf('sc') }

/** Without ink, and without any effect on what stands beside them: not printed, and not missed. */
const SILENT = /\u00ad|\u200b|\ufeff|[\ufe00-\ufe0f]/gu
/** Letters of joining and direction change how others are read: they are shown as what they are. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/u

const hasGlyph = (face: Face, char: string) =>
  char === '\n' || (!UNSEEN.test(char) && fonts[face].known().has(char.codePointAt(0) ?? 0))
const codeOf = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

export interface Printable {
  text: string
  face: Face
  /** Characters, as a reader counts, in whose place their code stands. */
  missing: number
}
/**
 * A text as a font can show it, by the one that has more of it. What it has no sign for is never left out: the character's
 * code stands in its place, `[U+1F600]`, also for marks that turn the direction of reading.
 */
export function toPrintable(text: string): Printable {
  const whole = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, '    ')
    .replace(/(?!\u3000)\p{Zs}/gu, ' ')
    .replace(SILENT, '')
  const [first, second] = faces
  const here = spelled(whole, first)
  if (here.missing === 0) return here
  const there = spelled(whole, second)
  return there.missing < here.missing ? there : here
}

function spelled(text: string, face: Face): Printable {
  // As nearly always: nothing is missing, and what belongs together need not be found out.
  if (Array.from(text).every((char) => hasGlyph(face, char))) return { text, face, missing: 0 }
  let out = ''
  let missing = 0
  let codes: string[] = []
  const close = () => {
    if (codes.length) out += `[${codes.join(' ')}]`
    codes = []
  }
  for (const one of graphemes(text)) {
    const chars = [...one]
    if (!chars.every((char) => hasGlyph(face, char))) missing++
    for (const char of chars) {
      if (hasGlyph(face, char)) {
        close()
        out += char
      } else codes.push(codeOf(char))
    }
  }
  close()
  return { text: out, face, missing }
}
