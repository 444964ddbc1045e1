import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Note } from '@teleward/contract/emr/schema.ts'
import { book } from '../appointments/fixture.ts'
import { type Clinic, openClinic, type Staff, type TestSocket } from '../consultation/calls/fixture.ts'
import { sql } from '../platform/db/index.ts'

/** dr.lin, and nurse.chen who prepares for him; dr.wang of the same unit; dr.away of another one. */
let clinic: Clinic
let lin: Staff
let chen: Staff
let wang: Staff
let away: Staff
let note: Note
const lines: TestSocket[] = []
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, chen, wang, away] = (await Promise.all(
    ['dr.lin', 'nurse.chen', 'dr.wang', 'dr.away'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff]
})
afterAll(() => clinic?.close())

async function begun(): Promise<Note> {
  const qid = await book(clinic.data.db, { status: 'checkedIn' })
  const made = await lin.post<Note>('/his/api/note', { pid: 201, qid })
  expect(made.status).toBe(200)
  return made.data
}
beforeEach(async () => {
  for (const line of lines.splice(0)) line.close()
  note = await begun()
})
const on = async (who: Staff) => {
  const line = await who.line()
  lines.push(line)
  return line
}
const here = (line: TestSocket, part: unknown = null, noteId: unknown = note.id) =>
  line.emit('note.here', { noteId, part })
const told = (line: TestSocket) => line.heard.filter(({ type }) => type === 'note.presence')
const of =
  (who: Staff, more: object = {}) =>
  (payload: Record<string, unknown>) =>
    payload.mid === who.mid && Object.entries(more).every(([key, value]) => payload[key] === value)

describe('who is on a note', () => {
  it('[EMR-16~] both see the other at once, with the field, and another page of the same person is another line', async () => {
    const [mine, hers] = [await on(lin), await on(chen)]
    expect(await here(mine, 's')).toMatchObject({ ok: true })
    expect(await here(hers, 'o')).toMatchObject({ ok: true })
    const seen = await mine.waitFor('note.presence', of(chen))
    expect(seen).toMatchObject({ noteId: note.id, part: 'o', gone: false, name: '陳護理師' })
    // A page that hears of a new line says itself that it is there.
    await here(mine, 's')
    expect(await hers.waitFor('note.presence', of(lin))).toMatchObject({ part: 's', gone: false })
    await here(hers, 'prescription')
    await mine.waitFor('note.presence', of(chen, { part: 'prescription', line: seen.line }))
    const second = await on(chen)
    await here(second, null)
    expect((await mine.waitFor('note.presence', of(chen, { part: null }))).line).not.toBe(seen.line)
    const kept = await clinic.data.db.system.read(sql`select 1 from event_log where type = 'note.presence'`)
    expect(kept).toEqual([])
  })

  it('[EMR-16~] who leaves, goes to another note or loses the line is gone at once', async () => {
    const mine = await on(lin)
    await here(mine)
    for (const way of ['says so', 'other note', 'line lost'] as const) {
      const hers = await on(chen)
      await here(hers, 's')
      const { line } = await mine.waitFor('note.presence', of(chen, { gone: false, part: 's' }))
      if (way === 'says so') await hers.emit('note.gone', { noteId: note.id })
      else if (way === 'other note') await here(hers, 's', (await begun()).id)
      else hers.socket.disconnect()
      await mine.waitFor('note.presence', of(chen, { gone: true, line }))
      mine.heard.length = 0
      // Left is left: nothing of the note is heard any more.
      await here(mine, 'p')
      expect(told(hers).filter(({ payload }) => payload.noteId === note.id && payload.part === 'p')).toEqual([])
    }
  })

  it('[EMR-16~] who may not read the note is refused, tells nobody, and hears nothing', async () => {
    const mine = await on(lin)
    await here(mine)
    const strangers = [await on(wang), await on(away)]
    for (const line of strangers) expect(await here(line, 's')).toEqual({ ok: false, code: 'NOT_FOUND' })
    expect(await here(strangers[0] as TestSocket, 's', randomUUID())).toEqual({ ok: false, code: 'NOT_FOUND' })
    for (const wrong of [{ noteId: 'x', part: 's' }, { noteId: note.id, part: 'gone' }, { part: 's' }, null, 'x'])
      expect(await (strangers[0] as TestSocket).emit('note.here', wrong)).toEqual({ ok: false, code: 'BAD_INPUT' })
    expect(await (strangers[0] as TestSocket).emit('join_room', { room: `note:${note.id}` })).toMatchObject({
      ok: false,
    })
    await here(mine, 's')
    await mine.waitFor('note.presence', of(lin, { part: 's' }))
    expect(strangers.flatMap(told)).toEqual([])
    expect(told(mine).filter(({ payload }) => payload.mid !== lin.mid)).toEqual([])
  })

  it('[EMR-16~] whose right ends while the note is open is out with the next word, and is seen to go', async () => {
    const [mine, hers] = [await on(lin), await on(chen)]
    await here(mine)
    await here(hers, 'o')
    const { line } = await mine.waitFor('note.presence', of(chen))
    await clinic.data.db.system.tx((tx) => tx.run(sql`delete from nurse_binding where mid = ${chen.mid}`))
    expect(await here(hers, 'o')).toEqual({ ok: false, code: 'NOT_FOUND' })
    await mine.waitFor('note.presence', of(chen, { gone: true, line }))
    hers.heard.length = 0
    await here(mine, 'a')
    await mine.waitFor('note.presence', of(lin, { part: 'a' }))
    expect(told(hers)).toEqual([])
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`insert into nurse_binding (partner_id, did, mid) values (1, ${lin.mid}, ${chen.mid})`),
    )
  })
})
