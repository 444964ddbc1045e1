import { NOTE_PART_MAX, type Note, type NotePart } from '@teleward/contract/emr/schema.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftState } from '../../api/draft-writer.ts'
import { ApiError } from '../../api/errors.ts'
import type { Clash } from './clash-of.ts'
import { type DraftOp, isEmpty, noDraft, type NoteDraft, shownText, typed } from './note-draft.ts'
import { type NoteDrafts, NoteSync } from './note-sync.ts'
import { writeInto } from './note-write.ts'

const LINE = '22222222-2222-4222-8222-222222222222'
const person = { mid: 7, name: '林書妍', nameEn: null }
const blank: Note = {
  id: '11111111-1111-4111-8111-111111111111',
  pid: 12,
  qid: 34,
  author: person,
  preparedBy: null,
  state: 'draft',
  version: 1,
  partVersions: { s: 1, o: 1, a: 1, p: 1, memo: 1 },
  s: '',
  o: '',
  a: '',
  p: '',
  memo: '',
  diagnoses: [],
  lines: [],
  drugAnswers: [],
  refill: null,
  copied: [],
  signedAt: null,
  signedBy: null,
  hash: null,
  late: false,
  amendedAt: null,
  amendedReason: null,
  withdrawnAt: null,
  withdrawnReason: null,
  createdAt: '2026-11-21T01:00:00Z',
  updatedAt: '2026-11-21T01:00:00Z',
}

function shelfOf(first?: NoteDraft) {
  let state: DraftState<NoteDraft> = { value: first, at: 0, kept: true, loaded: true }
  const listeners = new Set<() => void>()
  const tell = (next: DraftState<NoteDraft>) => {
    state = next
    for (const one of listeners) one()
  }
  const set = (value: NoteDraft | undefined) => tell({ ...state, value, at: state.at + 1, kept: value === undefined })
  const shelf: NoteDrafts = {
    get: () => state,
    write: (value) => {
      set(value)
      const { at } = state
      // On disk a moment later, which is told as well.
      queueMicrotask(() => state.at === at && tell({ ...state, kept: true }))
    },
    clear: async () => set(undefined),
    flush: async () => {},
    subscribe: (one) => {
      listeners.add(one)
      return () => listeners.delete(one)
    },
  }
  return shelf
}

/** A server of one note that can be killed, and where somebody else can write. */
function world(first: Note | null = blank, shelf = shelfOf()) {
  const server = {
    note: first,
    dead: false,
    /** Does what it is asked, and is not heard. */
    mute: false,
    saves: [] as Partial<Record<NotePart, string>>[],
    ops: [] as DraftOp[],
    refuse: '',
    /** Text that a part may not have: the save that brings it is refused whole, and names its part. */
    badText: '',
    /** How long a save takes. */
    slow: 0,
  }
  let known = first
  const refused: string[] = []
  const clashes: { clash: Clash; again: () => void }[] = []
  const alive = () => {
    if (server.dead) throw new ApiError('NETWORK_FAILED', '', 0)
    if (server.refuse) throw new ApiError(server.refuse, '', 409)
  }
  const sync = new NoteSync(shelf, {
    note: () => known,
    seen: (note) => {
      known = note
    },
    create: async () => {
      alive()
      server.note = { ...blank }
      return server.note
    },
    save: async (note, parts) => {
      alive()
      if (server.slow) await new Promise((done) => setTimeout(done, server.slow))
      const now = server.note ?? blank
      const names = Object.keys(parts) as NotePart[]
      const bad = names.filter((name) => server.badText && parts[name]?.includes(server.badText))
      if (bad.length)
        throw new ApiError(
          'BAD_INPUT',
          '',
          400,
          bad.map((path) => ({ path, code: 'VALUE_INVALID', message: '' })),
        )
      if (names.some((name) => now.partVersions[name] > note.version && now[name] !== parts[name]))
        throw new ApiError('VERSION_STALE', '', 409, [], now)
      server.saves.push(parts)
      const version = now.version + 1
      const partVersions = { ...now.partVersions }
      for (const name of names) partVersions[name] = version
      server.note = { ...now, ...parts, version, partVersions }
      if (server.mute) throw new ApiError('NETWORK_FAILED', '', 0)
      return server.note
    },
    send: async (_note, op) => {
      alive()
      server.ops.push(op)
      const now = server.note ?? blank
      const line = 'id' in op && now.diagnoses.find(({ id }) => id === op.id)
      if (line && 'version' in op && line.version > op.version) throw new ApiError('VERSION_STALE', '', 409, [], now)
      const version = now.version + 1
      const added = op.kind === 'addLine' ? [{ ...op.line, id: LINE, dailyDose: null, sort: 0, version }] : []
      server.note = { ...now, version, lines: [...now.lines, ...added] }
      return server.note
    },
    refused: (_op, error) => refused.push(error.code),
    overtaken: (clash, again) => clashes.push({ clash, again }),
    alone: (work) => work(),
  })
  const type = (part: NotePart, text: string) => sync.change(typed(sync.draft(), known, part, text))
  return { server, sync, type, shelf, refused, clashes }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a note on its way to the server', () => {
  it('[EMR-19~] is sent within a second, however long somebody types without a pause', async () => {
    const { server, type } = world()
    for (let letter = 1; letter <= 12; letter++) {
      type('s', 'x'.repeat(letter))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(server.saves.length).toBeGreaterThanOrEqual(1)
    expect(server.saves[0]?.s?.length).toBeGreaterThanOrEqual(8)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note?.s).toBe('x'.repeat(12))
  })
  it('[EMR-19~] is sent within a second of its only keystroke, though it is told meanwhile that it is on disk', async () => {
    const { server, type } = world()
    type('s', '頭暈三天')
    await vi.advanceTimersByTimeAsync(900)
    expect(server.note?.s).toBe('頭暈三天')
  })
  it('[EMR-19~] makes about one save a second of what is typed without a pause, and brings the last letter within another', async () => {
    const { server, type } = world()
    server.slow = 60
    for (let letter = 1; letter <= 78; letter++) {
      type('s', 'x'.repeat(letter))
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(server.saves.length).toBeGreaterThanOrEqual(6)
    expect(server.saves.length).toBeLessThanOrEqual(12)
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note?.s).toBe('x'.repeat(78))
  })
  it('[EMR-19~] saves the other parts beside one that is refused, says so, and is done with it when it is mended', async () => {
    const { server, type, sync } = world()
    server.badText = '!'
    type('s', 'cough!')
    type('o', '體溫 38')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note).toMatchObject({ s: '', o: '體溫 38' })
    expect(sync.get().stopped?.code).toBe('BAD_INPUT')
    const asked = server.saves.length
    type('p', '多喝水')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note).toMatchObject({ s: '', p: '多喝水' })
    expect(server.saves).toHaveLength(asked + 1)
    expect(sync.get().stopped?.code).toBe('BAD_INPUT')
    await expect(sync.flush()).resolves.toBe(false)
    type('s', 'cough')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note).toMatchObject({ s: 'cough', o: '體溫 38', p: '多喝水' })
    expect(sync.get()).toMatchObject({ stopped: null, phase: 'idle' })
    expect(isEmpty(sync.draft())).toBe(true)
  })
  it('[EMR-19~] says nothing of a refusal any more once what was refused is taken back', async () => {
    const { server, type, sync } = world()
    server.badText = '!'
    type('s', '!')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sync.get().stopped?.code).toBe('BAD_INPUT')
    type('s', '')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sync.get().stopped).toBeNull()
    expect(isEmpty(sync.draft())).toBe(true)
  })
  it('[EMR-19~] shows every letter at every moment of a save: what the draft lets go of, the note already has', async () => {
    const { type, sync, shelf } = world()
    const shown = new Set<string>()
    shelf.subscribe(() => shown.add(shownText(sync.draft(), sync.note()).p))
    type('p', '早晚量血壓')
    await vi.advanceTimersByTimeAsync(1000)
    expect(isEmpty(sync.draft())).toBe(true)
    expect([...shown]).toEqual(['早晚量血壓'])
  })
  it('[EMR-19~] knows each of its tries for its own, whichever of them had arrived', async () => {
    const { server, type, sync } = world()
    server.mute = true
    type('p', '早晚')
    await vi.advanceTimersByTimeAsync(600)
    expect(server.note?.p).toBe('早晚')
    server.mute = false
    type('p', '早晚量血壓')
    await vi.advanceTimersByTimeAsync(5000)
    expect(sync.get().conflicts).toEqual([])
    expect(server.note?.p).toBe('早晚量血壓')
    expect(isEmpty(sync.draft())).toBe(true)
  })
  it('[EMR-02~] begins the note with the first word, not by looking', async () => {
    const { server, type, sync } = world(null)
    await sync.flush()
    expect(server.note).toBeNull()
    type('s', '咳嗽')
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note).toMatchObject({ s: '咳嗽' })
  })
  it('[SHELL-16~] [EMR-19~] keeps what a dead server did not take, says so, and brings it when the server lives', async () => {
    const { server, type, sync } = world()
    server.dead = true
    type('s', '咳嗽')
    sync.change({ ...sync.draft(), ops: [{ kind: 'removeIcd', key: 'k', id: 'x', version: 1 }] })
    await vi.advanceTimersByTimeAsync(5000)
    expect(sync.get().phase).toBe('offline')
    expect(sync.draft().parts.s?.text).toBe('咳嗽')
    type('s', '咳嗽三天')
    server.dead = false
    await vi.advanceTimersByTimeAsync(15_000)
    expect(server.note?.s).toBe('咳嗽三天')
    expect(server.ops.map(({ key }) => key)).toEqual(['k'])
    expect(isEmpty(sync.draft())).toBe(true)
    expect(sync.get().phase).toBe('idle')
  })
  it('[SHELL-16~] goes on with what an earlier page left behind', async () => {
    const { server } = world(blank, shelfOf(typed(noDraft, blank, 'p', '回診')))
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note?.p).toBe('回診')
  })
  it('[EMR-02~] merges by part, asks where both wrote, and sends the answer', async () => {
    const { server, type, sync } = world()
    server.note = {
      ...blank,
      s: '護理師寫的',
      o: '體溫 38',
      version: 2,
      partVersions: { ...blank.partVersions, s: 2, o: 2 },
    }
    type('s', '醫師寫的')
    type('p', '多喝水')
    await vi.advanceTimersByTimeAsync(1000)
    expect(sync.get().conflicts).toEqual([{ part: 's', mine: '醫師寫的', theirs: '護理師寫的' }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.note).toMatchObject({ s: '護理師寫的', o: '體溫 38', p: '多喝水' })
    expect(sync.draft().parts.s?.text).toBe('醫師寫的')
  })
  it('[EMR-10~] stops at a signed note and keeps the text', async () => {
    const { server, type, sync } = world()
    server.refuse = 'NOTE_SIGNED'
    type('s', '太晚了')
    await vi.advanceTimersByTimeAsync(3000)
    expect(sync.get().stopped?.code).toBe('NOTE_SIGNED')
    expect(sync.draft().parts.s?.text).toBe('太晚了')
  })
  it('takes a refused change of a list back, tells it, and goes on', async () => {
    const { server, sync, refused } = world()
    server.refuse = 'ICD_DUPLICATE'
    sync.change({ ...noDraft, ops: [{ kind: 'removeIcd', key: 'k', id: 'x', version: 1 }] })
    await vi.advanceTimersByTimeAsync(1000)
    expect(refused).toEqual(['ICD_DUPLICATE'])
    expect(isEmpty(sync.draft())).toBe(true)
  })
  it('[API-08] shows both sides of a line that somebody else changed, and does it all the same only when told to', async () => {
    const row = {
      id: LINE,
      code: 'I10',
      nameEn: 'Hypertension',
      nameZhTw: '高血壓',
      remarks: '',
      sort: 0,
      billable: true,
    }
    const first = { ...blank, diagnoses: [{ ...row, version: 1 }] }
    const { server, sync, clashes, refused } = world(first)
    server.note = { ...first, version: 2, diagnoses: [{ ...row, remarks: '追蹤中', version: 2 }] }
    sync.change({ ...noDraft, ops: [{ kind: 'removeIcd', key: 'k', id: LINE, version: 1 }] })
    await vi.advanceTimersByTimeAsync(1000)
    expect([clashes.length, refused, isEmpty(sync.draft())]).toEqual([1, [], true])
    expect(clashes[0]?.clash).toMatchObject({
      mine: { kind: 'removeIcd' },
      before: { remarks: '' },
      theirs: { remarks: '追蹤中', version: 2 },
    })
    clashes[0]?.again()
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.ops.at(-1)).toMatchObject({ kind: 'removeIcd', id: LINE, version: 2 })
    expect(server.ops.at(-1)?.key).not.toBe('k')
    expect(clashes).toHaveLength(1)
  })
  it('[EMR-19~] calls a row what it was called when it came on screen, whatever id the server gives it', async () => {
    const { sync } = world()
    const line = {
      ...{ code: 'A1', name: 'METFORMIN', nameZhTw: null, unit: 'TAB', dose: 1, frequency: 'TID', route: 'PO' },
      ...{ days: 7, total: 21, totalReason: null, notes: '' },
    }
    sync.change({ ...noDraft, ops: [{ kind: 'addLine', key: 'k', line }] })
    await vi.advanceTimersByTimeAsync(1000)
    expect(sync.note()?.lines[0]?.id).toBe(LINE)
    expect(sync.rowKey(LINE)).toBe('new:k')
    expect(sync.rowKey('another')).toBe('another')
  })
  it('flushes before a signature, and says when something is left', async () => {
    const { server, type, sync } = world()
    type('s', '咳嗽')
    await expect(sync.flush()).resolves.toBe(true)
    expect(server.note?.s).toBe('咳嗽')
    server.dead = true
    type('s', '咳')
    await expect(sync.flush()).resolves.toBe(false)
  })
})

describe('a picture on its way into a note', () => {
  const put = (text: string) => `${text}[眼底 | img/x]`
  it('[EMR-19~] goes beneath what this browser alone has, and begins the note where there was none', async () => {
    const typing = world()
    typing.type('o', '心音正常')
    expect(await writeInto(typing.sync, put)).toBe('put')
    expect(typing.server.note?.o).toBe('心音正常[眼底 | img/x]')
    expect(isEmpty(typing.shelf.get().value)).toBe(true)
    const fresh = world(null)
    expect(await writeInto(fresh.sync, put)).toBe('put')
    expect(fresh.server.note?.o).toBe('[眼底 | img/x]')
  })

  it('[EMR-10~] leaves nothing behind in a note that was signed meanwhile, and none of the words that waited there go', async () => {
    const { sync, server, shelf } = world()
    server.refuse = 'NOTE_SIGNED'
    await expect(writeInto(sync, put)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
    expect(isEmpty(shelf.get().value)).toBe(true)
    const typed = world()
    typed.type('o', '心音正常')
    typed.server.refuse = 'NOTE_SIGNED'
    await expect(writeInto(typed.sync, put)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
    expect(shownText(typed.shelf.get().value ?? noDraft, blank).o).toBe('心音正常')
  })

  it('[EMR-16~] says where it stands: without a line in this browser, beside another’s words, and not at all in a part that is full', async () => {
    const { sync, server, shelf } = world()
    server.dead = true
    expect(await writeInto(sync, put)).toBe('kept')
    expect(shownText(shelf.get().value ?? noDraft, blank).o).toContain('眼底')
    const both = world()
    both.type('o', '我的')
    both.server.note = { ...blank, version: 3, o: '別人的', partVersions: { ...blank.partVersions, o: 3 } }
    expect(await writeInto(both.sync, put)).toBe('conflict')
    expect(both.server.note?.o).toBe('別人的')
    const full = world({ ...blank, o: 'x'.repeat(NOTE_PART_MAX) })
    expect(await writeInto(full.sync, put)).toBe('full')
    expect(full.server.saves).toEqual([])
    expect(await writeInto(world().sync, () => null)).toBe('gone')
  })

  it('[EMR-16~] goes beneath what somebody else wrote meanwhile, and out of it again; only unsent words of one’s own clash', async () => {
    const theirs = (o: string) => ({ ...blank, version: 3, o, partVersions: { ...blank.partVersions, o: 3 } })
    const append = world()
    append.server.note = theirs('別人的')
    expect(await writeInto(append.sync, put)).toBe('put')
    expect(append.server.note?.o).toBe('別人的[眼底 | img/x]')
    expect(isEmpty(append.shelf.get().value)).toBe(true)
    const out = world({ ...blank, o: '原本[眼底 | img/x]' })
    out.server.note = theirs('別人的[眼底 | img/x]')
    expect(await writeInto(out.sync, (text) => text.replace('[眼底 | img/x]', ''))).toBe('put')
    expect(out.server.note?.o).toBe('別人的')
    const gone = world({ ...blank, o: '原本[眼底 | img/x]' })
    gone.server.note = theirs('別人的')
    expect(await writeInto(gone.sync, (text) => (text.includes('眼底') ? '原本' : null))).toBe('gone')
    expect(isEmpty(gone.shelf.get().value)).toBe(true)
    // A clash in another part is not about this one.
    const beside = world()
    beside.type('s', '我的主訴')
    beside.server.note = { ...blank, version: 3, s: '別人的', partVersions: { ...blank.partVersions, s: 3 } }
    expect(await writeInto(beside.sync, put)).toBe('put')
    expect(beside.server.note?.o).toBe('[眼底 | img/x]')
    expect(shownText(beside.shelf.get().value ?? noDraft, blank).s).toBe('我的主訴')
  })

  it('[EMR-10~] a refusal brings back no words that had arrived before it', async () => {
    const { sync, server, shelf, type } = world()
    type('o', '心音正常')
    sync.change({ ...sync.draft(), ops: [{ kind: 'removeIcd', key: 'k', id: LINE, version: 1 }] })
    const arrived = vi.spyOn(server.saves, 'push').mockImplementation((parts) => {
      server.refuse = 'NOTE_SIGNED'
      return Array.prototype.push.call(server.saves, parts)
    })
    expect(await writeInto(sync, put)).toBe('put')
    expect(arrived).toHaveBeenCalledTimes(1)
    expect(shelf.get().value?.parts).toEqual({})
  })
})
