import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asked, clinic, lasting, lin, nurse, photographed, put, record, seen, ZHANG, useDesk } from './fixture.ts'

useDesk()

describe('paper', () => {
  it('signed here, photographed and witnessed by a second person it is in force; sent twice it is one', async () => {
    const fileId = await photographed()
    const id = randomUUID()
    const paper = { action: 'paper', pid: ZHANG, fileId, witness: 103, days: 180 }
    expect((await put(id, paper)).data).toMatchObject({
      state: 'active',
      channel: 'paper',
      witness: { mid: 103 },
      fileId,
    })
    expect((await put(id, paper)).code).toBe('OK')
    expect((await seen()).consents).toHaveLength(1)
    await lasting()
    expect(await record(nurse)).toBe('authorised')
    // The photograph is evidence of this one alone.
    expect((await put(randomUUID(), paper)).code).toBe('FILE_REQUIRED')
  })
  it('answers a request that waits; without a photograph, by one alone, or with the paper of another it is refused', async () => {
    const { patient } = await asked()
    const fileId = await photographed()
    const paper = { action: 'paper', pid: ZHANG, fileId, witness: 103 }
    expect((await put(randomUUID(), { ...paper, fileId: undefined })).code).toBe('FILE_REQUIRED')
    expect((await put(randomUUID(), { ...paper, fileId: await photographed(nurse) })).code).toBe('FILE_REQUIRED')
    expect((await put(randomUUID(), { ...paper, fileId: await photographed(lin, 201) })).code).toBe('FILE_REQUIRED')
    expect((await put(randomUUID(), { ...paper, witness: 101 })).code).toBe('FIELD_RELATED')
    expect((await put(randomUUID(), { ...paper, witness: 106 })).code).toBe('FIELD_RELATED')
    expect((await put(randomUUID(), { ...paper, pid: 204 })).code).toBe('NOT_FOUND')
    expect(await record()).toBe('none')
    expect((await put(randomUUID(), paper)).code).toBe('OK')
    expect((await patient.say('agree')).code).toBe('LINK_DEAD')
  })
  it('two at once leave one in force', async () => {
    const files = [await photographed(), await photographed(nurse)] as const
    const said = await Promise.all([
      put(randomUUID(), { action: 'paper', pid: ZHANG, fileId: files[0], witness: 103 }),
      put(randomUUID(), { action: 'paper', pid: ZHANG, fileId: files[1], witness: 101 }, nurse),
    ])
    expect(said.map(({ code }) => code)).toEqual(['OK', 'OK'])
    expect((await seen()).consents.map(({ state }) => state).sort()).toEqual(['active', 'expired'])
  })
})

/** The photograph is withdrawn, as every file is. */
const withdrawFile = async (id: string, action = 'withdraw', who = lin) => {
  const { data } = await who.get<{ version: number }>(`/his/api/files/${id}`)
  const response = await who.request(`/his/api/files/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action, reason: '拍錯了', version: data.version }),
  })
  return ((await response.json()) as { status: string }).status
}
describe('paper that is withdrawn later', () => {
  it.each(['withdraw', 'wrongPatient'])('ends what stands on it, live, and says by whom: %s', async (action) => {
    const fileId = await photographed()
    await put(randomUUID(), { action: 'paper', pid: ZHANG, fileId, witness: 103 })
    await lasting()
    expect(await record(nurse)).toBe('authorised')
    const line = await nurse.line()
    expect(await withdrawFile(fileId, action)).toBe('OK')
    await line.waitFor('authz.changed', ({ pid }) => pid === ZHANG)
    expect(await record(nurse)).toBe('none')
    expect((await seen()).consents).toMatchObject([{ state: 'withdrawn', fileId, endedBy: { mid: 101 } }])
  })
  it('closes the record also to a doctor who withdrew the paper of another', async () => {
    const fileId = await photographed(nurse)
    await put(randomUUID(), { action: 'paper', pid: ZHANG, fileId, witness: 101 }, nurse)
    await lasting()
    const wang = await clinic.staff('dr.wang')
    expect(await withdrawFile(fileId, 'withdraw', wang)).toBe('OK')
    expect([await record(wang), await record(nurse)]).toEqual(['none', 'none'])
  })
  it('at the same moment leaves nothing in force on it', async () => {
    for (let n = 0; n < 4; n += 1) {
      const fileId = await photographed()
      const [recorded] = await Promise.all([
        put(randomUUID(), { action: 'paper', pid: ZHANG, fileId, witness: 103 }),
        withdrawFile(fileId),
      ])
      expect(['OK', 'FILE_REQUIRED']).toContain(recorded.code)
      expect((await seen()).consents.filter(({ state }) => state === 'active')).toEqual([])
    }
  })
})
