import type { DriveFile } from '@teleward/contract/files/drive-endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, until } from '../auth/fixture.ts'
import { jpegOf, pngOf, segment } from '../profile/fixture.ts'
import { type Client, clientOf, openFiles, pdf } from './fixture.ts'

let testApp: TestApp
let lin: Client
let chen: Client
let far: Client
let hua: Client
let farToken = ''
beforeAll(async () => {
  testApp = await openFiles()
  const as = async (account: string) => {
    const { token } = await testApp.signIn(account)
    if (account === 'dr.far') farToken = token
    return clientOf(testApp, token)
  }
  ;[lin, chen, far, hua] = (await Promise.all(['dr.lin', 'nurse.chen', 'dr.far', 'dr.hua'].map(as))) as [
    Client,
    Client,
    Client,
    Client,
  ]
})
afterAll(() => testApp?.stop())

const share = (who: Client, name: string, bytes: Buffer, more: Record<string, unknown> = {}) =>
  who.call<DriveFile>('POST', '/his/api/drivefiles', { name, file: bytes.toString('base64'), ...more })
const list = (who: Client, query = '') => who.call<DriveFile[]>('GET', `/his/api/drivefiles${query}`)

describe('files that colleagues share', () => {
  it('[FILE-11] are seen by the institution or by a unit, and open by a short-lived address', async () => {
    const form = pdf('% form')
    // What is of the institution is told to all of it, in units as well in which who shares it does not work.
    const line = await testApp.connect(farToken)
    const all = await share(chen, '同意書.pdf', form, { remark: '紙本同意書' })
    expect(all.code).toBe('OK')
    await until(
      () => line.received.some(({ type, payload }) => type === 'file.changed' && payload.id === all.data.id),
      'word of it',
    )
    line.socket.close()
    expect(all.data).toMatchObject({ unitId: null, format: 'pdf', bytes: form.length, remark: '紙本同意書' })
    const unit = await share(chen, '分站.pdf', pdf('% unit'), { unitId: 2 })
    expect((await list(lin)).data.map(({ name }) => name)).toEqual(['分站.pdf', '同意書.pdf'])
    expect((await list(lin, '?q=%E7%B4%99%E6%9C%AC')).data.map(({ name }) => name)).toEqual(['同意書.pdf'])
    expect((await list(lin, '?pageSize=1&page=2')).total).toBe(2)
    const saved = await fetch(testApp.base + all.data.download)
    expect(Buffer.from(await saved.arrayBuffer()).equals(form)).toBe(true)
    expect(saved.headers.get('content-disposition')).toContain('attachment')
    expect((await fetch(`${testApp.base}/his/api/drivefiles/${all.data.id}/content?ticket=x`)).status).toBe(403)
    // Another unit of the institution has what is of all; another institution nothing.
    for (const [stranger, there] of [
      [far, 1],
      [hua, 0],
    ] as const) {
      const seen = (await list(stranger)).data
      expect(seen.filter(({ id }) => [all.data.id, unit.data.id].includes(id)).length).toBe(there)
      expect((await stranger.call('DELETE', `/his/api/drivefiles/${unit.data.id}`)).code).toBe('NOT_FOUND')
    }
    expect((await share(chen, 'x.pdf', form, { unitId: 320 })).code).toBe('NOT_FOUND')
    // Only who shared it takes it off; its addresses are closed with it.
    expect((await lin.call('DELETE', `/his/api/drivefiles/${unit.data.id}`)).code).toBe('FORBIDDEN')
    const { url } = (await list(chen)).data.find(({ id }) => id === unit.data.id) ?? { url: '' }
    expect((await chen.call('DELETE', `/his/api/drivefiles/${unit.data.id}`)).code).toBe('OK')
    expect((await fetch(testApp.base + url)).status).toBe(404)
    expect((await list(lin)).data.map(({ name }) => name)).toEqual(['同意書.pdf'])
  })

  it('[FILE-11~] are what their bytes are: pages, programs and what is too large are refused, and a picture is shown without what the camera wrote', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect(await share(chen, 'a.pdf', page)).toMatchObject({ status: 415, code: 'UPLOAD_CONTENT' })
    expect(await share(chen, 'a.html', page)).toMatchObject({ status: 415, code: 'UPLOAD_TYPE' })
    expect(await share(chen, 'a.svg', page)).toMatchObject({ status: 415, code: 'UPLOAD_TYPE' })
    expect((await share(chen, 'a.pdf', Buffer.alloc(0))).code).toBe('UPLOAD_EMPTY')
    expect((await share(chen, '../a.pdf', pdf())).code).toBe('BAD_INPUT')
    expect(await share(chen, 'a.pdf', Buffer.alloc(20 * 1_048_576 + 1))).toMatchObject({
      status: 413,
      code: 'UPLOAD_TOO_LARGE',
    })
    // The content decides, and mends the name.
    for (const [name, bytes, stored] of [
      ['值班表', pdf('% duty'), '值班表.pdf'],
      ['圖.webp', pngOf(3, 3), '圖.png'],
      ['表.jpg', pdf('% table'), '表.pdf'],
    ] as const)
      expect((await share(chen, name, bytes)).data.name, name).toBe(stored)
    expect((await share(chen, '值班表', page)).code).toBe('UPLOAD_TYPE')
    const { data } = await share(chen, 'a.jpg', jpegOf([segment(0xfe, 'GPS 25.03 121.56')]))
    const shown = await fetch(testApp.base + data.url)
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('GPS')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
  })
})
