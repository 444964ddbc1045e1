import type { Photo } from '@teleward/contract/profile/schema.ts'
import type { StaffReview } from '@teleward/contract/registration/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf } from '../platform/actor.ts'
import { sql } from '../platform/db/index.ts'
import { chunk, jpegOf, pngOf, pngWith } from './fixture.ts'
import { chen, house, lin, mid, mine, openOwn, post, signInBoth } from './own-fixture.ts'

beforeAll(openOwn)
afterAll(() => house?.stop())

describe('photo, licence, bank book and signature', () => {
  const upload = async (bytes: Buffer, more: Record<string, unknown> = {}, token = lin) =>
    post(
      'uploadphoto/2',
      {
        kind: 'avatar',
        name: 'me.png',
        version: (await mine(token)).versions.photos,
        data: bytes.toString('base64'),
        ...more,
      },
      token,
    )
  const fetched = (url: string) => fetch(house.base + url)

  it('[SET-01~] are kept clean and shown by a signed address that ends; colleagues see the face alone', async () => {
    const sent = await upload(pngOf(20, 20, [], '<script>'))
    const { avatar } = sent.body.data as unknown as { avatar: Photo }
    const file = await fetched(avatar.url)
    expect([file.status, file.headers.get('content-type'), file.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ])
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(Buffer.from(await file.arrayBuffer()).equals(pngOf(20, 20))).toBe(true)
    await upload(jpegOf(), { kind: 'licenseImage', name: 'a.jpg' })
    const waiting = (await mine()).licenceChange?.photo
    if (!waiting) throw new Error('no licence waits')
    const licence = { licenseImage: waiting }
    // The address of one is none of another, not even of the same person; nor is a changed or an old one.
    const [path, ticket] = avatar.url.split('?')
    const other = licence.licenseImage.url.split('?')
    for (const url of [
      `${path}?${other[1]}`,
      `${other[0]}?${ticket}`,
      `${path}`,
      `${path}?${ticket}x`,
      `/his/api/staffphotos/..%2f..?${ticket}`,
    ])
      expect((await fetched(url)).status, url).toBe(403)
    const seen = (await post('employees', { q: 'dr.lin' }, chen)).body.data as unknown as {
      avatar: string
      mid: number
    }[]
    const face = seen.find((row) => row.mid === mid('dr.lin'))?.avatar ?? ''
    expect(face).toContain('/staffphotos/')
    expect((await fetched(face)).status).toBe(200)
    expect(JSON.stringify(seen)).not.toContain(licence.licenseImage.id)
    house.clock.advance(12 * 60_000)
    expect((await fetched(avatar.url)).status).toBe(403)
    // The database itself shows a licence to those who review the person, and to no colleague.
    const kinds = async (account: string) => {
      const who = await house.app.auth.staff((await house.signIn(account)).token)
      const all = await house.data.db.read(
        scopeOf(who),
        sql<{ kind: string }>`select kind from staff_photo where mid = ${mid('dr.lin')} order by kind`,
      )
      return all.map(({ kind }) => kind)
    }
    expect([await kinds('nurse.chen'), await kinds('admin'), await kinds('dr.hua')]).toEqual([
      ['avatar'],
      ['avatar', 'licenseImage'],
      [],
    ])
    await signInBoth()
  })

  it('[SET-01~] an address shows what its session may see at that moment: a right withdrawn and a sign-out close it', async () => {
    await upload(pngOf(6, 6))
    const signedIn = async (account: string) => (await house.signIn(account)).token
    const [nurse, admin] = [await signedIn('nurse.chen'), await signedIn('admin')]
    const [colleague] = (await post('employees', { q: 'dr.lin' }, nurse)).body.data as unknown as { avatar: string }[]
    const [reviewed] = (
      (await house.get('/his/api/staffreviews?state=all&pageSize=200', admin)).body.data as unknown as StaffReview[]
    ).filter((row) => row.mid === mid('dr.lin'))
    const [face, licence] = [colleague?.avatar ?? '', reviewed?.change?.licenceImage ?? '']
    const seen = async () => [(await fetched(face)).status, (await fetched(licence)).status]
    expect(await seen()).toEqual([200, 200])
    const type = (doctortype: string) =>
      house.data.db.system.tx((tx) =>
        tx.run(sql`update staff_partner set doctortype = ${doctortype} where mid = ${mid('admin')}`),
      )
    await type('nurse')
    house.clock.advance(31_000)
    expect(await seen()).toEqual([200, 404])
    await type('admin')
    await house.send('POST', '/his/api/logout', {}, nurse)
    expect((await fetched(face)).status).toBe(403)
    await signInBoth()
  })

  it('[SET-01~] take JPEG and PNG up to 2 MB, by what they are; a path or a person in the call decides nothing', async () => {
    const said = async (bytes: Buffer, more = {}) => (await upload(bytes, more)).body.status
    expect(
      await said(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), { name: 'x.svg' }),
    ).toBe('UPLOAD_IMAGE_ONLY')
    expect(await said(Buffer.from('<svg onload="alert(1)"/>'), { name: 'x.png' })).toBe('UPLOAD_IMAGE_ONLY')
    expect(await said(pngOf(3, 3), { name: 'x.svg' })).toBe('UPLOAD_IMAGE_ONLY')
    expect(await said(pngOf(3, 3).subarray(0, 40))).toBe('UPLOAD_CONTENT')
    expect(await said(Buffer.alloc(0))).toBe('UPLOAD_EMPTY')
    expect(await said(Buffer.alloc(2 * 1024 * 1024 + 1, 1))).toBe('UPLOAD_TOO_LARGE')
    expect(await said(pngOf(3, 3), { kind: '../../etc' })).toBe('BAD_INPUT')
    const huge = await upload(Buffer.alloc(9 * 1024 * 1024, 1))
    expect([400, 413]).toContain(huge.status)
    const before = await mine(chen)
    await upload(pngOf(4, 4), {
      name: '../../../../etc/passwd.png',
      mid: mid('nurse.chen'),
      key: 'staff/1/x.png',
      id: before.mid,
    })
    expect((await mine(chen)).versions.photos).toBe(before.versions.photos)
    const stored = await house.data.db.system.read(sql<{ key: string; mid: number }>`select key, mid from staff_photo`)
    for (const { key, mid: of } of stored) expect(key).toMatch(new RegExp(`^staff/${of}/[0-9a-f-]{36}\\.(png|jpg)$`))
  })

  it('[I4] [V11] [Vw4] are told their limit where they are too large, stay upright, and are what they are, whatever they are called', async () => {
    const large = await upload(Buffer.alloc(2_660_000, 1))
    expect([large.status, large.body.status, large.body.data]).toEqual([413, 'UPLOAD_TOO_LARGE', { max: 2 }])
    expect(large.body.message).toContain('2 MB')
    const wide = await upload(pngOf(6001, 1))
    expect([wide.body.status, wide.body.data]).toEqual(['UPLOAD_PIXELS', { side: 6000, max: 36 }])
    const turned = Buffer.from('4d4d002a00000008' + '0001' + '01120003000000010006' + '0000' + '00000000', 'hex')
    await upload(pngWith(30, 20, chunk('eXIf', turned)))
    expect((await mine()).photos.avatar).toMatchObject({ width: 20, height: 30 })
    for (const name of ['x.png', 'photo.HEIC']) expect((await upload(jpegOf(), { name })).body.status, name).toBe('OK')
  })

  it('[SET-01~] another licence of a person on board waits for its review; the old one stays in force until then', async () => {
    const send = (side: number, more = {}) => upload(pngOf(side, side), { kind: 'licenseImage', ...more })
    const admin = (await house.signIn('admin')).token
    const listed = async () =>
      ((await house.get('/his/api/staffreviews', admin)).body.data as unknown as StaffReview[]).find(
        (row) => row.mid === mid('dr.lin'),
      )
    const decide = async (action: string, more: Record<string, unknown> = {}, token = admin) =>
      house.send(
        'PUT',
        `/his/api/staffreviews/${mid('dr.lin')}`,
        { version: (await listed())?.version ?? 1, action, ...more },
        token,
      )
    const onBoard = async () => (await mine()).verify
    await send(9, { licenceNumber: '醫字第 1 號', licenceExpires: '2099-01-31' })
    const first = await listed()
    expect(first).toMatchObject({
      state: 'onBoard',
      change: { licenceNumber: '醫字第 1 號', licenceExpires: '2099-01-31' },
    })
    expect((await fetched(first?.change?.licenceImage ?? '')).status).toBe(200)
    expect([await onBoard(), (await mine()).photos.licenseImage]).toEqual([true, null])
    expect((await decide('approve')).body.status).toBe('OK')
    const inForce = (await mine()).photos.licenseImage
    expect([inForce?.width, (await mine()).licenceChange, await listed()]).toEqual([9, null, undefined])
    // Another one, and, before anybody looked, a better picture of it: one waits.
    await send(10)
    const stale = await listed()
    await send(11, { licenceNumber: '醫字第 2 號' })
    expect((await mine()).licenceChange).toMatchObject({
      state: 'waiting',
      number: '醫字第 2 號',
      photo: { width: 11 },
    })
    expect((await mine()).photos.licenseImage?.id).toBe(inForce?.id)
    expect((await decide('approve', { version: stale?.version })).body.status).toBe('VERSION_STALE')
    expect((await decide('return')).body.status).toBe('REASON_REQUIRED')
    expect((await decide('approve', {}, lin)).body.status).toBe('FORBIDDEN')
    expect((await decide('approve', {}, (await house.signIn('dr.hua')).token)).body.status).toBe('FORBIDDEN')
    expect((await decide('return', { reason: '證照照片不清楚' })).body.status).toBe('OK')
    expect((await mine()).licenceChange).toMatchObject({ state: 'returned', reason: '證照照片不清楚', photo: null })
    expect([(await mine()).photos.licenseImage?.id, await onBoard()]).toEqual([inForce?.id, true])
    expect((await decide('approve', { version: 1 })).status).toBe(409)
    // Nobody puts one's own in force, not even by the database.
    await send(12)
    const who = scopeOf(await house.app.auth.staff(lin))
    await expect(
      house.data.db.tx(who, (tx) =>
        tx.run(sql`update staff_change set state = 'approved' where mid = ${mid('dr.lin')}`),
      ),
    ).rejects.toThrow()
    const wang = scopeOf(await house.app.auth.staff((await house.signIn('dr.wang')).token))
    expect(await house.data.db.read(wang, sql`select 1 from staff_change`)).toEqual([])
    expect((await decide('approve')).body.status).toBe('OK')
    expect((await mine()).photos.licenseImage?.width).toBe(12)
    const [row] = await house.data.db.system.read(
      sql<{
        n: number
        expires: string
      }>`select (select count(*)::int from staff_photo where mid = ${mid('dr.lin')} and kind = 'licenseImage' and state = 'inForce') as n,
        (select licence_expires::text from staff_review where mid = ${mid('dr.lin')} and partner_id = 1) as expires`,
    )
    // What the last one did not say stays as it was approved before.
    expect(row).toEqual({ n: 1, expires: '2099-01-31' })
  })

  it('[SET-01~] replaces under its version: of two tabs one goes on, and one picture of a kind is in force', async () => {
    const { versions } = await mine()
    const both = await Promise.all(
      [pngOf(6, 6), pngOf(7, 7)].map((bytes) => upload(bytes, { kind: 'personsign', version: versions.photos })),
    )
    expect(both.map(({ body }) => body.status).toSorted()).toEqual(['OK', 'VERSION_STALE'])
    const [row] = await house.data.db.system.read(sql<{ n: number }>`select count(*)::int as n from staff_photo
      where mid = ${mid('dr.lin')} and kind = 'personsign' and state = 'inForce'`)
    expect(row?.n).toBe(1)
    const again = (await upload(pngOf(8, 8), { kind: 'personsign' })).body.data as unknown as { personsign: Photo }
    expect(again.personsign.width).toBe(8)
  })
})
