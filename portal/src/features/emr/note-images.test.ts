import type { NoteImage } from '@teleward/contract/emr/images.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from './note-places.ts'

const ME = 7
const me: Person = { mid: ME, name: '林書妍', permissions: { 'emr.write': 'y' } as never }
const image: NoteImage = {
  viewer: 'img',
  file: '0193c2e1-7b1a-7c3e-8f00-5f1c2d3e4a5b',
  look: '',
  words: '皮膚',
}
const LINE = `[皮膚 | img/${image.file}]`

interface Stored {
  id: string
  author: { mid: number }
  state: string
  version: number
  o: string
}
const world = { note: null as Stored | null, dead: false, openings: 0, draft: undefined as unknown }
const parts = { s: '', a: '', p: '', memo: '' }
vi.mock('../../api/client.ts', async () => {
  const { ApiError } = await import('../../api/errors.ts')
  return {
    call: async () => {
      if (world.dead) throw new ApiError('NETWORK_FAILED', '', 0)
      world.openings += 1
      const doctor = { mid: ME, name: '林書妍', nameEn: null }
      return { visit: { doctor, status: 'checkedIn' }, note: world.note, others: [], preparesFor: [], mayWrite: true }
    },
  }
})
vi.mock('../../api/drafts.ts', () => ({
  openDraft: () => ({
    draft: {
      ready: async () => undefined,
      get: () => ({ value: world.draft }),
      write: (value: unknown) => {
        world.draft = value
      },
      clear: async () => {
        world.draft = undefined
      },
      flush: async () => undefined,
      subscribe: () => () => undefined,
    },
    close: () => undefined,
  }),
}))
vi.mock('./useEmr.ts', () => ({ keepNote: async () => undefined }))
vi.mock('./note-calls.ts', async () => {
  const { ApiError } = await import('../../api/errors.ts')
  const alive = () => {
    if (world.dead) throw new ApiError('NETWORK_FAILED', '', 0)
  }
  return {
    noteCalls: (
      _pid: number,
      _qid: number,
      _mid: number,
      latest: { current: { target: { note: unknown }; seen: (note: unknown) => void } },
    ) => ({
      note: () => latest.current.target.note,
      seen: (note: unknown) => latest.current.seen(note),
      create: async () => {
        alive()
        world.note = { ...parts, id: 'n', author: { mid: ME }, state: 'draft', version: 1, o: '' }
        return world.note
      },
      save: async (note: Stored, { o }: { o: string }) => {
        alive()
        world.note = { ...note, version: note.version + 1, o }
        return world.note
      },
      alone: (work: () => unknown) => work(),
    }),
  }
})

const { putImages } = await import('./note-images.ts')
const place = { qid: 34, begun: true, startAt: '', unitName: '', unitNameEn: null, author: { name: '', nameEn: null } }
const put = () => putImages({ pid: 12, qid: 34, images: [image] }, place, me)

beforeEach(() => {
  const note = { ...parts, id: 'n', author: { mid: ME }, state: 'draft', version: 1, o: '心音正常' }
  Object.assign(world, { note, dead: false, openings: 0, draft: undefined })
})

describe('a picture that was put into a note', () => {
  it('[EMR-16~] is taken out again by what is known of the note: its record is opened once', async () => {
    const { outcome, added, begun, undo } = await put()
    expect({ outcome, added, begun }).toEqual({ outcome: 'put', added: [image], begun: false })
    expect(world.note?.o).toBe(`心音正常\n${LINE}`)
    expect(await undo()).toBe('put')
    expect(world.note?.o).toBe('心音正常')
    expect(world.openings).toBe(1)
  })

  it('[EMR-16~] that waits in this browser is taken out there without a line, too', async () => {
    world.note = null
    const { data } = {
      data: { visit: { doctor: { mid: ME } }, note: null, others: [], preparesFor: [], mayWrite: true },
    }
    world.dead = true
    const kept = await putImages({ pid: 12, qid: 34, images: [image] }, { ...place, data: data as never }, me)
    expect(kept).toMatchObject({ outcome: 'kept', begun: false })
    expect(JSON.stringify(world.draft)).toContain(LINE)
    expect(await kept.undo()).toBe('put')
    expect(world.draft).toBeUndefined()
    expect(world.openings).toBe(0)
  })

  it('[EMR-16~] that the line breaks after is taken out here, and said to be so; a note that was begun for it stays', async () => {
    world.note = null
    const { begun, undo } = await put()
    expect(begun).toBe(true)
    world.dead = true
    expect(await undo()).toBe('kept')
    expect(world.draft).toMatchObject({ parts: { o: { text: '' } } })
    expect(world.note).not.toBeNull()
  })

  it('[EMR-16~] and went to the server from an open record is looked for there before it is said to be gone', async () => {
    world.dead = true
    world.openings = 0
    const data = { visit: { doctor: { mid: ME } }, note: world.note, others: [], preparesFor: [], mayWrite: true }
    const { undo } = await putImages({ pid: 12, qid: 34, images: [image] }, { ...place, data: data as never }, me)
    // The record's own page sent the draft meanwhile.
    Object.assign(world, { dead: false, draft: undefined })
    if (world.note) world.note = { ...world.note, version: 2, o: `心音正常\n${LINE}` }
    expect(await undo()).toBe('put')
    expect(world.note?.o).toBe('心音正常')
    if (world.note) world.note = { ...world.note, version: 9, o: '改過' }
    expect(await undo()).toBe('gone')
  })
})
