import { imageText, type NoteImage } from '@teleward/contract/emr/images.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'

interface Told {
  title: string
  key?: string
  action?: { label: string; run: () => void }
}
const told: Told[] = []
const world = { outcome: 'put', begun: false, undone: 'put' }
const image: NoteImage = { viewer: 'img', file: '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b', look: '', words: '皮膚' }
vi.mock('../../i18n/i18n.ts', () => ({ t: (key: string) => key, ensureTexts: async () => undefined, useT: () => null }))
vi.mock('../../api/query.ts', () => ({ showError: (error: unknown) => told.push({ title: String(error) }) }))
vi.mock('../../api/me.ts', () => ({ useMe: () => null }))
vi.mock('../../patterns/Patient.tsx', () => ({ either: (name: string) => name, nameOf: () => '' }))
vi.mock('../../ui/format.ts', () => ({ formatDateTime: (value: string) => value }))
vi.mock('../../ui/Button.tsx', () => ({ Button: () => null }))
vi.mock('../../ui/notify.ts', () => ({ notify: (one: Told) => told.push(one) }))
vi.mock('../../shell/navigation.ts', () => ({ go: () => undefined }))
vi.mock('./note-places.ts', () => ({
  placesFor: async () => ({
    sure: { qid: 34, startAt: '', unitName: '', unitNameEn: null },
    places: [],
    refused: null,
  }),
}))
vi.mock('./note-images.ts', () => ({
  putImages: async () => ({
    outcome: world.outcome,
    added: [image],
    begun: world.begun,
    undo: async () => world.undone,
  }),
}))

const { putIntoNote } = await import('./into-note.tsx')
async function undone(): Promise<string | undefined> {
  told.length = 0
  await putIntoNote({ pid: 12, qid: 34, images: [image] }, {} as never)
  told[0]?.action?.run()
  await vi.waitFor(() => expect(told).toHaveLength(2))
  return told[1]?.title
}
beforeEach(() => Object.assign(world, { outcome: 'put', begun: false, undone: 'put' }))

describe('what is told of a picture that was put into a note', () => {
  it('[EMR-16~] when it is taken out again: that it is, by which way, and that a note which was begun for it stays', async () => {
    expect(await undone()).toBe('files.intoNote.undone')
    world.begun = true
    expect(await undone()).toBe('files.intoNote.undoneBegun')
    world.undone = 'kept'
    expect(await undone()).toBe('files.intoNote.undoneKept')
    world.undone = 'gone'
    expect(await undone()).toBe('files.intoNote.gone')
  })

  it('[EMR-16~] stands in one place, however often it was asked for', async () => {
    await undone()
    expect(new Set(told.map(({ key }) => key)).size).toBe(1)
    expect(told[0]?.key).toContain(imageText(image))
  })
})
