import type { Ask } from './asking.ts'

/** The smallest report that is one. */
export const REPORT = (() => {
  const body = '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n'
  return Buffer.from(`${body}xref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`)
})()

export interface Known {
  pid: number
  name: string
  memberNo: string
  idNumber: string
  nhiCardNumber: string
}
/** So many members of the unit that have a card and an id, each of another name, none of whom is left out. */
export async function cardHolders(ask: Ask, many: number, leftOut: (name: string) => boolean): Promise<Known[]> {
  const listed = await ask<{ pid: number; name: string; unitId: number }[]>('POST', '/partner/getMemberList', {
    pageSize: 60,
  })
  const people: Known[] = []
  for (const { pid, name, unitId } of listed) {
    if (unitId !== 2 || leftOut(name) || people.some((other) => other.name === name)) continue
    const one = await ask<Known>('GET', `/his/api/members/${pid}`)
    if (one.nhiCardNumber && one.idNumber) people.push(one)
    if (people.length === many) return people
  }
  throw new Error('everybody has joined')
}
