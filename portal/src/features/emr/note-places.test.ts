import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'

const asked: string[] = []
const world = {
  notes: [] as { qid: number; state: string; author: number }[],
  today: [] as { qid: number; status: string; did?: number; authorised?: string; date?: string }[],
  /** Visits whose record may not be opened. */
  closed: [] as number[],
  /** Drafts of others that are shown: of doctors one prepares for. */
  preparesFor: [] as number[],
}
const ME = 7
const DAY = '2026-11-26'
const someone = (mid: number) => ({ mid, name: `醫師${mid}`, nameEn: null })
const visitAt = (qid: number) => ({
  qid,
  startAt: `2026-11-${10 + qid}T01:00:00Z`,
  unitName: '家醫科',
  unitNameEn: null,
  status: 'checkedIn',
})
const noteOf = (qid: number) => {
  const found = world.notes.find((one) => one.qid === qid)
  return (
    found && {
      id: `note ${qid}`,
      qid,
      state: found.state,
      author: someone(found.author),
      signedAt: found.state === 'signed' ? 'x' : null,
    }
  )
}
const shownTo = ({ author, state }: (typeof world.notes)[number]) =>
  author === ME || state === 'signed' || world.preparesFor.includes(author)
const refuse = (code: string) => {
  throw new ApiError(code, '', 403)
}
vi.mock('../../api/client.ts', () => ({
  call: async ({ path }: { path: string }, { body }: { body?: { qid: number } }) => {
    asked.push([path.split('/').at(3), ...(path.includes('getEmrData') ? [body?.qid] : [])].join(' '))
    if (path.includes('searchQueueLog'))
      return {
        data: world.today.map(({ did = ME, authorised = 'authorised', date = DAY, ...one }) => ({
          ...visitAt(one.qid),
          ...one,
          did,
          date,
          doctor: someone(did),
          patient: { authorised },
        })),
      }
    if (path.includes('/notes/')) {
      const seen = world.notes.filter(shownTo)
      if (world.closed.length && !seen.length) refuse('EMR_NOT_AUTHORISED')
      return { data: seen.map(({ qid }) => noteOf(qid)) }
    }
    const qid = body?.qid ?? 0
    if (world.closed.includes(qid)) refuse('EMR_NOT_AUTHORISED')
    const note = noteOf(qid)
    const mine = note?.author.mid === ME ? note : null
    const visit = world.today.find((one) => one.qid === qid)
    return {
      access: 'authorised',
      visit: { ...visitAt(qid), doctor: someone(visit?.did ?? note?.author.mid ?? ME) },
      note: mine ?? null,
      others: note && !mine ? [note] : [],
      preparesFor: world.preparesFor,
      mayWrite: !mine && visit !== undefined && visit.status !== 'cancelled',
    }
  },
}))
vi.mock('../../ui/format.ts', () => ({ isoDay: () => DAY }))

const { placesFor } = await import('./note-places.ts')
const me = { mid: ME, name: '林書妍', permissions: { 'emr.write': 'y', 'appointment.read': 'y' } } as never
const places = async (qid: number | null) => {
  const { sure, places: some, refused } = await placesFor({ pid: 12, qid }, me)
  return { sure: sure?.qid ?? null, places: some.map((one) => one.qid), refused }
}

beforeEach(() => {
  Object.assign(world, { notes: [], today: [], closed: [], preparesFor: [] })
  asked.length = 0
})

describe('the note that a picture is meant for', () => {
  it('[EMR-02~] is that of the record it was opened from, begun or not, and no other is looked at', async () => {
    world.notes = [
      { qid: 1, state: 'draft', author: ME },
      { qid: 2, state: 'draft', author: ME },
    ]
    world.today = [{ qid: 3, status: 'checkedIn' }]
    expect(await places(2)).toEqual({ sure: 2, places: [2], refused: null })
    expect(await places(3)).toEqual({ sure: 3, places: [3], refused: null })
    // Opened once, and what the record said goes along to where it is written.
    expect(asked).toEqual(['getEmrData 2', 'getEmrData 3'])
    expect((await placesFor({ pid: 12, qid: 2 }, me)).sure?.data).toMatchObject({ visit: { qid: 2 } })
  })

  it('[EMR-02~] is the one that is not signed; of two, or where one of today waits to be begun, the person says which', async () => {
    world.notes = [
      { qid: 1, state: 'draft', author: ME },
      { qid: 2, state: 'signed', author: ME },
      { qid: 4, state: 'draft', author: 8 },
    ]
    expect(await places(null)).toEqual({ sure: 1, places: [1], refused: null })
    world.notes.push({ qid: 5, state: 'prepared', author: ME })
    expect(await places(null)).toEqual({ sure: null, places: [5, 1], refused: null })
    world.notes = [{ qid: 1, state: 'draft', author: ME }]
    world.today = [
      { qid: 3, status: 'checkedIn' },
      { qid: 6, status: 'cancelled' },
    ]
    expect(await places(null)).toEqual({ sure: null, places: [3, 1], refused: null })
  })

  it('[EMR-10~] is never a signed one: that is said, and another one is asked for rather than taken', async () => {
    world.notes = [{ qid: 2, state: 'signed', author: ME }]
    expect(await places(2)).toEqual({ sure: null, places: [], refused: 'signed' })
    world.notes.push({ qid: 1, state: 'draft', author: ME })
    expect(await places(2)).toEqual({ sure: null, places: [1], refused: 'signed' })
    world.notes = []
    expect(await places(null)).toEqual({ sure: null, places: [], refused: null })
    // A note is begun for nobody by itself.
    world.today = [{ qid: 3, status: 'checkedIn' }]
    expect(await places(null)).toEqual({ sure: null, places: [3], refused: null })
  })

  it('[EMR-10~] is no other one by itself where the visit one came from takes nothing, and that is said', async () => {
    world.notes = [{ qid: 1, state: 'draft', author: ME }]
    // A visit that was cancelled, one whose record is closed.
    world.today = [{ qid: 2, status: 'cancelled' }]
    expect(await places(2)).toEqual({ sure: null, places: [1], refused: 'closed' })
    world.closed = [5]
    expect(await places(5)).toEqual({ sure: null, places: [1], refused: 'closed' })
    expect(await places(null)).toEqual({ sure: 1, places: [1], refused: null })
  })

  it('[EMR-11~] is found by the lists: no record is opened that may not be, nor one that is not meant, and a closed one stops no other', async () => {
    world.notes = [
      { qid: 1, state: 'draft', author: ME },
      { qid: 2, state: 'draft', author: 8 },
    ]
    world.today = [
      { qid: 1, status: 'finished', date: '2026-11-11' },
      { qid: 3, status: 'checkedIn' },
      // A colleague's, of a record that is not open.
      { qid: 4, status: 'checkedIn', did: 8, authorised: 'notAuthorised' },
    ]
    world.closed = [4]
    expect((await places(null)).places).toEqual([3, 1])
    expect(asked).toEqual(['notes', 'searchQueueLog'])
    // What no list tells is looked at: a visit of another year, and whose note it would be of a colleague's visit.
    world.today = [
      { qid: 3, status: 'checkedIn', did: 8 },
      { qid: 4, status: 'checkedIn', did: 9 },
    ]
    asked.length = 0
    expect((await places(null)).places).toEqual([3, 1])
    expect(asked.filter((one) => one.startsWith('getEmrData')).sort()).toEqual([
      'getEmrData 1',
      'getEmrData 3',
      'getEmrData 4',
    ])
    // Nothing was ever written of a patient whose record is closed.
    world.notes = []
    world.today = [{ qid: 3, status: 'checkedIn', authorised: 'notAuthorised' }]
    expect(await places(null)).toEqual({ sure: null, places: [3], refused: null })
  })

  it('[EMR-02~] is the doctor’s for who prepares it, and is called theirs', async () => {
    world.preparesFor = [8]
    world.notes = [{ qid: 1, state: 'prepared', author: 8 }]
    world.today = [{ qid: 1, status: 'checkedIn', did: 8 }]
    const { sure } = await placesFor({ pid: 12, qid: null }, me)
    expect(sure).toMatchObject({ qid: 1, begun: true, author: { mid: 8 } })
  })
})
