import { describe, expect, it } from 'vitest'
import {
  imagesAsWords,
  imagesIn,
  imagesNotIn,
  noteAsWords,
  imageText,
  type NoteImage,
  withImageLines,
  withImages,
  withoutImageLines,
} from './images.ts'

const FILE = '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b'
const frame: NoteImage = {
  viewer: 'viewdicom',
  file: FILE,
  look: 'image=12&look=w40,400;r90;f',
  words: 'CT 胸部 影像 12/40',
}
const photo: NoteImage = { viewer: 'img', file: FILE, look: '', words: '皮膚 2026-11-20' }

describe('a picture in a note', () => {
  it('[FILE-05~] stands in the text by its words and its place, and is read out of it as it was put in', () => {
    const text = withImageLines('心音正常\n', [frame, photo])
    expect(text.split('\n')).toHaveLength(3)
    expect(imagesIn(text)).toEqual([frame, photo])
    expect(withImages(text)[0]).toBe('心音正常\n')
    expect(imagesAsWords(text)).toBe('心音正常\n[CT 胸部 影像 12/40]\n[皮膚 2026-11-20]')
    expect(imagesNotIn(text, [frame, { ...frame, look: '' }])).toEqual([{ ...frame, look: '' }])
    expect(withImageLines('', [photo])).toBe(imageText(photo))
  })

  it('[FILE-05~] is words in each part of a note for whoever may not know which file it is, and nothing else of it is touched', () => {
    const text = withImageLines('心音正常', [photo])
    const said = '心音正常\n[皮膚 2026-11-20]'
    expect(noteAsWords({ s: text, o: text, a: text, p: text, memo: text, at: text })).toEqual({
      ...{ s: said, o: said, a: said, p: said, memo: said },
      at: text,
    })
    expect(noteAsWords({ o: text })).toEqual({ o: said })
  })

  it('[FILE-05~] is taken out again, one of two that are alike, and not where its line was changed', () => {
    const text = withImageLines('a', [frame, frame])
    expect(withoutImageLines(text, [frame])).toBe(withImageLines('a', [frame]))
    expect(withoutImageLines(`${text.replace('12/40', '13/40').replace('12/40', '13/40')}`, [frame])).toBeNull()
  })

  it('[FILE-05~] is no picture where the words or the place say something else', () => {
    // What a file says of itself ends nothing early.
    const sly = { ...frame, words: `x] [y | img/${FILE}]\n z` }
    expect(imagesIn(imageText(sly))).toEqual([{ ...frame, words: `x y img/${FILE} z` }])
    for (const text of [
      `[x | javascript/${FILE}]`,
      `[x | img/../${FILE}]`,
      `[x | img/${FILE}?a=<b>]`,
      '[x | img/000000000000000000000000000000000000]',
      `[x | img/${FILE}/..]`,
      `[| img/${FILE}]`,
    ])
      expect(withImages(text), text).toEqual([text])
  })
})
