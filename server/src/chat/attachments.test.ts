import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChatFiles, ChatHead, ChatMessage, ChatPage } from '@teleward/contract/chat/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clinic, openClinic, type Staff } from '../consultation/calls/fixture.ts'
import { film, pdf } from '../files/fixture.ts'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { jpegOf, pngOf, segment } from '../profile/fixture.ts'
import { fileSender, voice } from './fixture.ts'

/** 吳秀鳳 (201) is of unit 2, as dr.lin, dr.wang and nurse.chen are; dr.away is of unit 3, dr.far of another institution. */
let clinic: Clinic
let lin: Staff
let wang: Staff
let chen: Staff
let away: Staff
let far: Staff
beforeAll(async () => {
  clinic = await openClinic()
  ;[lin, wang, chen, away, far] = (await Promise.all(
    ['dr.lin', 'dr.wang', 'nurse.chen', 'dr.away', 'dr.far'].map((account) => clinic.staff(account)),
  )) as [Staff, Staff, Staff, Staff, Staff]
})
afterAll(() => clinic.close())

const api = (path: string) => `/his/api/${path}`
const withPatient = async () => (await lin.post<ChatPage>(api('chatmsgbymid'), { pid: 201 })).data.conversation.id
const pair = async () => (await lin.post<ChatHead>(api('newdoctorchat'), { mid: chen.mid })).data.id
const say = (who: Staff, id: number, attachment: string, textContent = '') =>
  who.post<ChatMessage>(api('savechatmsg'), { id, clientId: randomUUID(), textContent, attachment })
const addresses = (who: Staff, file: string) =>
  who.post<{ url: string; download: string }>(api(`chatfiles/${file}/addresses`))
const fetched = async (url: string, range?: string) => {
  const answer = await fetch(clinic.base + url, range ? { headers: { range } } : {})
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const onDisk = async () =>
  (await readdir(join(clinic.dataDir, 'files'), { recursive: true })).filter((name) => /\.\w+$/.test(name))
const sent = async (
  id: number,
  file: Parameters<ReturnType<typeof fileSender>['whole']>[1],
  bytes: Buffer,
  text = '',
) => {
  const { data } = await fileSender(lin).whole(id, file, bytes)
  return (await say(lin, id, data.id, text)).data
}

describe('what hangs on a message', () => {
  it('[CHAT-06~] is a picture built anew, a file, a voice one can seek in; whoever takes part sees and hears it, and it goes with a recall', async () => {
    const id = await withPatient()
    const small = pngOf(4, 4).toString('base64')
    const photo = jpegOf([segment(0xe1, 'Exif\0\0GPS 25.03 121.56')], '<html><script>alert(1)</script>')
    const picture = await sent(id, { kind: 'image', name: '傷口.jpg', thumb: small }, photo, '今天的傷口')
    expect(picture).toMatchObject({
      textContent: '今天的傷口',
      attachment: { kind: 'image', name: '傷口.jpg', width: 1, height: 1 },
    })
    const paper = await sent(id, { kind: 'file', name: '衛教單.pdf' }, pdf())
    const wave = Array.from({ length: 48 }, (_, n) => n * 2)
    const spoken = await sent(id, { kind: 'voice', name: 'voice.webm', wave }, await voice(3))
    expect(spoken).toMatchObject({ textContent: '', attachment: { mime: 'audio/webm', durationMs: 3000, wave } })

    const page = await chen.get<ChatPage>(api(`messages/${id}`))
    expect(page.data.messages.map(({ attachment }) => attachment?.kind)).toEqual(['image', 'file', 'voice'])
    expect(page.data.conversation.patient?.last).toMatchObject({ textContent: '', attached: 'voice' })
    const thumb = page.data.messages[0]?.attachment?.thumb?.url ?? ''
    expect((await fetched(thumb)).headers.get('content-type')).toBe('image/png')
    const files = await chen.get<ChatFiles>(`${api('chatfiles')}?id=${id}`)
    expect(files.data.files.map(({ attachment }) => attachment.name)).toEqual(['voice.webm', '衛教單.pdf', '傷口.jpg'])

    const of = async (message: ChatMessage) => (await addresses(chen, message.attachment?.id ?? '')).data
    const seen = await fetched((await of(picture)).url)
    expect(seen.bytes.toString('latin1')).not.toMatch(/GPS|script/)
    expect([seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual([
      'image/jpeg',
      'nosniff',
    ])
    const saved = await fetched((await of(paper)).download)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; .*%E8%A1%9B/)
    expect(saved.bytes.equals(pdf())).toBe(true)
    const heard = await fetched((await of(spoken)).url, 'bytes=0-99')
    expect([heard.status, heard.bytes.length]).toEqual([206, 100])

    const { url } = await of(picture)
    const before = await onDisk()
    const gone = await lin.post<ChatMessage>(api('recycleMessage'), { id: picture.id })
    expect(gone.data).toMatchObject({ textContent: null, attachment: null })
    expect((await fetched(url)).status).toBe(404)
    expect((await addresses(lin, picture.attachment?.id ?? '')).code).toBe('NOT_FOUND')
    await clinic.pass(1000)
    expect((await onDisk()).length).toBe(before.length - 3)
    expect((await chen.get(api(`messages/${id}`))).text).not.toMatch(/傷口/)
    const [left] = await clinic.data.db.system.read(
      sql`select name, state from chat_attachment where id = ${picture.attachment?.id ?? ''}`,
    )
    expect(left).toEqual({ name: '', state: 'gone' })
  })

  it('[CHAT-06~] is nobody’s beside those who take part: not by a guessed number, an address that was handed on after the end, nor before it is sent', async () => {
    const id = await withPatient()
    const mine = await fileSender(lin).whole(id, { kind: 'file', name: '秘密.pdf' }, pdf('% one\n'))
    // Not sent yet: its author's alone.
    for (const who of [lin, wang, away, far]) expect((await addresses(who, mine.data.id)).code).toBe('NOT_FOUND')
    expect((await say(wang, id, mine.data.id)).code).toBe('NOT_FOUND')
    expect(
      (await fileSender(wang).begin(id, { kind: 'file', name: '秘密.pdf', bytes: 9, fileId: mine.data.id })).code,
    ).toBe('NOT_FOUND')
    expect((await fileSender(wang).piece(mine.data.id, 0, pdf())).code).toBe('NOT_FOUND')
    // Into another conversation than it was sent to: no.
    expect((await say(lin, await pair(), mine.data.id)).code).toBe('NOT_FOUND')
    expect((await say(lin, id, mine.data.id)).code).toBe('OK')
    expect((await say(lin, id, mine.data.id)).code).toBe('NOT_FOUND')
    const { url } = (await addresses(wang, mine.data.id)).data
    for (const who of [away, far]) {
      expect((await addresses(who, mine.data.id)).code).toBe('NOT_FOUND')
      expect((await who.get(`${api('chatfiles')}?id=${id}`)).code).toBe('CHAT_NOT_ALLOWED')
      expect((await fileSender(who).begin(id, { kind: 'file', name: 'x.pdf', bytes: 9 })).code).toBe('CHAT_NOT_ALLOWED')
      expect((await fetched(url.replace(/ticket=.*/, 'ticket=x'))).status).toBe(403)
    }
    expect((await fetched(url)).status).toBe(200)
    // Whoever has it before them loses it with the membership, or with their place in the group.
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'disabled' where pid = 201`))
    expect((await fetched(url)).status).toBe(404)
    await clinic.data.db.system.tx((tx) => tx.run(sql`update member_unit set status = 'active' where pid = 201`))
    const team = (
      await lin.post<{ id: number }>(api('groupmembers'), {
        action: 'create',
        name: '夜班',
        members: [chen.mid, wang.mid],
      })
    ).data.id
    const shared = await sent(team, { kind: 'file', name: '班.pdf' }, pdf())
    const group = (await addresses(chen, shared.attachment?.id ?? '')).data.url
    expect((await fetched(group)).status).toBe(200)
    await lin.post(api('groupmembers'), { action: 'remove', id: team, members: [chen.mid] })
    expect((await fetched(group)).status).toBe(404)
    // The tables say the same without the service.
    const rows = async (who: Staff) =>
      clinic.data.db.read(
        scopeOf(await clinic.app.auth.staff(who.token)),
        sql<{ id: string }>`select id from chat_attachment`,
      )
    const ids = async (who: Staff) => (await rows(who)).map((row) => row.id)
    expect(await ids(wang)).toEqual(expect.arrayContaining([mine.data.id, shared.attachment?.id]))
    expect(await ids(chen)).not.toContain(shared.attachment?.id)
    for (const who of [away, far]) expect(await ids(who)).toEqual([])
  })

  it('[CHAT-06~] goes on where the line was lost: no piece twice, none left out, and one begun again is the same', async () => {
    const id = await pair()
    const sender = fileSender(chen)
    const bytes = pdf('% 長一點\n'.repeat(4000))
    const fileId = randomUUID()
    const begin = () => sender.begin(id, { kind: 'file', name: '長.pdf', bytes: bytes.length, fileId })
    const [one, two] = await Promise.all([begin(), begin()])
    expect([one.data.id, two.data.id]).toEqual([fileId, fileId])
    const cut = 10_000
    await Promise.all([
      sender.piece(fileId, 0, bytes.subarray(0, cut)),
      sender.piece(fileId, 0, bytes.subarray(0, cut)),
    ])
    expect((await begin()).data).toMatchObject({ received: cut, state: 'coming' })
    expect(await sender.piece(fileId, 0, bytes)).toMatchObject({ code: 'UPLOAD_OFFSET', offset: String(cut) })
    expect((await sender.piece(fileId, cut + 5, bytes.subarray(cut + 5))).code).toBe('UPLOAD_OFFSET')
    expect((await sender.piece(fileId, cut, Buffer.concat([bytes.subarray(cut), Buffer.from('x')]))).code).toBe(
      'UPLOAD_TOO_LARGE',
    )
    expect((await say(chen, id, fileId)).code).toBe('NOT_FOUND')
    // Its last piece came, and the process died before it looked at it.
    expect((await sender.piece(fileId, cut, bytes.subarray(cut))).data.state).toBe('ready')
    await clinic.data.db.system.tx((tx) =>
      tx.run(sql`update chat_attachment set state = 'coming', format = null where id = ${fileId}`),
    )
    expect((await begin()).data.state).toBe('ready')
    // The answer to the last piece was lost.
    expect((await sender.piece(fileId, bytes.length, bytes.subarray(0, 1))).data.state).toBe('ready')
    const { data } = await say(chen, id, fileId)
    expect((await fetched((await addresses(lin, data.attachment?.id ?? '')).data.download)).bytes.equals(bytes)).toBe(
      true,
    )
  })

  it('[CHAT-06~] is refused where it is not what its name says: a picture that is HTML, a voice of an hour, what is too large, empty, or of a kind that is not taken', async () => {
    const id = await pair()
    const sender = fileSender(lin)
    const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>')
    const come = async (file: { kind: string; name: string }, bytes: Buffer) => {
      const { code, data } = await sender.whole(id, file, bytes)
      return code === 'OK' ? [data.state, data.reason] : [code]
    }
    for (const name of ['cute.png', 'cute.jpg'])
      expect(await come({ kind: 'image', name }, html)).toEqual(['rejected', 'UPLOAD_CONTENT'])
    expect(await come({ kind: 'image', name: 'x.html' }, html)).toEqual(['UPLOAD_IMAGE_ONLY'])
    expect(await come({ kind: 'file', name: 'x.svg' }, html)).toEqual(['UPLOAD_TYPE'])
    expect(await come({ kind: 'file', name: 'x.pdf' }, film())).toEqual(['rejected', 'UPLOAD_CONTENT'])
    expect(await come({ kind: 'file', name: 'x.mp4' }, film())).toEqual(['ready', null])
    // [Vw4] Which picture it is its content says, and of too many pixels is a reason of its own.
    expect(await come({ kind: 'image', name: 'x.png' }, jpegOf())).toEqual(['ready', null])
    const large = jpegOf()
    large.writeUInt32BE((6001 << 16) | 10_000, large.indexOf(Buffer.from('ffc0', 'hex')) + 5)
    expect(await come({ kind: 'image', name: 'x.jpg' }, large)).toEqual(['rejected', 'UPLOAD_PIXELS'])
    expect(await come({ kind: 'voice', name: 'v.webm' }, await voice(3600))).toEqual(['rejected', 'UPLOAD_TOO_LARGE'])
    expect(await come({ kind: 'voice', name: 'v.webm' }, await voice(600))).toEqual(['ready', null])
    expect(await come({ kind: 'voice', name: 'v.m4a' }, await voice(2, 'm4a'))).toEqual(['ready', null])
    expect(await come({ kind: 'voice', name: 'v.webm' }, html)).toEqual(['rejected', 'UPLOAD_CONTENT'])
    expect((await sender.begin(id, { kind: 'image', name: 'x.png', bytes: 0 })).code).toBe('UPLOAD_EMPTY')
    expect((await sender.begin(id, { kind: 'image', name: 'x.png', bytes: 26 * 1_048_576 })).code).toBe(
      'UPLOAD_TOO_LARGE',
    )
    expect(
      (await sender.begin(id, { kind: 'image', name: 'x.png', bytes: 9, thumb: html.toString('base64') })).code,
    ).toBe('UPLOAD_CONTENT')
    const refused = await sender.whole(id, { kind: 'image', name: 'x.png' }, html)
    expect((await say(lin, id, refused.data.id)).code).toBe('NOT_FOUND')
    expect((await say(lin, id, randomUUID())).code).toBe('NOT_FOUND')
    let many = ''
    for (let n = 0; n < 25 && many !== 'UPLOAD_COUNT'; n += 1)
      many = (await sender.begin(id, { kind: 'image', name: 'x.png', bytes: 9 })).code
    expect(many).toBe('UPLOAD_COUNT')
    // What nobody sends is gone a day later.
    await clinic.pass(25 * 3_600_000)
    const [open] = await clinic.data.db.system.read(
      sql<{ n: number }>`select count(*)::int as n from chat_attachment where state not in ('sent', 'gone')`,
    )
    expect(open?.n).toBe(0)
  })
})
